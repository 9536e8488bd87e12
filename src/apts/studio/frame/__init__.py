"""What all pages and answers share: the studio as one value, and pages made of templates."""
