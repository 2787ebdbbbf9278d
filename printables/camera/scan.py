"""How well the codes of a finished PDF scan, measured on simulated photos.

Synthetic: no phone was held, no paper printed. It compares decks, sizes and addresses with one another, and shows what
fails first; it does not promise what a phone will do.
"""

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from companion.errors import GongError
from printables.camera.optics import photograph
from printables.camera.quality import Quality, quality
from printables.camera.scenes import AXES, Scene, SceneSampler, mixed
from printables.decoders import DECODERS, NAMES
from printables.document import PageProgress
from printables.extras import need
from printables.preflight.symbols import MEASURING, FoundSymbol, find_fine
from printables.raster import PageTooLargeError, PdfError, PdfNotFoundError, open_pdf, render
from printables.shops import INCH

SCALE: Final = MEASURING / INCH
"""Pixels of a patch in a millimetre."""

SWEPT: Final = 5
"""How many faces, spread over the deck, each axis is tried on."""

_REACH: Final = 62.0  # mm of the card that are kept round a code, if the page has as much
_CHUNK: Final = 8  # scenes that a worker gets at once


class NothingToScanError(GongError):
    """The file has no code that can be read, or cannot be read itself."""


@dataclass(frozen=True, slots=True)
class CapturedCode:
    """A card's print round its code.

    Attributes:
        page: from 1.
        text: what the code holds.
        name: code of the card, or the text.
        patch: grey bytes at `MEASURING`.
        middle: of the code in it, pixels.
        quality: grades of the code as printed.
    """

    page: int
    text: str
    name: str
    patch: Any
    middle: tuple[float, float]
    quality: Quality


@dataclass(frozen=True, slots=True)
class Shot:
    """A scene and who read it.

    Attributes:
        number: of the scene.
        face: of the deck, from 0.
        scene: what happened.
        read: names of the decoders that read the code.
    """

    number: int
    face: int
    scene: Scene
    read: tuple[str, ...]


@dataclass(slots=True)
class ScanReport:
    """What came out.

    Attributes:
        path: of the file.
        seed: of the scenes.
        faces: the codes.
        shots: the mixed scenes.
        axes: for each axis and decoder the last value at which all faces were read before one was not; None if none.
    """

    path: Path
    seed: int
    faces: list[CapturedCode]
    shots: list[Shot] = field(default_factory=list)
    axes: dict[str, dict[str, float | None]] = field(default_factory=dict)

    def rate(self, *names: str) -> float:
        """Return the share of mixed scenes that at least one of these decoders reads."""
        if not self.shots:
            return 0.0
        return sum(any(name in shot.read for name in names) for shot in self.shots) / len(self.shots)

    @property
    def failed(self) -> list[Shot]:
        """Return the scenes that neither zxing-cpp nor zbar reads."""
        return [shot for shot in self.shots if "zxing" not in shot.read and "zbar" not in shot.read]


