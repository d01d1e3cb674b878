"""The deck: forty cards, a back and the counters, drawn by code as SVG; no library is needed."""
