"""The report of a run: one HTML file that needs nothing else, for a phone and for paper.

    >>> require()                                       # before hours of simulation
    >>> write(Path("report.html"), all_measures, verdict, limits, command="gong verify --report report.html")

`charts` and `drawing` need matplotlib (the extra `verify`), so they are imported only when a report is made.
"""

import importlib.util
from collections.abc import Sequence
from pathlib import Path

from companion.errors import GongError, UsageError
from companion.files import CannotBeginError, replace_file
from companion.verify.findings import Verdict
from companion.verify.limits import Limits
from companion.verify.measures import Measures


class ReportExtraError(UsageError):
    """matplotlib, which draws the pictures, is not installed."""


class ReportPathError(UsageError):
    """A path that cannot take a report."""


class ReportError(GongError):
    """A report that could not be written: the disk is full or broken."""


def require() -> None:
    """Check that a report can be made.

    Raises:
        MissingExtraError: matplotlib is not installed.
    """
    if importlib.util.find_spec("matplotlib") is None:
        raise ReportExtraError(
            "A report needs matplotlib for its pictures; install it with: pip install 'gong-companion[verify]'"
        )


def check_path(path: Path) -> None:
    """Check, as far as possible beforehand, that a file can be written there.

    Raises:
        ReportPathError: it cannot.
    """
    if path.is_dir():
        raise ReportPathError(f"{path} is a folder; name the file of the report, such as {path / 'report.html'}.")
    if not path.parent.is_dir():
        raise ReportPathError(f"{path}: there is no folder {path.parent}; make it first, or name another file.")


def write(
    path: Path,
    all_measures: Sequence[Measures],
    verdict: Verdict,
    limits: Limits,
    command: str,
    *,
    fixed: bool = True,
) -> None:
    """Write the report; a file there is replaced, wholly or not at all.

    Args:
        path: where.
        all_measures: what was measured, for each number of seats and each policy; at least one.
        verdict: the result of all limit tests.
        limits: the limits.
        command: the command that does the same again.
        fixed: the intervals are those of samples of fixed size, else of confidence sequences.

    Raises:
        ReportPathError: no file can be made there.
        ReportError: the disk is full or broken; what was there before is untouched.
    """
    from companion.verify.report.page import render  # needs matplotlib

    content = render(all_measures, verdict, limits, command, fixed=fixed).encode()
    try:
        replace_file(path, content)
    except (CannotBeginError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise ReportPathError(f"{path}: cannot be written: {reason}.") from None
    except OSError as error:
        raise ReportError(f"{path}: could not be written: {error.strerror}; what was there is unchanged.") from None
