"""The pages: a run, several runs beside each other, a search for better rules."""
