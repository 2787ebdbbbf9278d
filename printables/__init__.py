"""The printing house: faces, backs, QR codes, sheets and the proof that they scan."""
