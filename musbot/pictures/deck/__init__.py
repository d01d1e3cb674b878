"""The deck: forty cards, a back and the counters, drawn as SVG without a library."""
