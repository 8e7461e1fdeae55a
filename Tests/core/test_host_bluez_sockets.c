// The system calls behind each Bluetooth socket, in order and with their arguments, on a simulated kernel: this program's own
// socket(), bind() and so on. Each call fails once.
#include "check.h"
#include "host/bluez/socket.h"

#include <linux/capability.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <sys/wait.h>

enum { FILE_NUMBER = 5000, ERROR = ENOTSUP };

// What the system gives: a process without standard input gets 0.
static int file_number = FILE_NUMBER;

static char trace[8192];
static unsigned calls, fails_at;  // call number `fails_at` fails with `error`
static int error;
static int64_t clock_ms;
static int polled;              // what poll() returns
static unsigned interruptions;  // of poll(), before that
static unsigned busy;           // attempts to connect that fail with EBUSY
static int so_error;
static uint16_t answer_size;
static socklen_t option_size;  // at most this much of an option is given

static void note(const char *format, ...)
{
    size_t at = strlen(trace);
    va_list list;
    va_start(list, format);
    vsnprintf(trace + at, sizeof trace - at, format, list);
    va_end(list);
}

// Counts a call; whether it fails.
static bool fails(void)
{
    errno = error;
    return ++calls == fails_at;
}

static void start(unsigned failing, int with)
{
    trace[0] = 0;
    calls = 0;
    fails_at = failing;
    error = with;
    clock_ms = 1000;
    polled = 1;
    interruptions = busy = 0;
    so_error = 0;
    answer_size = 20;
    option_size = 100;
}

static void note_address(const char *call, const void *address, socklen_t size)
{
    static const struct sockaddr none;
    const struct sockaddr *any = address ? address : &none;
    CHECK(any->sa_family == AF_BLUETOOTH);
    if (size == sizeof(struct l2cap_address)) {
        const struct l2cap_address *l = address;
        const uint8_t *psm = (const uint8_t *)&l->psm, *cid = (const uint8_t *)&l->cid;
        note("%s l2cap %02X%02X psm %02X%02X cid %02X%02X type %d; ", call, l->device[0],
             l->device[5], psm[0], psm[1], cid[0], cid[1], l->type);
    } else if (size == sizeof(struct rfcomm_address)) {
        const struct rfcomm_address *r = address;
        note("%s rfcomm %02X%02X channel %d; ", call, r->device[0], r->device[5], r->channel);
    } else {
        const struct hci_address *h = address;
        CHECK(size == sizeof *h);
        note("%s hci %04X channel %d; ", call, h->device, h->channel);
    }
}

int socket(int domain, int type, int protocol)
{
    CHECK(domain == AF_BLUETOOTH && type & SOCK_NONBLOCK && type & SOCK_CLOEXEC);
    note("socket %d %d; ", type & 15, protocol);
    return fails() ? -1 : file_number;
}

int bind(int file, const struct sockaddr *address, socklen_t size)
{
    CHECK(file == file_number);
    note_address("bind", address, size);
    return -fails();
}

int listen(int file, int backlog)
{
    CHECK(file == file_number);
    note("listen %d; ", backlog);
    return -fails();
}

int connect(int file, const struct sockaddr *address, socklen_t size)
{
    CHECK(file == file_number);
    note_address("connect", address, size);
    bool failed = fails();
    if (busy == 0)
        return -failed;
    busy--;
    errno = EBUSY;
    return -1;
}

int accept4(int file, struct sockaddr *address, socklen_t *size, int flags)
{
    CHECK(file == 77 && flags == (SOCK_NONBLOCK | SOCK_CLOEXEC));
    note("accept4; ");
    if (*size == sizeof(struct l2cap_address))
        *(struct l2cap_address *)(void *)address =
            (struct l2cap_address){.family = AF_BLUETOOTH, .device = {9, 8, 7, 6, 5, 4}, .type = 2};
    else
        *(struct rfcomm_address *)(void *)address =
            (struct rfcomm_address){.family = AF_BLUETOOTH, .device = {9, 8, 7, 6, 5, 4}};
    return fails() ? -1 : file_number;
}

