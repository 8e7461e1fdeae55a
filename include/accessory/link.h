/// The accessory link: one event-driven state machine for both ends of a cable or a radio.
///
///     acc_link_config config = acc_link_config_make(ACC_LINK_HOST, ACC_LINK_JACK);
///     config.buffer = memory, config.capacity = sizeof memory;   // then edit what differs
///     acc_link_init(&link, &config);
///     acc_link_open(&link, now);
///     for (;;) {
///         acc_link_receive(&link, now, payload, len);   // for each frame that arrived whole
///         acc_link_tick(&link, now);                    // at or after acc_link_deadline
///         while (acc_link_poll(&link, now, &action))
///             perform(&action);                         // acc_link_sent once a frame or tone has left
///     }
///
/// Frame payloads, commands and the time go in; frame payloads to send, events and the next
/// deadline come out. After every input, poll until it returns false: events are kept only until
/// then. After an action FRAME or TONE the link returns no other until acc_link_sent reports that
/// it has left; events may be returned at any time. Bytes, timing and states: docs/link.md.
///
/// Times are microseconds of any clock that starts at or above 0 and never goes back. All memory is
/// the caller's; nothing is allocated. One thread at a time per link. Commands return the numbers
/// of the vendor interface (0, -1 to -4), error events its codes (3 to 20).
#ifndef ACC_LINK_H
#define ACC_LINK_H

#include "accessory/base.h"
#include "accessory/frame.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

#define ACC_LINK_VERSION 1u              ///< of the protocol on the wire
#define ACC_LINK_MAX_MESSAGE (1u << 20)  ///< longest request, answer or progress message, bytes
#define ACC_LINK_MIN_PAYLOAD 32u         ///< smallest frame payload of a carrier, bytes
#define ACC_LINK_MAX_WINDOW 64u          ///< most sub-packets in flight
#define ACC_LINK_DATA_HEADER 12u         ///< of each sub-packet, inside the frame's payload
#define ACC_LINK_NEVER UINT64_MAX        ///< no deadline
#define ACC_LINK_EVENTS 16u              ///< room for events between two polls

/// The end of the link.
typedef enum {
    /// The phone or Linux box.
    ACC_LINK_HOST ACC_SWIFT_NAME("host"),
    /// The reader.
    ACC_LINK_ACCESSORY ACC_SWIFT_NAME("accessory"),
} ACC_CLOSED_ENUM acc_link_role;

/// The transport; it decides the error codes of a lost device and of a failed opening.
typedef enum {
    /// Lost device 14, opening fails with -3.
    ACC_LINK_JACK ACC_SWIFT_NAME("jack"),
    /// Lost device 20, opening fails with -2.
    ACC_LINK_BLUETOOTH ACC_SWIFT_NAME("bluetooth"),
} ACC_CLOSED_ENUM acc_link_channel;

/// Who may send when.
typedef enum {
    /// The device sends only in an exchange.
    ACC_LINK_MASTERSLAVE ACC_SWIFT_NAME("masterSlave"),
    /// Both send at any time, no timeout.
    ACC_LINK_DUPLEX ACC_SWIFT_NAME("duplex"),
} ACC_CLOSED_ENUM acc_link_mode;

/// State of an end, by its name at the host / at the accessory.
typedef enum {
    /// WAITING_DEVICE / NOT_READY.
    ACC_LINK_ABSENT ACC_SWIFT_NAME("absent"),
    /// DEVICE_DETECTED / DEVICE_READY.
    ACC_LINK_PRESENT ACC_SWIFT_NAME("present"),
    /// IDLE / IDLE.
    ACC_LINK_IDLE ACC_SWIFT_NAME("idle"),
    /// DATAEXCHANGE / DATA_PROCESS.
    ACC_LINK_EXCHANGING ACC_SWIFT_NAME("exchanging"),
} ACC_CLOSED_ENUM acc_link_state;

