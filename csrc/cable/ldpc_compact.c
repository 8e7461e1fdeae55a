// The LDPC decoder for microcontrollers: the min-sum of ldpc_decode.c with identical results. A
// check's messages have only two magnitudes, so it stores both, the index of the bit with the
// second one, and one sign bit per message.
//
// Input: log-likelihood ratios of a block. Output: the same sums, refined; block.c reads their
// signs.
#include "cable/ldpc.h"

#include <string.h>

// The bits of a check: their sums, and the sums without the check's old messages.
typedef struct check_view {
    int16_t *sum[LDPC_MAX_DEGREE];
    int16_t value[LDPC_MAX_DEGREE];
    unsigned degree;
} check_view;

// floor(13/16 m), limited to CHECK_MESSAGE_MAX.
static int damped(int m)
{
    m -= (3 * m + 15) >> 4;
    return m < CHECK_MESSAGE_MAX ? m : CHECK_MESSAGE_MAX;
}

static int negated_if(unsigned negative, int v)
{
    return negative ? -v : v;
}

// Subtracts the check's old messages from the sums and computes the new messages. Returns whether
// the sums satisfied the check; `sign` receives the new signs.
static bool take_off(check_view *view, ldpc_check *check, uint32_t *sign)
{
    int least = 10000, second = 10000, parity = 0;
    uint32_t old = *sign, now = 0;
    unsigned where = 0;
    for (unsigned k = 0; k < view->degree; k++, old >>= 1) {
        int sum = *view->sum[k];
        parity ^= sum;
        int v = sum - negated_if(old & 1, k == check->where ? check->second : check->least);
        view->value[k] = (int16_t)v;
        now |= (uint32_t)(v < 0) << k;
        int a = v < 0 ? -v : v;
        if (a < least) {
            second = least;
            least = a;
            where = k;
        } else if (a < second) {
            second = a;
        }
    }
    *check = (ldpc_check){(int16_t)damped(least), (int16_t)damped(second), (uint8_t)where};
    // a message's sign is the product of the others' signs
    uint32_t all = view->degree < 32 ? ((uint32_t)1 << view->degree) - 1 : UINT32_MAX;
    *sign = __builtin_parity(now) ? ~now & all : now;
    return parity >= 0;
}

// Adds the new messages to the sums.
static void put_on(const check_view *view, const ldpc_check *check, uint32_t sign)
{
    for (unsigned k = 0; k < view->degree; k++, sign >>= 1) {
        int v = view->value[k];
        v += negated_if(sign & 1, k == check->where ? check->second : check->least);
        v = v > CHECK_SUM_MAX ? CHECK_SUM_MAX : v < -CHECK_SUM_MAX ? -CHECK_SUM_MAX : v;
        *view->sum[k] = (int16_t)v;
    }
}

static bool decode_row(const ldpc_code *code, unsigned z, unsigned r, int16_t *sums,
                       ldpc_check *checks, uint32_t *signs)
{
    unsigned first = code->first[r];
    check_view view = {.degree = code->first[r + 1] - first};
    bool satisfied = true;
    for (unsigned i = 0; i < z; i++) {
        for (unsigned k = 0; k < view.degree; k++)
            view.sum[k] =
                sums + code->column[first + k] * z + ((i + code->shift[first + k]) & (z - 1));
        satisfied &= take_off(&view, &checks[i], &signs[i]);
        put_on(&view, &checks[i], signs[i]);
    }
    return satisfied;
}

unsigned acc_cable_ldpc_decode_compact(const ldpc_code *code, unsigned z, int16_t *sums,
                                       void *memory, unsigned iterations)
{
    uint32_t *signs = memory;
    ldpc_check *checks = (ldpc_check *)(void *)(signs + code->rows * z);
    memset(memory, 0, LDPC_COMPACT_SIZE(z));
    for (unsigned i = 1; i <= iterations; i++) {
        bool satisfied = true;
        for (unsigned r = 0; r < code->rows; r++)
            satisfied &= decode_row(code, z, r, sums, checks + r * z, signs + r * z);
        if (satisfied)
            return i;
    }
    return 0;
}
