"""Missions: what a scanned card asks for; packs, their check, their wording.

>>> pack = load_pack(find_pack())
>>> pack.missions[mission_id_for(deck.card("NB5").index)].do
(Give(from_='self', to='left', n=1, where=None, otherwise=(), pick='owner', bind=None),)
"""

from companion.missions.cards import MISSION_IDS, card_for, mission_id_for
from companion.missions.findings import Finding, PackError
from companion.missions.loader import check_pack, load_pack
from companion.missions.pack import Mission, NoSuchPack, Pack, find_pack
from companion.missions.wording import MAX_SENTENCE, sentence
from companion.words import kind_name, xphere_name

__all__ = [
    "MAX_SENTENCE",
    "MISSION_IDS",
    "Finding",
    "Mission",
    "NoSuchPack",
    "Pack",
    "PackError",
    "card_for",
    "check_pack",
    "find_pack",
    "kind_name",
    "load_pack",
    "mission_id_for",
    "sentence",
    "xphere_name",
]