/// What a command returns: the numbers of the vendor interface.
typedef enum {
    /// Done, or started: an event reports the outcome.
    ACC_LINK_ACCEPTED ACC_SWIFT_NAME("accepted") = 0,
    /// Exchange, send: one is running. Cancel, respond, progress, refuse: there is nothing to.
    ACC_LINK_NOT_COMPLETE ACC_SWIFT_NAME("notComplete") = -1,
    /// There is no session.
    ACC_LINK_NOT_OPEN ACC_SWIFT_NAME("notOpen") = -2,
    /// Cancel: already cancelling.
    ACC_LINK_CANCELLING ACC_SWIFT_NAME("cancelling") = -3,
    /// The jack is empty.
    ACC_LINK_NO_DEVICE ACC_SWIFT_NAME("noDevice") = -4,
} ACC_CLOSED_ENUM acc_link_result;

/// Codes of ACC_LINK_EVENT_ERROR and of acc_link_fault (document 001; 14 to 17 from the later
/// header). After 4, 8, 9 and 10 the host is in PRESENT and must open again, after 14 and 20 in
/// ABSENT, after all others in IDLE.
typedef enum {
    /// Waveform not decodable.
    ACC_LINK_ERROR_DECODE ACC_SWIFT_NAME("decode") = 3,
    /// Message over the receiver's buffer.
    ACC_LINK_ERROR_MEMORY ACC_SWIFT_NAME("memory") = 4,
    /// The peer stopped answering.
    ACC_LINK_ERROR_SILENT ACC_SWIFT_NAME("silent") = 5,
    /// Byte format.
    ACC_LINK_ERROR_BYTE ACC_SWIFT_NAME("byte") = 6,
    /// Frame format.
    ACC_LINK_ERROR_FRAME ACC_SWIFT_NAME("frame") = 7,
    /// Session lost, or cause unknown.
    ACC_LINK_ERROR_UNKNOWN ACC_SWIFT_NAME("unknown") = 8,
    /// Output failed.
    ACC_LINK_ERROR_WRITE ACC_SWIFT_NAME("write") = 9,
    /// Input failed.
    ACC_LINK_ERROR_READ ACC_SWIFT_NAME("read") = 10,
    /// The peer is in another state.
    ACC_LINK_ERROR_STATE ACC_SWIFT_NAME("state") = 11,
    /// Cancel or close took effect.
    ACC_LINK_ERROR_CANCELLED ACC_SWIFT_NAME("cancelled") = 12,
    /// Three tries unanswered.
    ACC_LINK_ERROR_CANCEL_FAILED ACC_SWIFT_NAME("cancelFailed") = 13,
    /// Unplugged.
    ACC_LINK_ERROR_NO_DEVICE ACC_SWIFT_NAME("noDevice") = 14,
    /// Audio focus lost.
    ACC_LINK_ERROR_FOCUS ACC_SWIFT_NAME("focus") = 15,
    /// Audio service ended.
    ACC_LINK_ERROR_SERVICE ACC_SWIFT_NAME("service") = 16,
    /// Audio interrupted.
    ACC_LINK_ERROR_INTERRUPTED ACC_SWIFT_NAME("interrupted") = 17,
    /// Bluetooth lost.
    ACC_LINK_ERROR_DISCONNECTED ACC_SWIFT_NAME("disconnected") = 20,
} ACC_CLOSED_ENUM acc_link_error;

/// Parameters of the carrier. Times are of this end alone; the peer reports its own in the handshake.
typedef struct acc_link_carrier {
    /// Largest frame payload, bytes: 32 to 512.
    uint16_t payload;
    /// Bytes of a frame beside its payload: 8, and on audio preamble and sync.
    uint16_t frame_overhead;
    /// Bits per second this end sends at; 0: frames take no time.
    uint32_t send_rate;
    /// Bits per second this end receives at; 0: frames take no time.
    uint32_t receive_rate;
    /// What this end adds to a round trip beside the frames' times, microseconds: from
    /// acc_link_sent to the line, from the line to acc_link_receive, and until it reacts.
    uint32_t latency_us;
    /// Both ends may send at once.
    bool full_duplex;
    /// Frames are never lost or changed, only late.
    bool reliable;
    /// A sleeping device is woken by a tone.
    bool wake_tone;
    /// Further features of the carrier, 7 bits; those of both ends are in acc_link_features. Audio: bit 0 the cable modem.
    uint8_t features;
} acc_link_carrier;

