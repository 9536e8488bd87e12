"""What ludemes have in common when they become code: regions, directions, tracks, groups, dice."""
