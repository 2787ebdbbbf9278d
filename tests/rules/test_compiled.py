"""The engines compiled by mypyc (benchmarks/compiled.py) play the very same matches (slow: it compiles)."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

DIGESTS = """
import hashlib, sys
from companion.chance import stream
from companion.rules import link
from companion.rules.game import IllegalAction
from companion.rules.match import Match, match_from_json
from companion.rules.registry import create_game
print(link.__file__.endswith(".py"), file=sys.stderr)
for name in ("link", "family", "fight"):
    for seats in range(2, 7):
        game = create_game(name, rounds=2)
        for number in range(3):
            match, chance, seen = Match(game, seats, 5, number), stream(5, number), hashlib.sha256()
            while not match.state.is_terminal():
                legal = match.state.legal_actions()
                match.play(chance.choice(legal))
                told = [match.state.view(seat) for seat in range(seats)], list(match.state.public_events()), list(legal)
                seen.update(repr(told).encode())
                try:
                    match.state.apply(("no-such-verb",))
                except IllegalAction as error:
                    seen.update(str(error).encode())
                if chance.below(20) == 0:
                    match.state.check_invariants()
                    match.state = match.state.clone()
                if chance.below(20) == 0:
                    match.state = game.state_from_json(match.state.to_json())
            print(name, seats, number, match.digest(), seen.hexdigest())
"""


def load_builder():
    spec = importlib.util.spec_from_file_location("compiled", ROOT / "benchmarks" / "compiled.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_the_compiled_engines_play_the_same_matches(tmp_path):
    builder = load_builder()
    folder = builder.build(tmp_path / "compiled")
    assert list(folder.glob("companion/rules/link.*.so")) or list(folder.glob("companion/rules/link.*.pyd"))
    plain = subprocess.run([sys.executable, "-c", DIGESTS], cwd=ROOT, capture_output=True, text=True, check=True)
    assert plain.stderr == "True\n"
    compiled = builder.run_compiled(folder, "-c", DIGESTS)
    assert compiled.splitlines() == plain.stdout.splitlines()
    assert len(compiled.splitlines()) == 45
