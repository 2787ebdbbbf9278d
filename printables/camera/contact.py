"""A contact sheet: the scenes that failed, so that people can see why."""

import math
from typing import Any, Final

from printables.camera.scan import ScanReport, Shot, picture
from printables.extras import need

MOST: Final = 60
"""Scenes on a sheet."""

_SIDE: Final = 260  # pixels of a picture
_COLUMNS: Final = 6
_LINE: Final = 16


def contact_sheet(report: ScanReport) -> bytes:
    """Return a PNG of the scenes that neither zxing-cpp nor zbar read, each with its number, card and worst facts."""
    np, cv2 = need("numpy"), need("cv2")
    shots = report.failed[:MOST]
    rows = max(1, math.ceil(len(shots) / _COLUMNS))
    cell = _SIDE + 3 * _LINE
    sheet = np.full((rows * cell + 3 * _LINE, _COLUMNS * _SIDE), 255, np.uint8)
    title = (
        f"{report.path.name}: {len(report.failed)} of {len(report.shots)} synthetic scenes of seed {report.seed} "
        "were read by neither zxing-cpp nor zbar"
    )
    _write(cv2, sheet, title.encode("ascii", "replace").decode(), 6, 2 * _LINE - 8, 0.5)
    for place, shot in enumerate(shots):
        x, y = place % _COLUMNS * _SIDE, place // _COLUMNS * cell + 3 * _LINE
        frame = picture(report.faces[shot.face], shot.scene, report.seed, shot.number)
        sheet[y : y + _SIDE, x : x + _SIDE] = cv2.resize(frame, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA)
        for line, text in enumerate(_caption(report, shot)):
            _write(cv2, sheet, text, x + 4, y + _SIDE + _LINE * (line + 1) - 4, 0.36)
    done, data = cv2.imencode(".png", sheet)
    if not done:
        raise AssertionError("OpenCV writes PNG")
    return bytes(data)


def _write(cv2: Any, sheet: Any, text: str, x: int, y: int, size: float) -> None:
    cv2.putText(sheet, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, 0, 1, cv2.LINE_AA)


def _caption(report: ScanReport, shot: Shot) -> tuple[str, str]:
    """Return two lines: which scene and card, and what was hard about it."""
    scene = shot.scene
    hard = [
        (scene.defocus > 1.5, f"focus {scene.defocus:.1f}px"), (scene.motion > 2, f"motion {scene.motion:.0f}px"),
        (scene.tilt > 35, f"tilt {scene.tilt:.0f}"), (scene.lux < 60, f"{scene.lux:.0f} lux"),
        (scene.glare > 0, f"glare {scene.glare:.1f}"), (scene.shadow > 0, f"shadow {scene.shadow:.1f}"),
        (scene.crumple > 0, f"crumple {scene.crumple:.1f}"), (scene.curl > 0, f"curl 1/{1 / (scene.curl or 1):.0f}"),
        (scene.scratches > 0, f"{scene.scratches} scratches"), (scene.jpeg < 60, f"jpeg {scene.jpeg}"),
    ]  # fmt: skip
    name = report.faces[shot.face].name.encode("ascii", "replace").decode()[-12:]
    also = " (opencv reads it)" if "opencv" in shot.read else ""
    return (
        f"#{shot.number} {name} {scene.distance:.0f} mm{also}",
        ", ".join(text for is_hard, text in hard if is_hard)[:44],
    )
