"""The interface between musbot and its platforms. Adapters import no other part of the service."""
