"""The printing house: cards, sheets, leaflets, their check and their scan test. `deck` builds the deck."""
