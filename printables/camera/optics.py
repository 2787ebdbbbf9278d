"""From a printed code to the grey frame that a phone's reader gets.

In the order of nature: ink spreads and wears, the card bends, light falls on it, the lens throws it onto the sensor,
focus and hands blur it, the sensor counts photons, the frame is compressed. Light is linear until the sensor.
Synthetic: no demosaicing, no sharpening, no lens distortion, no rolling shutter.
"""

import math
from typing import Any, Final

from printables.camera.scenes import FOCAL, Scene, SceneSampler, exposure
from printables.extras import need

WINDOW: Final = 576
"""Side in pixels of the part of the frame round the code that is made."""

PAPER: Final = 0.86
"""Reflectance of white card."""

BLACK: Final = 0.05
"""Reflectance of black ink."""

_GAMMA: Final = 2.2
_STEP: Final = 4  # pixels between those whose geometry is computed
_CARD: Final = 45.0  # mm from the code to the farthest corner of a card


def photograph(patch: Any, middle: tuple[float, float], scale: float, scene: Scene, draw: SceneSampler) -> Any:
    """Return the frame as grey bytes, `WINDOW` x `WINDOW`.

    Args:
        patch: the print round a code as grey bytes, paper white beyond.
        middle: of the code in the patch, pixels.
        scale: pixels of the patch in a millimetre.
        scene: what happens.
        draw: random numbers for what the scene leaves open: places of scratches, dents and photons.
    """
    np, cv2 = need("numpy"), need("cv2")
    light = (patch.astype(np.float32) / 255) ** _GAMMA
    light = _worn(light, middle, scale, scene, draw)
    light = BLACK + (PAPER - BLACK) * light
    x, y, slope = _seen(scene, draw)
    # Each pixel of the sensor gathers light from an area; the patch is blurred to the size of that area before.
    footprint = scale * scene.distance / FOCAL
    if footprint > 1:
        light = cv2.GaussianBlur(light, (0, 0), 0.42 * footprint)
    frame = cv2.remap(
        light,
        (middle[0] + x * scale).astype(np.float32),
        (middle[1] + y * scale).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=0.22,  # a wooden table
    )
    frame = frame * _lit(x, y, slope, scene) + _glare(x, y, scene)
    return _sensed(_blurred(frame, scene), scene, draw)


def _worn(light: Any, middle: tuple[float, float], scale: float, scene: Scene, draw: SceneSampler) -> Any:
    """Spread the ink, scratch it away, and soil the paper."""
    np, cv2 = need("numpy"), need("cv2")
    reach = abs(scene.dot_gain) * scale
    if reach:
        spread = cv2.erode if scene.dot_gain > 0 else cv2.dilate
        whole = int(reach)

        def grown(radius: int) -> Any:
            disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1))
            return spread(light, disc) if radius else light

        light = grown(whole) * (1 - reach + whole) + grown(whole + 1) * (reach - whole)
    if scene.scratches or scene.dirt:
        light = light.copy()
    for number in range(scene.scratches + scene.dirt):
        scratch = number < scene.scratches
        x, y = (draw.uniform(-14, 14) for _ in range(2))
        way, length = draw.uniform(0, 2 * math.pi), draw.uniform(3, 22) if scratch else draw.uniform(0.1, 4)
        ends = [
            (round(middle[0] + (x + side * length / 2 * math.cos(way)) * scale),
             round(middle[1] + (y + side * length / 2 * math.sin(way)) * scale))
            for side in (-1, 1)
        ]  # fmt: skip
        width, opacity = draw.uniform(0.04, 0.20) * scale, draw.uniform(0.3, 1.0)
        thick = max(1, round(width))
        left, top = (max(0, min(end[axis] for end in ends) - thick) for axis in (0, 1))
        part = light[top : max(end[1] for end in ends) + thick + 1, left : max(end[0] for end in ends) + thick + 1]
        if not part.size:
            continue
        line = np.zeros(part.shape, np.uint8)
        one, other = ((x - left, y - top) for x, y in ends)
        cv2.line(line, one, other, round(255 * opacity * min(1.0, width)), thick, cv2.LINE_AA)
        part += line / np.float32(255) * ((0.9 if scratch else 0.12) - part)
    return np.clip(light, 0, 1)


