"""GONG_* variables and gong.toml: what wins, and one sentence for everything that is wrong."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from companion.address import BaseUrl
from companion.languages import available
from companion.settings import Settings, SettingsError, load_settings, override, variable


def write(folder: Path, text: str) -> Path:
    (folder / "gong.toml").write_text(text, "utf-8")
    return folder


def problems(environ: dict[str, str], folder: Path) -> tuple[str, ...]:
    with pytest.raises(SettingsError) as caught:
        load_settings(environ, folder)
    assert caught.value.exit_status == 2
    assert str(caught.value).splitlines() == list(caught.value.problems)
    return caught.value.problems


def test_nothing_given_is_a_private_site_on_port_8000(tmp_path: Path) -> None:
    assert load_settings({}, tmp_path) == Settings(None, "127.0.0.1", 8000, None, (), 0)


def test_every_setting_from_the_environment(tmp_path: Path) -> None:
    environ = {
        "GONG_BASE_URL": "https://Gong.Example/cards/",
        "GONG_HOST": "0.0.0.0",
        "GONG_PORT": "80",
        "GONG_PACK": "/srv/pack",
        "GONG_TRUSTED_HOSTS": "gong.example, .club.example",
        "GONG_PROXY_HOPS": "2",
        "GONG_LANGUAGES": "FR, en,fr",
        "GONG_STORE": "/var/lib/gong/counts.db",
        "GONG_STORE_SYNC": "full",
        "GONG_LOG_FORMAT": "json",
        "GONG_SOMETHING_ELSE": "is not ours to judge",
    }
    assert load_settings(environ, tmp_path) == Settings(
        BaseUrl("https", "gong.example", "/cards"),
        "0.0.0.0",
        80,
        Path("/srv/pack"),
        ("gong.example", ".club.example"),
        2,
        ("fr", "en"),
        Path("/var/lib/gong/counts.db"),
        "full",
        "json",
    )


def test_every_setting_from_the_file(tmp_path: Path) -> None:
    write(
        tmp_path,
        'base_url = "http://192.168.1.20:8000"\nhost = "::"\nport = 0\npack = "packs/mine"\n'
        'trusted_hosts = ["192.168.1.20", "[::1]"]\nproxy_hops = 1\nlanguages = ["mk"]\n'
        'store = "counts.db"\nstore_sync = "full"\nlog_format = "json"\n',
    )
    assert load_settings({}, tmp_path) == Settings(
        BaseUrl("http", "192.168.1.20:8000"),
        "::",
        0,
        tmp_path / "packs/mine",
        ("192.168.1.20", "[::1]"),
        1,
        ("mk",),
        tmp_path / "counts.db",
        "full",
        "json",
    )


def test_the_environment_wins_and_an_empty_variable_is_not_set(tmp_path: Path) -> None:
    write(tmp_path, 'port = 1111\nhost = "10.0.0.1"\n')
    settings = load_settings({"GONG_PORT": "2222", "GONG_HOST": ""}, tmp_path)
    assert (settings.port, settings.host) == (2222, "10.0.0.1")


def test_everything_wrong_is_told_at_once(tmp_path: Path) -> None:
    write(tmp_path, 'port = "many"\nprot = 1\nzzz = 2\ntrusted_hosts = "https://gong.example"\nproxy_hops = true\n')
    path = tmp_path / "gong.toml"
    assert problems({"GONG_BASE_URL": "gong.example", "GONG_HOST": "my machine"}, tmp_path) == (
        f"{path}: there is no setting 'prot'; did you mean port?",
        f"{path}: there is no setting 'zzz'; known are base_url, host, port, pack, trusted_hosts, proxy_hops, "
        "languages, store, store_sync, log_format.",
        f"{path}: port must be a whole number from 0 to 65535, not 'many'.",
        f"{path}: trusted_hosts must hold host names without scheme, port or path, not 'https://gong.example'.",
        f"{path}: proxy_hops must be a whole number from 0 to 9, not True.",
        "GONG_BASE_URL: The base URL 'gong.example' does not start with https:// or http://: write it like "
        "https://gong.example or http://192.168.1.20:8000.",
        "GONG_HOST must be an address of this machine such as 127.0.0.1 or 0.0.0.0, not 'my machine'.",
    )


@pytest.mark.parametrize("port", ["-1", "65536", "8000.5", "0x50", "٨٠", "1" * 5000])
def test_a_port_is_a_number_from_0_to_65535(port: str, tmp_path: Path) -> None:
    (only,) = problems({"GONG_PORT": port}, tmp_path)
    assert len(only) < 120


@pytest.mark.parametrize(
    "text", ['host = 1\nport = "x"', 'pack = ["a"]\nbase_url = 8', 'trusted_hosts = [1]\nhost = ""']
)
def test_values_of_another_type(text: str, tmp_path: Path) -> None:
    assert len(problems({}, write(tmp_path, text))) == 2


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("GONG_BASEURL", "GONG_BASE_URL"),
        ("GONG_TRUSTED_HOST", "GONG_TRUSTED_HOSTS"),
        ("GONG_LANGUAGE", "GONG_LANGUAGES"),
        ("GONG_STORE_SINC", "GONG_STORE_SYNC"),
        ("GONG_PROXYHOPS", "GONG_PROXY_HOPS"),
    ],
)
def test_a_misspelled_variable_is_told(name: str, meant: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=rf"^There is no setting {name}; did you mean {meant}\?$"):
        load_settings({name: "x"}, tmp_path)


@pytest.mark.parametrize("name", ["GONG_SERVICE_HOST", "GONG_PORT_8000_TCP", "GONG_PORT_8000_TCP_ADDR", "GONG_UID"])
def test_variables_of_the_host_s_own_are_left_alone(name: str, tmp_path: Path) -> None:
    """Cluster managers add some for a service called `gong`."""
    assert load_settings({name: "x"}, tmp_path) == Settings()


@pytest.mark.parametrize(("environ", "text"), [({"GONG_TRUSTED_HOSTS": " , "}, ""), ({}, "trusted_hosts = []\n")])
def test_no_host_is_not_every_host(environ: dict[str, str], text: str, tmp_path: Path) -> None:
    write(tmp_path, text)
    with pytest.raises(SettingsError, match=r"must hold at least one host name; leave it out to answer all\.$"):
        load_settings(environ, tmp_path)


def test_a_site_speaks_some_language(tmp_path: Path) -> None:
    (only,) = problems({}, write(tmp_path, "languages = []\n"))
    assert "languages must hold at least one of en" in only


def test_what_is_not_to_be_chosen(tmp_path: Path) -> None:
    environ = {"GONG_LANGUAGES": "fr, xx", "GONG_STORE_SYNC": "off", "GONG_LOG_FORMAT": "xml"}
    assert problems(environ, tmp_path) == (
        f"GONG_LANGUAGES must hold some of {', '.join(available())}, not 'xx'.",
        "GONG_STORE_SYNC must be normal or full, not 'off'.",
        "GONG_LOG_FORMAT must be text or json, not 'xml'.",
    )


def test_a_file_that_is_not_toml(tmp_path: Path) -> None:
    (only,) = problems({}, write(tmp_path, "port = \n"))
    assert only.startswith(f"{tmp_path / 'gong.toml'}: is not valid TOML: ")
    assert "line 1" in only


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    (tmp_path / "gong.toml").write_bytes(b"\xff\xfe")
    assert problems({}, tmp_path) == (f"{tmp_path / 'gong.toml'}: is not UTF-8 text.",)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "gong.toml").mkdir()
    assert problems({}, tmp_path) == (f"{tmp_path / 'gong.toml'}: cannot be read: Is a directory.",)


def test_options_win_and_none_leaves_as_it_was() -> None:
    settings = override(Settings(port=1, host="10.0.0.1"), port="2", host=None, base_url="http://a")
    assert settings == Settings(BaseUrl("http", "a"), "10.0.0.1", 2)


def test_a_wrong_option_is_named_as_it_is_written() -> None:
    with pytest.raises(SettingsError, match=r"^--port must be a whole number from 0 to 65535, not '99999'.$"):
        override(Settings(), port="99999")


def test_the_table_in_the_docs_names_every_setting() -> None:
    text = (Path(__file__).parents[1] / "docs" / "site.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| `(\w+)` \| (.+?) \|", text, re.MULTILINE)
    assert [(name, env) for name, env, _ in rows] == [(f.name, variable(f.name)) for f in fields(Settings)]
    defaults = {name: default.strip("`") for name, _, default in rows}
    assert (defaults["host"], defaults["port"], defaults["proxy_hops"]) == ("127.0.0.1", "8000", "0")
