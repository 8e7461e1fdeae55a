#!/usr/bin/env python3
"""MP3 to PCM beside its peers, in one run: mp3.py ACCESSORY [SECONDS [REPETITIONS]]

Whole processes on one file of music-like sound (sox and lame, seeds fixed), 44.1 kHz stereo 128 kbit/s to 16 kHz mono
16 bit: processor time (user + system, least of the repetitions, tools in turn), ratio to ffmpeg, peak memory. Then the
resamplers alone, ours beside libsoxr's HQ, when its header is installed. A tool that is missing is said to be.
"""
import os
import shutil
import subprocess
import sys
import tempfile

PEERS = {
    "accessory, 1 thread": "{accessory} convert --quiet --jobs 1 --container raw {mp3} {out}",
    "ffmpeg": "ffmpeg -v error -nostdin -y -threads 1 -i {mp3} -map 0:a -ar 16000 -ac 1 -f s16le {out}",
    "sox": "sox {mp3} -t raw -e signed -b 16 -r 16000 -c 1 {out}",
    "mpg123": "mpg123 -q --no-visual -m -r 16000 -e s16 -O {out} {mp3}",
}


def run(command):
    """Seconds of processor time and MB of memory of one process, None when it failed."""
    child = os.fork()
    if child == 0:
        null = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(null, descriptor)
        try:
            os.execvp(command[0], command)
        finally:
            os._exit(127)
    _, status, usage = os.wait4(child, 0)
    if status:
        return None
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def music(folder, seconds):
    """A chord of plucked strings over noise, left and right apart."""
    wav, mp3 = f"{folder}/music.wav", f"{folder}/music.mp3"
    voices = ["pluck", "E2", "pluck", "B3", "pinknoise", "sawtooth", "440"]
    synth = ["synth", "4", *voices[:4], "pinknoise", "vol", "0.3"]
    subprocess.run(
        ["sox", "-R", "-n", "-r", "44100", "-c", "2", wav, *synth, "repeat", str(max(0, seconds // 4 - 1))],
        check=True,
    )
    subprocess.run(["lame", "--quiet", "-b", "128", "-m", "j", wav, mp3], check=True)
    return mp3


def whole_processes(accessory, mp3, out, repetitions):
    best = {}
    for _ in range(repetitions):
        for name, words in PEERS.items():
            command = [w.format(accessory=accessory, mp3=mp3, out=out) for w in words.split()]
            if not shutil.which(command[0]):
                continue
            figures = run(command)
            if figures and (name not in best or figures[0] < best[name][0]):
                best[name] = figures
    base = best.get("ffmpeg", (None,))[0]
    print(f"{'tool':22s} {'CPU s':>8s} {'x ffmpeg':>9s} {'MB':>6s}")
    for name in PEERS:
        if name not in best:
            print(f"{name:22s} missing or failed")
            continue
        seconds, memory = best[name]
        ratio = f"{base / seconds:9.2f}" if base else f"{'-':>9s}"
        print(f"{name:22s} {seconds:8.3f} {ratio} {memory:6.1f}")


def resamplers(folder):
    program = f"{folder}/resampler-bench"
    here = os.path.dirname(os.path.abspath(__file__))
    root = os.path.dirname(here)
    sources = [f"{root}/csrc/pcm/{n}" for n in sorted(os.listdir(f"{root}/csrc/pcm")) if n.endswith(".c")]
    command = ["cc", "-std=c11", "-O2", "-ffp-contract=off", "-D_GNU_SOURCE", f"-I{root}/include", f"-I{root}/csrc",
               f"{here}/resampler-bench.c", *sources, "-o", program, "-lsoxr", "-lm"]
    if subprocess.run(command, stderr=subprocess.DEVNULL).returncode:
        print("resamplers: SKIPPED, no libsoxr to build with")
        return
    subprocess.run([program], check=True)


def main():
    accessory = sys.argv[1]
    seconds = int(sys.argv[2]) if len(sys.argv) > 2 else 120
    repetitions = int(sys.argv[3]) if len(sys.argv) > 3 else 7
    with tempfile.TemporaryDirectory() as folder:
        print(f"{seconds} s, 44.1 kHz stereo 128 kbit/s to 16 kHz mono 16 bit, least of {repetitions}")
        whole_processes(accessory, music(folder, seconds), f"{folder}/out.pcm", repetitions)
        print()
        resamplers(folder)


main()
