"""Our modem and its peers on the same bytes, the same channel and the same clock: modem.py PROGRAM [--quick]

CPU time is user and system time of the whole process. Time a second of sound is the difference of a long and a short
run over the difference of their lengths, the best of several each, so that start-up does not count.
Noise is white over 0 to 24 kHz; the ratio is that of the powers while the signal is sent. What is being measured is said on
standard error. --quick takes a quarter of the bytes, half the trials and the profiles that most use: numbers to look at, not to publish.
"""
import os
import re
import shutil
import string
import subprocess
import sys
import tempfile
import time
import wave

import numpy

import channel

RATE = channel.RATE
LONG, SHORT = 4096, 512  # bytes
PIECE = 256  # bytes, of a peer's packet
RUNS = 5  # of each timing
TRIALS = 4  # of each noise level
UNCODED = ['bell202', 'manchester:1378.125', 'manchester:1837.5', 'reader', 'manchester:4410', 'manchester:8820',
           'manchester:9600']
CODED = ['bell202', 'reader', 'manchester:8820']
ROWS = [('bell202', True), ('reader', True), ('bell202', False), ('reader', False), ('manchester:8820', False)]
FLOOR = 50  # dB of SNR under the channel's rows
BEGAN = time.monotonic()


def say(what):
    print(f'{time.monotonic() - BEGAN:5.0f} s  {what}', file=sys.stderr, flush=True)


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


def write(path, samples, rate=RATE):
    with wave.open(path, 'wb') as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes((numpy.clip(samples, -1, 1) * 32767).astype('<i2').tobytes())


class System:
    """A program that takes bytes and makes a WAV file of them, and one that does the opposite."""

    def __init__(self, name, send, receive, folder, rate=RATE):
        self.name, self.send, self.receive, self.folder, self.rate = name, send, receive, folder, rate

    def path(self, name):
        return os.path.join(self.folder, name)

    def prepare(self, payload):
        return payload

    def modulate(self, payload):
        with open(self.path('in'), 'wb') as file:
            file.write(self.prepare(payload))
        seconds = run([part.format(**{'wav': self.path('tx.wav'), 'in': self.path('in')}) for part in self.send],
                      self.path('in'), os.devnull)
        return read(self.path('tx.wav')), seconds

    def demodulate(self, samples):
        write(self.path('rx.wav'), samples, self.rate)
        command = [part.format(wav=self.path('rx.wav')) for part in self.receive]
        seconds = run(command, os.devnull, self.path('out'))
        with open(self.path('out'), 'rb') as file:
            return self.payload_of(file.read()), seconds

    def payload_of(self, output):
        return output


class Packets(System):
    """AX.25 packets of Dire Wolf's generator, read by Dire Wolf or multimon-ng, which print them."""

    def prepare(self, payload):
        self.sent = [payload[i:i + PIECE] for i in range(0, len(payload), PIECE)]
        return b''.join(b'N%05d>TEST:%s\n' % item for item in enumerate(self.sent))

    def demodulate(self, samples):
        if self.name != 'multimon-ng':
            return super().demodulate(samples)
        # it takes 22050 samples a second
        places = numpy.arange(int(len(samples) * 22050 / RATE)) * RATE / 22050
        (channel.butterworth(samples, 10000, 8)[places.astype(int)] * 32767).astype('<i2').tofile(self.path('rx.raw'))
        seconds = run([part.format(wav=self.path('rx.raw')) for part in self.receive], os.devnull, self.path('out'))
        with open(self.path('out'), 'rb') as file:
            return self.payload_of(file.read()), seconds

    def payload_of(self, output):
        numbers = dict.fromkeys(re.findall(rb'N(\d{5})(?:-0 to |>)TEST', output))
        return b''.join(self.sent[int(n)] for n in numbers if int(n) < len(self.sent))


