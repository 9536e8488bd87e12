"""What stands where when a match begins."""