/// An end's configuration. Start from acc_link_config_make.
typedef struct acc_link_config {
    acc_link_role role;
    acc_link_channel channel;
    /// Host: the requested mode; accessory: DUPLEX allows both.
    acc_link_mode mode;
    acc_link_carrier carrier;
    /// Whether acc_link_detect and acc_link_lost will be called. Without it acc_link_open may be
    /// called in ABSENT.
    bool plug_detect;
    /// Where received messages are put together; lives as long as the link.
    uint8_t *ACC_NULLABLE buffer;
    /// Size of the buffer, bytes, up to 1 MiB; longer messages are refused (4).
    uint32_t capacity;
    /// Sub-packets in flight, 1 to 64, the smaller one of both ends counts; half duplex: sub-packets a turn, 1 is
    /// stop-and-wait. Above 32 an acknowledgement has 17 bytes, not 13.
    uint8_t window;
    /// How often a sub-packet is sent again, or a poll sent, without an answer before error 5, 1 to
    /// 30; boot, cancel and close signals have their own three.
    uint8_t tries;
    /// Any number that differs from start to start.
    uint32_t seed;
    /// Length of the wake tone; this and the next three in microseconds.
    uint32_t wake_us;
    /// Silence after the tone while the device starts.
    uint32_t boot_us;
    /// Host: silence of a working device before POLL; 0 never.
    uint32_t poll_us;
    /// Accessory: idle time before it sleeps; 0 never.
    uint32_t sleep_us;
} acc_link_config;

/// What acc_link_poll returns.
typedef enum {
    /// Send `bytes` as one frame's payload, then call acc_link_sent.
    ACC_LINK_ACTION_FRAME ACC_SWIFT_NAME("frame"),
    /// Send the wake tone for `tone_us`, then call acc_link_sent.
    ACC_LINK_ACTION_TONE ACC_SWIFT_NAME("tone"),
    /// Report `event` to the caller.
    ACC_LINK_ACTION_EVENT ACC_SWIFT_NAME("event"),
} ACC_CLOSED_ENUM acc_link_action_kind;

/// What happened. `state` is valid in all of them: the state after it.
typedef enum {
    /// The state changed.
    ACC_LINK_EVENT_STATE ACC_SWIFT_NAME("state"),
    /// A session exists; code 1: resumed from a device that was awake, 0: newly woken.
    ACC_LINK_EVENT_OPENED ACC_SWIFT_NAME("opened"),
    /// Code -3 (jack) or -2 (Bluetooth): no handshake, or closed meanwhile; -4: unplugged meanwhile
    /// (Bluetooth: -2).
    ACC_LINK_EVENT_OPEN_FAILED ACC_SWIFT_NAME("openFailed"),
    /// The peer has the whole request, answer or message.
    ACC_LINK_EVENT_SEND_OK ACC_SWIFT_NAME("sendOK"),
    /// Host: `bytes` is a progress message.
    ACC_LINK_EVENT_PROGRESS ACC_SWIFT_NAME("progress"),
    /// Accessory: the host has it.
    ACC_LINK_EVENT_PROGRESS_OK ACC_SWIFT_NAME("progressOK"),
    /// `bytes` is the answer (host), the request (accessory), a message (DUPLEX).
    ACC_LINK_EVENT_RECEIVED ACC_SWIFT_NAME("received"),
    /// The exchange's time is over.
    ACC_LINK_EVENT_TIMEOUT ACC_SWIFT_NAME("timeout"),
    /// The exchange or message ended with `code`.
    ACC_LINK_EVENT_ERROR ACC_SWIFT_NAME("error"),
    /// The carrier is in trouble outside an exchange or message, `code`; 14 or 20: it was lost while
    /// a session was open, and CLOSED follows.
    ACC_LINK_EVENT_FAULT ACC_SWIFT_NAME("fault"),
    /// The session ended; code 0: by agreement, 1: this end alone, 2: the device fell asleep, 3: the
    /// device knows no such session.
    ACC_LINK_EVENT_CLOSED ACC_SWIFT_NAME("closed"),
    /// Data outside an exchange (host, MASTERSLAVE), or a message that broke off (DUPLEX).
    ACC_LINK_EVENT_DROPPED ACC_SWIFT_NAME("dropped"),
    /// Accessory: may switch itself off now.
    ACC_LINK_EVENT_ASLEEP ACC_SWIFT_NAME("asleep"),
} ACC_CLOSED_ENUM acc_link_event_kind;

