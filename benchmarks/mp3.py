#!/usr/bin/env python3
"""Compares the conversion of MP3 to PCM with peers, in one run: mp3.py ACCESSORY [SECONDS [REPETITIONS]]

Converts one file of music-like sound (from sox and lame, with fixed seeds), 44.1 kHz stereo 128 kbit/s, to 16 kHz mono 16 bit.
Measures the CPU time (user + system) and peak memory of whole processes. The tools run in turn, in a different order each turn,
because the machine's speed may change during a turn. Prints three ratios to ffmpeg: the median of the turns' ratios, the ratio of
the medians, and the ratio of the minima; if they differ, other work disturbed the measurement. Then measures the wall time of
two threads against one, and our resampler against libsoxr's HQ. Missing tools are named.
"""
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

TOOLS = {
    "accessory convert": "{accessory} convert --quiet --jobs 1 --container raw {mp3} {out}",
    "C interface": "{bench} {mp3} {out} 1",
    "ffmpeg": "ffmpeg -v error -nostdin -y -threads 1 -i {mp3} -map 0:a -ar 16000 -ac 1 -f s16le {out}",
    "sox": "sox {mp3} -t raw -e signed -b 16 -r 16000 -c 1 {out}",
    "mpg123": "mpg123 -q --no-visual -m -r 16000 -e s16 -O {out} {mp3}",
    "libmpg123, decoding only": "{bench} {mp3}",
}
# to a WAV file at the file's own rate and channels, without dither and with it
OWN_RATE = {
    "accessory convert, no dither": "{accessory} convert --quiet --jobs 1 --rate 44100 --channels 2 --dither none --force {mp3} {out}",
    "accessory convert, dither": "{accessory} convert --quiet --jobs 1 --rate 44100 --channels 2 --dither tpdf --force {mp3} {out}",
    "mpg123 -w": "mpg123 -q -w {out} {mp3}",
}
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)


def run(command, processors=None):
    """Runs a command. Returns user CPU seconds, total CPU seconds, wall seconds and peak memory in MiB; None if it fails."""
    # a forked process starts with the memory of its parent, so the small program `time` starts the command
    memory = f"{tempfile.gettempdir()}/mp3-bench-{os.getpid()}"
    command = ["/usr/bin/time", "-f", "%M", "-o", memory, *command]
    began = time.monotonic()
    child = os.fork()
    if child == 0:
        null = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(null, descriptor)
        try:
            if processors:
                os.sched_setaffinity(0, processors)
            os.execvp(command[0], command)
        finally:
            os._exit(127)
    _, status, usage = os.wait4(child, 0)
    wall = time.monotonic() - began
    if status:
        return None
    with open(memory, encoding="ascii") as file:
        kilobytes = int(file.read())
    os.remove(memory)
    return usage.ru_utime, usage.ru_utime + usage.ru_stime, wall, kilobytes / 1024


