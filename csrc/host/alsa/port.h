// The state of a port: fields that its thread and its caller share, and fields of each alone.
#ifndef ACC_ALSA_PORT_H
#define ACC_ALSA_PORT_H

#include "host/alsa/controls.h"
#include "host/alsa/pcm.h"

#include <pthread.h>
#include <stdatomic.h>

enum { MAX_EVENTS = 64 };

/// Counters of one direction. Written by the thread, read by any.
struct tally {
    _Atomic uint64_t frames;
    _Atomic uint32_t xruns;
};

/// Xruns and suspends of one direction that its device caused, each soon after the last.
struct series {
    int64_t first_ns, last_ns;
    unsigned count;
};

struct acc_alsa {
    // constant while the thread runs
    acc_alsa_info info;
    uint32_t lead;
    const char *state_folder;
    char *names;                   // copies of the configuration's strings
    int wait_fd, wake_fd, end_fd;  // end_fd: the thread ends
    pthread_t thread;
    bool has_thread;

    // shared
    struct ring captured, playing;
    acc_alsa_event events[MAX_EVENTS];
    _Atomic unsigned events_put, events_taken;
    struct tally capture_tally, play_tally;
    _Atomic uint64_t lost, dropped, inserted;
    _Atomic bool is_stopping, has_fault;
    _Atomic bool is_left;  // by the caller or the thread: the second one frees the port
    acc_alsa_fault fault;  // written once, before has_fault

    // the thread's own
    struct pcm capture, play;
    struct controls
        controls[2];  // of the playback's card, and of the capture's card if it is another
    size_t controls_count;
    size_t silence;               // frames of silence to play before the ring's samples
    int64_t capture_ns, play_ns;  // time of the last read or restart, and of the last write
    size_t play_fill;             // frames left in the playback's buffer then
    uint64_t played;              // frames that the playback's device has played
    int64_t played_ns;            // time when it was last seen to play, or had nothing to play
    int64_t served_ns;            // time when the capture was last read completely, or restarted
    int64_t sound_ns;             // time of the last captured frame, or of the restart without one
    int64_t taken_ns;             // time when a sample of the caller was last written
    int64_t filled_ns;            // time up to which silence replaces captured frames
    struct series capture_series, play_series;
    int64_t start_ns;
    bool is_flowing;         // the first frame was captured
    double depth, baseline;  // frames in flight: smoothed, and at the start (drift.c)
    uint32_t depth_count;
    size_t quiet;  // consecutive zeros at the end of the played samples
    unsigned stalls;
};

/// The thread's function: serves both directions until is_stopping or a fault, then releases the devices.
void *acc_alsa_port_run(void *port);

/// Closes the devices and restores the mixer. No effect the second time.
void acc_alsa_port_release(struct acc_alsa *port);

/// Releases the devices, if the thread has not, and frees the port.
void acc_alsa_port_free(struct acc_alsa *port);

/// Follows the capture's clock with the playback: see drift.c. Called before each write.
void acc_alsa_port_follow_clock(struct acc_alsa *port, size_t captured_waiting, size_t play_fill);

/// Queues an event for the caller and wakes it.
void acc_alsa_port_report(struct acc_alsa *port, acc_alsa_event_kind kind, uint64_t frames);

#endif