typedef struct acc_link_event {
    acc_link_event_kind kind;
    acc_link_state state;  ///< after the event
    int32_t code;          ///< as stated in acc_link_event_kind, else 0
    /// PROGRESS, RECEIVED: in the config's buffer, or null when that is. Valid until the next
    /// acc_link_receive; a request until its exchange ends.
    const uint8_t *ACC_NULLABLE bytes;
    uint32_t len;  ///< of `bytes`
} acc_link_event;

typedef struct acc_link_action {
    acc_link_action_kind kind;
    const uint8_t *ACC_NULLABLE bytes;  ///< FRAME: the payload, until acc_link_sent
    size_t len;                         ///< FRAME: of the payload, 1 to 512
    uint32_t tone_us;                   ///< TONE: its length
    acc_link_event event;               ///< EVENT
} acc_link_action;

/// Counted from acc_link_init on.
typedef struct acc_link_statistics {
    uint32_t frames_sent;
    uint32_t frames_received;  ///< well formed and of this session
    uint32_t retransmitted;    ///< sub-packets and signals sent again
    uint32_t duplicates;       ///< sub-packets received again
    uint32_t dropped;          ///< device messages outside an exchange
    uint32_t ignored;          ///< frames of another session, or that break the format
    uint32_t garbled;          ///< reported by acc_link_garbled
    uint32_t round_trip_us;    ///< last measured: sub-packet sent to its acknowledgement
} acc_link_statistics;

/// How far a message has got.
typedef struct acc_link_amount {
    uint32_t done;   ///< bytes acknowledged (sending) or received in order (receiving)
    uint32_t total;  ///< bytes; 0 when there is none
} acc_link_amount;

// What acc_link is made of; private.

typedef struct acc_link_terms {
    uint32_t nonce;       // of the HELLO that asked for them
    uint32_t capacity;    // longest message the peer accepts, bytes
    uint32_t rate;        // the peer's sending rate, bits per second
    uint32_t latency_us;  // of the peer
    uint16_t session;     // 0 none
    uint16_t payload;     // largest frame payload, bytes
    uint8_t window, mode;
    uint8_t features;  // of both ends
} acc_link_terms;

typedef struct acc_link_slot {
    uint64_t first_us, sent_us;  // first and last time it was sent
    uint8_t serial;              // of its last transmission
    uint8_t state;
} acc_link_slot;

typedef struct acc_link_sender {
    const uint8_t *ACC_NULLABLE data;
    uint64_t timer_us;             // when the oldest is sent again
    uint32_t total;                // bytes
    uint32_t packets, base, next;  // all, first unacknowledged, first never sent
    int32_t on_air;                // the one that is leaving, -1 none
    uint16_t exchange;
    uint8_t kind, transfer, serial;
    uint8_t timeouts;  // in a row, without progress
    uint8_t turn;      // half duplex: sent since the peer spoke
    bool active, waiting;
    acc_link_slot slots[ACC_LINK_MAX_WINDOW];
} acc_link_sender;

typedef struct acc_link_receiver {
    uint64_t received_us;
    uint64_t bitmap;
    uint32_t total, packets, base;
    uint16_t exchange;
    uint8_t kind, transfer, echo;
    bool active, ack_due;
} acc_link_receiver;

typedef struct acc_link_signal {
    uint64_t timer_us;
    uint8_t type, tries, limit;  // type 0: none
    bool due;
} acc_link_signal;

typedef struct acc_link_reply {
    uint8_t bytes[28];
    uint8_t len;
} acc_link_reply;