int setsockopt(int file, int level, int option, const void *value, socklen_t size)
{
    CHECK(file == file_number);
    note("set %d %d:", level, option);
    for (socklen_t i = 0; i < size; i++)
        note("%02X", ((const uint8_t *)value)[i]);
    note("; ");
    return -fails();
}

// Options have the bytes 1, 2, 3 and so on, but for the error.
int getsockopt(int file, int level, int option, void *value, socklen_t *size)
{
    CHECK(file == file_number);
    note("get %d %d %d; ", level, option, (int)*size);
    if (level == SOL_SOCKET)
        memcpy(value, &so_error, sizeof so_error);
    else
        for (socklen_t i = 0; i < *size && i < option_size; i++)
            ((uint8_t *)value)[i] = (uint8_t)((unsigned)option + i + 1);
    return -fails();
}

int close(int file)
{
    if (file != file_number)
        return (int)syscall(SYS_close, file);
    note("close; ");
    errno = EIO;  // which is not the result
    return 0;
}

int clock_gettime(clockid_t clock, struct timespec *t)
{
    CHECK(clock == CLOCK_MONOTONIC);
    *t = (struct timespec){clock_ms / 1000, clock_ms % 1000 * 1000000 + 999999};
    return 0;
}

// poll(), whose declaration says that it reads no file numbers
int simulated_poll(struct pollfd *files, nfds_t count, int timeout) __asm__("poll");

int simulated_poll(struct pollfd *files, nfds_t count, int timeout)
{
    if (count == 0) {
        clock_ms += timeout;
        return 0;
    }
    CHECK(count == 1 && files->fd == file_number);
    note("poll %d %d; ", files->events, timeout);
    if (interruptions == 0)
        return fails() ? -1 : polled;
    interruptions--;
    clock_ms += 10;
    errno = EINTR;
    return -1;
}

ssize_t send(int file, const void *bytes, size_t size, int flags)
{
    CHECK(file == file_number && flags == MSG_NOSIGNAL && ((const uint8_t *)bytes)[0] == 6);
    note("send %d; ", (int)size);
    return fails() ? -1 : (ssize_t)size;
}

// A record with channel 9.
ssize_t recv(int file, void *bytes, size_t size, int flags)
{
    static const uint8_t answer[] = {7, 0, 1,    0, 19,   0, 16,   0x35, 14, 0x35, 12, 9,
                                     0, 4, 0x35, 7, 0x35, 5, 0x19, 0,    3,  8,    9,  0};
    CHECK(file == file_number && size >= sizeof answer && flags == MSG_DONTWAIT);
    note("recv; ");
    if (answer_size)
        memcpy(bytes, answer, sizeof answer);
    return fails() ? -1 : answer_size ? (ssize_t)sizeof answer : 0;
}

static const acc_bluez_address local = {{1, 2, 3, 4, 5, 6}, ACC_BLUEZ_LE_PUBLIC};
static const acc_bluez_address peer = {{0xA1, 2, 3, 4, 5, 0xA6}, ACC_BLUEZ_LE_RANDOM};
static acc_bluez_address accepted;

