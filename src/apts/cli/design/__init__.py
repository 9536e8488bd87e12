"""What is asked about a game: its rules, its mistakes, its counts."""
