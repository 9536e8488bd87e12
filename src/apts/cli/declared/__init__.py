"""The commands as they are declared: names, arguments and help. What they do is imported when they run."""
