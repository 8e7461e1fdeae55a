"""Programs that modulate bytes to a WAV file and demodulate them, ours and peers; and the share of bytes lost."""
import os
import re
import shutil
import subprocess
import tempfile
import wave

import numpy

import channel

RATE = channel.RATE
PIECE = 256  # bytes in a packet of a peer


def run(command, source, sink):
    """Runs a command with these files as standard input and output. Returns its CPU seconds."""
    with open(source, 'rb') as stdin, open(sink, 'wb') as stdout:
        child = subprocess.Popen(command, stdin=stdin, stdout=stdout, stderr=subprocess.DEVNULL)
        _, _, usage = os.wait4(child.pid, 0)
        child.returncode = 0
    return usage.ru_utime + usage.ru_stime


def read(path):
    with wave.open(path) as file:
        return numpy.frombuffer(file.readframes(file.getnframes()), '<i2').astype(float) / 32768


def write(path, samples, rate):
    with wave.open(path, 'wb') as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes((numpy.clip(samples, -1, 1) * 32767).astype('<i2').tobytes())


class System:
    """A command that modulates bytes to a WAV file, and one that demodulates the file.

    In the commands, `{wav}` and `{in}` are replaced by file names. Without `{in}`, the sender reads standard input. The receiver
    writes standard output.
    """

    printable = False

    def __init__(self, name, send, receive, rate=RATE):
        self.name, self.send, self.receive, self.rate = name, send, receive, rate

    def payload(self, size, seed):
        """Random bytes of the kind that this system can transmit."""
        source = numpy.random.default_rng(seed)
        return bytes(source.integers(48, 58, size, 'u1')) if self.printable else source.bytes(size)

    def prepare(self, payload):
        return payload

    def modulate(self, payload):
        """Returns the samples, full scale = 1, and the CPU seconds of the sender."""
        with tempfile.TemporaryDirectory() as folder:
            wav, source = os.path.join(folder, 'tx.wav'), os.path.join(folder, 'in')
            with open(source, 'wb') as file:
                file.write(self.prepare(payload))
            seconds = run([part.format_map({'wav': wav, 'in': source}) for part in self.send], source, os.devnull)
            return read(wav), seconds

    def record(self, wav, samples):
        write(wav, samples, self.rate)

    def demodulate(self, samples, sent):
        """Returns the received bytes and the CPU seconds of the receiver."""
        with tempfile.TemporaryDirectory() as folder:
            wav, sink = os.path.join(folder, 'rx.wav'), os.path.join(folder, 'out')
            self.record(wav, samples)
            seconds = run([part.format(wav=wav) for part in self.receive], os.devnull, sink)
            with open(sink, 'rb') as file:
                return self.payload_of(file.read(), sent), seconds

    def payload_of(self, output, sent):
        return output


class Packets(System):
    """Numbered AX.25 packets from Dire Wolf's generator. The receiver, Dire Wolf or multimon-ng, prints them."""

    printable = True

    @staticmethod
    def pieces(payload):
        return [payload[i:i + PIECE] for i in range(0, len(payload), PIECE)]

    def prepare(self, payload):
        return b''.join(b'N%05d>TEST:%s\n' % item for item in enumerate(self.pieces(payload)))

    def payload_of(self, output, sent):
        pieces = self.pieces(sent)
        numbers = dict.fromkeys(re.findall(rb'N(\d{5})(?:-0 to |>)TEST', output))
        return b''.join(pieces[int(n)] for n in numbers if int(n) < len(pieces))


class Multimon(Packets):
    """multimon-ng, which reads raw samples at 22050 Hz."""

    def record(self, wav, samples):
        places = numpy.arange(int(len(samples) * 22050 / RATE)) * RATE / 22050
        (channel.butterworth(samples, 10000, 8)[places.astype(int)] * 32767).astype('<i2').tofile(wav)


def ours(program, profile, *options, rate=RATE):
    own = ['--profile', profile, '--quiet']
    stream = ['--stream'] if '--stream' in options else []
    return System(' '.join([profile, *options]), [program, 'jack', 'encode', *own, *options, '--rate', str(rate), '-', '{wav}'],
                  [program, 'jack', 'decode', *own, *stream, '{wav}', '-'], rate)


def peers(stream):
    """The installed peers; also minimodem as the sender and `stream` as the receiver."""
    minimodem = System('minimodem', ['minimodem', '--tx', '-f', '{wav}', '-R', str(RATE), '1200'],
                       ['minimodem', '--rx', '-q', '-f', '{wav}', '1200'])
    found = {'across': System('ours, sent by minimodem', minimodem.send, stream.receive), 'minimodem': minimodem}
    packets = ['gen_packets', '-r', str(RATE), '-o', '{wav}']
    if shutil.which('gen_packets') and shutil.which('atest'):
        found['direwolf'] = Packets('Dire Wolf', packets + ['{in}'], ['atest', '-h', '{wav}'])
        found['fx25'] = Packets('Dire Wolf FX.25', packets + ['-X', '16', '{in}'], ['atest', '-h', '{wav}'])
        if shutil.which('multimon-ng'):
            found['multimon'] = Multimon('multimon-ng', packets + ['{in}'],
                                         ['multimon-ng', '-q', '-n', '-t', 'raw', '-a', 'AFSK1200', '{wav}'])
    return found


def distance(a, b):
    """Edit distance of two byte strings: insertions, deletions and replacements (Myers' bit vectors, in Hyyro's form)."""
    where = {}
    for i, byte in enumerate(a):
        where[byte] = where.get(byte, 0) | 1 << i
    everything, last, count = (1 << len(a)) - 1, 1 << len(a) - 1, len(a)
    more, less = everything, 0
    for byte in b:
        equal = where.get(byte, 0)
        vertical = equal | less
        across = ((equal & more) + more ^ more) | equal
        up, down = less | everything & ~(across | more), more & across
        count += (up & last > 0) - (down & last > 0)
        up, down = up << 1 | 1, down << 1
        more = (down | ~(vertical | up)) & everything
        less = up & vertical & everything
    return count


def error(got, sent):
    """Share of bytes lost, 0 to 1. Bytes before and after a complete payload do not count."""
    if sent in got:
        return 0.0
    return min(1.0, distance(sent, got[:len(sent) + len(sent) // 8 + 64]) / len(sent))
