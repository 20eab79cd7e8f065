"""Whether a reply is what the protocol says.

What a newer daemon adds is let through: members that are not known, and words that are not. What is missing, or of
another type, is an error with its path, before a caller meets it as a `KeyError` somewhere else.
"""

from __future__ import annotations

import types as values
import typing
from collections.abc import Callable
from functools import cache
from typing import Any, Literal, NotRequired, Union

from . import _methods, types

Check = Callable[[Any], None]

PLAIN: dict[Any, str] = {str: "string", int: "integer", bool: "boolean", type(None): "null"}


class Mismatch(Exception):
    """What does not fit, with the path that leads there."""

    def __init__(self, path: str, found: str) -> None:
        super().__init__(path, found)
        self.path = path
        self.found = found


@cache
def of_result(method: str) -> Check | None:
    """What checks the result of a method, which its call is declared to return; nothing for one that is not known."""
    group, _, name = method.partition(".")
    calls = getattr(_methods, f"{group.capitalize()}Methods", None)
    call = getattr(calls, name, None) or getattr(calls, f"{name}_", None)
    if call is None:
        return None
    # A class of calls has `list` for one of them, and writes the type as `List`.
    result = typing.get_type_hints(call, {**vars(types), "List": list})["return"]
    return NOTHING if result is type(None) else _made(result)


@cache
def of_shape(name: str) -> Check:
    return _made(getattr(types, name))


def _made(kind: Any) -> Check:
    parts = typing.get_args(kind)
    match typing.get_origin(kind):
        case None if kind is Any:
            return lambda value: None
        case None if kind is float:
            return _number
        case None if kind in PLAIN:
            return _plain(kind)
        case None:
            return _typed(kind)
        case origin if origin is Literal:
            return _plain(str)  # a newer daemon may know more words
        case origin if origin is list:
            return _array(_made(parts[0]))
        case origin if origin is dict:
            return _map(_made(parts[1]))
        case origin if origin is Union or origin is values.UnionType:
            cases = {tag: part for part in parts if (tag := _tag(part))}
            return _tagged(cases) if len(cases) == len(parts) else _either([_made(part) for part in parts])
    raise AssertionError(kind)


@cache
def _typed(kind: Any) -> Check:
    """What checks an object by the members of its class."""
    hints = typing.get_type_hints(kind, include_extras=True)
    optional = {key: typing.get_args(hint)[0] for key, hint in hints.items() if _is_optional(hint)}
    return _object({key: hint for key, hint in hints.items() if not _is_optional(hint)}, optional)


def _is_optional(hint: Any) -> bool:
    return typing.get_origin(hint) is NotRequired


def _tag(kind: Any) -> str | None:
    """The one word of a class's member `type`."""
    words = typing.get_args(typing.get_type_hints(kind).get("type")) if typing.is_typeddict(kind) else ()
    return words[0] if len(words) == 1 else None


def _kind(value: Any) -> str:
    return {dict: "an object", list: "an array", str: "a string", bool: "true or false", type(None): "null"}.get(
        type(value), "a number")


def _plain(kind: type) -> Check:
    def check(value: Any) -> None:
        if type(value) is not kind:
            raise Mismatch("", f"is {_kind(value)}, not of type {PLAIN[kind]}")

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
    if typing.get_origin(shape) is Literal:
        return str
    return shape if shape in PLAIN else None


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


def _tagged(cases: dict[str, Any]) -> Check:
    def check(value: Any) -> None:
        if type(value) is not dict or type(value.get("type")) is not str:
            raise Mismatch("type", "is missing")
        if value["type"] in cases:  # a newer daemon may know more of them
            _typed(cases[value["type"]])(value)

    return check


def _after(path: str) -> str:
    return path if not path or path.startswith("[") else "." + path


#: What checks the result of a method that gives nothing.
NOTHING = _object({}, {})
