"""Compares our modem with its peers, on the same bytes and the same channel: modem.py PROGRAM [--quick] [--jobs N] [PART...]

Parts; default: all
  time    CPU time of one program after the other; run it on an idle machine
  noise   white noise in steps of 0.5 dB: the lowest SNR at which every transmission is exact, the lowest at which 1 % of the bytes
          are lost, and the bytes received at some ratios, compared with the peers
  faults  interferers, level changes, slips, wander, and repeated bytes in noise
  cables  the impairments of a cable and a sound card, levels, clock offsets, and mixtures of them

Noise is white over 0 to 24 kHz. SNR is signal power while sending over noise power. Each trial has its own payload and noise. The
number of lost bytes is the edit distance: insertions, deletions and replacements. Trials run in one process per processor, or in N.
CPU time is the user and system time of the whole process. The CPU time of a second of sound is the difference between a long and
a short run, divided by the difference of their lengths, so that start-up does not count; each is the minimum of several runs.
Plans and progress are printed to standard error. --quick takes a quarter of the bytes and trials and fewer profiles; do not
publish its results.
"""
import argparse
import concurrent.futures
import os
import sys
import time

import numpy

import channel
from modem_systems import RATE, error, ours, peers

LONG, SHORT = 4096, 512  # bytes
RUNS = 5  # per timing
TRIALS = 8  # per noise level
MIXES = 24
ABOVE, BELOW, STEP = 4, 2, 0.5  # dB, around the SNR at which 1 % of the bytes are lost
UNCODED = ['bell202', 'manchester:1378.125', 'manchester:1837.5', 'reader', 'manchester:4410', 'manchester:8820',
           'manchester:9600']
CODED = ['bell202', 'reader', 'manchester:8820']
ROWS = [('bell202', True), ('reader', True), ('bell202', False), ('reader', False), ('manchester:8820', False)]
FLOOR = 50  # SNR of the channel's rows, dB
FAULT_BYTES, FAULT_TRIALS, FAULT_FLOOR, LEVEL_FLOOR = 512, 2, 30, 15
FAULT_ROWS = [('bell202', False), ('reader', False), ('reader', True), ('manchester:8820', False), ('manchester:8820', True)]
FAULTS = {
    **{f'sine {f} Hz +20 dB': lambda x, f=f: channel.tone(x, 20, f) for f in (50, 400, 800, 2700, 6000, 12000)},
    **{f'hum {f} Hz {d:+d} dB': lambda x, f=f, d=d: channel.mains(x, d, f) for f in (50, 60) for d in (0, 10)},
    **{f'level {d:+d} dB in {ms} ms': lambda x, d=d, ms=ms: channel.step(x, d, ms)
       for d, ms in ((-20, 200), (-20, 50), (20, 50), (-10, 10), (-20, 10))},
    'slips of 4 samples every 0.5 s': lambda x: channel.slips(x, 4, 0.5),
    **{f'wander {ppm} ppm at 10 Hz': lambda x, ppm=ppm: channel.wow(x, ppm, 10) for ppm in (500, 2000, 5000)},
}
PAYLOADS = [None, 0x00, 0x55, 0x41, 0xFF]
PAYLOAD_LEVELS = [6, 3, 1, -1, -3, -4, -5]  # dB
BEGAN = time.monotonic()


def say(what):
    print(f'{time.monotonic() - BEGAN:5.0f} s  {what}', file=sys.stderr, flush=True)


def table(title, head, lines):
    print(f'\n{title}\n\n| ' + ' | '.join(head) + ' |')
    print('|---' * len(head) + '|')
    for line in lines:
        print('| ' + ' | '.join('' if cell is None else cell if isinstance(cell, str) else f'{cell:g}' for cell in line) + ' |')
    sys.stdout.flush()


