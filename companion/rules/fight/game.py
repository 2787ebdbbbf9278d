"""GONG FIGHT: the metadata, the options, and the pack of missions."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Literal

from companion.missions.loader import load_pack
from companion.missions.pack import Pack, find_pack
from companion.rules.fight.program import Program, by_card
from companion.rules.fight.state import FightState
from companion.rules.game import OptionError
from companion.rules.gong.game import GongGame


@dataclass(frozen=True)
class Fight(GongGame):
    """The game GONG FIGHT.

    Attributes:
        reshuffle: `threshold`: a new pile to reveal from is made only of at least as many discards as players;
            `literal`: of whatever is there, which does not always end (4.3.3-4.3.5).
        pack: the missions: the id of an installed pack, `id/version`, or the path of a pack's folder.

    Raises:
        OptionError: `pack` is no such thing.
        NoSuchPack: no installed pack has this id or version.
        PackError: the pack is not good.
    """

    name: ClassVar[str] = "fight"
    title: ClassVar[str] = "GONG FIGHT"

    reshuffle: Literal["threshold", "literal"] = "threshold"
    pack: str = "gong-fight"

    def __post_init__(self) -> None:
        """Check the options and fix the version of an installed pack, so that a save replays."""
        super().__post_init__()
        if self.reshuffle not in ("threshold", "literal"):
            raise OptionError(f"The option reshuffle of {self.title} must be threshold or literal.")
        if not self.pack:
            raise OptionError(f"The option pack of {self.title} must name a pack or its folder, and it is empty.")
        if _is_id(self.pack):
            pack = _load(_folder(self.pack))
            object.__setattr__(self, "pack", f"{pack.id}/{pack.version}")
        else:
            _load(_folder(self.pack))

    def missions(self) -> Pack:
        """Return the pack."""
        return _load(_folder(self.pack))

    def initial_state(self, seats: int, seed: int, match: int = 0) -> FightState:
        """Return the state before the first decision."""
        self.check_seats(seats)
        return FightState(self, _programs(_folder(self.pack), seats)).start(seats, seed, match)

    def state_from_json(self, data: Mapping[str, Any]) -> FightState:
        """Return the state that `FightState.to_json` wrote."""
        return FightState(self, _programs(_folder(self.pack), data["seats"])).restore(data)


def _is_id(pack: str) -> bool:
    """Return True if the text names an installed pack, not a folder: `gong-fight` or `gong-fight/1.0.0`."""
    name, _, version = pack.partition("/")
    return bool(name) and not name.startswith(".") and "/" not in version and not Path(pack).is_dir()


@cache
def _folder(pack: str) -> Path:
    if not _is_id(pack):
        return Path(pack)
    name, _, version = pack.partition("/")
    return find_pack(name, version or None)


@cache
def _load(folder: Path) -> Pack:
    return load_pack(folder)


@cache
def _programs(folder: Path, seats: int) -> tuple[Program | None, ...]:
    return by_card({mission.id: Program(mission) for mission in _load(folder).missions.values()}, seats)
