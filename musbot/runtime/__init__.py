"""Error boundaries around tasks, logs, and histograms of measured values, for any long-running process."""
