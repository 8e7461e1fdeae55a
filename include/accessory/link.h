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
///             perform(&action);                         // then acc_link_sent for a frame or tone
///     }
///
/// Inputs are received frame payloads, commands and the time; outputs are payloads to send, events
/// and the next deadline. After every input call acc_link_poll until it returns false: the event
/// queue has ACC_LINK_EVENTS places. After an action FRAME or TONE, acc_link_poll returns no other
/// until acc_link_sent reports that it has left. docs/link.md specifies bytes, timing and states.
///
/// Times are microseconds of any clock that never goes back. All memory is the caller's. One thread
/// at a time per link. Commands return the numbers of the vendor interface (0, -1 to -4); error
/// events have its codes (3 to 20).
#ifndef ACC_LINK_H
#define ACC_LINK_H

#include "accessory/base.h"
#include "accessory/frame.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

#define ACC_LINK_VERSION 1u              ///< version of the wire protocol
#define ACC_LINK_MAX_MESSAGE (1u << 20)  ///< longest request, answer or progress message, bytes
#define ACC_LINK_MIN_PAYLOAD 32u         ///< smallest frame payload of a carrier, bytes
#define ACC_LINK_MAX_WINDOW 64u          ///< most sub-packets in flight
#define ACC_LINK_DATA_HEADER 12u         ///< bytes of a sub-packet's header, in the frame's payload
#define ACC_LINK_NEVER UINT64_MAX        ///< no deadline
#define ACC_LINK_EVENTS 16u              ///< most events between two polls

/// The end of the link.
typedef enum {
    /// The phone or Linux box.
    ACC_LINK_HOST ACC_SWIFT_NAME("host"),
    /// The reader.
    ACC_LINK_ACCESSORY ACC_SWIFT_NAME("accessory"),
} ACC_CLOSED_ENUM acc_link_role;

/// The transport. It determines the error codes of a lost device and of a failed opening.
typedef enum {
    /// A lost device is error 14; a failed opening has code -3.
    ACC_LINK_JACK ACC_SWIFT_NAME("jack"),
    /// A lost device is error 20; a failed opening has code -2.
    ACC_LINK_BLUETOOTH ACC_SWIFT_NAME("bluetooth"),
} ACC_CLOSED_ENUM acc_link_channel;

/// Who may send when.
typedef enum {
    /// The device sends only during an exchange.
    ACC_LINK_MASTERSLAVE ACC_SWIFT_NAME("masterSlave"),
    /// Both ends send at any time, without a timeout.
    ACC_LINK_DUPLEX ACC_SWIFT_NAME("duplex"),
} ACC_CLOSED_ENUM acc_link_mode;

/// States: the name at the host / at the accessory.
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
    /// Exchange, send: another one is running. Cancel, respond, progress, refuse: no exchange or
    /// request is running.
    ACC_LINK_NOT_COMPLETE ACC_SWIFT_NAME("notComplete") = -1,
    /// There is no session.
    ACC_LINK_NOT_OPEN ACC_SWIFT_NAME("notOpen") = -2,
    /// Cancel: already cancelling.
    ACC_LINK_CANCELLING ACC_SWIFT_NAME("cancelling") = -3,
    /// The jack is empty, and plugs are detected.
    ACC_LINK_NO_DEVICE ACC_SWIFT_NAME("noDevice") = -4,
} ACC_CLOSED_ENUM acc_link_result;

