"""The send queue: slots, their urgency, rate limits, and the outboxes that send them."""