def load_faces(path: Path) -> list[CapturedCode]:
    """Return the codes of a PDF with the print round them, in the order of pages.

    Raises:
        PdfNotFoundError: there is no such file.
        NothingToScanError: it cannot be read, or has no code.
        MissingExtraError: a library of the extra `scan` is not installed.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise PdfNotFoundError(f"Cannot read {path}: {error.strerror or error}.") from None
    faces: list[CapturedCode] = []
    try:
        with open_pdf(data) as document:
            for page in range(len(document)):
                fine = render(document, page, MEASURING, grey=True)
                symbols = [symbol for symbol in find_fine(fine, page) if symbol.modules and not symbol.inverted]
                faces += [_face(fine, symbol, symbols) for symbol in symbols]
    except (PdfError, PageTooLargeError) as error:
        raise NothingToScanError(f"Cannot scan {path}: {error}.") from None
    if not faces:
        raise NothingToScanError(f"Cannot scan {path}: no page has a code that can be read; try gong print check.")
    return faces


def _face(fine: Any, symbol: FoundSymbol, others: Sequence[FoundSymbol]) -> CapturedCode:
    """Cut a card out of its page: half way to the next code on every side, but no farther than a card reaches."""
    np = need("numpy")
    left, top, right, bottom = symbol.box
    x, y = (left + right) / 2, (top + bottom) / 2
    reach = _REACH * SCALE
    across = [abs((o.box[0] + o.box[2]) / 2 - x) for o in others if abs(o.box[1] - top) < bottom - top]
    upward = [abs((o.box[1] + o.box[3]) / 2 - y) for o in others if abs(o.box[0] - left) < right - left]
    half = min([reach, *(distance / 2 for distance in across if distance > 1)])
    tall = min([reach, *(distance / 2 for distance in upward if distance > 1)])
    x0, x1 = max(0, round(x - half)), min(fine.shape[1], round(x + half))
    y0, y1 = max(0, round(y - tall)), min(fine.shape[0], round(y + tall))
    patch = np.ascontiguousarray(fine[y0:y1, x0:x1])
    box = (left - x0, top - y0, right - x0, bottom - y0)
    graded = quality(patch, box, symbol.modules, SCALE)
    return CapturedCode(symbol.page + 1, symbol.text, symbol.card or symbol.text, patch, (x - x0, y - y0), graded)


def picture(face: CapturedCode, scene: Scene, seed: int, number: int) -> Any:
    """Return the frame of a scene as grey bytes; the same for the same seed and number."""
    return photograph(face.patch, face.middle, SCALE, scene, SceneSampler(seed, number + (1 << 32)))


ScanTask = tuple[int, int, Scene]
"""Number of a scene, number of the face, the scene."""

_worker: dict[str, Any] = {}


def _start(faces: list[CapturedCode], seed: int) -> None:
    need("cv2").setNumThreads(1)  # the processes share the processors already
    _worker.update(faces=faces, seed=seed)


def _shoot(job: ScanTask) -> tuple[str, ...]:
    number, place, scene = job
    face: CapturedCode = _worker["faces"][place]
    frame = picture(face, scene, _worker["seed"], number)
    return tuple(name for name in NAMES if face.text in {read.text for read in DECODERS[name](frame)})


def _all(faces: list[CapturedCode], seed: int, jobs: Sequence[ScanTask], workers: int) -> Iterator[tuple[str, ...]]:
    """Yield who reads each scene, in order, whatever the number of workers."""
    if workers <= 1:
        _start(faces, seed)
        yield from map(_shoot, jobs)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_start, initargs=(faces, seed)) as pool:
        yield from pool.map(_shoot, jobs, chunksize=_CHUNK)


def scan(
    path: Path,
    scenes: int = 300,
    seed: int = 1,
    *,
    workers: int = 1,
    axes: bool = True,
    progress: PageProgress | None = None,
) -> ScanReport:
    """Test the codes of a PDF with simulated phone photos.

    Args:
        path: of the file.
        scenes: how many mixed scenes; the faces take turns.
        seed: of the scenes.
        workers: processes; they change nothing but the time.
        axes: whether each axis is swept too.
        progress: called after each scene.

    Raises:
        As `load_faces`.
    """
    faces = load_faces(path)
    report = ScanReport(path, seed, faces)
    jobs: list[ScanTask] = [(number, number % len(faces), mixed(seed, number)) for number in range(scenes)]
    swept = _spread(len(faces))
    sweeps = [(axis, value, face) for axis in AXES for value in axis.values for face in swept] if axes else []
    every: list[ScanTask] = [
        *jobs,
        *((1 << 20 | place, face, axis.scene(value)) for place, (axis, value, face) in enumerate(sweeps)),
    ]
    reads: list[tuple[str, ...]] = []
    for read in _all(faces, seed, every, workers):
        reads.append(read)
        if progress is not None:
            progress(len(reads), len(every))
    report.shots = [
        Shot(number, face, scene, read) for (number, face, scene), read in zip(jobs, reads[:scenes], strict=True)
    ]
    if axes:
        report.axes = _limits(sweeps, reads[scenes:])
    return report


def _spread(count: int) -> list[int]:
    """Return the numbers of a few faces, spread over all."""
    few = min(SWEPT, count)
    return sorted({i * count // few for i in range(few)})


def _limits(sweeps: Sequence[Any], reads: Sequence[tuple[str, ...]]) -> dict[str, dict[str, float | None]]:
    limits: dict[str, dict[str, float | None]] = {}
    for axis in AXES:
        limits[axis.name] = {}
        for decoder in NAMES:
            last: float | None = None
            for value in axis.values:
                here = [read for (a, v, _), read in zip(sweeps, reads, strict=True) if a is axis and v == value]
                if not all(decoder in read for read in here):
                    break
                last = value
            limits[axis.name][decoder] = last
    return limits
