"""Steps as an author would write them on one line of YAML.

>>> flow(Give(to="left", n=2))
'give: {to: left, n: 2}'
"""

from collections.abc import Mapping

from companion.missions.step import Step


def flow(step: Step) -> str:
    """Return a step in flow style; what is left out has its usual value."""
    return f"{step.verb}: {_flow(step.model_dump(by_alias=True, exclude_defaults=True))}"


def _flow(value: object) -> str:
    """Return plain data in flow style."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)
