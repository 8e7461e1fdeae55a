"""Finds the places of Swift rooms that scripts/mutants may change, by the toolchain's SwiftSyntax."""
import json
import shutil
import subprocess
from pathlib import Path

# rooms that are tested in other rooms too
TESTS = {
    "AccessoryLink": ["AccessoryLinkTests", "AudioJackTests", "SerialPortTests"],
    "AccessorySimulators": ["BluetoothProfilesTests", "CommunicationTests", "FeasyBeaconTests", "FirmwareUpdateTests",
                            "RequestTransferTests", "SerialPortTests", "TxRxTests"],
    "AudioJack": ["AudioJackTests", "ReaderSimulatorsTests", "ExamplesTests"],
    "Modem": ["ModemTests", "AudioJackTests", "ReaderSimulatorsTests"],
    "accessory": ["CommandLineTests"],
}


def tests(room):
    """The test targets of a room."""
    return TESTS.get(room, [f"{room}Tests"])


def rooms(root):
    """The folders of the modules by the names of their rooms."""
    folders = sorted({path.relative_to(root).parts[1] for path in root.glob("Sources/*/**/*.swift")})
    return {folder: f"Sources/{folder}" for folder in folders}


def prepare(root):
    """Builds the program that finds places."""
    source, program = root / "Tests/mutants/places.swift", root / "build/mutants/places"
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        host = str(Path(shutil.which("swiftc")).resolve().parent.parent / "lib/swift/host")
        subprocess.run(["swiftc", "-O", "-I", host, "-L", host, "-lSwiftSyntax", "-lSwiftParser", "-lSwiftOperators",
                        "-Xlinker", "-rpath", "-Xlinker", host, "-o", str(program), str(source)], check=True)


def find(root, folder):
    """The places of a folder's files."""
    files = sorted(path.relative_to(root).as_posix() for path in (root / folder).glob("**/*.swift")
                   if not path.name.endswith(".pb.swift"))
    found = subprocess.run([str(root / "build/mutants/places"), *files], cwd=root, check=True, stdout=subprocess.PIPE)
    return json.loads(found.stdout)


def function(place):
    # other modules see no private function, and an internal one needs a name of its own in the module
    return f"accMutant{place['number']}" if place["isInlinable"] else "accMutant"


def switch(place):
    """The text that replaces the place: its mutant if that is active, and its original otherwise."""
    active = f"{function(place)}({place['number']})"
    if place["kind"] == "removal":
        return f"if !{active} {{ {place['original']} }}"
    if place["kind"] == "branch":
        return f"({active} != ({place['original']}))"
    return f"({active} ? ({place['mutated']}) : ({place['original']}))"


def declare(text, places):
    """The text of a file with the declarations of the switch, on lines of their own below its last one."""
    functions = {function(place): place["isInlinable"] for place in places}
    return text + "".join(
        f"\n@_silgen_name(\"acc_mutant\") {'@usableFromInline' if inlinable else 'private'} "
        f"func {name}(_ number: Int32) -> Bool\n" for name, inlinable in functions.items()).encode()