static int att_connect(void)
{
    return acc_bluez_att_connect(&local, &peer);
}
static int att_listen(void)
{
    return acc_bluez_att_listen(&local);
}
static int channel_connect(void)
{
    return acc_bluez_channel_connect(&local, &peer, 0x81, 0x1234);
}
static int channel_listen(void)
{
    return acc_bluez_channel_listen(&local, 0x81, 0x1234);
}
static int accept_l2cap(void)
{
    return acc_bluez_accept(77, &accepted);
}
static int rfcomm_connect(void)
{
    return acc_bluez_rfcomm_connect(&local, &peer, 11);
}
static int rfcomm_listen(void)
{
    return acc_bluez_rfcomm_listen(&local, 12);
}
static int accept_rfcomm(void)
{
    return acc_bluez_rfcomm_accept(77, &accepted);
}
static int open_events(void)
{
    return acc_bluez_open_events(2);
}
static int open_answers(void)
{
    return acc_bluez_open_answers(3);
}
static int find(void)
{
    return acc_bluez_rfcomm_find(&local, &peer, ACC_BLUEZ_UUID_SERIAL_PORT);
}
static int set_security(void)
{
    return acc_bluez_set_security(file_number, 3);
}
static int security(void)
{
    return acc_bluez_security(file_number);
}
static int key_size(void)
{
    return acc_bluez_key_size(file_number);
}
static int handle(void)
{
    return acc_bluez_connection_handle(file_number);
}
static int error_of(void)
{
    return acc_bluez_socket_error(file_number);
}
static uint16_t sizes[2];
static int packet_sizes(void)
{
    return acc_bluez_packet_sizes(file_number, &sizes[0], &sizes[1]);
}

// Numbers in memory as the processor has them.
static bool is_big_endian(void)
{
    return *(const uint8_t *)&(uint16_t){1} == 0;
}

// The options of a receive buffer: SO_RCVBUFFORCE of 4 MiB, SO_RCVBUF of 1 MiB.
#define ROOM "set 1 33:00004000; "
#define EVENTS_ROOM "set 1 8:00001000; "

static const struct {
    int (*run)(void);
    int result;
    unsigned may_fail;  // the number of a call whose failure changes nothing but the trace
    bool opens;
    const char *calls;
} operations[] = {
    {att_connect, FILE_NUMBER, 2, true,
     "socket 5 0; " ROOM "bind l2cap 0106 psm 0000 cid 0400 type 1; "
     "connect l2cap A1A6 psm 0000 cid 0400 type 2; "},
    {att_listen, FILE_NUMBER, 2, true,
     "socket 5 0; " ROOM "bind l2cap 0106 psm 0000 cid 0400 type 1; listen 16; "},
    {channel_connect, FILE_NUMBER, 2, true,
     "socket 5 0; " ROOM "bind l2cap 0106 psm 0000 cid 0000 type 1; set 274 13:3412; "
     "connect l2cap A1A6 psm 8100 cid 0000 type 2; "},
    {channel_listen, FILE_NUMBER, 2, true,
     "socket 5 0; " ROOM "bind l2cap 0106 psm 8100 cid 0000 type 1; set 274 13:3412; listen 16; "},
    {accept_l2cap, FILE_NUMBER, 2, true, "accept4; " ROOM},
    {rfcomm_connect, FILE_NUMBER, 0, true,
     "socket 1 3; bind rfcomm 0106 channel 0; connect rfcomm A1A6 channel 11; "},
    {rfcomm_listen, FILE_NUMBER, 0, true, "socket 1 3; bind rfcomm 0106 channel 12; listen 4; "},
    {accept_rfcomm, FILE_NUMBER, 0, true, "accept4; "},
    {acc_bluez_open_control, FILE_NUMBER, 0, true, "socket 3 1; bind hci FFFF channel 3; "},
    // packets 1 and 4; events 5, 8, 30 and 3E
    {open_events, FILE_NUMBER, 3, true,
     "socket 3 1; bind hci 0002 channel 0; " EVENTS_ROOM
     "set 0 2:12000000200100000000014000000000; "},
    // packets 4; event E
    {open_answers, FILE_NUMBER, 0, true,
     "socket 3 1; bind hci 0003 channel 0; set 0 2:10000000004000000000000000000000; "},
    {find, 9, 0, true,
     "socket 5 0; bind l2cap 0106 psm 0000 cid 0000 type 0; connect l2cap A1A6 psm 0100 cid 0000 "
     "type 0; "
     "poll 4 30000; get 1 4 4; send 18; poll 1 30000; recv; close; "},
    {set_security, 0, 0, false, "set 274 4:0300; "},
    {security, 5, 0, false, "get 274 4 2; "},
    {key_size, 6, 0, false, "get 274 4 2; "},
    {handle, 0x0403, 0, false, "get 6 2 6; "},
    {error_of, 0, 0, false, "get 1 4 4; "},
    {packet_sizes, 0, 0, false, "get 274 13 2; get 274 12 2; "},
};

