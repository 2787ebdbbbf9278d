"""The command line `gong`: thin click commands, one module per group, imported when they are first used."""

import errno
import importlib
import os
import sys
from collections.abc import Mapping
from typing import Any, Final

import click

from companion.errors import GongError

_COMMANDS: Final = {
    "serve": "companion.cli.serve:serve",
    "print": "companion.cli.printing:printing",
    "missions": "companion.cli.missions:missions",
    "play": "companion.cli.play:play",
    "replay": "companion.cli.play:replay",
    "verify": "companion.cli.verify:verify",
    "export": "companion.cli.export:export",
    "health": "companion.cli.health:health",
    "stats": "companion.cli.stats:stats",
    "backup": "companion.cli.stats:backup",
}
"""Where each command lives. A command is imported when it is used: `gong missions check` must not wait for Flask."""


_FULL: Final = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}
"""What writing to standard output can meet through no fault of ours; files are written by modules that say more."""


INTERRUPTED: Final = 130
"""Exit status after Ctrl-C: 128 and the number of SIGINT. 1 would mean that a check failed."""


class LazyGroup(click.Group):
    """A group whose commands are imported on first use; `lazy` maps each to its module."""

    def __init__(self, *args: Any, lazy: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lazy = lazy

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return sorted({*self.lazy, *super().list_commands(ctx)})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command, importing its module."""
        if cmd_name not in self.lazy:
            return super().get_command(ctx, cmd_name)
        module, _, attribute = self.lazy[cmd_name].partition(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; Ctrl-C ends it with the status that shells give to a program ended by that signal."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("Stopped.", err=True)
            ctx.exit(INTERRUPTED)


@click.group(
    cls=LazyGroup, lazy=_COMMANDS, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(package_name="gong-companion", prog_name="gong")
def gong() -> None:
    """The companion of the card game GONG: print a deck, host the site, check missions, play."""


def main(args: list[str] | None = None) -> Any:
    """Run the command line; an expected failure is one sentence on stderr and its exit status, never a traceback."""
    try:
        return gong.main(args=args, prog_name="gong")
    except GongError as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(error.exit_status)
    except (PermissionError, FileNotFoundError) as error:
        where = error.filename or "The working directory"
        click.echo(f"Error: {where}: {error.strerror}.", err=True)
        sys.exit(GongError.exit_status)
    except OSError as error:
        if error.errno not in _FULL:
            raise
        # What is still in the buffer must not be tried again at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        click.echo(f"Error: Cannot write the output: {error.strerror}; make room or write it elsewhere.", err=True)
        sys.exit(GongError.exit_status)
