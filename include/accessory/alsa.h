/// A sound card as a two-way stream of mono samples, by ALSA. Library accessory-alsa.
///
/// acc_alsa_open negotiates, sets the mixer and starts one thread that serves both directions.
/// Then, for each block: acc_alsa_play until it accepts the block, and
/// acc_alsa_capture until it returns one; when either refuses, wait for acc_alsa_wait_fd to become
/// readable, read its 8 bytes, ask for events, and try again. acc_alsa_close undoes everything.
///
/// Samples are `float`, full scale = 1; counts are frames. The calls on one port come from one
/// thread at a time. Nothing blocks but acc_alsa_open and acc_alsa_close.
#ifndef ACC_ALSA_H
#define ACC_ALSA_H

#include "accessory/base.h"
#include "accessory/sample.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

/// Why a device cannot be used, or no longer.
typedef enum {
    ACC_ALSA_OK ACC_SWIFT_NAME("ok") = 0,
    ACC_ALSA_NO_DEVICE ACC_SWIFT_NAME("noDevice"),  ///< no card or no definition of that name
    ACC_ALSA_DENIED ACC_SWIFT_NAME("denied"),       ///< this user may not open it
    ACC_ALSA_BUSY ACC_SWIFT_NAME("busy"),           ///< another program holds it
    ACC_ALSA_UNFIT ACC_SWIFT_NAME("unfit"),         ///< it does not do the rate, form or channel
    ACC_ALSA_LOST ACC_SWIFT_NAME("lost"),           ///< it was removed, or stopped for good
    ACC_ALSA_FAILED ACC_SWIFT_NAME("failed"),       ///< the system refused; see `code`
} ACC_CLOSED_ENUM ACC_SWIFT_NAME("ALSAStatus") acc_alsa_status;

/// What went wrong, and where.
typedef struct acc_alsa_fault {
    acc_alsa_status status;
    bool in_capture;   ///< the capture device, not the playback device
    int code;          ///< errno
    char reason[160];  ///< one line, without the device's name
} acc_alsa_fault;

/// What to open. Zero and NULL select the default stated at each field.
typedef struct acc_alsa_config {
    const char *play;                       ///< ALSA PCM to play to, "default", "hw:1,0"...
    const char *capture;                    ///< PCM to capture from; may be another card
    const char *ACC_NULLABLE state_folder;  ///< NULL: $XDG_STATE_HOME/accessory
    uint32_t rate;     ///< hertz, 8000 to 192000; 0: 48000 or the nearest usual one
    uint32_t block;    ///< frames a play or capture call, at most 10 s of them; 0: 10 ms
    uint32_t lead;     ///< frames of playback kept ahead, at most 10 s of them; 0: 60 ms
    uint32_t channel;  ///< channel to capture, from 0
    bool keep_mixer;   ///< leave volumes and switches as they are
} acc_alsa_config;

/// What was agreed for one direction.
typedef struct acc_alsa_stream {
    acc_sample_format format;
    uint32_t channels;
    uint32_t period;  ///< frames between two wake-ups of the device
    uint32_t buffer;  ///< frames in the device's buffer
} acc_alsa_stream;

/// What a session did to the mixer.
typedef enum {
    ACC_ALSA_MIXER_NONE ACC_SWIFT_NAME("none"),        ///< the device has no controls, or asked so
    ACC_ALSA_MIXER_SET ACC_SWIFT_NAME("set"),          ///< set, restored at close
    ACC_ALSA_MIXER_SHARED ACC_SWIFT_NAME("shared"),    ///< set by another session; last restores
    ACC_ALSA_MIXER_UNSAVED ACC_SWIFT_NAME("unsaved"),  ///< unchanged: no state file can be written
} ACC_CLOSED_ENUM ACC_SWIFT_NAME("ALSAMixer") acc_alsa_mixer;

/// What a port is. Constant while it is open.
typedef struct acc_alsa_info {
    uint32_t rate, block;
    uint32_t latency;  ///< frames from played to captured over a short cable, at most
    acc_alsa_stream play, capture;
    acc_alsa_mixer mixer;
    bool is_real_time;  ///< its thread runs under SCHED_FIFO
} acc_alsa_info;

/// What was lost or mended since acc_alsa_open.
typedef struct acc_alsa_counts {
    uint64_t captured, played;   ///< frames that crossed the device
    uint32_t capture_xruns;      ///< times the capture ran over
    uint32_t play_xruns;         ///< times the playback ran dry
    uint64_t lost;               ///< frames of both, by the clock
    uint64_t dropped, inserted;  ///< frames of playback, to follow the capture's clock
} acc_alsa_counts;

