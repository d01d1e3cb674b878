"""The acta, the record of a partida in TOML (docs/acta.md): read, replayed, written, summed up and told."""
