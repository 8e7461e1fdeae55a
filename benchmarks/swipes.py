"""Measures how many card swipes and HiJack characters our receivers read in white noise.

A swipe is track 2 of a magnetic card, forward or backward, at a speed that changes by a third during the swipe. The signal is the
head's voltage (a peak at each flux reversal) or the output of a pulse shaper (a level change at each). SNR is signal power during
the signal over noise power in 0 to 24 kHz.
"""
import os
import subprocess
import sys
import tempfile
import wave

import numpy

RATE = 48000
TRIALS = 20
DENSITY = 75  # bits per inch


def character(value):
    bits = [value >> i & 1 for i in range(4)]
    return bits + [1 - sum(bits) % 2]


def track(digits):
    values = [11] + [ord(d) - 48 for d in digits] + [15]
    check = 0
    for value in values:
        check ^= value
    bits = [bit for value in values + [check] for bit in character(value)]
    return [0] * 25 + bits + [0] * 25


def swipe(digits, speed, backward, shaped):
    """The samples of a swipe. `speed`: inches per second in the middle, a sixth slower at one end and faster at the other."""
    turns, place = [0.0], 0.0
    for bit in track(digits):
        turns += [place + 0.5] * bit + [place + 1]
        place += 1
    along = numpy.array(turns) / place
    times = (along - (along ** 2 - along) / 6) * place / (DENSITY * speed)
    if backward:
        times = (times[-1] - times)[::-1]
    t = numpy.arange(int((times[-1] + 0.01) * RATE)) / RATE - 0.005
    count = numpy.searchsorted(times, t)
    if shaped:
        return numpy.where((t < 0) | (t > times[-1]), 0, 0.5 * (-1.0) ** count)
    width = 0.12 / (DENSITY * speed)
    sound = numpy.zeros(len(t))
    for n, at in enumerate(times):
        near = slice(max(0, int((at + 0.005 - 6 * width) * RATE)), int((at + 0.005 + 6 * width) * RATE) + 1)
        sound[near] += (-1) ** n * 0.5 / (1 + ((t[near] - at) / width) ** 2)
    return sound


def decode(program, profile, sound, decibels, seed, folder):
    quiet = numpy.zeros(RATE // 10)
    sigma = numpy.sqrt(numpy.mean(sound ** 2) / 10 ** (decibels / 10))
    sound = numpy.concatenate([quiet, sound, quiet])
    sound = sound + numpy.random.default_rng(seed).standard_normal(len(sound)) * sigma
    path, out = os.path.join(folder, 'rx.wav'), os.path.join(folder, 'out')
    with wave.open(path, 'wb') as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((sound / numpy.max(numpy.abs(sound)) * 28000).astype('<i2').tobytes())
    if os.path.exists(out):
        os.remove(out)
    subprocess.run([program, 'jack', 'decode', '--quiet', '--profile', profile, path, out], stderr=subprocess.DEVNULL)
    return open(out, 'rb').read() if os.path.exists(out) else b''


def main():
    program = sys.argv[1]
    digits = numpy.random.default_rng(4)
    with tempfile.TemporaryDirectory() as folder:
        noises = [40, 30, 25, 20, 15, 10]
        print(f'Swipes read of {TRIALS}, forward and backward by turns\n')
        print('| | ' + ' | '.join(f'{n} dB' for n in noises) + ' |\n' + '|---' * (len(noises) + 1) + '|')
        for shaped in (False, True):
            for speed in (5, 15, 30, 50):
                cells = []
                for decibels in noises:
                    good = 0
                    for trial in range(TRIALS):
                        text = ''.join(str(d) for d in digits.integers(0, 10, 16)) + '=' + '2512101'
                        got = decode(program, 'track2', swipe(text, speed, trial % 2 == 1, shaped), decibels, trial, folder)
                        good += got == f';{text}?\n'.encode()
                    cells.append(str(good))
                print(f'| {"levels" if shaped else "peaks"}, {speed} in/s | ' + ' | '.join(cells) + ' |', flush=True)
        payload = numpy.random.default_rng(7).bytes(256)
        source, path = os.path.join(folder, 'in'), os.path.join(folder, 'tx.wav')
        open(source, 'wb').write(payload)
        subprocess.run([program, 'jack', 'encode', '--quiet', '--profile', 'hijack', '--rate', str(RATE), source, path], check=True)
        with wave.open(path) as file:
            sound = numpy.frombuffer(file.readframes(file.getnframes()), '<i2') / 32768
        print('\nHiJack characters, 256 sent: exact at ' + ', '.join(
            f'{d} dB' for d in (12, 9, 6, 5, 4, 3, 2) if decode(program, 'hijack', sound, d, 1, folder) == payload))


main()
