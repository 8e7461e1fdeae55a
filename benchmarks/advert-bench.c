// Advertisements: user CPU time per report, over a file of records [u16 little-endian length][bytes].
// advert-bench ADV.BIN [ADV.KIND] [HCI.BIN] [SENSOR.BIN]; prints RESULT<TAB>label<TAB>median ns<TAB>best
// ns<TAB>checksum. SENSOR.BIN has advertisements of sensors: reading them is compared with classifying them.
#include "accessory/beacon.h"
#include "accessory/device_table.h"
#include "accessory/hci_report.h"
#include "accessory/sensor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { MAX_RECORDS = 8192, ROUNDS = 9 };

static struct {
    const uint8_t *bytes;
    size_t length;
} records[MAX_RECORDS];
static size_t record_count;

static double user_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec * 1e-6;
}

static void load(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(66);
    }
    static uint8_t room[3][1 << 22];
    static int used;
    uint8_t *bytes = room[used++];
    size_t size = fread(bytes, 1, sizeof room[0], file);
    fclose(file);
    record_count = 0;
    for (size_t at = 0; at + 2 <= size && record_count < MAX_RECORDS;) {
        size_t length = bytes[at] | (size_t)bytes[at + 1] << 8;
        records[record_count].bytes = bytes + at + 2;
        records[record_count++].length = length;
        at += 2 + length;
    }
}

static uint64_t touch(void)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < record_count; i++)
        for (size_t k = 0; k < records[i].length; k++)
            sum += records[i].bytes[k];
    return sum;
}

static uint64_t classify(void)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < record_count; i++) {
        acc_advert advert;
        acc_advert_classify(records[i].bytes, records[i].length, &advert);
        sum += advert.kind + advert.seen + advert.beacon.offset;
    }
    return sum;
}

// Decodes the values of the standard beacons, like a receiver.
static uint64_t decode(const acc_advert *advert, const uint8_t *data)
{
    const uint8_t *value = data + advert->beacon.offset;
    size_t len = advert->beacon.length;
    union {
        acc_ibeacon ibeacon;
        acc_altbeacon altbeacon;
        acc_eddystone_uid uid;
        acc_eddystone_url url;
        acc_eddystone_tlm tlm;
        acc_eddystone_eid eid;
    } out;
    switch (advert->kind) {
    case ACC_BEACON_IBEACON:
        acc_ibeacon_read(value, len, &out.ibeacon);
        return out.ibeacon.major + out.ibeacon.uuid[0];
    case ACC_BEACON_ALTBEACON:
        acc_altbeacon_read(value, len, ACC_ALTBEACON_CODE, &out.altbeacon);
        return out.altbeacon.company + out.altbeacon.id[0];
    case ACC_BEACON_EDDYSTONE_UID:
        acc_eddystone_uid_read(value, len, &out.uid);
        return out.uid.name_space[0];
    case ACC_BEACON_EDDYSTONE_URL:
        acc_eddystone_url_read(value, len, &out.url);
        return (uint64_t)out.url.text[0] + out.url.length;
    case ACC_BEACON_EDDYSTONE_TLM:
        acc_eddystone_tlm_read(value, len, &out.tlm);
        return out.tlm.count;
    case ACC_BEACON_EDDYSTONE_EID:
        acc_eddystone_eid_read(value, len, &out.eid);
        return out.eid.id[0];
    default:
        return 0;
    }
}

static uint64_t classify_and_decode(void)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < record_count; i++) {
        acc_advert advert;
        acc_advert_classify(records[i].bytes, records[i].length, &advert);
        sum += advert.kind + advert.seen + decode(&advert, records[i].bytes);
    }
    return sum;
}

static acc_advert adverts[MAX_RECORDS];

static acc_status read_sensor(size_t i, acc_sensor_reading *reading)
{
    static const uint8_t address[6] = {6, 5, 4, 3, 2, 1};
    acc_measurement list[ACC_MEASUREMENTS_MAX];
    acc_sensor_source source = {.data = records[i].bytes,
                                .length = records[i].length,
                                .advert = &adverts[i],
                                .address = address};
    return acc_sensor_read(&source, reading, list, ACC_MEASUREMENTS_MAX);
}

static uint64_t read_sensors(void)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < record_count; i++) {
        acc_sensor_reading reading;
        sum += (read_sensor(i, &reading) == ACC_OK) + reading.count;
    }
    return sum;
}

// Keeps the records of sensors, or all others.
static void keep_sensors(bool sensors)
{
    size_t kept = 0;
    for (size_t i = 0; i < record_count; i++) {
        acc_sensor_reading reading;
        acc_advert_classify(records[i].bytes, records[i].length, &adverts[kept]);
        records[kept] = records[i];
        kept += (read_sensor(kept, &reading) == ACC_OK) == sensors;
    }
    record_count = kept;
}

static acc_device_table *table;
static uint32_t devices;

