"""A game as a program for WebAssembly: its code, its memory, and the description that scripts run it by."""
