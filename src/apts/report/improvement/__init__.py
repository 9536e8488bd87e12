"""A search for better rules as a page: how it went, what it found, and what stands up to fresh matches."""
