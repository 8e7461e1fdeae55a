"""The impairments of a cable and a sound card at 48 kHz, one function each; ROWS names them for the comparisons.

Every function takes samples and returns samples. Filters are Butterworth filters, applied to the spectrum.
"""
import numpy

RATE = 48000


def power(x):
    """Mean power of the blocks of 10 ms that contain a signal."""
    blocks = numpy.mean(x[:len(x) // 480 * 480].reshape(-1, 480) ** 2, 1)
    return numpy.mean(blocks[blocks > 0.01 * numpy.percentile(blocks[blocks > 1e-3 * blocks.max()], 80)])


def noise(x, decibels, seed):
    return x + numpy.random.default_rng(seed).standard_normal(len(x)) * numpy.sqrt(power(x) / 10 ** (decibels / 10))


def butterworth(x, hertz, order, high=False):
    # a multiple of 8192, which transforms fast
    length = -(-(len(x) + 19200) // 8192) * 8192
    spectrum = numpy.fft.rfft(numpy.pad(x, (9600, length - len(x) - 9600)))
    s = 1j * numpy.fft.rfftfreq(length, 1 / RATE) / hertz
    # a high pass is a low pass at 1/s; 1e30 stands for infinity at 0 Hz
    if high:
        s = numpy.divide(1, s, out=numpy.full(len(s), 1e30 + 0j), where=s != 0)
    for k in range(order):
        pole = numpy.exp(1j * numpy.pi * (2 * k + order + 1) / (2 * order))
        spectrum *= -pole / (s - pole)
    return numpy.fft.irfft(spectrum, length)[9600:9600 + len(x)]


def echo(x, milliseconds, decibels):
    late = int(milliseconds * RATE / 1000)
    return x + 10 ** (decibels / 20) * numpy.concatenate([numpy.zeros(late), x[:-late]])


def hum(x, decibels):
    wave, t = numpy.zeros(len(x)), 2 * numpy.pi * 50 * numpy.arange(len(x)) / RATE
    for harmonic in range(1, 6):
        wave += 0.5 ** (harmonic - 1) * numpy.sin(harmonic * t + harmonic)
    return x + numpy.sqrt(2 * power(x)) * 10 ** (decibels / 20) * wave


def mains(x, decibels, hertz):
    """Adds mains hum: 40 harmonics of amplitude 1/k in phase. `decibels`: power of the hum over that of the signal."""
    t, k = 2 * numpy.pi * hertz * numpy.arange(len(x)) / RATE, numpy.arange(1, 41)
    wave = sum(numpy.sin(n * t) / n for n in k)
    return x + numpy.sqrt(2 * power(x) / numpy.sum(1 / k ** 2)) * 10 ** (decibels / 20) * wave


def tone(x, decibels, hertz):
    return x + numpy.sqrt(2 * power(x)) * 10 ** (decibels / 20) * numpy.sin(
        2 * numpy.pi * hertz * numpy.arange(len(x)) / RATE)


def read_at(x, places):
    """Interpolates the signal at `places`, in samples, by a windowed sinc."""
    padded, out = numpy.pad(x, 64), numpy.empty(len(places))
    for begin in range(0, len(places), 1 << 14):  # fits in the processor's cache
        here = places[begin:begin + (1 << 14)]
        whole = numpy.floor(here).astype(int)
        part = here - whole + 1e-9  # never 0, by which the sinc would divide
        # angle addition: sine and window at part - k follow from those at part
        sine, sum_of = numpy.sin(numpy.pi * part) / numpy.pi, numpy.zeros(len(here))
        cosine, across = numpy.cos(2 * numpy.pi * part / 34), numpy.sin(2 * numpy.pi * part / 34)
        for k in range(-15, 17):
            turn = 2 * numpy.pi * k / 34
            window = 0.5 + 0.5 * (cosine * numpy.cos(turn) + across * numpy.sin(turn))
            sum_of += padded[numpy.clip(whole + (k + 64), 0, len(padded) - 1)] * window * ((-1) ** k / (part - k))
        out[begin:begin + len(here)] = sum_of * sine
    return out


def wow(x, ppm, hertz):
    n, w = numpy.arange(len(x)), 2 * numpy.pi * hertz / RATE
    return read_at(x, n + ppm * 1e-6 / w * (1 - numpy.cos(w * n)))


def clock(x, ppm):
    """Simulates a receiver whose clock is `ppm` fast."""
    return read_at(x, numpy.arange(int(len(x) * (1 + ppm * 1e-6))) / (1 + ppm * 1e-6))


def dropout(x, milliseconds, every):
    x, length = x.copy(), int(milliseconds * RATE / 1000)
    for at in range(int(every * RATE / 2), len(x), int(every * RATE)):
        x[at:at + length] = 0
    return x


def slip(x, samples):
    """Removes `samples` samples in the middle; if negative, repeats them."""
    return numpy.concatenate([x[:len(x) // 2], x[len(x) // 2 + samples:]])


def step(x, decibels, milliseconds):
    """Raises the level by `decibels` from the middle on, in `milliseconds`, linearly in dB."""
    t = (numpy.arange(len(x)) - len(x) // 2) / (milliseconds * RATE / 1000)
    return x * 10 ** (decibels / 20 * numpy.clip(t, 0, 1))


def slips(x, samples, every):
    """Removes and repeats `samples` samples in turn, once every `every` seconds."""
    length, pieces, at = int(every * RATE), [], 0
    for n, end in enumerate(range(length, len(x) + length, length)):
        pieces.append(x[at:end])
        at = end + samples * (1 if n % 2 else -1)
    return numpy.concatenate(pieces)


def level_control(x, attack, release, ratio=4, level=0.25):
    """The automatic level control of a headset input: an envelope with attack and release in ms; above `level`, full scale = 1,
    the gain falls by `ratio` in dB."""
    quick, slow = numpy.exp(-1000 / (RATE * attack)), numpy.exp(-1000 / (RATE * release))
    envelope, at = numpy.empty(len(x)), 0.0
    for i, now in enumerate(numpy.abs(x / numpy.max(numpy.abs(x))).tolist()):
        at = now + (at - now) * (quick if now > at else slow)
        envelope[i] = at
    return x * (level / numpy.maximum(envelope, level)) ** (1 - 1 / ratio)


ROWS = {
    'AC-coupled at 100 Hz': lambda x: butterworth(x, 100, 1, True),
    '100 Hz to 16 kHz, echo 0.6 ms -20 dB': lambda x: echo(butterworth(butterworth(x, 100, 1, True), 16000, 4), 0.6, -20),
    'low pass 16 kHz, 8th order': lambda x: butterworth(x, 16000, 8),
    '200 Hz to 8 kHz': lambda x: butterworth(butterworth(x, 200, 2, True), 8000, 4),
    '300 Hz to 3.4 kHz': lambda x: butterworth(butterworth(x, 300, 4, True), 3400, 6),
    'echo 1.3 ms -10 dB': lambda x: echo(x, 1.3, -10),
    'echo 5 ms -10 dB': lambda x: echo(x, 5, -10),
    'inverted': lambda x: -x,
    'direct current 0.1': lambda x: 0.7 * x + 0.1,
    'hum 50 Hz -10 dB': lambda x: hum(x, -10),
    'tone 1 kHz -20 dB': lambda x: tone(x, -20, 1000),
    'third harmonic -40 dB': lambda x: x - 0.04 * x ** 3,
    'clipped by 6 dB': lambda x: numpy.clip(2 * x, -1, 1),
    '8 bit': lambda x: numpy.round(x * 128) / 128,
    'wow 50 ppm at 1 Hz': lambda x: wow(x, 50, 1),
    'wow 500 ppm at 4 Hz': lambda x: wow(x, 500, 4),
    'level control, attack 5 ms, release 100 ms': lambda x: level_control(x, 5, 100),
    'level control, attack 10 ms, release 300 ms': lambda x: level_control(x, 10, 300),
    'level control, attack 2 ms, release 20 ms': lambda x: level_control(x, 2, 20),
    'dropout 1 ms a second': lambda x: dropout(x, 1, 1),
    'dropout 20 ms a second': lambda x: dropout(x, 20, 1),
    '1 sample lost': lambda x: slip(x, 1),
    '100 samples lost': lambda x: slip(x, 100),
    '512 samples twice': lambda x: slip(x, -512),
}
LEVELS = [12, 6, 3, 0, -10, -20, -30, -40, -50, -60]
CLOCKS = [-20000, -10000, -1000, 1000, 10000, 20000]


def mixture_of(seed):
    """A cable with several faults: their names and functions, in the order of application."""
    pick = numpy.random.default_rng(5000 + seed)
    band = pick.choice(['AC-coupled at 100 Hz', 'low pass 16 kHz, 8th order', '200 Hz to 8 kHz'])
    faults = {
        f'echo {(late := pick.uniform(0.3, 6)):.1f} ms {(weak := pick.uniform(-20, -10)):.0f} dB': lambda x: echo(x, late, weak),
        f'hum {(loud := pick.uniform(-20, -10)):.0f} dB': lambda x: hum(x, loud),
        **{name: ROWS[name] for name in ('tone 1 kHz -20 dB', 'inverted', 'third harmonic -40 dB', '8 bit', 'wow 500 ppm at 4 Hz',
                                         'dropout 20 ms a second', '1 sample lost', '100 samples lost', '512 samples twice')},
    }
    chosen = sorted(pick.choice(len(faults), 3, replace=False))
    ppm, decibels = pick.uniform(-15000, 15000), pick.uniform(15, 30)
    return [(band, ROWS[band]), *(list(faults.items())[i] for i in chosen), (f'clock {ppm:+.0f} ppm', lambda x: clock(x, ppm)),
            (f'noise {decibels:.0f} dB', lambda x: noise(x, decibels, seed))]


def mixture_name(seed):
    return ', '.join(name for name, _ in mixture_of(seed))


def mixture(x, seed):
    for _, impair in mixture_of(seed):
        x = impair(x)
    return x
