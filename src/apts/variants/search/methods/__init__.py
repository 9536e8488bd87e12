"""The ways to search: races, samplers, evolution, and the hill climbing of a published study."""
