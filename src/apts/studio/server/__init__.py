"""The studio at work: the application behind its gate, and the process that serves it."""
