"""Whether a reply has the shape that the protocol declares.

Unknown members and words are accepted, since a newer daemon may add some. A member that is missing
or of another type is reported with its path, before the caller meets it as a `KeyError`.
"""

from __future__ import annotations

import types as python
import typing
from collections.abc import Callable
from functools import cache
from typing import Any, Literal, NotRequired, Union

from . import types

Check = Callable[[Any], None]

NAMES: dict[Any, str] = {
    dict: "an object", list: "an array", str: "a string", int: "a whole number",
    float: "a number", bool: "true or false", type(None): "null",
}
MISSING = object()


class Mismatch(Exception):
    """What does not fit, with its path."""

    def __init__(self, path: str, found: str) -> None:
        super().__init__(path, found)
        self.path = path
        self.found = found


@cache
def check_of(shape: str) -> Check:
    """Returns what raises Mismatch if a value is not of the type of this name."""
    kind = eval(shape, {"List": list, **vars(types)})
    return _check(dict[str, Any] if kind is None else kind)  # no result is an empty object


@cache
def _check(kind: Any) -> Check:
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if kind is Any:
        return lambda value: None
    if typing.is_typeddict(kind):
        return lambda value: _expect_members(kind, value)
    if origin is list or origin is dict:
        return _items(origin, parts[-1])
    if origin is Union or origin is python.UnionType:
        return _tagged(parts) if all(map(typing.is_typeddict, parts)) else _either(parts)
    return lambda value: _expect(_plain(kind), value)


def _plain(kind: Any) -> Any:
    return str if typing.get_origin(kind) is Literal else kind  # a newer daemon may know more words


def _expect(kind: Any, value: Any) -> None:
    if type(value) is not kind and not (kind is float and type(value) is int):
        found = float if type(value) is int else type(value)
        raise Mismatch("", f"is {NAMES[found]}, not {NAMES[kind]}")


def _expect_part(path: str, check: Check, value: Any) -> None:
    try:
        check(value)
    except Mismatch as fault:
        joint = "." if fault.path and not fault.path.startswith("[") else ""
        raise Mismatch(path + joint + fault.path, fault.found) from None


def _expect_members(kind: Any, value: Any) -> None:
    _expect(dict, value)
    for key, plain, check, is_required in _members(kind):
        member = value.get(key, MISSING)
        if type(member) is plain:
            continue  # most members are plain: these need no further call
        if member is MISSING and is_required:
            raise Mismatch(key, "is missing")
        if is_required or member is not MISSING and member is not None:
            _expect_part(key, check, member)


@cache
def _members(kind: Any) -> list[tuple[str, Any, Check, bool]]:
    members = []
    for key, hint in typing.get_type_hints(kind, include_extras=True).items():
        is_required = typing.get_origin(hint) is not NotRequired
        hint = hint if is_required else typing.get_args(hint)[0]
        members.append((key, _plain(hint), _check(hint), is_required))
    return members


def _items(kind: Any, part: Any) -> Check:
    plain, check = _plain(part), _check(part)

    def check_items(value: Any) -> None:
        _expect(kind, value)
        for key, item in value.items() if kind is dict else enumerate(value):
            if type(item) is not plain:
                _expect_part(str(key) if kind is dict else f"[{key}]", check, item)

    return check_items


def _tagged(kinds: tuple[Any, ...]) -> Check:
    words = {kind: typing.get_args(typing.get_type_hints(kind)["type"]) for kind in kinds}
    checks = {word: _check(kind) for kind in kinds for word in words[kind]}

    def check_case(value: Any) -> None:
        if type(value) is not dict or type(value.get("type")) is not str:
            raise Mismatch("type", "is missing")
        if value["type"] in checks:  # a newer daemon may know more of them
            checks[value["type"]](value)

    return check_case


def _either(kinds: tuple[Any, ...]) -> Check:
    def check_any(value: Any) -> None:
        for kind in kinds:
            try:
                return _check(kind)(value)
            except Mismatch:
                continue
        raise Mismatch("", f"is {NAMES[type(value)]}, which it cannot be")

    return check_any
