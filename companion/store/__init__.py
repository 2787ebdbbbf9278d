"""What a site may count: how often a mission was shown, and which missions did not work. The only room with SQLite.

    >>> store = Store(Path("/var/lib/gong/counts.db"))
    >>> store.count(Shown("NB4", "gong-fight", "1.0.0", "M22", "fr"))
    >>> store.close()

A row is a sum for one hour: no address, no device, no name, no order of events. A site with a missing, locked, corrupt,
read-only or full store serves on: what could not be written waits in memory and is written when that works again. A
file that is not a database is put aside, never deleted.
"""
