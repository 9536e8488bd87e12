"""What makes releases."""