/// One end, about 3 KiB. Its fields are private; place it anywhere and call acc_link_init.
typedef struct acc_link {
    acc_link_config config;
    acc_link_state state;
    acc_link_statistics statistics;
    acc_link_terms terms, offer;  // in force; accessory: answered, not yet confirmed
    acc_link_sender sender;
    acc_link_receiver receiver;
    acc_link_signal signal;
    uint8_t phase;       // host: of opening, cancelling, closing
    uint8_t boots;       // boot signals sent
    uint8_t outcome;     // of `exchange`: 0 well, an error code, or running
    uint8_t transfer;    // next from the accessory in this exchange
    uint8_t garbled;     // code since the last good frame
    uint8_t on_air;      // type of what is leaving, 0 nothing
    bool previous_well;  // host: outcome of the exchange before
    bool request_whole;  // accessory: the request was delivered
    bool answered;       // accessory: acc_link_respond was called
    bool answer_waits;   // accessory: until a progress message is acknowledged
    bool taken_up;       // host: the device was awake
    bool awake;          // accessory: without a session, until awake_us
    bool tone_due;
    uint16_t exchange;           // running or last
    uint16_t push_in, push_out;  // DUPLEX: last messages
    uint32_t dropped;            // host: which message was dropped last
    uint16_t last_session;
    uint32_t answer_len;
    const uint8_t *ACC_NULLABLE answer;
    uint32_t random, round_trip_us;
    uint64_t limit_us;  // end of the exchange
    uint64_t alive_us;  // last good frame, or start of idling
    uint64_t pause_us;  // nothing leaves before
    uint64_t line_us;   // half duplex: the line is taken until then
    uint64_t awake_us;
    uint8_t first_reply, reply_count;
    uint8_t first_event, event_count;
    acc_link_reply replies[4];
    acc_link_event events[ACC_LINK_EVENTS];
    uint8_t frame[ACC_FRAME_MAX_PAYLOAD];
} acc_link;

/// A config with every field set: full duplex, 512-byte payloads, window 32 (half duplex: set 8), 8
/// tries, no buffer. JACK: 3675 Bd both ways, 20 ms,
/// wake tone 500 ms and 300 ms to boot, plug_detect. BLUETOOTH: 100 kbit/s, 100 ms, reliable, no
/// tone. poll_us 5 s, sleep_us 60 s.
acc_link_config acc_link_config_make(acc_link_role role, acc_link_channel channel);

/// Begins in ABSENT. A config outside its ranges is an assertion.
void acc_link_init(acc_link *link, const acc_link_config *config);

// Inputs from the carrier

/// A frame arrived whole (its CRC is right): `payload` of 0 to 512 bytes, borrowed for the call.
void acc_link_receive(acc_link *link, uint64_t now_us,
                      const uint8_t *ACC_COUNT(len) payload ACC_NOESCAPE, size_t len);

/// The last action FRAME or TONE has left; the carrier has room for another. Call it when the last
/// bit is on the line, or was handed to what will send it without a gap.
void acc_link_sent(acc_link *link, uint64_t now_us);

/// Something that is not a frame arrived: ACC_LINK_ERROR_DECODE, _BYTE or _FRAME. If the
/// tries are spent without a good frame after it, the exchange fails with this code, not with 5.
void acc_link_garbled(acc_link *link, acc_link_error code);

/// A frame begins on the line (`busy`), or the line is silent again. For half duplex:
/// nothing is sent meanwhile, for a frame's time at most. Without it two ends that send at once lose
/// both frames and retransmit them.
void acc_link_line(acc_link *link, uint64_t now_us, bool busy);

/// Plug in, or the Bluetooth device was found; at the accessory: plugged, or radio on.
void acc_link_detect(acc_link *link, uint64_t now_us);

/// Unplugged, connection lost. A running exchange or message ends with 14 (jack) or 20 (Bluetooth);
/// an idle session ends with an event FAULT of that code. A frame being sent counts as
/// sent, so acc_link_sent is not awaited.
void acc_link_lost(acc_link *link, uint64_t now_us);

/// The carrier is in trouble: 8, 9, 10, 15, 16 or 17. Ends a running exchange with that code; is
/// otherwise an event FAULT. After 9 a frame being sent counts as sent.
void acc_link_fault(acc_link *link, uint64_t now_us, acc_link_error code);

/// Advances the time. Needed at or after acc_link_deadline; harmless at any other time.
void acc_link_tick(acc_link *link, uint64_t now_us);

// Outputs

/// Next thing to do; false when there is none. See the top of this file.
bool acc_link_poll(acc_link *link, uint64_t now_us, acc_link_action *action);

