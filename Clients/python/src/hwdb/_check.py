"""Whether a reply has the shape that the protocol declares.

Unknown members and words are accepted, since a newer daemon may add some. A member that is missing
or of another type is reported with its path, before the caller meets it as a `KeyError`.
"""

from __future__ import annotations

import types as python
import typing
from functools import cache
from typing import Any, Literal, NotRequired, Union

from . import types

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
def _named(name: str) -> Any:
    kind = eval(name, {"List": list, **vars(types)})
    return dict[str, Any] if kind is None else kind  # a method without a result gives {}


def check(kind: Any, value: Any) -> None:
    """Raises Mismatch if a value is not of a type; the type may be the name of a shape."""
    if isinstance(kind, str):
        kind = _named(kind)
    origin, parts, members = _parsed(kind)
    if members:
        _expect(dict, value)
        for key, member, plain, is_required in members:
            found = value.get(key, MISSING)
            if type(found) is plain:
                continue  # most members are plain: these need no further call
            if found is MISSING and is_required:
                raise Mismatch(key, "is missing")
            if found is not MISSING and (is_required or found is not None):
                _check_part(key, member, found)
    elif origin is list:
        _expect(list, value)
        for index, item in enumerate(value):
            _check_part(f"[{index}]", parts[0], item)
    elif origin is dict:
        _expect(dict, value)
        for key, item in value.items():
            _check_part(key, parts[1], item)
    elif origin is Union or origin is python.UnionType:
        _check_union(parts, value)
    elif kind is not Any:
        _expect(origin, value)


def _check_part(path: str, kind: Any, value: Any) -> None:
    try:
        check(kind, value)
    except Mismatch as fault:
        joint = "." if fault.path and not fault.path.startswith("[") else ""
        raise Mismatch(path + joint + fault.path, fault.found) from None


def _check_union(kinds: tuple[Any, ...], value: Any) -> None:
    if all(map(typing.is_typeddict, kinds)):
        # Each class has its own words for the member `type`.
        if type(value) is not dict or type(value.get("type")) is not str:
            raise Mismatch("type", "is missing")
        kinds = tuple(kind for kind in kinds if value["type"] in _words(kind)) or (Any,)
        return check(kinds[0], value)
    for kind in kinds:
        try:
            return check(kind, value)
        except Mismatch:
            continue
    raise Mismatch("", f"is {NAMES[type(value)]}, which it cannot be")


def _expect(kind: Any, value: Any) -> None:
    if type(value) is not kind and not (kind is float and type(value) is int):
        found = float if type(value) is int else type(value)
        raise Mismatch("", f"is {NAMES[found]}, not {NAMES[kind]}")


@cache
def _words(kind: Any) -> tuple[Any, ...]:
    return typing.get_args(typing.get_type_hints(kind)["type"])


@cache
def _parsed(kind: Any) -> tuple[Any, tuple[Any, ...], list[tuple[str, Any, Any, bool]]]:
    """What a type is, its parts, and for a class the members, with those that need no parsing."""
    origin = typing.get_origin(kind) or kind
    members = []
    if typing.is_typeddict(kind):
        for key, member in typing.get_type_hints(kind, include_extras=True).items():
            is_required = typing.get_origin(member) is not NotRequired
            member = member if is_required else typing.get_args(member)[0]
            members.append((key, member, typing.get_origin(member) or member, is_required))
    # A newer daemon may know more words.
    return str if origin is Literal else origin, typing.get_args(kind), members
