#!/usr/bin/env python3
"""Compares the cable modem's goodput at each SNR with amodem (PyPI) and minimodem, in one run.

  benchmarks/compare cable [--trials 8] [--amodem PYTHON] [--plot docs/cable-curves.svg] [noise] [cables]

noise   sends 64 KiB of random bytes (amodem: 16 KiB, minimodem: 1 KiB) through white noise over 0 to 24 kHz. SNR is the mean
        signal power while sending, divided by the noise power. The result is each system's highest goodput, all overhead
        included, of the rates at which every trial is received without an error.
cables  sends one payload by each system over 24 impaired lines at 50 dB.

Prints tables; --plot also draws them.
"""
import argparse
import importlib.util
import math
import os
import sys

import numpy as np

sys.dont_write_bytecode = True
import channel
from modem_systems import RATE, System

SNRS = (10, 20, 30, 40, 50)
# shares of the Shannon limit to try, highest first
SHARES = (0.875, 0.86, 0.85, 0.835, 0.815, 0.80, 0.78, 0.75, 0.70, 0.60)
COLOURS = {'cable': '#c1121f', 'amodem': '#2a6f97', 'minimodem': '#6a994e'}
PAD = RATE // 4


def limit(snr_db):
    """The Shannon limit of a bandwidth of 24 kHz, bit/s."""
    return 24000 * math.log2(1 + 10 ** (snr_db / 10))


def cable(program, bit_rate):
    return System('cable', [program, 'tx', '{in}', '{wav}', str(bit_rate)], [program, 'rx', '{wav}', '/dev/stdout'])


# amodem reads and writes raw samples, at a sample rate that depends on the bit rate
WRAP = r"""
import subprocess, sys, wave
import numpy
from amodem.config import bitrates
import os
own = int(bitrates[int(os.environ['BITRATE'])].Fs)
name = [sys.executable, '-m', 'amodem']

def resampled(raw, from_rate, to_rate):
    x = numpy.frombuffer(raw, '<i2').astype(float)
    x = numpy.pad(x, (0, -len(x) % from_rate))
    n = len(x) * to_rate // from_rate
    spectrum = numpy.fft.rfft(x)
    kept = numpy.zeros(n // 2 + 1, complex)
    k = min(len(kept), len(spectrum))
    kept[:k] = spectrum[:k]
    return numpy.clip(numpy.fft.irfft(kept, n) * n / len(x), -32768, 32767).astype('<i2').tobytes()

if sys.argv[1] == 'send':
    raw = subprocess.run(name + ['send', '-i', '-', '-o', '-'], stdin=sys.stdin, stdout=subprocess.PIPE, check=True).stdout
    length = len(raw) // 2 * 48000 // own
    with wave.open(sys.argv[2], 'wb') as w:
        w.setnchannels(1); w.setsampwidth(2); w.setframerate(48000)
        w.writeframes(resampled(raw, own, 48000)[:2 * length])
else:
    with wave.open(sys.argv[2]) as w:
        raw = resampled(w.readframes(w.getnframes()), 48000, own)
    sys.stdout.buffer.write(subprocess.run(name + ['recv', '-i', '-', '-o', '-'], input=raw, stdout=subprocess.PIPE).stdout)
"""
AMODEM_RATES = (4, 8, 16, 32, 48, 64, 80)  # kbit/s


def amodem(python, kilobits):
    command = ['env', 'BITRATE=%d' % kilobits, python, '-W', 'ignore', '-c', WRAP.replace('{', '{{').replace('}', '}}')]
    return System('amodem', command + ['send', '{wav}'], command + ['recv', '{wav}'])


def minimodem(baud):
    return System('minimodem', ['minimodem', '--tx', '-f', '{wav}', '-R', str(RATE), str(baud)],
                  ['minimodem', '--rx', '-q', '-f', '{wav}', str(baud)])


def trial(system, size, change, seed):
    """Returns the goodput in bit/s, 0 after any error, and the receiver's CPU seconds per second of sound."""
    payload = system.payload(size, seed)
    try:
        sent, _ = system.modulate(payload)
    except FileNotFoundError:  # the system has no mode with this rate
        return 0, 0
    heard = change(np.pad(sent * (0.89 / np.max(np.abs(sent))), PAD), seed)
    out, cpu = system.demodulate(heard * (0.7 / np.max(np.abs(heard))), payload)
    seconds = len(sent) / RATE
    # a modem without frames may also output noise before and after the payload
    return (8 * size / seconds if payload in out else 0), cpu / seconds


def best(systems, size, change, trials):
    """Goodput and CPU of the first of `systems` that is exact in all trials; 0 and 0 if there is none."""
    for system in systems:
        results = []
        for seed in range(1, trials + 1):
            results.append(trial(system, size, change, seed))
            if results[-1][0] == 0:
                break
        else:
            return min(r[0] for r in results), min(r[1] for r in results)
    return 0, 0