/// Events. The first three are the jack's, the others a port's.
typedef enum {
    ACC_ALSA_PLUGGED ACC_SWIFT_NAME("plugged"),
    ACC_ALSA_UNPLUGGED ACC_SWIFT_NAME("unplugged"),
    ACC_ALSA_ROUTE ACC_SWIFT_NAME("route"),           ///< another connector or source
    ACC_ALSA_FOCUS_LOST ACC_SWIFT_NAME("focusLost"),  ///< another program has it; a fault follows
    ACC_ALSA_INTERRUPTED ACC_SWIFT_NAME("interrupted"),   ///< slept or stood still; goes on
    ACC_ALSA_SERVER_ENDED ACC_SWIFT_NAME("serverEnded"),  ///< the sound server; a fault follows
    ACC_ALSA_XRUN ACC_SWIFT_NAME("xrun"),                 ///< `frames` were lost
} ACC_CLOSED_ENUM ACC_SWIFT_NAME("ALSAEventKind") acc_alsa_event_kind;

typedef struct acc_alsa_event {
    acc_alsa_event_kind kind;
    uint32_t frames;
} acc_alsa_event;

typedef struct acc_alsa acc_alsa;

/// Opens both directions, sets the mixer and starts the clock. NULL with `fault` filled on failure.
/// Blocks for as long as the drivers take, usually a few milliseconds.
acc_alsa *ACC_NULLABLE acc_alsa_open(const acc_alsa_config *config, acc_alsa_fault *fault);

/// Plays the remaining samples (at most 1 s of them), stops, and restores the mixer.
void acc_alsa_close(acc_alsa *port);

void acc_alsa_get_info(const acc_alsa *port, acc_alsa_info *info);
void acc_alsa_get_counts(const acc_alsa *port, acc_alsa_counts *counts);

/// Becomes readable (an eventfd: read 8 bytes) when there is something to capture, room to play, an
/// event or a fault. Owned by the port.
int acc_alsa_wait_fd(const acc_alsa *port);

/// Queues samples for playback. False, and nothing queued, when they do not all fit.
bool acc_alsa_play(acc_alsa *port, const float *ACC_COUNT(len) samples ACC_NOESCAPE, size_t len);

/// Reads `len` captured samples. False, and nothing read, while there are fewer.
bool acc_alsa_capture(acc_alsa *port, float *ACC_COUNT(len) samples ACC_NOESCAPE, size_t len);

/// Takes the oldest event; false when there is none.
bool acc_alsa_next_event(acc_alsa *port, acc_alsa_event *event);

/// Whether the port has ended by itself, and why.
bool acc_alsa_has_fault(const acc_alsa *port, acc_alsa_fault *fault);

/// The jack of a card, whether or not a port is open. One thread at a time.
typedef struct acc_alsa_jacks acc_alsa_jacks;

/// Watches the jack controls of the card that the PCM `play` belongs to. Of several jacks the one
/// decides whose name contains `jack`, or for NULL the likeliest: Headset, Headphone, Line Out, Mic.
/// NULL when the card has no controls or cannot be opened.
acc_alsa_jacks *ACC_NULLABLE acc_alsa_jacks_open(const char *play, const char *ACC_NULLABLE jack);
void acc_alsa_jacks_close(acc_alsa_jacks *jacks);

/// Becomes readable when there may be an event. Owned by the watch.
int acc_alsa_jacks_fd(const acc_alsa_jacks *jacks);

/// 1 when something is plugged, 0 when not, -1 when the card has no jack control.
int acc_alsa_jacks_plugged(const acc_alsa_jacks *jacks);

/// Whether the card was removed: there will be no more events.
bool acc_alsa_jacks_is_gone(const acc_alsa_jacks *jacks);

/// Takes the oldest event; false when there is none.
bool acc_alsa_jacks_next_event(acc_alsa_jacks *jacks, acc_alsa_event *event);

/// One device of this machine. The strings live for the call.
typedef struct acc_alsa_device {
    const char *name;         ///< for acc_alsa_config: "hw:CARD=PCH,DEV=0", "default"
    const char *description;  ///< one line
    const char *jacks;        ///< jack controls of the card: "Headphone Jack=on, Mic Jack=off"
    int card;                 ///< number of the card, or -1
    bool plays, captures;
} acc_alsa_device;

/// Calls `visit` for every hardware device, then for every named one ("default", "pulse").
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

/// Restores the mixers that ended sessions left changed: what the next acc_alsa_open would do.
/// Returns how many cards were restored.
int acc_alsa_restore_mixers(const char *ACC_NULLABLE state_folder);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
