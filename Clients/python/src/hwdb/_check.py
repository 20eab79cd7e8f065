"""Whether a reply is what the protocol says.

What a newer daemon adds is let through: members that are not known, and words that are not. What is missing, or of
another type, is an error with its path, before a caller meets it as a `KeyError` somewhere else.
"""

from __future__ import annotations

from functools import cache

from ._methods import RESULTS, SHAPES

TYPE_CHECKING = False  # as in typing, whose import takes longer than that of all the rest
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Check = Callable[[Any], None]

PLAIN: dict[str, type] = {"string": str, "integer": int, "boolean": bool, "null": type(None)}


class Mismatch(Exception):
    """What does not fit, with the path that leads there."""

    def __init__(self, path: str, found: str) -> None:
        super().__init__(path, found)
        self.path = path
        self.found = found


@cache
def of_result(method: str) -> Check | None:
    """What checks the result of a method; nothing for one that is not known."""
    return _made(RESULTS[method]) if method in RESULTS else None


@cache
def of_shape(name: str) -> Check:
    return _made(SHAPES[name])


def _made(shape: Any) -> Check:
    match shape:
        case "any":
            return lambda value: None
        case "number":
            return _number
        case str():
            return _plain(PLAIN[shape], shape)
        case ("r", name):
            return of_shape(name)
        case ("a", inner):
            return _array(_made(inner))
        case ("m", inner):
            return _map(_made(inner))
        case ("o", required, optional):
            return _object(required, optional)
        case ("e", parts):
            return _either([_made(part) for part in parts])
        case ("t", cases):
            return _tagged(cases)
    raise AssertionError(shape)


def _kind(value: Any) -> str:
    return {dict: "an object", list: "an array", str: "a string", bool: "true or false", type(None): "null"}.get(
        type(value), "a number")


def _plain(kind: type, name: str) -> Check:
    def check(value: Any) -> None:
        if type(value) is not kind:
            raise Mismatch("", f"is {_kind(value)}, not of type {name}")

    return check


def _number(value: Any) -> None:
    if type(value) is not float and type(value) is not int:
        raise Mismatch("", f"is {_kind(value)}, not a number")


def _array(inner: Check) -> Check:
    def check(value: Any) -> None:
        if type(value) is not list:
            raise Mismatch("", f"is {_kind(value)}, not an array")
        for index, item in enumerate(value):
            try:
                inner(item)
            except Mismatch as fault:
                raise Mismatch(f"[{index}]{_after(fault.path)}", fault.found) from None

    return check


def _map(inner: Check) -> Check:
    def check(value: Any) -> None:
        if type(value) is not dict:
            raise Mismatch("", f"is {_kind(value)}, not an object")
        for key, item in value.items():
            try:
                inner(item)
            except Mismatch as fault:
                raise Mismatch(key + _after(fault.path), fault.found) from None

    return check


def _object(required: dict[str, Any], optional: dict[str, Any]) -> Check:
    # Most members are plain: these take no call of a function.
    plain = [(key, kind) for key, shape in required.items() if (kind := _plain_kind(shape))]
    plain_optional = [(key, kind) for key, shape in optional.items() if (kind := _plain_kind(shape))]
    # Made when first needed: a shape may be part of itself.
    nested: list[tuple[str, Check, bool]] | None = None

    def check(value: Any) -> None:
        nonlocal nested
        if type(value) is not dict:
            raise Mismatch("", f"is {_kind(value)}, not an object")
        get = value.get
        for key, kind in plain:
            if type(get(key)) is not kind:
                raise Mismatch(key, f"is {_kind(get(key))}, not {_article(kind)}" if key in value else "is missing")
        for key, kind in plain_optional:
            item = get(key)
            if item is not None and type(item) is not kind:
                raise Mismatch(key, f"is {_kind(item)}, not {_article(kind)}")
        if nested is None:
            nested = [(key, _made(shape), True) for key, shape in required.items() if not _plain_kind(shape)]
            nested += [(key, _made(shape), False) for key, shape in optional.items() if not _plain_kind(shape)]
        for key, inner, is_required in nested:
            item = get(key)
            if item is None and not is_required:
                continue
            if item is None and key not in value:
                raise Mismatch(key, "is missing")
            try:
                inner(item)
            except Mismatch as fault:
                raise Mismatch(key + _after(fault.path), fault.found) from None

    return check


def _plain_kind(shape: Any) -> type | None:
    if isinstance(shape, tuple) and shape[0] == "r":
        shape = SHAPES[shape[1]]  # a list of words
    return PLAIN.get(shape) if isinstance(shape, str) else None


def _article(kind: type) -> str:
    return {str: "a string", int: "a whole number", bool: "true or false"}.get(kind, "null")


def _either(parts: list[Check]) -> Check:
    def check(value: Any) -> None:
        for part in parts:
            try:
                return part(value)
            except Mismatch:
                continue
        raise Mismatch("", f"is {_kind(value)}, which it cannot be")

    return check


def _tagged(cases: dict[str, str]) -> Check:
    def check(value: Any) -> None:
        if type(value) is not dict or type(value.get("type")) is not str:
            raise Mismatch("type", "is missing")
        if value["type"] in cases:  # a newer daemon may know more of them
            of_shape(cases[value["type"]])(value)

    return check


def _after(path: str) -> str:
    return path if not path or path.startswith("[") else "." + path
