"""The commands about runs that were played: listed, told again, watched, taken elsewhere, renamed, deleted."""
