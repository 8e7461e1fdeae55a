// Values of the SIG's characteristics: user CPU time per value, over a file of lines "UUID HEX".
// gatt-bench FILE; prints RESULT<TAB>label<TAB>median ns<TAB>best ns<TAB>values. Each label measures the values of FILE in turn.
#include "accessory/gatt.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { MAX_VALUES = 2048, MAX_LENGTH = 512, ROUNDS = 9, TURNS = 300 };

static struct value {
    uint16_t uuid;
    uint8_t bytes[MAX_LENGTH];
    size_t length;
    acc_gatt_field fields[ACC_GATT_FIELDS_MAX];
    size_t count;
} values[MAX_VALUES];
static size_t value_count;

static void load(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        exit(66);
    }
    static char hex[2 * MAX_LENGTH + 1];
    for (unsigned uuid; value_count < MAX_VALUES && fscanf(file, "%4x %1024s", &uuid, hex) == 2;) {
        struct value *v = &values[value_count++];
        v->uuid = (uint16_t)uuid;
        unsigned byte;
        while (v->length < MAX_LENGTH && sscanf(hex + 2 * v->length, "%2x", &byte) == 1)
            v->bytes[v->length++] = (uint8_t)byte;
    }
    fclose(file);
}

static size_t decode(void)
{
    size_t sum = 0;
    for (struct value *v = values; v < values + value_count; v++) {
        acc_gatt_read(v->uuid, v->bytes, v->length, NULL, v->fields, ACC_GATT_FIELDS_MAX,
                      &v->count);
        sum += v->count;
    }
    return sum;
}

// Uses the fields that decode() left.
static size_t encode(void)
{
    size_t sum = 0;
    for (const struct value *v = values; v < values + value_count; v++) {
        uint8_t bytes[MAX_LENGTH], row;
        size_t length = 0;
        acc_gatt_write(v->uuid, v->fields, v->count, v->bytes, v->length, NULL, bytes, MAX_LENGTH,
                       &length, &row);
        sum += length;
    }
    return sum;
}

static double user_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec * 1e-6;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure(const char *label, size_t (*work)(void))
{
    double times[ROUNDS];
    volatile size_t sum = work();
    for (int round = 0; round < ROUNDS; round++) {
        double start = user_seconds();
        for (int i = 0; i < TURNS; i++)
            sum += work();
        times[round] = (user_seconds() - start) * 1e9 / TURNS / (double)value_count;
    }
    qsort(times, ROUNDS, sizeof times[0], by_size);
    printf("RESULT\t%s\t%.1f\t%.1f\t%zu\n", label, times[ROUNDS / 2], times[0], value_count);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: gatt-bench FILE\n");
        return 64;
    }
    load(argv[1]);
    if (value_count == 0) {
        fprintf(stderr, "gatt-bench: no lines \"UUID HEX\" in %s\n", argv[1]);
        return 65;
    }
    measure("accessory decode (C)", decode);
    measure("accessory encode (C)", encode);
    return 0;
}
