"""What is wrong with a text, told so that its author can put it right."""