def music(folder, seconds):
    """Makes an MP3 file of plucked strings over pink noise, with different channels. It repeats after two minutes."""
    wav, mp3 = f"{folder}/music.wav", f"{folder}/music.mp3"
    part = min(seconds, 120)
    subprocess.run(["sox", "-R", "-n", "-r", "44100", "-c", "2", wav, "synth", "4", "pluck", "E2", "pluck", "B3",
                    "synth", "4", "pinknoise", "mix", "vol", "0.5", "repeat", str(max(0, part // 4 - 1))], check=True)
    subprocess.run(["lame", "--quiet", "-t", "-b", "128", "-m", "j", wav, mp3], check=True)
    with open(mp3, "rb") as file:
        once = file.read()
    with open(mp3, "wb") as file:
        for _ in range(max(1, round(seconds / part))):
            file.write(once)
    return mp3


def compile_program(name, folder, libraries):
    """Compiles a program of this folder with the sources that it measures. None if a library is missing."""
    program, sources = f"{folder}/{name}", [f"{HERE}/{name}.c"]
    for part in ("pcm", "base") + (("host/mp3",) if "-lmpg123" in libraries else ()):
        path = f"{ROOT}/csrc/{part}"
        sources += [f"{path}/{n}" for n in sorted(os.listdir(path)) if n.endswith(".c")]
    compiler = "clang" if shutil.which("clang") else "cc"  # SwiftPM uses clang too
    command = [compiler, "-std=c11", "-O2", "-ffp-contract=off", "-D_GNU_SOURCE", f"-I{ROOT}/include", f"-I{ROOT}/csrc",
               *sources, "-o", program, *libraries, "-lm", "-lpthread"]
    return None if subprocess.run(command, stderr=subprocess.DEVNULL).returncode else program


def in_turn(commands, repetitions, processors=None):
    """Runs all commands in turn. Returns each command's results of `run`, by name."""
    turns = {name: [] for name in commands}
    names = list(commands)
    for turn in range(repetitions):
        for name in names[turn % len(names):] + names[:turn % len(names)]:
            command = commands[name]
            turns[name].append(run(command, processors) if shutil.which(command[0]) else None)
    return turns


def ratios(over, under, column):
    """Ratios of `over` to `under`: the median of the turns' ratios, the ratio of the medians, and that of the minima."""
    above, below = [f[column] for f in over], [f[column] for f in under]
    middle = statistics.median(a / b for a, b in zip(above, below))
    return middle, statistics.median(above) / statistics.median(below), min(above) / min(below)


def whole_processes(names, repetitions):
    turns = in_turn({t: [w.format(**names) for w in words.split()] for t, words in TOOLS.items()}, repetitions)
    print(f"| {'tool':24s} | CPU s | least | user | x ffmpeg | of medians | of least | MB |")
    print("|---|---|---|---|---|---|---|---|")
    for tool, figures in turns.items():
        if None in figures:
            print(f"| {tool:24s} | missing or failed | | | | | | |")
            continue
        peer = turns["ffmpeg"]
        times = "-" if None in peer else " | ".join(f"{r:.2f}" for r in ratios(peer, figures, 1))
        seconds, user = (statistics.median(f[i] for f in figures) for i in (1, 0))
        least = min(f[1] for f in figures)
        print(f"| {tool:24s} | {seconds:.3f} | {least:.3f} | {user:.3f} | {times} | {max(f[3] for f in figures):.1f} |")
    alone = turns["libmpg123, decoding only"]
    for tool in ("C interface", "accessory convert"):
        if None not in alone + turns[tool]:
            times = ", ".join(f"{r:.2f}" for r in ratios(turns[tool], alone, 1))
            print(f"{tool}: {times} times the decoding alone")


def at_own_rate(names, repetitions):
    names = {**names, "out": f"{names['out']}.wav"}
    turns = in_turn({t: [w.format(**names) for w in words.split()] for t, words in OWN_RATE.items()}, repetitions)
    peer = turns.pop("mpg123 -w")
    for tool, figures in turns.items():
        if None in figures + peer:
            print(f"{tool}: missing or failed, or mpg123 is")
            continue
        times = ", ".join(f"{r:.2f}" for r in ratios(figures, peer, 1))
        print(f"{tool}, 44.1 kHz stereo: {times} times the CPU time of mpg123 -w")


def threads(names, repetitions):
    """Prints the wall time of one thread over that of two threads, on two processors."""
    two = sorted(os.sched_getaffinity(0))[:2]
    if len(two) < 2:
        print("threads: SKIPPED, one processor")
        return
    outs = {count: f"{names['out']}.{count}" for count in ("1", "2")}
    turns = in_turn({c: [names["bench"], names["mp3"], outs[c], c] for c in outs}, repetitions, two)
    outputs = []
    for path in outs.values():
        with open(path, "rb") as file:
            outputs.append(file.read())
    same = "the same bytes" if outputs[0] == outputs[1] else "OTHER BYTES"
    wall = ", ".join(f"{r:.2f}" for r in ratios(turns["1"], turns["2"], 2))
    work = ", ".join(f"{r:.2f}" for r in ratios(turns["2"], turns["1"], 1))
    print(f"two threads on two processors: {wall} times as fast on the wall, with {work} times the processor time, {same}")


def main():
    seconds = int(sys.argv[2]) if len(sys.argv) > 2 else 120
    repetitions = int(sys.argv[3]) if len(sys.argv) > 3 else 7
    with tempfile.TemporaryDirectory() as folder:
        bench = compile_program("mp3-bench", folder, ["-lmpg123"])
        names = {"accessory": sys.argv[1], "bench": bench, "mp3": music(folder, seconds), "out": f"{folder}/out.pcm"}
        print(f"{seconds} s, 44.1 kHz stereo 128 kbit/s to 16 kHz mono 16 bit, {repetitions} turns")
        whole_processes(names, repetitions)
        at_own_rate(names, repetitions)
        threads(names, repetitions)
        print()
        resamplers = compile_program("resampler-bench", folder, ["-lsoxr"])
        if resamplers:
            subprocess.run([resamplers], check=True)
        else:
            print("resamplers: SKIPPED, no libsoxr to build with")


main()
