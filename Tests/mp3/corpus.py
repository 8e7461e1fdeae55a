#!/usr/bin/env python3
"""Makes MP3 files for tests of a converter: corpus.py FOLDER SECONDS

SECONDS is the length of the longest sound, at least 30.

Makes intact files of many kinds and damaged files of 25 kinds with sox, espeak-ng and lame; every seed is fixed. FOLDER/list states
the expected result of each file, one per line:

  whole FILE RATE FRAMES        decodes to exactly FRAMES sample frames at RATE Hz
  error FILE STATUS             is refused: empty, no-sound, other-format, cannot-open
  damaged FILE CLEAN FRAMES     contains FRAMES intact MP3 frames of the file CLEAN, in order
  lasts FILE SECONDS            contains SECONDS of intact sound
  mean FILE                     its channels have different block types; converted to mono, it is their mean
"""
import os
import random
import subprocess
import sys

NOISE = random.Random(5)
LAYER3 = {3: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
          2: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]}


def run(*words):
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def noise(count):
    return NOISE.randbytes(count)


class Corpus:
    def __init__(self, folder):
        self.folder = folder
        self.lines = []
        os.makedirs(folder, exist_ok=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def write(self, name, content, *expected):
        with open(self.path(name), "wb") as file:
            file.write(content)
        self.lines.append(" ".join([expected[0], name, *map(str, expected[1:])]))

    def encode(self, wav, name, rate, frames, *options):
        """Encodes a WAV file. Lists it as `whole` if its tag states delay and padding; a small frame has no room for the tag."""
        run("lame", "--quiet", *options, self.path(wav), self.path(name))
        if b"LAME" in self.read(name)[:2000]:
            self.lines.append(f"whole {name} {rate} {frames}")


def music(corpus, name, rate, seconds, channels=2):
    """Makes a WAV file of plucked strings, with new notes every half second, over pink noise. The channels differ."""
    notes = ["E2", "B2", "G3", "D3", "A2", "C4", "F3", "E3"]
    parts = []
    for i in range(int(2 * seconds)):
        parts.append(corpus.path(f"part{i}.wav"))
        pair = [notes[i % 8], notes[i * 3 % 8]][:channels]
        voices = [word for note in pair for word in ("pluck", note)]
        run("sox", "-R", "-n", "-r", str(rate), "-c", str(channels), parts[-1], "synth", "0.5", *voices, "vol", "0.5")
    over = corpus.path("noise.wav")
    run("sox", "-R", "-n", "-r", str(rate), "-c", str(channels), over, "synth", str(seconds), "pinknoise", "vol", "0.2")
    run("sox", *parts, corpus.path("strings.wav"))
    run("sox", "-R", "-m", corpus.path("strings.wav"), over, corpus.path(name), "gain", "-n", "-1")
    for part in [*parts, over, corpus.path("strings.wav")]:
        os.remove(part)


def frames_of(mp3):
    """(offset, length) of each layer III frame after the tag frame, in bytes."""
    found, at = [], 0
    while at + 4 <= len(mp3):
        version, bits, rate = mp3[at + 1] >> 3 & 3, mp3[at + 2] >> 4, mp3[at + 2] >> 2 & 3
        kilobits = LAYER3[3 if version == 3 else 2][bits - 1]
        hertz = [44100, 48000, 32000][rate] >> (3 - version if version else 2)
        length = (144 if version == 3 else 72) * kilobits * 1000 // hertz + (mp3[at + 2] >> 1 & 1)
        found.append((at, length))
        at += length
    return found[1:]


def id3(size, stated=None):
    """An ID3 tag with a picture of `size` random bytes; `stated`: the size in its header, if false."""
    body = b"APIC" + (size + 10).to_bytes(4, "big") + b"\0\0\0image/jpeg" + noise(size)
    stated = len(body) if stated is None else stated
    return b"ID3\3\0\0" + bytes(stated >> 7 * i & 127 for i in (3, 2, 1, 0)) + body


def adts(frames):
    """AAC frames with ADTS headers, 44.1 kHz, with random contents."""
    out = b""
    for _ in range(frames):
        length = 7 + NOISE.randrange(200, 400)
        out += bytes([0xFF, 0xF1, 0x50, 0x80 | length >> 11, length >> 3 & 255, (length & 7) << 5 | 31, 0xFC])
        out += noise(length - 7)
    return out


def whole_files(corpus, seconds, long):
    for rate in (48000, 32000, 22050, 16000, 8000):
        music(corpus, f"{rate}.wav", rate, seconds)
    music(corpus, "44100.wav", 44100, long)
    music(corpus, "mono.wav", 44100, seconds, channels=1)
    text = "The quick brown fox jumps over the lazy dog. " * (seconds // 4)
    run("espeak-ng", "-v", "en", "-s", "150", "-w", corpus.path("speech.wav"), text)
    run("sox", "-R", corpus.path("speech.wav"), corpus.path("said.wav"), "rate", "44100", "trim", "0", "220500s")
    for name, wav, rate, *options in [
        ("joint.mp3", "44100.wav", 44100, "-b", "128", "-m", "j"),
        ("stereo.mp3", "44100.wav", 44100, "-b", "192", "-m", "s"),
        ("best.mp3", "44100.wav", 44100, "-b", "320"),
        ("vbr.mp3", "44100.wav", 44100, "-V", "2"),
        ("abr.mp3", "44100.wav", 44100, "--abr", "160"),
        ("dual.mp3", "44100.wav", 44100, "-b", "128", "-m", "d"),
        ("mono.mp3", "mono.wav", 44100, "-b", "64", "-m", "m"),
        ("checked.mp3", "44100.wav", 44100, "-b", "128", "-p"),
        ("free.mp3", "44100.wav", 44100, "--freeformat", "-b", "400"),
        ("48.mp3", "48000.wav", 48000, "-b", "128"),
        ("32.mp3", "32000.wav", 32000, "-b", "96"),
        ("22.mp3", "22050.wav", 22050, "-b", "64", "--resample", "22.05"),
        ("16.mp3", "16000.wav", 16000, "-b", "48", "--resample", "16"),
        ("8.mp3", "8000.wav", 8000, "-b", "24", "--resample", "8"),
    ]:
        corpus.encode(wav, name, rate, rate * (long if wav == "44100.wav" else seconds), *options)
    corpus.encode("said.wav", "said.mp3", 44100, 44100 * 5, "-V", "5", "-m", "m")
    for frames in (1, 100, 1152, 5000):
        run("sox", corpus.path("44100.wav"), corpus.path("short.wav"), "trim", "30000s", f"{frames}s")
        corpus.encode("short.wav", f"short{frames}.mp3", 44100, frames, "-b", "128")


def bits_of(data):
    return "".join(f"{byte:08b}" for byte in data)


def granules(mp3, frame):
    """The scfsi of a mono frame without reservoir, then each granule's side information and main data, as strings of bits."""
    at, length = frame
    side, main = bits_of(mp3[at + 4:at + 21]), bits_of(mp3[at + 21:at + length])
    assert int(side[:9], 2) == 0
    parts, begin = [], 0
    for k in range(2):
        info = side[18 + 59 * k:18 + 59 * (k + 1)]
        end = begin + int(info[:12], 2)
        parts.append((info, main[begin:end]))
        begin = end
    return side[14:18], parts


def merge(left, right):
    """Joins two mono files of 128 kbit/s to a stereo file of 320 kbit/s, in which each channel keeps its block types."""
    out = b""
    for a, b in zip(frames_of(left), frames_of(right)):
        (shared_a, one), (shared_b, two) = granules(left, a), granules(right, b)
        pairs = [channel[k] for k in range(2) for channel in (one, two)]
        bits = "0" * 12 + shared_a + shared_b + "".join(p[0] for p in pairs) + "".join(p[1] for p in pairs)
        data = int(bits + "0" * (-len(bits) % 8), 2).to_bytes((len(bits) + 7) // 8, "big")
        out += b"\xff\xfb\xe0\x00" + data.ljust(1040, b"\0")
    return out


def uncoupled_file(corpus):
    """Makes a file with a steady tone on the left and short bursts of noise on the right, which need different block types."""
    wav = corpus.path("sound.wav")
    for name, *sound in [
        ("left", "synth", "9", "sine", "440", "vol", "0.5"),
        ("right", "synth", "0.03", "whitenoise", "vol", "0.5", "pad", "0", "0.2", "repeat", "40"),
    ]:
        run("sox", "-R", "-n", "-r", "44100", "-c", "1", wav, *sound)
        run("lame", "--quiet", "-b", "128", "-m", "m", "--nores", "-t", wav, corpus.path(name))
    corpus.write("uncoupled.mp3", merge(corpus.read("left"), corpus.read("right")), "mean")


def refused_files(corpus):
    corpus.write("empty.mp3", b"", "error", "empty")
    corpus.write("one_byte.mp3", b"\xff", "error", "no-sound")
    corpus.write("text.mp3", b"this is not an mp3 file\n" * 500, "error", "no-sound")
    corpus.write("random.mp3", noise(300000), "error", "no-sound")
    corpus.write("zeros.mp3", bytes(200000), "error", "no-sound")
    corpus.write("wav_renamed.mp3", corpus.read("44100.wav")[:1000000], "error", "other-format")
    corpus.write("aac_renamed.mp3", adts(400), "error", "other-format")
    corpus.write("id3_only.mp3", id3(1000), "error", "no-sound")
    corpus.write("header_only.mp3", corpus.read("joint.mp3")[:300], "error", "no-sound")
    os.makedirs(corpus.path("folder.mp3"), exist_ok=True)
    corpus.lines.append("error folder.mp3 cannot-open")


def damaged_files(corpus):
    mp3 = corpus.read("joint.mp3")
    frames = frames_of(mp3)
    half, count = len(mp3) // 2 + 137, len(frames)
    hit = [f for f in frames if f[0] + f[1] > half and f[0] < half + 5000]
    garbled = mp3[:half] + noise(5000) + mp3[half + 5000:]

    def whole_before(end):
        return sum(at + length <= end for at, length in frames)

    for name, content, good in [
        ("truncated_half.mp3", mp3[:half], whole_before(half)),
        ("truncated_second.mp3", mp3[:1000], whole_before(1000)),
        ("garbage_over.mp3", garbled, count - len(hit)),
        ("garbage_inserted.mp3", mp3[:half] + noise(70000) + mp3[half:], count - 1),
        ("garbage_front.mp3", noise(3000) + mp3, count),
        ("garbage_front_70k.mp3", noise(70000) + mp3, count),
        ("garbage_behind.mp3", mp3 + noise(9000), count),
        ("id3_20M.mp3", id3(20 << 20) + mp3, count),
        ("id3_lying.mp3", id3(0, stated=(1 << 28) - 1)[:10] + mp3, count),
        ("id3_twice.mp3", id3(500) + id3(700) + mp3, count),
        ("id3v1_ape.mp3", mp3 + b"APETAGEX" + (2000).to_bytes(4, "little") + (32).to_bytes(4, "little") + bytes(16)
         + b"TAG" + b"x" * 125, count),
    ]:
        corpus.write(name, content, "damaged", "joint.mp3", good)
    tag = mp3.find(b"Info")
    lying = mp3[:tag + 8] + b"\x7f\xff\xff\xff" + mp3[tag + 12:]
    corpus.write("xing_lying.mp3", lying, "damaged", "joint.mp3", count)


def mixed_files(corpus, seconds, long):
    mp3 = corpus.read("joint.mp3")
    part = mp3[:len(mp3) // 3]
    third, lasting = long / 3 - 0.1, seconds / 3 - 0.3  # minus the encoder's delay and a frame at each seam
    flipped = bytearray(mp3)
    for _ in range(200):
        flipped[5000 + NOISE.randrange(len(mp3) - 5000)] ^= 1 << NOISE.randrange(8)
    corpus.write("bits_flipped.mp3", flipped, "lasts", long)
    other = corpus.read("48.mp3")
    corpus.write("rate_change.mp3", part + other[5000:len(other) // 3], "lasts", third + lasting)
    mono = corpus.read("mono.mp3")
    corpus.write("channels_change.mp3", mono[:len(mono) // 3] + part[2000:], "lasts", third + lasting)
    corpus.write("concatenated.mp3", part + part, "lasts", 2 * third)
    run("sox", corpus.path("44100.wav"), "-C", "128", corpus.path("layer2.mp2"))
    corpus.write("layer2.mp3", corpus.read("layer2.mp2"), "lasts", long)


def main():
    corpus = Corpus(sys.argv[1])
    long = int(sys.argv[2])
    seconds = max(8, long // 3)
    whole_files(corpus, seconds, long)
    uncoupled_file(corpus)
    refused_files(corpus)
    damaged_files(corpus)
    mixed_files(corpus, seconds, long)
    with open(corpus.path("list"), "w", encoding="ascii") as file:
        file.write("\n".join(corpus.lines) + "\n")


main()
