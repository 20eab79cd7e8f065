"""Checks animation files against the JSON Schema that the program prints and the rules of the published format.

Arguments: the schema, then files. The rules are those of the Design Tokens Format Module 2025.10 for groups and tokens,
in their JSON Schema as far as these files use it; colours and other types of tokens are not checked.
"""
import json
import sys

from jsonschema import Draft7Validator, Draft202012Validator

TYPES = ["color", "dimension", "fontFamily", "fontWeight", "duration", "cubicBezier", "number", "strokeStyle", "border",
         "transition", "shadow", "gradient", "typography"]
NAME = "^[^${}.][^{}.]*$"
PUBLISHED = {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "$ref": "#/definitions/group",
    "definitions": {
        "alias": {"type": "string", "pattern": r"^\{[^${}.][^{}.]*(\.[^${}.][^{}.]*)*\}$"},
        "pointer": {"type": "object", "properties": {"$ref": {"type": "string", "pattern": "^#/"}},
                    "required": ["$ref"], "additionalProperties": False},
        "reference": {"oneOf": [{"$ref": "#/definitions/alias"}, {"$ref": "#/definitions/pointer"}]},
        "duration": {"type": "object", "required": ["value", "unit"], "additionalProperties": False,
                     "properties": {"value": {"type": "number"}, "unit": {"enum": ["ms", "s"]}}},
        "cubicBezier": {"type": "array", "minItems": 4, "maxItems": 4, "additionalItems": False,
                        "items": [{"type": "number", "minimum": 0, "maximum": 1}, {"type": "number"},
                                  {"type": "number", "minimum": 0, "maximum": 1}, {"type": "number"}]},
        "transition": {"type": "object", "required": ["duration", "delay", "timingFunction"],
                       "additionalProperties": False,
                       "properties": {name: {"oneOf": [{"$ref": "#/definitions/" + kind},
                                                       {"$ref": "#/definitions/reference"}]}
                                      for name, kind in [("duration", "duration"), ("delay", "duration"),
                                                         ("timingFunction", "cubicBezier")]}},
        "token": {"type": "object", "additionalProperties": False,
                  "properties": {"$value": True, "$ref": {"type": "string"}, "$type": {"enum": TYPES},
                                 "$description": {"type": "string"}, "$extensions": {"type": "object"},
                                 "$deprecated": {"type": ["boolean", "string"]}}},
        "group": {"type": "object", "additionalProperties": False,
                  "properties": {"$schema": {"type": "string"}, "$type": {"enum": TYPES},
                                 "$description": {"type": "string"}, "$extensions": {"type": "object"},
                                 "$extends": {"type": "string"}, "$deprecated": {"type": ["boolean", "string"]},
                                 "$root": {"$ref": "#/definitions/token"}},
                  "patternProperties": {NAME: {"if": {"anyOf": [{"required": ["$value"]}, {"required": ["$ref"]}]},
                                               "then": {"$ref": "#/definitions/token"},
                                               "else": {"$ref": "#/definitions/group"}}}},
    },
}


def tokens(group, inherited=None):
    """Yields each token with its type, possibly inherited from a group."""
    kind = group.get("$type", inherited)
    for name, member in group.items():
        if name.startswith("$") and name != "$root":
            continue
        if "$value" in member or "$ref" in member:
            yield member.get("$type", kind), member
        else:
            yield from tokens(member, kind)


with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
Draft202012Validator.check_schema(schema)
Draft7Validator.check_schema(PUBLISHED)
own, published = Draft202012Validator(schema), Draft7Validator(PUBLISHED)
failed = 0
for path in sys.argv[2:]:
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    errors = [*own.iter_errors(document), *published.iter_errors(document)]
    for kind, token in tokens(document):
        if kind in ("duration", "cubicBezier", "transition") and "$value" in token:
            rule = {"oneOf": [{"$ref": "#/definitions/" + kind}, {"$ref": "#/definitions/reference"}],
                    "definitions": PUBLISHED["definitions"]}
            errors += Draft7Validator(rule).iter_errors(token["$value"])
    for error in errors:
        failed += 1
        print(path, list(error.absolute_path), error.message[:300], file=sys.stderr)
print(len(sys.argv) - 2, "files")
sys.exit(1 if failed else 0)