def padded(samples):
    quiet = numpy.zeros(RATE // 4)
    return numpy.concatenate([quiet, samples, quiet])


def peak(samples):
    return samples * (0.7 / numpy.max(numpy.abs(samples)))


def noise_trial(system, decibels, seed):
    """Returns the share of bytes lost and the trial's duration in seconds."""
    began = time.monotonic()
    sent = system.payload(LONG, 1000 + seed)
    density = decibels - 10 * numpy.log10(system.rate / 48000)
    sound = peak(channel.noise(padded(system.modulate(sent)[0]), density, 2000 + seed + int(20 * decibels)))
    return error(system.demodulate(sound, sent)[0], sent), time.monotonic() - began


def outline(system):
    """Returns the goodput in bit/s, the seconds that 16 bytes take, the rough SNR at which 1 % of the bytes are lost, and the
    duration of a trial there in seconds."""
    goodput = 8 * LONG / (len(system.modulate(system.payload(LONG, 1))[0]) / system.rate)
    short = len(system.modulate(system.payload(16, 1))[0]) / system.rate
    low, high, seconds = -14.0, 20.0, 1.0
    while high - low > 1:
        middle = (low + high) / 2
        lost, seconds = noise_trial(system, middle, 99)
        low, high = (low, middle) if lost <= 0.01 else (middle, high)
    return goodput, short, round(high), seconds


class Workers:
    """Runs jobs in processes and prints the progress."""

    def __init__(self, count):
        self.count = count
        self.pool = concurrent.futures.ProcessPoolExecutor(count)

    def run(self, what, jobs, seconds=None):
        """Runs jobs (function, argument...) and returns their results. `seconds`: their total duration on one processor, if known."""
        about = f', about {max(1, round(seconds / self.count / 60))} min' if seconds else ''
        say(f'{what}: {len(jobs)} jobs in {self.count} processes{about}')
        futures = [self.pool.submit(*job) for job in jobs]
        told = time.monotonic()
        for done, _ in enumerate(concurrent.futures.as_completed(futures), 1):
            if time.monotonic() - told > 20:
                told = time.monotonic()
                say(f'{what}: {100 * done // len(jobs)} %')
        return [future.result() for future in futures]


class Noise:
    """The share of bytes lost by each system at each SNR measured so far."""

    def __init__(self, systems, workers):
        self.systems, self.workers = systems, workers
        self.lost = [{} for _ in systems]
        self.outlines = workers.run('outlines', [(outline, system) for system in systems])

    def measure(self, wanted):
        """Measures each system at its SNRs in `wanted`, except those already measured."""
        todo = [(i, d) for i, levels in enumerate(wanted) for d in sorted(set(levels)) if d not in self.lost[i]]
        jobs = [(noise_trial, self.systems[i], d, seed) for i, d in todo for seed in range(TRIALS)]
        if not jobs:
            return
        found = self.workers.run('noise', jobs, sum(self.outlines[i][3] for i, _ in todo) * TRIALS)
        for n, (i, d) in enumerate(todo):
            self.lost[i][d] = [lost for lost, _ in found[n * TRIALS:(n + 1) * TRIALS]]

    def knee(self, index, most):
        """The lowest SNR from which on no byte is lost (`most` is max) or the mean loss is at most 1 %; None if there is none."""
        best = None
        for d, lost in sorted(self.lost[index].items(), reverse=True):
            if most(lost) > (0 if most is max else 0.01):
                break
            best = d
        return best

    def search(self, extra):
        """Measures around each knee, and extends the range if the knee is outside. `extra`: further SNRs of each system."""
        wanted = [[o[2] + STEP * k for k in range(-int(BELOW / STEP), int(ABOVE / STEP) + 1)] + list(more)
                  for o, more in zip(self.outlines, extra)]
        for _ in range(3):
            self.measure(wanted)
            for i, levels in enumerate(wanted):
                if self.knee(i, max) is None and max(levels) < 24:
                    levels += [max(levels) + STEP * k for k in range(1, 5)]
                if self.knee(i, numpy.mean) == min(levels):
                    levels += [min(levels) - STEP * k for k in range(1, 5)]


def cell(lost):
    exact = sum(share == 0 for share in lost)
    return f'{exact} of {len(lost)}' + (f', {100 * numpy.mean(lost):.2g} % lost' if exact < len(lost) else '')


def noise_part(program, workers, quick):
    stream = ours(program, 'bell202', '--stream')
    beside = peers(stream)
    for name in ('direwolf', 'multimon'):
        if name not in beside:
            print(f'skipped {name}: apt install direwolf multimon-ng')
    own = {(name, fec, rate): ours(program, name, *['--fec'] * fec, rate=rate)
           for rate in (RATE, 44100) for fec, names in ((0, UNCODED), (1, CODED)) for name in names}
    points = [  # title, systems to compare, SNRs in dB
        ('Characters, 8N1', [stream, *(beside[n] for n in ('across', 'minimodem'))], [3, 1, -1.5, -3, -4.5, -5.5]),
        ('1200 bit/s, frames', [own['bell202', 0, RATE], *(beside[n] for n in ('direwolf', 'multimon') if n in beside)], [2.5, 1, -1]),
        ('1200 bit/s, coded frames', [own['bell202', 1, RATE], *(beside[n] for n in ('fx25',) if n in beside)], [-0.5, -4, -6]),
        ('`reader`', [own['reader', 0, RATE], own['reader', 0, 44100]], [5, 3]),
        ('`manchester:8820` at 44.1 kHz', [own['manchester:8820', 0, 44100]], [8, 6]),
        ('`manchester:8820 --fec` at 44.1 kHz', [own['manchester:8820', 1, 44100]], [0, -3]),
    ] if not quick else [('Characters, 8N1', [stream, beside['across'], beside['minimodem']], [3, 1, -1.5])]
    systems = [stream, *beside.values(), *own.values()]
    extra = [{d for _, group, levels in points if system in group for d in levels} for system in systems]
    noise = Noise(systems, workers)
    noise.search(extra)
    index = {id(system): i for i, system in enumerate(systems)}

    for title, group, levels in points:
        table(f'{title}: exact transmissions of {LONG} bytes', ['', *(f'{d:g} dB' for d in levels)],
              [[f'{s.name}, {s.rate} Hz'] + [cell(noise.lost[index[id(s)]][d]) for d in levels] for s in group])

    def lines(group):
        at = [index[id(system)] for system in group]
        yield ['goodput, bit/s'] + [f'{noise.outlines[i][0]:.0f}' for i in at]
        yield ['16 bytes on the air, s'] + [f'{noise.outlines[i][1]:.3f}' for i in at]
        yield ['exact at, dB'] + [noise.knee(i, max) for i in at]
        yield ['1 % of bytes lost at, dB'] + [noise.knee(i, numpy.mean) for i in at]

    groups = [(f'1200 bit/s at {RATE} Hz', [stream, *beside.values()])]
    for rate in (RATE, 44100):
        groups += [(f'Whole frames, {"coded" if fec else "uncoded"}, {rate} Hz', [own[name, fec, rate] for name in names])
                   for fec, names in ((0, UNCODED), (1, CODED))]
    for title, group in groups:
        table(title, ['', *(system.name for system in group)], lines(group))


def cable_trial(system, kind, name, seed):
    """The number of bytes lost on a cable, at a level, with a clock offset, or with a mixture of faults."""
    sent = system.payload(LONG, 3000 + seed)
    sound = system.modulate(sent)[0]
    sound = padded(sound * (10 ** (-1 / 20) / numpy.max(numpy.abs(sound))))
    if kind == 'cable':
        sound = channel.noise(channel.ROWS[name](sound), FLOOR, 4000 + seed)
        sound = sound if name.startswith(('direct', 'clipped')) else peak(sound)
    elif kind == 'level':
        hiss = numpy.random.default_rng(4000 + seed).standard_normal(len(sound)) * 10 ** (-90 / 20)
        sound = sound * 10 ** (name / 20) + hiss
    elif kind == 'clock':
        sound = peak(channel.noise(channel.clock(sound, name), FLOOR, 4000 + seed))
    else:
        sound = peak(channel.mixture(sound, name))
    return round(LONG * error(system.demodulate(sound, sent)[0], sent))


def cables_part(program, workers):
    systems = [ours(program, name, *['--fec'] * coded) for name, coded in ROWS]
    kinds = [('cable', name) for name in channel.ROWS]
    kinds += [('level', level) for level in channel.LEVELS] + [('clock', ppm) for ppm in channel.CLOCKS]
    kinds += [('mixture', seed) for seed in range(MIXES)]
    jobs = [(cable_trial, system, *kind, n) for system in systems for n, kind in enumerate(kinds)]
    began = time.monotonic()
    cable_trial(*jobs[0][1:])
    found = workers.run('cables', jobs, (time.monotonic() - began) * len(jobs))
    names = {'cable': '{}', 'level': 'level {:+d} dB', 'clock': 'clock {:+d} ppm'}
    lines = [[names[kind].format(name) if kind in names else f'mixture {name}: {channel.mixture_name(name)}'] +
             ['exact' if found[s * len(kinds) + n] == 0 else f'{found[s * len(kinds) + n]} bytes lost'
              for s in range(len(systems))] for n, (kind, name) in enumerate(kinds)]
    table(f'Cables, levels and clocks at {FLOOR} dB, and mixtures at theirs, {LONG} bytes',
          ['', *(system.name for system in systems)], lines)


def fault_trial(system, name, seed):
    """The number of bytes lost with an interferer, a level change, slips or wander."""
    sent = system.payload(FAULT_BYTES, 5000 + seed)
    sound = padded(system.modulate(sent)[0])
    if name.startswith('level'):
        # the SNR refers to the lower level, not to the transition
        weak = numpy.mean(sound[RATE // 4:-RATE // 4] ** 2) * 10 ** (min(float(name.split()[1]), 0) / 10)
        hiss = numpy.random.default_rng(6000 + seed).standard_normal(len(sound))
        sound = FAULTS[name](sound) + hiss * numpy.sqrt(weak) * 10 ** (-LEVEL_FLOOR / 20)
    else:
        sound = FAULTS[name](channel.noise(sound, FAULT_FLOOR, 6000 + seed))
    return round(FAULT_BYTES * error(system.demodulate(peak(sound), sent)[0], sent))


def payload_trial(system, byte, decibels, seed):
    """The number of bytes lost in noise when all are equal; None: random bytes."""
    sent = bytes([byte]) * FAULT_BYTES if byte is not None else system.payload(FAULT_BYTES, 7000 + seed)
    sound = peak(channel.noise(padded(system.modulate(sent)[0]), decibels, 8000 + seed))
    return round(FAULT_BYTES * error(system.demodulate(sound, sent)[0], sent))


def faults_part(program, workers):
    stream = ours(program, 'bell202', '--stream')
    characters = [stream, peers(stream)['minimodem']]
    systems = characters + [ours(program, name, *['--fec'] * coded) for name, coded in FAULT_ROWS]
    jobs = [(fault_trial, system, name, seed) for name in FAULTS for system in systems for seed in range(FAULT_TRIALS)]
    found = iter(workers.run('faults', jobs))
    lost = {name: [sum(next(found) for _ in range(FAULT_TRIALS)) for _ in systems] for name in FAULTS}
    table(f'Lost of {FAULT_TRIALS * FAULT_BYTES} bytes at {FAULT_FLOOR} dB (changes of level: {LEVEL_FLOOR} dB at the lower one)',
          ['', *(system.name for system in systems)], [[name, *cells] for name, cells in lost.items()])
    jobs = [(payload_trial, system, byte, d, seed) for system in characters for byte in PAYLOADS for d in PAYLOAD_LEVELS
            for seed in range(FAULT_TRIALS)]
    found = iter(workers.run('payloads', jobs))
    lines = [[system.name, 'random' if byte is None else f'0x{byte:02X}', *(sum(next(found) for _ in range(FAULT_TRIALS))
                                                                         for _ in PAYLOAD_LEVELS)]
             for system in characters for byte in PAYLOADS]
    table(f'Lost of {FAULT_TRIALS * FAULT_BYTES} characters', ['', 'bytes', *(f'{d:g} dB' for d in PAYLOAD_LEVELS)], lines)


def marginal(measure):
    """CPU milliseconds per second of sound. `measure` returns (seconds of sound, CPU seconds) for a payload size."""
    (long_sound, long_cpu), (short_sound, short_cpu) = (
        min((measure(size) for _ in range(RUNS)), key=lambda pair: pair[1]) for size in (LONG, SHORT))
    return 1000 * (long_cpu - short_cpu) / (long_sound - short_sound)


def time_part(program):
    stream = ours(program, 'bell202', '--stream')
    systems = [stream, *peers(stream).values()]
    systems += [ours(program, name) for name in UNCODED] + [ours(program, name, '--fec') for name in CODED]
    say(f'time: {len(systems)} programs one after the other, about {max(1, round(len(systems) * RUNS * 1.6 / 60))} min')
    lines = []
    for system in systems:
        sent = {size: system.payload(size, 1) for size in (LONG, SHORT)}
        heard = {size: peak(channel.noise(padded(system.modulate(sent[size])[0]), 40, 1)) for size in (LONG, SHORT)}

        def sending(size):
            samples, cpu = system.modulate(sent[size])
            return len(samples) / system.rate, cpu

        def receiving(size):
            return len(heard[size]) / system.rate, system.demodulate(heard[size], sent[size])[1]

        lines.append([system.name, f'{marginal(sending):.2f}', f'{marginal(receiving):.2f}'])
        say(f'time: {system.name} {lines[-1][2]} ms')
    table('CPU milliseconds a second of sound', ['', 'sending', 'receiving'], lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('program')
    parser.add_argument('parts', nargs='*', metavar='part', help='time, noise, faults, cables')
    parser.add_argument('--quick', action='store_true')
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    options = parser.parse_intermixed_args()
    parts = options.parts or ['time', 'noise', 'faults', 'cables']
    if set(parts) - {'time', 'noise', 'faults', 'cables'}:
        parser.error('parts are time, noise, faults and cables')
    if options.quick:
        global LONG, SHORT, RUNS, TRIALS, MIXES, UNCODED, CODED
        LONG, SHORT, RUNS, TRIALS, MIXES = 1024, 128, 3, 2, 4
        UNCODED, CODED = ['bell202', 'reader', 'manchester:8820'], ['bell202', 'reader']
    print(f'{LONG} bytes, {TRIALS} trials a noise level')
    workers = Workers(options.jobs)
    # before the parts that use all processors
    if 'time' in parts:
        time_part(options.program)
    if 'noise' in parts:
        noise_part(options.program, workers, options.quick)
    if 'faults' in parts:
        faults_part(options.program, workers)
    if 'cables' in parts:
        cables_part(options.program, workers)
    workers.pool.shutdown()
    say('done')


if __name__ == '__main__':
    main()
