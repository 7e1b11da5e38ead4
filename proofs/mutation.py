"""Change the rules in one place at a time and see that a test notices.

Runs uncompiled. The tests are collected once; each mutant is a fork in which one function's code object has been
swapped, and runs the tests that reach the line until one fails, first those that killed its neighbours. Survivors
must be explained in proofs/explained.toml, else this fails. See docs/decisions/0006-our-own-mutation-tests.md.

    python proofs/mutation.py [MODULE …] [--only TEXT] [--sample N]
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib
import os
import random
import signal
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

from coverage import Coverage

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "src" / "brimstone" / "games"
EXPLAINED = ROOT / "proofs" / "explained.toml"
KILLED, BROKEN = 1, 2  # exit codes of a mutant's run
PATIENCE = 10  # seconds, and times what a test takes, until a mutant that hangs counts as noticed

COMPARISONS = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
OPERATORS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.Div: ast.Mult,
    ast.BitXor: ast.BitOr,
}  # fmt: skip


@dataclass
class Mutant:
    """One change of one function."""

    module: str
    function: str  # qualified name
    line: int
    lines: range  # of the statement, or of its head
    statement: str  # its first line
    change: str
    code: CodeType

    @property
    def name(self) -> str:
        where = "" if self.change.startswith(self.statement) else f"{self.statement}: "
        return f"{self.module}.{self.function}: {where}{self.change}"


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST | None]]:
    """What a node may be changed to; None to drop a statement."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
        other = copy.deepcopy(node)
        other.ops[0] = COMPARISONS[type(node.ops[0])]()
        yield ast.unparse(other), other
    if isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in OPERATORS:
        changed = copy.deepcopy(node)
        changed.op = OPERATORS[type(node.op)]()
        yield ast.unparse(changed), changed
    if isinstance(node, ast.BoolOp):
        either = copy.deepcopy(node)
        either.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield ast.unparse(either), either
    if isinstance(node, ast.UnaryOp) and not isinstance(node.operand, ast.Constant):
        yield ast.unparse(node.operand), copy.deepcopy(node.operand)
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield str(not node.value), ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield str(node.value + 1), ast.Constant(node.value + 1)
    if isinstance(node, ast.IfExp):
        yield "branches swapped", ast.IfExp(copy.deepcopy(node.test), node.orelse, node.body)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("min", "max"):
        call = copy.deepcopy(node)
        call.func = ast.Name("max" if node.func.id == "min" else "min", ast.Load())
        yield ast.unparse(call), call
    if isinstance(node, (ast.Assign, ast.AugAssign)):
        yield "dropped", None
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield "dropped", None


def places(tree: ast.AST) -> Iterator[tuple[Any, str, int | None, ast.AST]]:
    """Every node with where it hangs: its parent, the field, and the index in it."""
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if name in ("annotation", "returns", "decorator_list", "args", "defaults", "kw_defaults"):
                continue  # no part of the code that is swapped
            for index, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if isinstance(node, ast.AST):
                    yield parent, name, index, node
        if isinstance(parent, ast.Call):
            for index, node in enumerate(parent.args):
                yield parent, "args", index, node


def statements(function: ast.FunctionDef) -> dict[ast.AST, ast.stmt]:
    """For every node the innermost statement it stands in."""
    found: dict[ast.AST, ast.stmt] = {}
    for statement in ast.walk(function):  # outer ones come first
        if isinstance(statement, ast.stmt):
            found |= dict.fromkeys(ast.walk(statement), statement)
    return found


def head(statement: ast.stmt) -> range:
    """The lines of a statement, without those of the block below it."""
    block = getattr(statement, "body", None)
    end = block[0].lineno - 1 if block else statement.end_lineno or statement.lineno
    return range(statement.lineno, max(end, statement.lineno) + 1)