def heard(samples, decibels, seed):
    """A quarter of a second of silence around the signal, noise over all, peak at 0.7."""
    quiet = numpy.zeros(RATE // 4)
    noisy = channel.noise(numpy.concatenate([quiet, samples, quiet]), decibels, seed)
    return noisy * (0.7 / numpy.max(numpy.abs(noisy)))


def marginal(measure):
    """Milliseconds of CPU a second of sound: `measure` gives (seconds of sound, CPU seconds) for a size."""
    (long_sound, long_cpu), (short_sound, short_cpu) = (
        min((measure(size) for _ in range(RUNS)), key=lambda pair: pair[1]) for size in (LONG, SHORT))
    return 1000 * (long_cpu - short_cpu) / (long_sound - short_sound)


def payload(size):
    letters = (string.ascii_letters + string.digits).encode()
    return bytes(letters[i] for i in numpy.random.default_rng(7).integers(0, len(letters), size))


def error(got, sent):
    """Share of the bytes that did not arrive, or not among eight that arrived in a row."""
    if sent in got:
        return 0.0
    rows = {got[i:i + 8] for i in range(len(got) - 7)}
    arrived = numpy.zeros(len(sent), bool)
    for i in range(len(sent) - 7):
        if sent[i:i + 8] in rows:
            arrived[i:i + 8] = True
    return 1 - float(numpy.mean(arrived))


def errors(system, sound, decibels, trials):
    density = decibels - 10 * numpy.log10(system.rate / 48000)
    return [error(system.demodulate(heard(sound, density, seed))[0], payload(LONG)) for seed in range(trials)]


def knees(system, sound):
    """The lowest SNR at which every trial was exact, and at which at most 1 % of the bytes were lost."""
    exact = one = None
    decibels, step = 20, -2
    while decibels >= -14:
        lost = errors(system, sound, decibels, 1 if step == -2 else TRIALS)
        exact = decibels if max(lost) == 0 and exact in (None, decibels - step) else exact
        one = decibels if numpy.mean(lost) <= 0.01 else one
        if max(lost) and step == -2:  # from where there is room for bad luck on, more finely
            decibels, step, exact, one = decibels + 6, -0.5, None, None
            continue
        if numpy.mean(lost) > 0.2:
            break
        decibels += step
    return exact, one


def measure(name, system):
    say(f'{name}, {system.rate} Hz')
    sound = {size: system.modulate(payload(size))[0] for size in (LONG, SHORT)}

    def sending(size):
        samples, cpu = system.modulate(payload(size))
        return len(samples) / system.rate, cpu

    def receiving(size):
        samples = heard(sound[size], 40, 1)
        system.prepare(payload(size))
        return len(samples) / system.rate, system.demodulate(samples)[1]

    figures = {
        'goodput, bit/s': 8 * LONG / (len(sound[LONG]) / system.rate),
        '16 bytes on the air, s': len(system.modulate(payload(16))[0]) / system.rate,
        'send, CPU ms a second': marginal(sending),
        'receive, CPU ms a second': marginal(receiving),
    }
    system.prepare(payload(LONG))
    figures['exact at, dB'], figures['1 % of bytes lost at, dB'] = knees(system, sound[LONG])
    return figures


def table(title, columns):
    print(f'\n{title}\n')
    print('| | ' + ' | '.join(columns) + ' |')
    print('|---' * (len(columns) + 1) + '|')
    for key in next(iter(columns.values())):
        cells = [column[key] for column in columns.values()]
        print(f'| {key} | ' + ' | '.join(
            'never' if cell is None else cell if isinstance(cell, str) else f'{cell:.2f}' for cell in cells) + ' |')
    sys.stdout.flush()


def rows(name, system):
    """Bytes lost of 4096 in each row of the channel, at each level and clock."""
    say(f'{name}, cables, levels and clocks')
    sound, quiet = system.modulate(payload(LONG))[0], numpy.zeros(RATE // 4)
    sound = numpy.concatenate([quiet, sound * (10 ** (-1 / 20) / numpy.max(numpy.abs(sound))), quiet])

    def lost(samples):
        share = error(system.demodulate(samples)[0], payload(LONG))
        return 'exact' if share == 0 else f'{round(share * LONG)} bytes lost'

    def peak(samples):
        return samples * (0.7 / numpy.max(numpy.abs(samples)))

    found = {}
    for name, impair in channel.ROWS.items():
        samples = channel.noise(impair(sound), FLOOR, 1)
        found[name] = lost(samples if name.startswith(('direct', 'clipped')) else peak(samples))
    for level in channel.LEVELS:
        hiss = numpy.random.default_rng(2).standard_normal(len(sound)) * 10 ** (-90 / 20)
        found[f'level {level:+d} dB'] = lost(sound * 10 ** (level / 20) + hiss)
    for ppm in channel.CLOCKS:
        found[f'clock {ppm:+d} ppm'] = lost(peak(channel.noise(channel.clock(sound, ppm), FLOOR, 3)))
    return found


def main():
    program = sys.argv[1]
    if '--quick' in sys.argv[2:]:
        global LONG, SHORT, RUNS, TRIALS, UNCODED, CODED
        LONG, SHORT, RUNS, TRIALS = 1024, 128, 3, 2
        UNCODED, CODED = ['bell202', 'reader', 'manchester:8820'], ['bell202', 'reader']
    with tempfile.TemporaryDirectory() as folder:
        def ours(name, *options, rate=RATE):
            own = ['--profile', name, '--quiet']
            stream = ['--stream'] if '--stream' in options else []
            return System(name, [program, 'jack', 'encode', *own, *options, '--rate', str(rate), '-', '{wav}'],
                          [program, 'jack', 'decode', *own, *stream, '{wav}', '-'], folder, rate)

        stream = ours('bell202', '--stream')
        minimodem = System('minimodem', ['minimodem', '--tx', '-f', '{wav}', '-R', str(RATE), '1200'],
                           ['minimodem', '--rx', '-q', '-f', '{wav}', '1200'], folder)
        systems = {'accessory --stream': stream,
                   'accessory on minimodem': System('across', minimodem.send, stream.receive, folder),
                   'minimodem': minimodem}
        packets = ['gen_packets', '-r', str(RATE), '-o', '{wav}']
        if shutil.which('gen_packets') and shutil.which('atest'):
            systems['direwolf'] = Packets('direwolf', packets + ['{in}'], ['atest', '-h', '{wav}'], folder)
            systems['direwolf FX.25'] = Packets('direwolf', packets + ['-X', '16', '{in}'], ['atest', '-h', '{wav}'], folder)
            if shutil.which('multimon-ng'):
                systems['multimon-ng'] = Packets('multimon-ng', packets + ['{in}'],
                                                 ['multimon-ng', '-q', '-n', '-t', 'raw', '-a', 'AFSK1200', '{wav}'], folder)
        else:
            print('skipped direwolf and multimon-ng: apt install direwolf multimon-ng')
        print(f'{LONG} bytes, {TRIALS} trials a noise level')
        table(f'Bell 202 at {RATE} Hz', {name: measure(name, system) for name, system in systems.items()})
        table(f'Whole frames, no forward error correction, {RATE} Hz', {name: measure(name, ours(name)) for name in UNCODED})
        table('The same at 44100 Hz', {name: measure(name, ours(name, rate=44100)) for name in UNCODED})
        for rate in (RATE, 44100):
            table(f'Whole frames with forward error correction, {rate} Hz',
                  {name: measure(f'{name} --fec', ours(name, '--fec', rate=rate)) for name in CODED})
        table(f'Cables and clocks, {FLOOR} dB of SNR', {
            name + (' --fec' if coded else ''): rows(name, ours(name, *['--fec'] * coded)) for name, coded in ROWS})


main()
