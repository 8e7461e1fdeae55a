"""Our bell202 stream and minimodem's on the same bytes, the same 48 kHz channel and the same clock.

CPU time is user and system time of the whole process. Time a second of sound is the difference of a long and a short
run over the difference of their lengths, the best of several each, so that start-up does not count.
Noise is white over 0 to 24 kHz; the ratio is that of the powers while the signal is sent.
"""
import os
import subprocess
import sys
import tempfile
import wave

import numpy

RATE = 48000
LONG, SHORT = 4096, 512  # bytes
RUNS = 5  # of each timing
TRIALS = 8  # of each noise level
FRAMED = ['bell202', 'reader', 'manchester:1378.125', 'manchester:8820']
STEPS = [step / 2 for step in range(20, -13, -1)]  # dB


def run(command, source, sink):
    """CPU seconds of a child with these files as its standard input and output."""
    with open(source, 'rb') as stdin, open(sink, 'wb') as stdout:
        child = subprocess.Popen(command, stdin=stdin, stdout=stdout, stderr=subprocess.DEVNULL)
        _, _, usage = os.wait4(child.pid, 0)
        child.returncode = 0
    return usage.ru_utime + usage.ru_stime


def read(path):
    with wave.open(path) as file:
        return numpy.frombuffer(file.readframes(file.getnframes()), '<i2').astype(float) / 32768


def write(path, samples):
    with wave.open(path, 'wb') as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((numpy.clip(samples, -1, 1) * 32767).astype('<i2').tobytes())


class System:
    def __init__(self, name, send, receive, folder):
        self.name, self.send, self.receive, self.folder = name, send, receive, folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def modulate(self, payload):
        with open(self.path('in'), 'wb') as file:
            file.write(payload)
        seconds = run([part.format(wav=self.path('tx.wav')) for part in self.send], self.path('in'), os.devnull)
        return read(self.path('tx.wav')), seconds

    def demodulate(self, samples):
        write(self.path('rx.wav'), samples)
        command = [part.format(wav=self.path('rx.wav')) for part in self.receive]
        seconds = run(command, os.devnull, self.path('out'))
        with open(self.path('out'), 'rb') as file:
            return file.read(), seconds


def channel(samples, decibels, seed):
    """A second of silence around the signal, noise over all, peak at 0.7."""
    power = numpy.mean(samples ** 2)
    quiet = numpy.zeros(RATE // 4)
    padded = numpy.concatenate([quiet, samples, quiet])
    noise = numpy.random.default_rng(seed).standard_normal(len(padded))
    noisy = padded + noise * numpy.sqrt(power / 10 ** (decibels / 10))
    return noisy * (0.7 / numpy.max(numpy.abs(noisy)))


def marginal(measure):
    """Milliseconds of CPU a second of sound: `measure` gives (seconds of sound, CPU seconds) for a size."""
    (long_sound, long_cpu), (short_sound, short_cpu) = (
        min((measure(size) for _ in range(RUNS)), key=lambda pair: pair[1]) for size in (LONG, SHORT))
    return 1000 * (long_cpu - short_cpu) / (long_sound - short_sound)


def payload(size):
    return numpy.random.default_rng(7).bytes(size)


def short(system):
    """Seconds on the air of a message of 16 bytes."""
    return len(system.modulate(payload(16))[0]) / RATE


def measure(system):
    sound = {size: system.modulate(payload(size))[0] for size in (LONG, SHORT)}

    def sending(size):
        samples, cpu = system.modulate(payload(size))
        return len(samples) / RATE, cpu

    def receiving(size):
        heard = channel(sound[size], 40, 1)
        return len(heard) / RATE, system.demodulate(heard)[1]

    exact = None
    for decibels in STEPS:
        if not all(payload(LONG) in system.demodulate(channel(sound[LONG], decibels, seed))[0]
                   for seed in range(TRIALS)):
            break
        exact = decibels
    return {
        'goodput, bit/s': 8 * LONG / (len(sound[LONG]) / RATE),
        '16 bytes on the air, s': short(system),
        'exact at, dB': exact,
        'send, CPU ms a second': marginal(sending),
        'receive, CPU ms a second': marginal(receiving),
    }


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        stream = ['--profile', 'bell202', '--stream', '--quiet']
        ours = System('accessory', [program, 'jack', 'encode', *stream, '-', '{wav}'],
                      [program, 'jack', 'decode', *stream, '{wav}', '-'], folder)
        peer = System('minimodem', ['minimodem', '--tx', '-f', '{wav}', '-R', str(RATE), '1200'],
                      ['minimodem', '--rx', '-q', '-f', '{wav}', '1200'], folder)
        across = [
            (f'{a.name} to {b.name}', payload(LONG) in b.demodulate(channel(a.modulate(payload(LONG))[0], 20, 3))[0])
            for a in (ours, peer) for b in (ours, peer)]
        figures, peers = measure(ours), measure(peer)
        framed = {name: measure(System(
            name, [program, 'jack', 'encode', '--profile', name, '--quiet', '-', '{wav}'],
            [program, 'jack', 'decode', '--profile', name, '--quiet', '{wav}', '-'], folder)) for name in FRAMED}
    print(f'{LONG} bytes of bell202 stream at {RATE} Hz, {TRIALS} trials a noise level\n')
    print('| | accessory | minimodem | ratio |')
    print('|---|---|---|---|')
    for key, figure in figures.items():
        cells = ['not exact' if value is None else f'{value:.2f}' for value in (figure, peers[key])]
        if None in (figure, peers[key]):
            cells.append('-')
        else:  # decibels are a ratio already
            cells.append(f'{figure - peers[key]:+.1f} dB' if key.endswith('dB') else f'{figure / peers[key]:.2f}')
        print(f'| {key} | ' + ' | '.join(cells) + ' |')
    print(f'\nWhole frames, {LONG} bytes, no forward error correction\n')
    print('| | ' + ' | '.join(framed) + ' |')
    print('|---' * (len(framed) + 1) + '|')
    for key in figures:
        cells = [row[key] for row in framed.values()]
        print(f'| {key} | ' + ' | '.join('not exact' if cell is None else f'{cell:.2f}' for cell in cells) + ' |')
    print()
    for name, is_exact in across:
        print(f'{name} at 20 dB: {"exact" if is_exact else "NOT exact"}')
    return 0 if all(is_exact for _, is_exact in across) else 1


sys.exit(main())
