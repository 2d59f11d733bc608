### What only the bot itself says: commands, errors, permissions.
