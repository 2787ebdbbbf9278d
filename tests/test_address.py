"""The address printed on a card comes from the configured base URL alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.address import AddressError, BaseUrl, card_address, parse_base_url


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("https://gong.example", "https://GONG.EXAMPLE/NB4"),
        ("https://gong.example/", "https://GONG.EXAMPLE/NB4"),
        ("HTTPS://Gong.Example:443/", "https://GONG.EXAMPLE/NB4"),
        ("http://192.168.1.20:8000", "http://192.168.1.20:8000/NB4"),
        ("https://club.example/gong", "https://CLUB.EXAMPLE/gong/NB4"),
        ("https://club.example/gong/", "https://CLUB.EXAMPLE/gong/NB4"),
        ("http://[::1]:8000", "http://[::1]:8000/NB4"),
        ("https://jeux.été.example", "https://JEUX.XN--T-9FAB.EXAMPLE/NB4"),
    ],
)
def test_printed_address(text, printed):
    assert card_address(parse_base_url(text), "NB4") == printed


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("gong.example", "does not start with https://"),
        ("//gong.example", "does not start with https://"),
        ("", "does not start with https://"),
        ("ftp://gong.example", "not ftp://"),
        ("https://", "no usable host"),
        ("https://gong.example/?x=1", "query"),
        ("https://gong.example/?", "query"),
        ("https://gong.example/#cards", "query or fragment"),
        ("https://me:secret@gong.example", "user name"),
        ("https://gong example", "space"),
        ("https://gong.example\n", "space"),
        ("https://gong.example:99999", "no usable host or port"),
        ("https://gong_.example", "no usable host name"),
        ("https://gong.example:0", "port 0"),
        ("http://[fe80::1%25eth0]:8000", "no usable host name"),
        ("http://[fe80::1%eth0]:8000", "no usable host name"),
        ("http://192.168.1:8000", "four numbers"),
        ("http://192.168.1.256", "four numbers"),
        ("http://127.1", "four numbers"),
        ("http://1", "four numbers"),
        ("http://192.168.1.020", "four numbers"),
        ("https://gong.example/../x", "path"),
        ("https://gong.example/jeu de cartes", "space"),
        ("https://gong.example//x", "path"),
        ("https://" + "a" * 300, "no usable host"),
    ],
)
def test_refused_in_one_sentence(text, says):
    with pytest.raises(AddressError) as caught:
        parse_base_url(text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250
    assert caught.value.exit_status == 2


@given(st.text(max_size=60))
def test_any_text_is_a_base_url_or_refused(text):
    try:
        base = parse_base_url(text)
    except AddressError:
        return
    assert parse_base_url(str(base)) == base


def test_base_url_reads_back():
    assert parse_base_url(str(BaseUrl("http", "127.0.0.1:8000", "/gong"))) == BaseUrl("http", "127.0.0.1:8000", "/gong")
