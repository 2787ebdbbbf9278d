"""Rule engines: one module per game behind the protocol of `game`; bots are separate from rules."""
