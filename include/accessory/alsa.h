/// A sound card as a two-way stream of mono samples, over ALSA. Library accessory-alsa.
///
/// acc_alsa_open negotiates the format, sets the mixer and starts one thread for both directions.
/// For each block, call acc_alsa_play and acc_alsa_capture. When either returns false, wait until
/// acc_alsa_wait_fd is readable, read its 8 bytes, read the events and call it again.
/// acc_alsa_close stops the thread and restores the mixer.
///
/// Samples are `float`, full scale = 1; counts are frames. One thread at a time per port. Only
/// acc_alsa_open and acc_alsa_close block.
#ifndef ACC_ALSA_H
#define ACC_ALSA_H

#include "accessory/base.h"
#include "accessory/sample.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

/// Why a device cannot be opened, or why it ended.
typedef enum {
    ACC_ALSA_OK ACC_SWIFT_NAME("ok") = 0,
    ACC_ALSA_NO_DEVICE ACC_SWIFT_NAME("noDevice"),  ///< no card or ALSA definition of that name
    ACC_ALSA_DENIED ACC_SWIFT_NAME("denied"),       ///< the user may not open it
    ACC_ALSA_BUSY ACC_SWIFT_NAME("busy"),           ///< another program uses it
    ACC_ALSA_UNFIT ACC_SWIFT_NAME("unfit"),         ///< unsupported rate, sample format or channel
    ACC_ALSA_LOST ACC_SWIFT_NAME("lost"),           ///< it was removed, or it stopped for good
    ACC_ALSA_FAILED ACC_SWIFT_NAME("failed"),  ///< xruns without end, or another error; see `code`
} ACC_CLOSED_ENUM ACC_SWIFT_NAME("ALSAStatus") acc_alsa_status;

/// An error of a port.
typedef struct acc_alsa_fault {
    acc_alsa_status status;
    bool in_capture;   ///< true: of the capture device; false: of the playback device
    int code;          ///< errno
    char reason[160];  ///< one line, without the device's name
} acc_alsa_fault;

/// What to open. Zero or NULL selects the default stated at the field.
typedef struct acc_alsa_config {
    const char *play;     ///< ALSA PCM to play to, "default", "hw:1,0"...
    const char *capture;  ///< ALSA PCM to capture from, on the same or another card
    const char *ACC_NULLABLE state_folder;  ///< NULL: $XDG_STATE_HOME/accessory
    uint32_t rate;     ///< hertz, 8000 to 192000; 0: 48000, else the nearest standard rate
    uint32_t block;    ///< frames per play or capture call, at most 10 s; 0: 10 ms
    uint32_t lead;     ///< frames of playback queued ahead, at most 10 s; 0: 60 ms
    uint32_t channel;  ///< channel to capture, from 0
    bool keep_mixer;   ///< leave volumes and switches unchanged
} acc_alsa_config;

/// The negotiated parameters of one direction.
typedef struct acc_alsa_stream {
    acc_sample_format format;
    uint32_t channels;
    uint32_t period;  ///< frames between two interrupts of the device
    uint32_t buffer;  ///< frames in the device's buffer
} acc_alsa_stream;

/// How a session treats the mixer.
typedef enum {
    ACC_ALSA_MIXER_NONE ACC_SWIFT_NAME("none"),        ///< no controls, or `keep_mixer`
    ACC_ALSA_MIXER_SET ACC_SWIFT_NAME("set"),          ///< set; restored at close
    ACC_ALSA_MIXER_SHARED ACC_SWIFT_NAME("shared"),    ///< set by several; the last restores
    ACC_ALSA_MIXER_UNSAVED ACC_SWIFT_NAME("unsaved"),  ///< unchanged: no writable state file
} ACC_CLOSED_ENUM ACC_SWIFT_NAME("ALSAMixer") acc_alsa_mixer;

/// A port's parameters. Constant while it is open.
typedef struct acc_alsa_info {
    uint32_t rate, block;
    uint32_t latency;  ///< most frames from play to capture over a short cable
    acc_alsa_stream play, capture;
    acc_alsa_mixer mixer;
    bool is_real_time;  ///< the port's thread runs under SCHED_FIFO
} acc_alsa_info;

/// Counters since acc_alsa_open.
typedef struct acc_alsa_counts {
    uint64_t captured, played;   ///< frames that the device captured and played
    uint32_t capture_xruns;      ///< overruns of the capture
    uint32_t play_xruns;         ///< underruns of the playback
    uint64_t lost;               ///< frames lost in both directions, by the clock
    uint64_t dropped, inserted;  ///< playback frames, to follow the capture's clock
} acc_alsa_counts;

/// Events. The first three are the jack's, the others the port's.
typedef enum {
    ACC_ALSA_PLUGGED ACC_SWIFT_NAME("plugged"),
    ACC_ALSA_UNPLUGGED ACC_SWIFT_NAME("unplugged"),
    ACC_ALSA_ROUTE ACC_SWIFT_NAME("route"),           ///< another connector or source is in use
    ACC_ALSA_FOCUS_LOST ACC_SWIFT_NAME("focusLost"),  ///< another program took it; a fault follows
    ACC_ALSA_INTERRUPTED ACC_SWIFT_NAME("interrupted"),  ///< a suspend or a stall; the port goes on
    ACC_ALSA_SERVER_ENDED ACC_SWIFT_NAME("serverEnded"),  ///< the sound server; a fault follows
    ACC_ALSA_XRUN ACC_SWIFT_NAME("xrun"),                 ///< `frames` were lost
} ACC_CLOSED_ENUM ACC_SWIFT_NAME("ALSAEventKind") acc_alsa_event_kind;

