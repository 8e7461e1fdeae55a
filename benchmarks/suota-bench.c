// The sender's CPU time for an update: check the image, compute its XOR byte, plan every chunk and put it into an ATT
// write command; against a floor, the same bytes only copied. Prints rates and ratios.
#include "accessory/suota.h"

#include "accessory/crc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FILE_SIZE = 8 << 20, ROUNDS = 8, REPEATS = 9 };

static uint8_t file[FILE_SIZE + 1];
static uint8_t packet[65536];
static volatile uint8_t sink;

// CPU time, which excludes other work on the machine.
static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static void check(void)
{
    acc_suota_image image;
    if (acc_suota_image_check(file, FILE_SIZE, &image) != ACC_OK)
        abort();
    file[FILE_SIZE] = acc_suota_xor(0, file, FILE_SIZE);
}

static uint32_t send(uint16_t block, uint16_t chunk)
{
    acc_suota_plan plan;
    acc_suota_cursor cursor = {0};
    acc_suota_chunk next;
    uint32_t sent = 0;
    acc_suota_plan_make(FILE_SIZE, block, chunk, &plan);
    while (acc_suota_next(&plan, &cursor, &next)) {
        packet[0] = 0x52;  // ATT_WRITE_CMD
        memcpy(packet + 3, file + next.offset, next.size);
        sink = packet[next.size];
        sent += next.size;
    }
    return sent;
}

static double best_rate(uint16_t block, uint16_t chunk, int checks)
{
    double best = 1e9;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        double began = seconds();
        for (int round = 0; round < ROUNDS; round++) {
            if (checks)
                check();
            if (chunk && send(block, chunk) != FILE_SIZE + 1)
                abort();
        }
        double took = (seconds() - began) / ROUNDS;
        best = took < best ? took : best;
    }
    return FILE_SIZE / best / 1e9;
}

static double floor_rate(void)
{
    double best = 1e9;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        double began = seconds();
        for (int round = 0; round < ROUNDS; round++)
            for (size_t at = 0; at < FILE_SIZE; at += 4096) {
                memcpy(packet, file + at, 4096);
                sink = packet[17];
            }
        double took = (seconds() - began) / ROUNDS;
        best = took < best ? took : best;
    }
    return FILE_SIZE / best / 1e9;
}

int main(void)
{
    static const uint16_t sizes[][2] = {
        {240, 20}, {240, 240}, {488, 244}, {65535, 244}, {65340, 495}};
    acc_suota_image image = {
        .family = ACC_SUOTA_DA1458X, .code_size = FILE_SIZE - 64, .valid = 0xAA};
    for (size_t i = 64; i < FILE_SIZE; i++)
        file[i] = (uint8_t)(i * 7 + i / 256);
    image.crc = acc_crc32(ACC_CRC32_INIT, file + 64, FILE_SIZE - 64);
    acc_suota_image_write(&image, file, 64);
    double bare = floor_rate();
    printf("floor              %7.2f GB/s  copied, 4096 bytes at a time\n", bare);
    double checked = best_rate(0, 0, 1);
    printf("check              %7.2f GB/s  %5.2f of the floor: CRC-32 and XOR byte\n", checked,
           checked / bare);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        double planned = best_rate(sizes[i][0], sizes[i][1], 0);
        double all = best_rate(sizes[i][0], sizes[i][1], 1);
        printf("block %5u/%-4u     %7.2f GB/s  %5.2f of the floor; with the check %.2f GB/s\n",
               sizes[i][0], sizes[i][1], planned, planned / bare, all);
    }
    return 0;
}
