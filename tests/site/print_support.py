"""Print queues whose jobs wait until a test makes them, and orders for them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.address import parse_base_url
from companion.site.print import orders
from companion.site.print.orders import Options, Order
from companion.site.print.queue import PrintQueue

BASE = parse_base_url("https://gong.example")
FROM_HERE = {"Origin": "http://localhost"}


class StillQueue(PrintQueue):
    """A queue whose jobs wait until a test makes them."""

    def _start(self) -> None:
        pass

    def run(self) -> None:
        self._work()

    @property
    def waiting(self) -> list[Order]:
        return [Order.read(task.kwargs["order"]) for task in self._huey.pending()]


class QuickQueue(StillQueue):
    """One that makes its jobs in this process, which saves starting another."""

    def _render(self, order: str, path: Path, progress: Callable[[int, int], None]) -> bool:
        path.write_bytes(orders.make(Order.read(order), progress))
        return True


def order(product: Any = "deck", **options: Any) -> Order:
    return Order(product, Options(**options), BASE if product == "deck" else None, "/nowhere")


def orders_of(count: int) -> list[Order]:
    """Return different orders."""
    return [order("rules", thickness=(10 + n) / 100) for n in range(count)]