def ladders(options):
    """Per system: the payload size in bytes, and a function that returns its modes for an SNR, fastest first."""
    found = {'cable': (65536, lambda snr: [cable(options.program, int(s * limit(snr))) for s in SHARES if s * limit(snr) > 125000]
                       + [cable(options.program, r) for r in (110000, 90000, 70000, 60000, 50000, 40000, 30000, 15000)
                          if r < 0.75 * limit(snr)])}
    if options.amodem:
        found['amodem'] = (16384, lambda snr: [amodem(options.amodem, r) for r in reversed(AMODEM_RATES) if 1000 * r < limit(snr)])
    found['minimodem'] = (1024, lambda snr: [minimodem(r) for r in (2400, 1200)])
    return found


def noise_table(options):
    curves = {name: [] for name in ladders(options)}
    print('| SNR dB | Shannon bit/s | ' + ' | '.join('%s bit/s | of Shannon | receive CPU ms/s' % n for n in curves) + ' |')
    print('|---|---|' + '---|---|---|' * len(curves))
    for snr in SNRS:
        row = []
        for name, (size, ladder) in ladders(options).items():
            rate, cpu = best(ladder(snr), size, lambda x, seed: channel.noise(x, snr, seed), options.trials)
            curves[name].append((snr, rate))
            row.append('%d | %.1f %% | %.1f' % (rate, 100 * rate / limit(snr), 1e3 * cpu))
        print('| %d | %d | %s |' % (snr, limit(snr), ' | '.join(row)), flush=True)
    return curves


def cables_table(options):
    systems = {'cable 111k': (cable(options.program, 111000), 65536), 'cable 15k': (cable(options.program, 15000), 16384)}
    if options.amodem:
        systems['amodem 64k'] = (amodem(options.amodem, 64), 16384)
    systems['minimodem 1200'] = (minimodem(1200), 1024)
    print('\n| cable, 50 dB | ' + ' | '.join(systems) + ' |\n|---|' + '---|' * len(systems))
    for name, change in channel.ROWS.items():
        rates = [trial(s, size, lambda x, seed: channel.noise(change(x), 50, seed), 1)[0] for s, size in systems.values()]
        print('| %s | %s |' % (name, ' | '.join('%d' % r if r else 'not exact' for r in rates)), flush=True)


def draw(curves, path):
    """Goodput against SNR, and the limit, as SVG."""
    width, height, left, bottom, top = 640, 400, 64, 44, 16
    most = 400000

    def place(snr, rate):
        x = left + (snr - SNRS[0]) / (SNRS[-1] - SNRS[0]) * (width - left - 110)
        return '%.1f,%.1f' % (x, height - bottom - rate / most * (height - bottom - top))

    lines = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">' % (width, height),
             '<rect width="100%" height="100%" fill="#fff"/>']
    for rate in range(0, most + 1, 100000):
        x, y = place(SNRS[0], rate).split(',')
        lines.append('<path d="M%s %s H%d" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%d</text>'
                     % (x, y, width - 110, left - 6, float(y) + 4, rate // 1000))
    for snr in SNRS:
        x, y = place(snr, 0).split(',')
        lines.append('<text x="%s" y="%.1f" text-anchor="middle">%d</text>' % (x, float(y) + 18, snr))
    lines.append('<text x="%d" y="%d">SNR in dB; goodput in kbit/s</text>' % (left, height - 8))
    drawn = [('Shannon', '#888', [(s, limit(s)) for s in SNRS])] + [(n, COLOURS[n], c) for n, c in curves.items()]
    for name, colour, points in drawn:
        x, y = place(*points[-1]).split(',')
        lines.append('<polyline points="%s" fill="none" stroke="%s" stroke-width="2"/><text x="%.1f" y="%.1f" fill="%s">%s</text>'
                     % (' '.join(place(*p) for p in points), colour, float(x) + 6, float(y) + 4, colour, name))
    with open(path, 'w') as file:
        file.write('\n'.join(lines + ['</svg>', '']))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('program', help='the built cable-file')
    parser.add_argument('parts', nargs='*', help='noise, cables; default: both')
    parser.add_argument('--trials', type=int, default=8)
    parser.add_argument('--amodem', help='Python interpreter with amodem', default=sys.executable if importlib.util.find_spec('amodem') else None)
    parser.add_argument('--plot', help='SVG file to write')
    options = parser.parse_intermixed_args()
    if not options.amodem:
        print('amodem: SKIPPED: not installed; pip install amodem in a venv, and pass its python with --amodem', file=sys.stderr)
    parts = options.parts or ['noise', 'cables']
    if 'noise' in parts:
        curves = noise_table(options)
        if options.plot:
            draw(curves, options.plot)
    if 'cables' in parts:
        cables_table(options)


if __name__ == '__main__':
    main()