/// An event of a port or of a jack.
typedef struct acc_alsa_event {
    acc_alsa_event_kind kind;
    uint32_t frames;  ///< ACC_ALSA_XRUN: frames lost; else 0
} acc_alsa_event;

/// An open port.
typedef struct acc_alsa acc_alsa;

/// Opens both directions, sets the mixer and starts the streams. Returns NULL and fills `fault` on
/// failure. Blocks for as long as the drivers need, usually a few milliseconds.
acc_alsa *ACC_NULLABLE acc_alsa_open(const acc_alsa_config *config, acc_alsa_fault *fault);

/// Plays the queued samples for at most 1 s, stops, and restores the mixer. Returns after 1.5 s even if a
/// driver or a sound server blocks the port; the next acc_alsa_open then restores the mixer.
void acc_alsa_close(acc_alsa *port);

/// Copies the port's parameters or its counters.
void acc_alsa_get_info(const acc_alsa *port, acc_alsa_info *info);
void acc_alsa_get_counts(const acc_alsa *port, acc_alsa_counts *counts);

/// An eventfd that becomes readable (read 8 bytes) when there are samples to read, room to play, an
/// event or a fault. Owned by the port.
int acc_alsa_wait_fd(const acc_alsa *port);

/// Queues samples for playback. Returns false and queues nothing when not all of them fit.
bool acc_alsa_play(acc_alsa *port, const float *ACC_READS(len) samples ACC_NOESCAPE, size_t len);

/// Reads `len` captured samples. Returns false and reads nothing while fewer are there. A card that delivers
/// nothing for 0.5 s is replaced by silence at its rate, until it delivers samples again or a fault ends the port.
bool acc_alsa_capture(acc_alsa *port, float *ACC_COUNT(len) samples ACC_NOESCAPE, size_t len);

/// Removes the oldest event and returns it; false when there is none.
bool acc_alsa_next_event(acc_alsa *port, acc_alsa_event *event);

/// Whether an error has ended the port; `fault` states which.
bool acc_alsa_has_fault(const acc_alsa *port, acc_alsa_fault *fault);

/// A watch on a card's jack. It needs no open port. One thread at a time.
typedef struct acc_alsa_jacks acc_alsa_jacks;

/// Watches the jack controls of the card of the PCM `play`. Of several jacks it watches the one whose
/// name contains `jack`; NULL selects the first of Headset, Headphone, Line Out, Mic. Returns NULL
/// when the card has no controls or cannot be opened.
acc_alsa_jacks *ACC_NULLABLE acc_alsa_jacks_open(const char *play, const char *ACC_NULLABLE jack);
/// Ends a watch.
void acc_alsa_jacks_close(acc_alsa_jacks *jacks);

/// A file descriptor that becomes readable when there may be an event. Owned by the watch.
int acc_alsa_jacks_fd(const acc_alsa_jacks *jacks);

/// 1 when something is plugged, 0 when not, -1 when the card has no jack control.
int acc_alsa_jacks_plugged(const acc_alsa_jacks *jacks);

/// Whether the card was removed: there will be no more events.
bool acc_alsa_jacks_is_gone(const acc_alsa_jacks *jacks);

/// Removes the oldest event and returns it; false when there is none.
bool acc_alsa_jacks_next_event(acc_alsa_jacks *jacks, acc_alsa_event *event);

/// One ALSA device. The strings are valid during the call only.
typedef struct acc_alsa_device {
    const char *name;         ///< as in acc_alsa_config: "hw:CARD=PCH,DEV=0", "default"
    const char *description;  ///< one line
    const char *jacks;        ///< jack controls of the card: "Headphone Jack=on, Mic Jack=off"
    int card;                 ///< the card's number, or -1
    bool plays, captures;
} acc_alsa_device;

/// Calls `visit` for every hardware device, then for every named device ("default", "pulse").
void acc_alsa_each_device(void (*visit)(const acc_alsa_device *device, void *ACC_NULLABLE context),
                          void *ACC_NULLABLE context);

/// A control that acc_alsa_open would set.
typedef struct acc_alsa_control {
    const char *card;                         ///< the card's identifier
    const char *name;                         ///< "Headphone Playback Volume"
    int32_t value, wanted, minimum, maximum;  ///< of the first channel
} acc_alsa_control;

/// Calls `visit` for every control of a card that acc_alsa_open would set. False when the card's
/// controls cannot be opened.
bool acc_alsa_each_control(int card,
                           void (*visit)(const acc_alsa_control *control,
                                         void *ACC_NULLABLE context),
                           void *ACC_NULLABLE context);

/// Restores the mixers that ended sessions left changed, as the next acc_alsa_open would do.
/// Returns the number of restored cards.
int acc_alsa_restore_mixers(const char *ACC_NULLABLE state_folder);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