static void calls_are_made_in_order(void)
{
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        const bool gives = operations[i].result == FILE_NUMBER;
        const int wanted = gives ? file_number : operations[i].result;
        start(0, 0);
        CHECK(operations[i].run() == wanted);
        if (strcmp(trace, operations[i].calls) != 0)
            printf("  %s\n", trace);
        CHECK(strcmp(trace, operations[i].calls) == 0);
        unsigned count = calls;
        // after a failure the socket is closed, and nothing else is called
        for (unsigned at = 1; at <= count; at++) {
            start(at, ERROR);
            int result = operations[i].run();
            size_t length = strlen(trace);
            bool closed = length > 7 && strcmp(trace + length - 7, "close; ") == 0;
            if (at == operations[i].may_fail) {
                CHECK(result == wanted && !closed);
                continue;
            }
            CHECK(result == -ERROR && closed == (operations[i].opens && at > 1));
            CHECK(strncmp(trace, operations[i].calls, length - (closed ? 7 : 0)) == 0 &&
                  calls == at);
        }
    }
    CHECK(sizes[0] == 0x0F0E && sizes[1] == 0x0E0D);
}

static void a_large_buffer_may_be_refused(void)
{
    start(2, EPERM);
    CHECK(accept_l2cap() == file_number);
    CHECK(strcmp(trace, "accept4; " ROOM "set 1 8:00004000; ") == 0);
}

static void peers_are_told(void)
{
    start(0, 0);
    accepted = (acc_bluez_address){.type = 77};
    accept_l2cap();
    CHECK(memcmp(accepted.bytes, (uint8_t[]){9, 8, 7, 6, 5, 4}, 6) == 0);
    CHECK(accepted.type == ACC_BLUEZ_LE_RANDOM);
    accepted = (acc_bluez_address){.type = 77};
    accept_rfcomm();
    CHECK(memcmp(accepted.bytes, (uint8_t[]){9, 8, 7, 6, 5, 4}, 6) == 0);
    CHECK(accepted.type == ACC_BLUEZ_CLASSIC);
    so_error = ECONNREFUSED;
    CHECK(error_of() == -ECONNREFUSED);
}

// The kernel may give less of the option.
static void a_short_option_has_no_key_size(void)
{
    start(0, 0);
    option_size = 1;
    CHECK(key_size() == 0 && security() == 5);
    start(1, EBADF);
    CHECK(key_size() == -EBADF);
}

// A connection in progress is no failure.
static void connections_are_awaited_by_the_caller(void)
{
    static int (*const connects[])(void) = {att_connect, channel_connect, rfcomm_connect};
    static const unsigned places[] = {4, 5, 3};
    for (int i = 0; i < 3; i++) {
        start(places[i], EINPROGRESS);
        CHECK(connects[i]() == file_number);
        start(places[i], EAGAIN);
        CHECK(connects[i]() == file_number);
        start(places[i], ECONNREFUSED);
        CHECK(connects[i]() == -ECONNREFUSED);
    }
}