def put(parent: Any, name: str, index: int | None, node: ast.AST) -> None:
    if index is None:
        setattr(parent, name, node)
    else:
        getattr(parent, name)[index] = node


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{part.name}", part) for part in node.body if isinstance(part, ast.FunctionDef))


def code_of(function: ast.FunctionDef, path: Path) -> CodeType:
    """The code object of a function definition without its decorators, made within a class so that `super()` works."""
    bare = copy.deepcopy(function)
    bare.decorator_list = []
    future = ast.ImportFrom("__future__", [ast.alias("annotations")], 0)
    within = ast.ClassDef("Within", [], [], [bare], [])
    module = ast.fix_missing_locations(ast.Module([future, within], []))
    return inner(inner(compile(module, str(path), "exec")))


def inner(code: CodeType) -> CodeType:
    """The first code object among the constants of another."""
    return next(constant for constant in code.co_consts if isinstance(constant, CodeType))


def mutants(name: str) -> Iterator[Mutant]:
    """Every change of every function of a module."""
    path = GAMES / f"{name}.py"
    for qualified, function in functions(ast.parse(path.read_text())):
        standing, free = statements(function), code_of(function, path).co_freevars
        for parent, field, index, node in places(function):
            original = ast.unparse(node)
            for change, other in changes(node):
                put(parent, field, index, ast.copy_location(other or ast.Pass(), node))
                code = code_of(function, path)
                put(parent, field, index, node)
                if code.co_freevars != free:
                    continue  # without its `super()` a method is no longer of the same shape, and cannot be swapped
                where = standing[node]
                first_line = ast.unparse(where).splitlines()[0]
                line = getattr(node, "lineno", where.lineno)
                yield Mutant(name, qualified, line, head(where), first_line, f"{original} -> {change}", code)


def target(mutant: Mutant) -> Any:
    """The function to be changed."""
    found: Any = importlib.import_module(f"brimstone.games.{mutant.module}")
    for part in mutant.function.split("."):
        found = vars(found)[part]
    found = found.fget if isinstance(found, property) else found
    return getattr(found, "__wrapped__", found)


def forget_copies() -> None:
    """Functions woven for a game are copies of their code: they must be woven again from the mutant."""
    from brimstone.games import state

    state.doors.cache_clear()
    state.one_for.cache_clear()
    state.text_name.cache_clear()


