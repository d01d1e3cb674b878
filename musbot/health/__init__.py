"""How a running musbot is: `/healthz` says whether all is well, `/metrics` how much it does and how quickly.

Neither tells of whom, of which chat or of which table.
"""