/// Codes of ACC_LINK_EVENT_ERROR and of acc_link_fault, as in the vendor interface. After 4, 8, 9
/// and 10 the host is in PRESENT and must open again, after 14 and 20 it is in ABSENT, after all
/// others in IDLE.
typedef enum {
    /// Waveform not decodable.
    ACC_LINK_ERROR_DECODE ACC_SWIFT_NAME("decode") = 3,
    /// The message exceeds the receiver's buffer.
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
    /// Three cancel signals without an answer.
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

/// Parameters of the carrier at this end; the handshake transfers the peer's.
typedef struct acc_link_carrier {
    /// Largest frame payload, bytes: 32 to 512.
    uint16_t payload;
    /// Bytes of a frame in addition to its payload: 8, and on audio preamble and sync.
    uint16_t frame_overhead;
    /// Sending rate, bits per second; 0: frames take no time.
    uint32_t send_rate;
    /// Receiving rate, bits per second; 0: frames take no time.
    uint32_t receive_rate;
    /// This end's part of a round trip without the frames' own times, microseconds: from
    /// acc_link_sent to the line, from the line to acc_link_receive, and the reaction time.
    uint32_t latency_us;
    /// Both ends may send at once.
    bool full_duplex;
    /// Frames are never lost or changed, only late.
    bool reliable;
    /// A tone wakes a sleeping device.
    bool wake_tone;
    /// Further features of the carrier, 7 bits; acc_link_features returns those of both ends. Audio:
    /// bit 0 is the cable modem.
    uint8_t features;
} acc_link_carrier;

/// An end's configuration. Start from acc_link_config_make.
typedef struct acc_link_config {
    acc_link_role role;
    acc_link_channel channel;
    /// Host: the requested mode; accessory: DUPLEX allows both modes.
    acc_link_mode mode;
    acc_link_carrier carrier;
    /// The caller detects plugs and calls acc_link_detect and acc_link_lost. If false, acc_link_open
    /// may be called in ABSENT.
    bool plug_detect;
    /// Receive buffer for whole messages; valid as long as the link.
    uint8_t *ACC_NULLABLE buffer;
    /// Size of the buffer, bytes, up to 1 MiB; longer messages are refused with error 4.
    uint32_t capacity;
    /// Sub-packets in flight, 1 to 64; both ends use the smaller of their windows. Half duplex:
    /// sub-packets per turn, 1 is stop-and-wait. Above 32 an acknowledgement has 17 bytes instead of 13.
    uint8_t window;
    /// How often a sub-packet is retransmitted, or a poll sent, without an answer before error 5: 1
    /// to 30. Boot, cancel and close signals are always sent up to three times.
    uint8_t tries;
    /// Seed of the random numbers; choose a different one at every start.
    uint32_t seed;
    /// Length of the wake tone. This and the next three times are in microseconds.
    uint32_t wake_us;
    /// Pause after the tone while the device starts.
    uint32_t boot_us;
    /// Host: silence of a device in an exchange before POLL is sent; 0: never.
    uint32_t poll_us;
    /// Accessory: idle time before it sleeps; 0: never.
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

/// Kinds of event. Every event also has `state`, the state after it.
typedef enum {
    /// The state changed.
    ACC_LINK_EVENT_STATE ACC_SWIFT_NAME("state"),
    /// A session is open; code 1: resumed with a device that was awake, 0: the device was woken.
    ACC_LINK_EVENT_OPENED ACC_SWIFT_NAME("opened"),
    /// Opening failed; code -3 (jack) or -2 (Bluetooth): no handshake, or closed by the caller; -4:
    /// unplugged (Bluetooth: -2).
    ACC_LINK_EVENT_OPEN_FAILED ACC_SWIFT_NAME("openFailed"),
    /// The peer has the whole request, answer or message.
    ACC_LINK_EVENT_SEND_OK ACC_SWIFT_NAME("sendOK"),
    /// Host: `bytes` is a progress message.
    ACC_LINK_EVENT_PROGRESS ACC_SWIFT_NAME("progress"),
    /// Accessory: the host has the progress message.
    ACC_LINK_EVENT_PROGRESS_OK ACC_SWIFT_NAME("progressOK"),
    /// `bytes` is the answer (host), the request (accessory) or a message (DUPLEX).
    ACC_LINK_EVENT_RECEIVED ACC_SWIFT_NAME("received"),
    /// The exchange timed out.
    ACC_LINK_EVENT_TIMEOUT ACC_SWIFT_NAME("timeout"),
    /// The exchange or message ended with `code`.
    ACC_LINK_EVENT_ERROR ACC_SWIFT_NAME("error"),
    /// A carrier error `code` outside an exchange or message; 14 or 20: the carrier was lost while a
    /// session was open, and CLOSED follows.
    ACC_LINK_EVENT_FAULT ACC_SWIFT_NAME("fault"),
    /// The session ended; code 0: both ends closed it, 1: this end closed it alone, 2: the device fell
    /// asleep, 3: the device does not know the session.
    ACC_LINK_EVENT_CLOSED ACC_SWIFT_NAME("closed"),
    /// Received data was dropped: outside an exchange (host, MASTERSLAVE), or of an incomplete
    /// message (DUPLEX).
    ACC_LINK_EVENT_DROPPED ACC_SWIFT_NAME("dropped"),
    /// Accessory: the device may switch itself off.
    ACC_LINK_EVENT_ASLEEP ACC_SWIFT_NAME("asleep"),
} ACC_CLOSED_ENUM acc_link_event_kind;

/// An event for the caller.
typedef struct acc_link_event {
    acc_link_event_kind kind;
    acc_link_state state;  ///< after the event
    int32_t code;          ///< as stated in acc_link_event_kind; 0 for other kinds
    /// PROGRESS, RECEIVED: the message in the config's buffer; null when the config has none. Valid
    /// until the next acc_link_receive; a request until its exchange ends.
    const uint8_t *ACC_NULLABLE bytes;
    uint32_t len;  ///< bytes in the message
} acc_link_event;

/// An action for the caller to perform.
typedef struct acc_link_action {
    acc_link_action_kind kind;
    const uint8_t *ACC_NULLABLE bytes;  ///< FRAME: the payload, valid until acc_link_sent
    size_t len;                         ///< FRAME: bytes of the payload, 1 to 512
    uint32_t tone_us;                   ///< TONE: the tone's length
    acc_link_event event;               ///< EVENT: the event
} acc_link_action;

/// Counters since acc_link_init.
typedef struct acc_link_statistics {
    uint32_t frames_sent;
    uint32_t frames_received;  ///< well-formed frames of this session
    uint32_t retransmitted;    ///< sub-packets and signals
    uint32_t duplicates;       ///< sub-packets received again
    uint32_t dropped;          ///< device messages outside an exchange
    uint32_t ignored;          ///< frames of other sessions, or malformed ones
    uint32_t garbled;          ///< calls of acc_link_garbled
    uint32_t round_trip_us;    ///< last measurement: from a sub-packet to its acknowledgement
} acc_link_statistics;

/// Progress of a message.
typedef struct acc_link_amount {
    uint32_t done;   ///< bytes acknowledged (sending) or received in order (receiving)
    uint32_t total;  ///< bytes; 0 when there is no message
} acc_link_amount;

// Parts of acc_link; private.

typedef struct acc_link_terms {
    uint32_t nonce;       // of the HELLO that requested these terms
    uint32_t capacity;    // the longest message the peer accepts, bytes
    uint32_t rate;        // the peer's sending rate, bits per second
    uint32_t latency_us;  // the peer's latency
    uint16_t session;     // session number, 0: none
    uint16_t payload;     // the largest frame payload, bytes
    uint8_t window, mode;
    uint8_t features;  // common to both ends
} acc_link_terms;

typedef struct acc_link_slot {
    uint64_t first_us, sent_us;  // time of the first and of the last transmission
    uint8_t serial;              // of the last transmission
    uint8_t state;
} acc_link_slot;

typedef struct acc_link_sender {
    const uint8_t *ACC_NULLABLE data;
    uint64_t timer_us;             // when the oldest sub-packet is retransmitted
    uint64_t answered_us;          // the last progress, or the first sub-packet's end
    uint32_t total;                // bytes
    uint32_t packets, base, next;  // number of sub-packets; first unacknowledged; first unsent
    int32_t on_air;                // the sub-packet being sent, -1: none
    uint16_t exchange;
    uint8_t kind, transfer, serial;
    uint8_t timeouts;  // consecutive timeouts without progress
    uint8_t turn;      // half duplex: sub-packets sent in this turn
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
    uint8_t type, tries, limit;  // type 0: no signal
    bool due;
} acc_link_signal;

typedef struct acc_link_reply {
    uint8_t bytes[28];
    uint8_t len;
} acc_link_reply;

/// One end of a link, about 3 KiB, in the caller's memory. All fields are private.
typedef struct acc_link {
    acc_link_config config;
    acc_link_state state;
    acc_link_statistics statistics;
    acc_link_terms terms, offer;  // active; accessory: offered, not yet confirmed
    acc_link_sender sender;
    acc_link_receiver receiver;
    acc_link_signal signal;
    uint8_t phase;            // host: opening, cancelling or closing
    uint8_t boots;            // boot signals sent
    uint8_t outcome;          // of `exchange`: 0 succeeded, RUNNING, or an error code
    uint8_t transfer;         // the accessory's next message in this exchange
    uint8_t garbled;          // error code since the last good frame
    uint8_t on_air;           // type of the frame being sent, 0: none
    bool previous_succeeded;  // host: the previous exchange succeeded
    bool request_whole;       // accessory: the request was delivered
    bool answered;            // accessory: acc_link_respond was called
    bool answer_waits;        // accessory: for the ACK of a progress message
    bool was_awake;           // host: the device was awake
    bool awake;               // accessory: awake without a session, until awake_us
    bool tone_due;
    uint16_t exchange;           // number of the running or last exchange
    uint16_t push_in, push_out;  // DUPLEX: numbers of the last messages
    uint32_t dropped;            // host: key of the message dropped last
    uint16_t last_session;
    uint32_t answer_len;
    const uint8_t *ACC_NULLABLE answer;
    uint32_t random, round_trip_us;
    uint64_t limit_us;  // end of the exchange
    uint64_t alive_us;  // last good frame, or start of idling
    uint64_t pause_us;  // no frame leaves before this time
    uint64_t line_us;   // half duplex: the line is busy until then
    uint64_t awake_us;
    uint8_t first_reply, reply_count;
    uint8_t first_event, event_count;
    acc_link_reply replies[4];
    acc_link_event events[ACC_LINK_EVENTS];
    uint8_t frame[ACC_FRAME_MAX_PAYLOAD];
} acc_link;

/// The default configuration: full duplex, 512-byte payloads, window 32 (set 8 for half duplex), 8
/// tries, poll_us 5 s, sleep_us 60 s, no buffer. JACK: 3675 Bd both ways, latency 20 ms, wake tone
/// 500 ms, boot time 300 ms, plug_detect. BLUETOOTH: 100 kbit/s, latency 100 ms, reliable, no tone.
acc_link_config acc_link_config_make(acc_link_role role, acc_link_channel channel);

/// Initialises a link in ABSENT. Asserts that the config is within its ranges.
void acc_link_init(acc_link *link, const acc_link_config *config);

// Inputs from the carrier

/// Passes in the payload of a received frame with a correct CRC: 0 to 512 bytes, borrowed for the call.
void acc_link_receive(acc_link *link, uint64_t now_us,
                      const uint8_t *ACC_READS(len) payload ACC_NOESCAPE, size_t len);

/// Reports that the last action FRAME or TONE has left. Call it when the last bit is on the line, or
/// in a queue that will send it without a gap.
void acc_link_sent(acc_link *link, uint64_t now_us);

/// Reports received data that is not a frame: ACC_LINK_ERROR_DECODE, _BYTE or _FRAME. If no good frame
/// follows and the tries are used up, the exchange fails with this code instead of 5.
void acc_link_garbled(acc_link *link, acc_link_error code);

/// Reports that a frame begins on the line (`busy`) or that the line is silent. A half duplex link
/// sends nothing while the line is busy, for at most a frame's time and the latency. Without these
/// reports, two ends that send at once lose both frames and retransmit them.
void acc_link_line(acc_link *link, uint64_t now_us, bool busy);

/// Reports that the jack was plugged in or the Bluetooth device found; at the accessory: plugged in, or
/// radio on.
void acc_link_detect(acc_link *link, uint64_t now_us);

/// Reports that the jack was unplugged or the connection lost. A running exchange or message ends with
/// error 14 (jack) or 20 (Bluetooth), an idle session with an event FAULT of that code. A frame being
/// sent counts as sent; do not call acc_link_sent for it.
void acc_link_lost(acc_link *link, uint64_t now_us);

/// Reports a carrier error: 8, 9, 10, 15, 16 or 17. It ends a running exchange with that code;
/// otherwise it becomes an event FAULT. After 9 a frame being sent counts as sent.
void acc_link_fault(acc_link *link, uint64_t now_us, acc_link_error code);

/// Advances the time. Call it at or after acc_link_deadline; other times are harmless.
void acc_link_tick(acc_link *link, uint64_t now_us);

// Outputs

/// Returns the next action; false when there is none. See the top of this file.
bool acc_link_poll(acc_link *link, uint64_t now_us, acc_link_action *action);

/// The time of the next acc_link_tick; ACC_LINK_NEVER when only another input can change the state.
uint64_t acc_link_deadline(const acc_link *link);

/// Whether the link sends, waits for an answer, opens, exchanges or closes. False when it idles, even
/// while its sleep timer runs.
bool acc_link_is_busy(const acc_link *link);

/// The current state.
acc_link_state acc_link_get_state(const acc_link *link);

/// The features of acc_link_carrier that both ends of the session have; 0 without a session.
uint8_t acc_link_features(const acc_link *link);

/// Sets a new speed for both directions: `rate` in bits per second, and both ends' latency together in
/// microseconds. Timeouts use them until the session ends.
void acc_link_pace(acc_link *link, uint32_t rate, uint32_t latency_us);

/// The state's name in the vendor interface: "WAITING_DEVICE", … or "NOT_READY", …
const char *acc_link_state_name(acc_link_role role, acc_link_state state);

/// The counters so far.
acc_link_statistics acc_link_get_statistics(const acc_link *link);

/// Progress of the message being sent, and of the one being received.
acc_link_amount acc_link_outgoing(const acc_link *link);
acc_link_amount acc_link_incoming(const acc_link *link);

// Commands of the host

/// Wakes the device and opens a session. Returns 0 and reports OPENED or OPEN_FAILED (in IDLE: OPENED,
/// and nothing is sent), or -4 when the jack is empty.
acc_link_result acc_link_open(acc_link *link, uint64_t now_us);

/// MASTERSLAVE: sends a request of up to 1 MiB and waits up to `timeout_us` for the whole answer (0:
/// as long as the device answers polls). DUPLEX: the same as acc_link_send, without a timeout.
/// `request` must stay valid until SEND_OK, ERROR or TIMEOUT. Returns 0, -1, -2 or -4.
acc_link_result acc_link_exchange(acc_link *link, uint64_t now_us,
                                  const uint8_t *ACC_READS(len) request, size_t len,
                                  uint64_t timeout_us);

/// Cancels the running exchange; ERROR 12 or 13 follows. Returns 0, -1, -2, -3 or -4.
acc_link_result acc_link_cancel(acc_link *link, uint64_t now_us);

/// Closes the session with up to three close signals; the device goes to sleep. CLOSED follows, after
/// ERROR 12 if an exchange is running. During an opening, OPEN_FAILED follows instead. Returns 0, -2 or
/// -4.
acc_link_result acc_link_close(acc_link *link, uint64_t now_us);

/// Closes the session at this end at once, without a signal to the peer: the device stays awake, and
/// the next acc_link_open resumes the session. Reports ERROR 12 if an exchange is running, then CLOSED;
/// during an opening, OPEN_FAILED. A frame being sent counts as sent. Returns 0, -2 or -4.
acc_link_result acc_link_close_resource(acc_link *link, uint64_t now_us);

// Commands of the accessory

/// Answers the request of event RECEIVED. `answer` must stay valid until SEND_OK or ERROR. Returns 0,
/// -1 when no request waits for an answer, or -2.
acc_link_result acc_link_respond(acc_link *link, uint64_t now_us,
                                 const uint8_t *ACC_READS(len) answer, size_t len);

/// Sends a progress message before the answer. `message` must stay valid until PROGRESS_OK or ERROR.
/// Returns 0, -1 when no request waits for an answer or another message is being sent, or -2.
acc_link_result acc_link_progress(acc_link *link, uint64_t now_us,
                                  const uint8_t *ACC_READS(len) message, size_t len);

/// Ends the exchange with an error code that the host also reports. Returns 0, -1 or -2.
acc_link_result acc_link_refuse(acc_link *link, uint64_t now_us, acc_link_error code);

/// Reports the wake tone: the device is awake, and sleeps again when no host opens within two seconds.
void acc_link_wake(acc_link *link, uint64_t now_us);

/// Goes to sleep and notifies the host once. Returns 0, or -2 when no session is open.
acc_link_result acc_link_sleep(acc_link *link, uint64_t now_us);

// Commands of both

/// DUPLEX: sends a message. `message` must stay valid until SEND_OK or ERROR. Returns 0, -1 when
/// another message is being sent or the mode is MASTERSLAVE, -2 or -4.
acc_link_result acc_link_send(acc_link *link, uint64_t now_us,
                              const uint8_t *ACC_READS(len) message, size_t len);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