/// When acc_link_tick is needed next; ACC_LINK_NEVER if only an input can change the state.
uint64_t acc_link_deadline(const acc_link *link);

/// True while the link sends, waits for an answer, opens, exchanges or closes; false when it merely
/// idles, even if its sleep timer runs.
bool acc_link_is_busy(const acc_link *link);

acc_link_state acc_link_get_state(const acc_link *link);

/// The features of acc_link_carrier that both ends of the session have; 0 without a session.
uint8_t acc_link_features(const acc_link *link);

/// The carrier's speed has changed, in both directions: `rate` bits per second, and what both ends together add to
/// a round trip, microseconds. Timeouts use it until the session ends.
void acc_link_pace(acc_link *link, uint32_t rate, uint32_t latency_us);

/// The state's name in document 001: "WAITING_DEVICE", … or "NOT_READY", …
const char *acc_link_state_name(acc_link_role role, acc_link_state state);

acc_link_statistics acc_link_get_statistics(const acc_link *link);

/// Of the message being sent, and of the one being received.
acc_link_amount acc_link_outgoing(const acc_link *link);
acc_link_amount acc_link_incoming(const acc_link *link);

// Commands of the host

/// Wakes the device and opens a session. 0: OPENED or OPEN_FAILED follows (IDLE: 0, an
/// OPENED follows and nothing is sent); -4 when the jack is empty.
acc_link_result acc_link_open(acc_link *link, uint64_t now_us);

/// MASTERSLAVE: sends a request of up to 1 MiB and waits `timeout_us` (0: as long as the device
/// answers polls) from now for the whole answer. DUPLEX: acc_link_send, no timeout. `request` must
/// stay until SEND_OK, ERROR or TIMEOUT. 0, -1, -2, -4.
acc_link_result acc_link_exchange(acc_link *link, uint64_t now_us,
                                  const uint8_t *ACC_COUNT(len) ACC_NULLABLE request, size_t len,
                                  uint64_t timeout_us);

/// Ends the running exchange; ERROR 12 or 13 follows. 0, -1, -2, -3, -4.
acc_link_result acc_link_cancel(acc_link *link, uint64_t now_us);

/// Close signal, up to three times; CLOSED follows, after ERROR 12 of a running exchange. The
/// device goes to sleep. 0, -2 when not open.
acc_link_result acc_link_close(acc_link *link, uint64_t now_us);

/// Ends the session at this end at once, without a signal to the peer: the device stays awake, the next open resumes
/// it. ERROR 12 of a running exchange, then CLOSED. A frame being sent counts as sent. 0, -2 when not
/// open.
acc_link_result acc_link_close_resource(acc_link *link, uint64_t now_us);

// Commands of the accessory

/// Answers the request of event RECEIVED. `answer` must stay until SEND_OK or ERROR. 0, -1 when no
/// request waits for an answer, -2.
acc_link_result acc_link_respond(acc_link *link, uint64_t now_us,
                                 const uint8_t *ACC_COUNT(len) ACC_NULLABLE answer, size_t len);

/// A progress message while the request is worked on. `message` must stay until PROGRESS_OK or
/// ERROR. 0, -1 when none may be sent or one is on its way, -2.
acc_link_result acc_link_progress(acc_link *link, uint64_t now_us,
                                  const uint8_t *ACC_COUNT(len) ACC_NULLABLE message, size_t len);

/// Ends the exchange with an error that the host gets as its own. 0, -1, -2.
acc_link_result acc_link_refuse(acc_link *link, uint64_t now_us, acc_link_error code);

/// The wake tone was detected: the device is awake and waits two seconds for a host before it sleeps again.
void acc_link_wake(acc_link *link, uint64_t now_us);

/// Goes to sleep now and notifies the host once. 0, -2 when no session exists.
acc_link_result acc_link_sleep(acc_link *link, uint64_t now_us);

// Commands of both

/// DUPLEX: sends a message. `message` must stay until SEND_OK or ERROR. 0, -1 when one is on its
/// way or the mode is MASTERSLAVE, -2, -4.
acc_link_result acc_link_send(acc_link *link, uint64_t now_us,
                              const uint8_t *ACC_COUNT(len) ACC_NULLABLE message, size_t len);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
