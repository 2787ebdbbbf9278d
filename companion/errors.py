"""The base of every failure that a person should read as one sentence."""


class GongError(Exception):
    """An expected failure: one clear sentence on what is wrong, where, and what to do.

    The command line prints the sentence and ends with `exit_status`; the site maps it to a page. Subclasses live at
    the top of the module that raises them.
    """

    exit_status = 1  # 1: the thing checked is not good


class UsageError(GongError):
    """Something was asked in the wrong way: an option, an address, a number of players."""

    exit_status = 2
