"""Mutation operators that Cosmic Ray does not have: they remove what a test may not notice.

`PROVIDER` is the provider of the operators, under the name "ludoscope".
"""

from collections.abc import Iterator
from typing import Any, ClassVar

import parso
from cosmic_ray.operators.operator import Example, Operator
from parso.python.tree import IfStmt, WhileStmt

Range = tuple[tuple[int, int], tuple[int, int]]


class DropClause(Operator):
    """An operator that removes one operand of `and` and `or`."""

    def mutation_positions(self, node: Any) -> Iterator[Range]:
        if node.type in ("and_test", "or_test"):
            for operand in node.children[::2]:
                yield operand.start_pos, operand.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        first = max(0, 2 * index - 1)  # the keyword before the operand; of the first, that after it
        del node.children[first : first + 2]
        return node

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        return (
            Example("x = a and b", "x = b"),
            Example("x = a and b", "x = a", occurrence=1),
        )


class ConstantCondition(Operator):
    """An operator that makes a condition always true or always false."""

    def mutation_positions(self, node: Any) -> Iterator[Range]:
        for condition, _ in self._mutants(node):
            yield node.children[condition].start_pos, node.children[condition].end_pos

    def mutate(self, node: Any, index: int) -> Any:
        condition, value = list(self._mutants(node))[index]
        node.children[condition] = parso.parse(f" {value}")
        return node

    @staticmethod
    def _mutants(node: Any) -> Iterator[tuple[int, bool]]:
        """Yield (index of the condition, value) of each mutant of a node."""
        if isinstance(node, IfStmt):  # `if condition : suite elif condition : suite …`
            for index, child in enumerate(node.children):
                if getattr(child, "value", "") in ("if", "elif"):
                    yield from ((index + 1, True), (index + 1, False))
        elif isinstance(node, WhileStmt):
            if getattr(node.children[1], "value", "") != "True":
                yield 1, False  # a loop that never ends would only be stopped by the time limit
        elif node.type in ("test", "ternary"):  # `value if condition else value`
            yield from ((2, True), (2, False))
        elif node.type == "comp_if":
            yield from ((1, True), (1, False))

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        return (
            Example("if a: pass\nelif b: pass", "if True: pass\nelif b: pass"),
            Example("if a: pass\nelif b: pass", "if a: pass\nelif False: pass", occurrence=3),
            Example("while a: pass", "while False: pass"),
            Example("x = a if b else c", "x = a if False else c", occurrence=1),
            Example("[x for x in y if x]", "[x for x in y if True]"),
        )


class DeleteStatement(Operator):
    """An operator that removes a statement with an effect on an object, and `raise` and `yield`.

    Assignments to names stay: most programs without them do not run at all.
    """

    def mutation_positions(self, node: Any) -> Iterator[Range]:
        if node.type == "simple_stmt" and self._has_effect(node.children[0]):
            yield node.children[0].start_pos, node.children[0].end_pos

    def mutate(self, node: Any, index: int) -> Any:
        prefix = node.children[0].get_first_leaf().prefix
        node.children[0] = parso.parse(f"{prefix}pass")
        return node

    @staticmethod
    def _has_effect(statement: Any) -> bool:
        if statement.type == "expr_stmt":
            target, operator = statement.children[:2]
            is_augmented = getattr(operator, "value", "=") not in ("=", ":")
            return is_augmented or target.type == "atom_expr"
        return statement.type in ("atom_expr", "yield_expr", "raise_stmt", "del_stmt")

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        return (
            Example("f(x)\n", "pass\n"),
            Example("x.y = 1\n", "pass\n"),
            Example("x += 1\n", "pass\n"),
            Example("raise error\n", "pass\n"),
        )


class Provider:
    """The operators by name, as Cosmic Ray expects them from a plug-in."""

    _operators: ClassVar = {
        operator.__name__: operator for operator in (DropClause, ConstantCondition, DeleteStatement)
    }

    def __iter__(self) -> Iterator[str]:
        return iter(self._operators)

    def __getitem__(self, name: str) -> type[Operator]:
        return self._operators[name]


PROVIDER = Provider()