def _seen(scene: Scene, draw: SceneSampler) -> tuple[Any, Any, Any]:
    """Return for each pixel of the window which place of the card it sees, in mm from the code, and its slope.

    Rays are cut with the card's plane, then moved to the height of the bent surface there, three times over. All this
    is smooth, so it is computed for every fourth pixel.
    """
    np, cv2 = need("numpy"), need("cv2")
    place = ((np.arange(WINDOW // _STEP) + 0.5) * _STEP - 0.5).astype(np.float32)
    column, row = np.meshgrid(place, place)
    u = (column - WINDOW * (0.5 + scene.off_x)) / FOCAL
    v = (row - WINDOW * (0.5 + scene.off_y)) / FOCAL
    tilt, azimuth, turn = (math.radians(angle) for angle in (scene.tilt, scene.azimuth, scene.turn))
    # The card's upright seen from the camera, and two sides on the card.
    normal = (math.sin(tilt) * math.cos(azimuth), math.sin(tilt) * math.sin(azimuth), -math.cos(tilt))
    right = np.array([math.cos(turn), math.sin(turn), 0.0])
    right -= np.dot(right, normal) * np.array(normal)
    right /= np.linalg.norm(right)
    down = np.cross(right, normal)
    dents = _dents(scene, draw)
    height = np.zeros_like(u)
    bend = math.radians(scene.curl_way)
    for _ in range(3 if scene.curl or scene.crumple else 1):
        # Where (u, v, 1) * depth lies `height` above the plane through (0, 0, distance).
        depth = (scene.distance * normal[2] + height) / (u * normal[0] + v * normal[1] + normal[2])
        px, py, pz = u * depth, v * depth, depth - scene.distance
        x = px * right[0] + py * right[1] + pz * right[2]
        y = px * down[0] + py * down[1] + pz * down[2]
        height, slope = _surface(x, y, scene.curl, bend, dents, scene.crumple)
    if scene.curl:  # along the bend a card is longer than its shadow
        along = x * math.cos(bend) + y * math.sin(bend)
        bent = np.clip(along * scene.curl, -0.999, 0.999)
        more = np.arcsin(bent) / scene.curl - along
        x, y = x + more * math.cos(bend), y + more * math.sin(bend)
    full = (WINDOW, WINDOW)
    return tuple(cv2.resize(part.astype(np.float32), full) for part in (x, y, slope))


def _dents(scene: Scene, draw: SceneSampler) -> tuple[tuple[float, float, float, float], ...]:
    """Return waves that make dents: direction, wavelength in mm, phase, share of the height."""
    if not scene.crumple:
        return ()
    return tuple((draw.uniform(0, math.pi), draw.uniform(7, 30), draw.uniform(0, 2 * math.pi), 1 / 6) for _ in range(6))


def _surface(x: Any, y: Any, curl: float, bend: float, dents: Any, crumple: float) -> tuple[Any, Any]:
    """Return height of the surface towards the camera, and its slope to a lamp on the upper left."""
    np = need("numpy")
    x, y = np.clip(x, -_CARD, _CARD), np.clip(y, -_CARD, _CARD)  # the table is even
    height, slope = np.zeros_like(x), np.zeros_like(x)
    if curl:
        along = np.clip((x * math.cos(bend) + y * math.sin(bend)) * curl, -0.999, 0.999)
        height = height - (1 - np.sqrt(1 - along**2)) / curl
        slope = slope + along * math.cos(bend - math.radians(225))
    for way, wavelength, phase, share in dents:
        wave = 2 * math.pi / wavelength
        angle = (x * math.cos(way) + y * math.sin(way)) * wave + phase
        height = height + crumple * share * np.sin(angle)
        slope = slope - crumple * share * wave * np.cos(angle) * math.cos(way - math.radians(225))
    return height, slope


def _lit(x: Any, y: Any, slope: Any, scene: Scene) -> Any:
    """Return how much light falls on each place, 1 in the open."""
    np = need("numpy")
    lit = np.clip(1 + 0.9 * slope, 0.15, 1.6)
    if scene.shadow:
        way = math.radians(scene.shadow_way)
        across = x * math.cos(way) + y * math.sin(way) - scene.shadow_place
        lit = lit * (1 - scene.shadow / (1 + np.exp(np.clip(-across / (scene.shadow_edge / 4), -40, 40))))
    return lit


def _glare(x: Any, y: Any, scene: Scene) -> Any:
    """Return the light that a shiny surface throws back: a lamp with a blurred rim."""
    np = need("numpy")
    if not scene.glare:
        return 0.0
    away = np.hypot(x - scene.glare_x, y - scene.glare_y) / scene.glare_size
    return scene.glare * PAPER * np.exp(-(away**2))


def _blurred(frame: Any, scene: Scene) -> Any:
    np, cv2 = need("numpy"), need("cv2")
    if scene.defocus:
        frame = cv2.GaussianBlur(frame, (0, 0), scene.defocus)
    if scene.motion >= 0.5:
        size = math.ceil(scene.motion) | 1
        kernel = np.zeros((size * 4, size * 4), np.float32)
        way, middle = math.radians(scene.motion_way), size * 2
        for step in np.linspace(-0.5, 0.5, max(3, round(scene.motion * 4))):
            place = (middle + step * scene.motion * math.cos(way), middle + step * scene.motion * math.sin(way))
            left, top = int(place[0]), int(place[1])
            fx, fy = place[0] - left, place[1] - top
            for dx, dy, share in (
                (0, 0, (1 - fx) * (1 - fy)),
                (1, 0, fx * (1 - fy)),
                (0, 1, (1 - fx) * fy),
                (1, 1, fx * fy),
            ):
                kernel[top + dy, left + dx] += share
        frame = cv2.filter2D(frame, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE)
    return frame


def _sensed(frame: Any, scene: Scene, draw: SceneSampler) -> Any:
    """Return what sensor, automatic exposure and compression make of the light."""
    np, cv2 = need("numpy"), need("cv2")
    # Electrons that white paper frees in a pixel; the exposure grows as it gets darker, until it must not any more.
    electrons = min(9000.0, scene.lux * exposure(scene.lux) * 900)
    counted = frame / PAPER * electrons
    noise = draw.generator.standard_normal(frame.shape, dtype=np.float32)
    counted = counted + noise * np.sqrt(np.maximum(counted, 0) + 6.0**2)
    # Automatic exposure makes the middle of the picture a medium grey, spares the brightest parts, and ends at a gain
    # beyond which frames stay dark.
    third = frame[WINDOW // 4 : -WINDOW // 4, WINDOW // 4 : -WINDOW // 4]
    metered = max(float(third.mean()) / 0.18, float(np.percentile(third, 99)) / 1.15)
    white = max(metered / PAPER * electrons, 60.0)
    signal = np.clip(counted / white, 0, 1) ** (1 / _GAMMA)
    grey = np.round(signal * 255).astype(np.uint8)
    if scene.jpeg < 100:
        done, data = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, scene.jpeg])
        if done:
            grey = cv2.imdecode(data, cv2.IMREAD_GRAYSCALE)
    return grey