class Proof:
    """A pytest plugin that runs the collected tests once for every mutant."""

    def __init__(self, chosen: list[Mutant], workers: int) -> None:
        self.mutants, self.workers = chosen, workers
        self.survivors: list[Mutant] = []
        self.killers: dict[str, Counter[int]] = defaultdict(Counter)
        self.done = 0

    def pytest_runtestloop(self, session: Any) -> bool:
        from _pytest.runner import runtestprotocol

        self.protocol, self.items = runtestprotocol, session.items
        self.costs = [0.0] * len(self.items)
        tracer = Coverage(data_file=None, config_file=False, source=[str(GAMES)])
        tracer.start()
        began = time.monotonic()
        for n, item in enumerate(self.items):
            start = time.monotonic()
            tracer.switch_context(str(n))
            if any(report.failed for report in runtestprotocol(item, log=False, nextitem=None)):
                raise SystemExit(f"{item.nodeid} fails without any mutant")
            self.costs[n] = time.monotonic() - start
        tracer.stop()
        data = tracer.get_data()
        self.reached = {path: data.contexts_by_lineno(path) for path in data.measured_files()}
        whole = time.monotonic() - began
        print(f"{len(self.items)} tests pass in {whole:.0f} s; {len(self.mutants)} mutants", flush=True)
        running: dict[int, tuple[Mutant, int]] = {}
        queue = list(reversed(self.mutants))
        while queue or running:
            while queue and len(running) < self.workers:
                mutant = queue.pop()
                read, write = os.pipe()
                child = os.fork()
                if child == 0:
                    self.run(mutant, write)
                os.close(write)
                running[child] = (mutant, read)
            child, status = os.wait()
            self.note(*running.pop(child), status)
        return True

    def order(self, mutant: Mutant) -> list[int]:
        """The tests that reach the line: first those that killed other mutants of the function, then the game's own,
        then the quick ones."""
        reached = self.reached.get(mutant.code.co_filename, {})
        tests = {int(n) for line in mutant.lines for n in reached.get(line, ()) if n}
        killed = self.killers[f"{mutant.module}.{mutant.function}"]
        own = f"test_{mutant.module.split('_')[0]}.py"
        return sorted(tests, key=lambda n: (-killed[n], own not in self.items[n].nodeid, self.costs[n]))

    def run(self, mutant: Mutant, write: int) -> None:
        """In a fork: change the function, run tests until one fails."""
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, 1)
        os.dup2(sink, 2)
        try:
            target(mutant).__code__ = mutant.code
            forget_copies()
            for n in self.order(mutant):
                signal.alarm(PATIENCE + int(PATIENCE * self.costs[n]))
                if self.fails(n):
                    os.write(write, n.to_bytes(4, "big"))
                    os._exit(KILLED)
            os._exit(0)
        finally:  # what breaks the run itself is no verdict
            os._exit(BROKEN)

    def fails(self, n: int) -> bool:
        """Does a test fail? Also if that cannot even be reported, because a mutant breaks the exceptions."""
        try:
            return any(report.failed for report in self.protocol(self.items[n], log=False, nextitem=None))
        except Exception:
            return True

    def note(self, mutant: Mutant, read: int, status: int) -> None:
        killer = os.read(read, 4)
        os.close(read)
        if killer:
            self.killers[f"{mutant.module}.{mutant.function}"][int.from_bytes(killer, "big")] += 1
        if os.waitstatus_to_exitcode(status) == BROKEN:
            raise SystemExit(f"{mutant.name}: the run broke")
        if status == 0:
            self.survivors.append(mutant)
            print(f"  survives: {mutant.module}.py:{mutant.line} {mutant.name}", flush=True)
        self.done += 1
        if self.done % 100 == 0:
            print(f"  {self.done} of {len(self.mutants)}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="*", default=sorted(path.stem for path in GAMES.glob("[a-z]*.py")))
    parser.add_argument("--sample", type=int, help="only this many mutants, the same ones every time")
    parser.add_argument("--only", action="append", help="only mutants with this in their names; may be repeated")
    arguments = parser.parse_args()
    if os.environ.get("NUMBA_DISABLE_JIT") != "1":
        plain = {"NUMBA_DISABLE_JIT": "1", "HYPOTHESIS_PROFILE": "verdict"}
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, **plain})
    import pytest

    chosen = [mutant for name in arguments.modules for mutant in mutants(name)]
    if arguments.only:
        chosen = [mutant for mutant in chosen if any(text in mutant.name for text in arguments.only)]
    if arguments.sample:
        chosen = random.Random(0).sample(chosen, min(arguments.sample, len(chosen)))
    proof = Proof(chosen, os.cpu_count() or 1)
    began = time.monotonic()
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly", "-m", "not compiled_only"]
    pytest.main([*options, "--tb=no", "--assert=plain", str(ROOT / "tests" / "games")], plugins=[proof])
    explained = tomllib.loads(EXPLAINED.read_text())["mutants"] if EXPLAINED.exists() else {}
    unexplained = [mutant for mutant in proof.survivors if mutant.name not in explained]
    killed = proof.done - len(proof.survivors)
    print(
        f"{len(chosen)} mutants, {killed} killed, {len(proof.survivors) - len(unexplained)} explained,"
        f" {len(unexplained)} unexplained, {time.monotonic() - began:.0f} s"
    )
    for mutant in unexplained:
        print(f"{mutant.module}.py:{mutant.line} {mutant.name}")
    return 1 if unexplained or proof.done < len(chosen) else 0


if __name__ == "__main__":
    sys.exit(main())
