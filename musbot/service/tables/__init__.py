"""The tables of a process: acting at them, loading them, their clocks, quarantine."""
