"""What the process does for itself: sweeps, lets go of what was over long ago."""