static void searches(void)
{
    start(3, EINPROGRESS);
    CHECK(find() == 9);
    // the result of the attempt
    start(0, 0);
    so_error = EHOSTDOWN;
    CHECK(find() == -EHOSTDOWN && strcmp(trace + strlen(trace) - 18, "get 1 4 4; close; ") == 0);
    start(0, 0);
    polled = 0;
    CHECK(find() == -ETIMEDOUT && strcmp(trace + strlen(trace) - 21, "poll 4 30000; close; ") == 0);
    start(0, 0);
    answer_size = 0;
    CHECK(find() == -ECONNRESET);
    // an interrupted wait goes on for what is left
    start(0, 0);
    interruptions = 2;
    CHECK(find() == 9 && strstr(trace, "poll 4 30000; poll 4 29990; poll 4 29980; get") != NULL);
    CHECK(strstr(trace, "poll 1 29980; recv") != NULL);
    start(0, 0);
    interruptions = 3001;
    CHECK(find() == 9);
    // while the adapter pages, a new attempt every 100 ms for 30 s
    start(0, 0);
    busy = 3;
    CHECK(find() == 9 && clock_ms == 1300 && strstr(trace, "poll 4 29700") != NULL);
    start(0, 0);
    busy = 299;
    CHECK(find() == 9 && clock_ms == 30900);
    start(0, 0);
    busy = 301;
    CHECK(find() == -EBUSY && busy == 0 && clock_ms == 31000);
}

// A past deadline is no wait without end.
static void waits_end(void)
{
    start(0, 0);
    polled = 0;
    CHECK(wait_until_ready(file_number, POLLIN, 999) == -ETIMEDOUT);
    CHECK(wait_until_ready(file_number, POLLIN, 1000) == -ETIMEDOUT);
    CHECK(wait_until_ready(file_number, POLLIN, 1001) == -ETIMEDOUT);
    CHECK(strcmp(trace, "poll 1 0; poll 1 0; poll 1 1; ") == 0);
}

// HCI LE Connection Update (OGF 8, OCF 13) with 14 bytes.
static void connections_are_updated(void)
{
    static const uint8_t command[] = {1, 0x13, 0x20, 14,   0x40, 0x01, 6, 0, 12,
                                      0, 3,    0,    0xF4, 0x01, 0,    0, 0, 0};
    uint8_t sent[32];
    int ends[2];
    CHECK(pipe(ends) == 0);
    CHECK(acc_bluez_update_connection(ends[1], 0x140, 6, 12, 3, 500) == 0);
    CHECK(read(ends[0], sent, sizeof sent) == sizeof command);
    CHECK(memcmp(sent, command, sizeof command) == 0);
    close(ends[0]);
    close(ends[1]);
    CHECK(acc_bluez_update_connection(ends[1], 0x140, 6, 12, 3, 500) == -EBADF);
}

// In children, which keep a part of the rights that this process has.
static void rights_are_told(void)
{
    for (unsigned kept = 0; kept < 4; kept++) {
        pid_t child = fork();
        if (child == 0) {
            struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
            struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {{0}};
            syscall(SYS_capget, &header, data);
            uint32_t wanted = (kept & 1) << CAP_NET_ADMIN | (kept >> 1) << CAP_NET_RAW;
            uint32_t effective = data[0].permitted & wanted;
            data[0].effective = effective;
            bool right = syscall(SYS_capset, &header, data) == 0;
            unsigned lacking = ~effective;
            unsigned expected = (lacking >> 12 & 1) + 2 * (lacking >> 13 & 1);
            _exit(right && acc_bluez_missing_rights() == expected ? 0 : 1);
        }
        int status = -1;
        CHECK(waitpid(child, &status, 0) == child && status == 0);
    }
}

int main(void)
{
    // the traces show bytes of numbers
    if (!is_big_endian())
        calls_are_made_in_order();
    file_number = 0;
    calls_are_made_in_order();
    file_number = FILE_NUMBER;
    a_large_buffer_may_be_refused();
    peers_are_told();
    connections_are_awaited_by_the_caller();
    a_short_option_has_no_key_size();
    searches();
    waits_end();
    connections_are_updated();
    rights_are_told();
    return failures;
}
