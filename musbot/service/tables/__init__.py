"""The tables of a process: actions, loading, clocks, quarantine."""
