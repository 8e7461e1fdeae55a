"""Finds the places of the C core that scripts/mutants may change, by clang's syntax tree."""
import json
import re
import shutil
import subprocess
from pathlib import Path

OPERATORS = {
    "comparison": {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "&&": "||", "||": "&&"},
    "boundary": {"<": "<=", "<=": "<", ">": ">=", ">=": ">"},
    "sign": {"+": "-", "-": "+", "*": "/", "/": "*", "<<": ">>", ">>": "<<",
             "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "<<=": ">>=", ">>=": "<<=", "|=": "&=", "&=": "|="},
}
# constant expressions must stay so, and sizeof evaluates nothing
CONSTANT = {"ConstantExpr", "UnaryExprOrTypeTraitExpr", "StaticAssertDecl", "OffsetOfExpr", "EnumDecl", "RecordDecl"}
INCLUDES = ["-Icsrc", "-Iinclude", "-I/usr/include/systemd", "-D_GNU_SOURCE", "-D_FILE_OFFSET_BITS=64"]
# on a line of its own, above the file's first one
DECLARATIONS = b"extern unsigned char *acc_mutant_marks;extern int acc_mutant_active;\n#line 1\n"


class Span:
    """A piece of a file. It is a name of a macro if both ends are the same expansion."""

    def __init__(self, file, start, stop, macro):
        self.file, self.start, self.stop, self.macro = file, start, stop, macro


class Reader:
    """Reads the tree of one source file, in the order of the dump, which names a file only where it changes."""

    def __init__(self, root, wanted):
        self.root, self.wanted, self.file, self.places, self.texts = root, wanted, None, [], {}

    def text(self, file):
        if file not in self.texts:
            self.texts[file] = (self.root / file).read_bytes()
        return self.texts[file]

    def token(self, location):
        """The file, offset and length of a token, and whether a macro gave it."""
        if "spellingLoc" in location:
            self.token(location["spellingLoc"])
            found = self.token(location["expansionLoc"])
            return found and (*found[:3], True)
        self.file = location.get("file", self.file)
        if "offset" not in location:
            return None
        return self.file, location["offset"], location["tokLen"], False

    def span(self, extent):
        begin, end = self.token(extent["begin"]), self.token(extent["end"])
        if not begin or not end or begin[0] != end[0] or begin[0] not in self.wanted:
            return None
        stop = end[1] + end[2]
        # the end of a macro with arguments is not in the dump
        if end[3] and self.text(end[0])[stop:stop + 1] == b"(":
            return None
        return Span(begin[0], begin[1], stop, begin[3] and end[3] and begin[1] == end[1])

    def visit(self, node, within, parent=None):
        """Returns the node's span. `within`: in a function's body, where expressions are evaluated."""
        kind, span, children = node.get("kind"), None, []
        if kind in CONSTANT or kind == "VarDecl" and (node.get("storageClass") == "static" or node.get("constexpr")):
            within = False
        elif kind == "CompoundStmt" and parent and parent["kind"] == "FunctionDecl":
            within = True
        for key, value in node.items():
            if key == "loc":
                self.token(value)
            elif key == "range":
                span = self.span(value)
            elif key in ("inner", "array_filler"):
                children += [(child, self.visit(child, within, node)) for child in value]
        if within and span:
            self.consider(node, span, children, parent)
        return span

    def consider(self, node, span, children, parent):
        kind, opcode = node["kind"], node.get("opcode")
        source = self.text(span.file)[span.start:span.stop].decode()
        if kind == "IntegerLiteral":
            if span.macro and source in ("true", "false"):
                self.add(span, "constant", "false" if source == "true" else "true")
            elif not span.macro and parent.get("castKind") != "NullToPointer":
                self.add(span, "constant", f"{source} + 1")
        if span.macro:
            return
        if kind == "FloatingLiteral":
            self.add(span, "constant", f"2 * {source}" if re.search(r"[1-9]", source) else f"{source} + 1")
        elif kind in ("BinaryOperator", "CompoundAssignOperator"):
            self.operator(node, span, children)
        elif kind == "UnaryOperator" and opcode in ("++", "--"):
            self.add(span, "sign", source.replace(opcode, "--" if opcode == "++" else "++"))
        elif kind == "UnaryOperator" and opcode == "-":
            self.add(span, "sign", source[1:])
        elif kind in ("IfStmt", "ConditionalOperator") and children[0][1]:
            condition = children[0][1]
            self.add(condition, "branch", f"!({self.text(condition.file)[condition.start:condition.stop].decode()})")
        above = parent["kind"]
        statement = (above == "CompoundStmt" or above == "IfStmt" and node is not parent["inner"][0]
                     or above in ("ForStmt", "WhileStmt", "CaseStmt", "DefaultStmt") and node is parent["inner"][-1])
        called = children[-1][0]["kind"] if kind == "CStyleCastExpr" and children else kind
        if statement and (called == "CallExpr" or kind == "CompoundAssignOperator" or opcode == "="):
            self.add(span, "removal", "")

    def operator(self, node, span, children):
        opcode, (left, right) = node["opcode"], (child[1] for child in children)
        if not left or not right or not span.start <= left.stop <= right.start <= span.stop:
            return
        text = self.text(span.file)
        between = re.sub(rb"/\*.*?\*/|//[^\n]*|\s", b"", text[left.stop:right.start]).decode()
        if between != opcode:
            return
        first, second = text[span.start:left.stop].decode(), text[right.start:span.stop].decode()
        pointers = all("*" in child[0]["type"]["qualType"] for child in children)
        for kind, table in OPERATORS.items():
            other = table.get(opcode)
            if other and not (pointers and opcode == "-"):
                # && binds closer than ||, so its operands need parentheses
                mutated = f"({first}) && ({second})" if other == "&&" else f"{first} {other} {second}"
                self.add(span, kind, mutated, text.count(b"\n", 0, left.stop) + 1)

    def add(self, span, kind, mutated, line=None):
        text = self.text(span.file)
        original = text[span.start:span.stop].decode()
        # a second copy of a directive or of a string over several lines would change its meaning
        if re.search(r"\n\s*#|\n[^\n]*\"", original):
            return
        mutated = re.sub(r"\s+", " ", re.sub(r"//[^\n]*\n", " ", mutated))
        first = text.count(b"\n", 0, span.start) + 1
        self.places.append({
            "file": span.file, "line": line or first, "lines": [first, first + original.count("\n")],
            "start": span.start, "stop": span.stop, "kind": kind, "original": original, "mutated": mutated})


def generated(path):
    return path.read_text().startswith("// Generated")


def rooms(root):
    """The folders of the core by the names of their rooms."""
    folders = sorted({path.parent for path in root.glob("csrc/**/*.c")})
    return {folder.relative_to(root / "csrc").as_posix(): folder.relative_to(root).as_posix() for folder in folders}


def find(root, folder):
    """The places of a folder's files, each once."""
    # the Swift toolchain's, so that no second clang is needed
    clang = Path(shutil.which("swiftc")).resolve().parent / "clang"
    wanted = {path.relative_to(root).as_posix() for path in (root / folder).glob("*.[ch]") if not generated(path)}
    places = {}
    for source in sorted(Path(name) for name in wanted if name.endswith(".c")):
        command = [str(clang), "-std=gnu11", "-fsyntax-only", "-w", *INCLUDES, "-Xclang", "-ast-dump=json", str(source)]
        dump = subprocess.run(command, cwd=root, check=True, stdout=subprocess.PIPE).stdout
        reader = Reader(root, wanted)
        reader.visit(json.loads(dump), False)
        for place in reader.places:
            places[place["file"], place["start"], place["stop"], place["kind"]] = place
    return list(places.values())


def switch(place):
    """The text that replaces the place: its mutant if that is active, and its original otherwise."""
    number = place["number"]
    active = f"(acc_mutant_marks[{number}] = 1, acc_mutant_active == {number})"
    if place["kind"] == "removal":
        return f"({active} ? (void)0 : (void)({place['original']}))"
    return f"({active} ? ({place['mutated']}) : ({place['original']}))"


def declare(text, _places):
    """The text of a file with the declarations of the switch."""
    return DECLARATIONS + text