// Processes each record under changing addresses, so that the table is full.
static uint64_t event_to_table(void)
{
    static uint64_t now;
    static uint32_t turn;
    uint64_t sum = 0;
    for (size_t i = 0; i < record_count; i++) {
        acc_report_reader reader;
        acc_report report;
        if (acc_report_reader_init(&reader, ACC_PACKET_HCI_EVENT, records[i].bytes + 1,
                                   records[i].length - 1) != ACC_OK)
            continue;
        while (acc_report_next(&reader, &report)) {
            acc_advert advert;
            acc_device_change change;
            uint32_t device = (turn++ * 7919u) % devices;
            memcpy(report.address, &device, 4);
            acc_advert_classify(report.data, report.length, &advert);
            sum += advert.kind + acc_device_table_update(table, report.address, report.address_type,
                                                         report.rssi, false, now++ / 1000, &change);
        }
    }
    return sum;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Prints the time of `work` per record; returns the median.
static double measure(const char *label, uint64_t (*work)(void))
{
    double times[ROUNDS];
    uint64_t sum = work();
    double start = user_seconds();
    long turns = 0;
    while (user_seconds() - start < 0.1) {
        sum += work();
        turns++;
    }
    turns = turns * 3 + 1;
    for (int round = 0; round < ROUNDS; round++) {
        start = user_seconds();
        for (long i = 0; i < turns; i++)
            sum += work();
        times[round] = (user_seconds() - start) * 1e9 / (double)turns / (double)record_count;
    }
    qsort(times, ROUNDS, sizeof times[0], by_size);
    printf("RESULT\t%s\t%.2f\t%.2f\t%llu\n", label, times[ROUNDS / 2], times[0],
           (unsigned long long)sum);
    fflush(stdout);
    return times[ROUNDS / 2];
}

// Compares reading with classifying, on the same records.
static void compare_sensors(const char *what)
{
    char label[96];
    snprintf(label, sizeof label, "accessory classify, %s (C)", what);
    double classified = measure(label, classify);
    snprintf(label, sizeof label, "accessory sensor read, %s (C)", what);
    double read = measure(label, read_sensors);
    printf("acc_sensor_read on %s: %.2f x acc_advert_classify, %zu records\n", what,
           read / classified, record_count);
}

static void measure_table(const char *label, uint32_t capacity)
{
    devices = capacity;
    void *memory = malloc(acc_device_table_size(capacity));
    table = acc_device_table_init(memory, capacity);
    measure(label, event_to_table);
    free(memory);
}

// The kind of a label of the corpus; "none" for labels that are no beacon.
static const char *kind_of_label(const char *label)
{
    static const char *const pairs[][2] = {
        {"apple-nearby", "apple-nearby-info"},
        {"apple-findmy", "apple-find-my"},
        {"ms-cdp", "microsoft-cdp"},
        {"fastpair", "fast-pair"},
        {"gaen", "exposure-notification"},
        {"ruuvi", "ruuvi-raw2"},
        {"hrs", "none"},
        {"nus128", "none"},
        {"rnd128", "none"},
        {"name", "none"},
        {"mfr", "none"},
        {"uuid16list", "none"},
        {"suota", "none"},
        {"svcdata128", "none"},
        {"flags", "none"},
        {"truncated", "none"},
        {"padded", "none"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (strcmp(label, pairs[i][0]) == 0)
            return pairs[i][1];
    return label;
}

static int check_kinds(const char *path)
{
    FILE *file = fopen(path, "r");
    char label[64];
    size_t right = 0, at = 0;
    if (!file) {
        perror(path);
        return 66;
    }
    for (; at < record_count && fscanf(file, "%63s", label) == 1; at++) {
        acc_advert advert;
        acc_advert_classify(records[at].bytes, records[at].length, &advert);
        const char *kind = acc_beacon_kind_name((enum acc_beacon_kind)advert.kind);
        if (strcmp(kind, kind_of_label(label)) == 0)
            right++;
        else
            printf("record %zu is %s, we say %s\n", at, label, kind);
    }
    fclose(file);
    printf("class right for %zu of %zu\n", right, record_count);
    return right == record_count && at == record_count ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "advert-bench ADV.BIN [ADV.KIND] [HCI.BIN] [SENSOR.BIN]\n");
        return 64;
    }
    load(argv[1]);
    measure("[floor] touch every byte", touch);
    measure("accessory classify: all fields and the beacon (C)", classify);
    measure("accessory full parse with beacon decode (C)", classify_and_decode);
    int status = argc > 2 ? check_kinds(argv[2]) : 0;
    keep_sensors(false);
    compare_sensors("adverts that are no sensor's");
    if (argc > 4) {
        load(argv[4]);
        keep_sensors(true);
        compare_sensors("sensors' adverts");
    }
    if (argc > 3) {
        load(argv[3]);
        measure_table("accessory HCI event to table of 10 000 (C)", 10000);
        measure_table("accessory HCI event to table of 100 000 (C)", 100000);
    }
    return status;
}
