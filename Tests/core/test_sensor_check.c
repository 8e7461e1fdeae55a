// acc_sensor_table_check: a small table in which each index is the largest that is allowed, and each one beyond it.
#include "accessory/sensor.h"
#include "check.h"

#include <string.h>

enum {
    ROWS = 3,
    TERMS = 4,
    CONDITIONS = 2,
    SCALES = 2,
    CODES = 3,
    WORDS = 12,
    RECORDS = 2,
    OBJECTS = 2,
    SLOTS = 2
};

static struct {
    acc_sensor_row rows[ROWS];
    acc_sensor_term terms[TERMS];
    uint16_t conditions[CONDITIONS + 1];
    uint32_t code[WORDS];
    uint16_t code_at[CODES];
    acc_sensor_scale scales[SCALES];
    uint8_t pool[20];
    acc_sensor_object objects[OBJECTS];
    acc_sensor_record records[RECORDS];
    uint16_t lists[10];
    acc_sensor_slot slots[SLOTS];
    acc_sensor_table table;
} t;

static void make(void)
{
    memset(&t, 0, sizeof t);
    t.rows[0] = (acc_sensor_row){
        .quantity = ACC_QUANTITY_END - 1, .when = 1, .code = 2, .scale = 1, .type = 1};
    t.rows[2] =
        (acc_sensor_row){.type = ACC_SENSOR_TYPE_TEXT | ACC_SENSOR_PART_RECORD << 6, .argument = 4};
    // condition 0: one term; 1: three terms
    t.terms[0] =
        (acc_sensor_term){ACC_SENSOR_TERM_PRESENT, 0, 0, ACC_SENSOR_ACCEPT, ACC_SENSOR_REJECT};
    t.terms[1] = (acc_sensor_term){ACC_SENSOR_TERM_BYTE, 0, 0, 1, 2};
    t.terms[2] = (acc_sensor_term){ACC_SENSOR_TERM_BYTES, 0, 17, ACC_SENSOR_ACCEPT, 2};
    t.terms[3] =
        (acc_sensor_term){ACC_SENSOR_TERM_VALUE, 0, 2, ACC_SENSOR_ACCEPT, ACC_SENSOR_REJECT};
    memcpy(t.conditions, (uint16_t[]){0, 1, 4}, sizeof t.conditions);
    // code 1: words 0 to 4; code 2: words 5 to 11, of which the last is an operand
    memcpy(t.code,
           (uint32_t[]){ACC_SENSOR_NEGATE_IF | 1 << 8, ACC_SENSOR_ADD_ROW | 1 << 8, 2,
                        ACC_SENSOR_NOT, ACC_SENSOR_LUX | ACC_SENSOR_LAST,
                        ACC_SENSOR_AND | ACC_SENSOR_WIDE, 1, 1, ACC_SENSOR_MAP | 1 << 8, 5,
                        ACC_SENSOR_MAP | ACC_SENSOR_LAST | 1 << 8, 7},
           sizeof t.code);
    memcpy(t.code_at, (uint16_t[]){9999, 0, 5}, sizeof t.code_at);
    t.scales[0] = t.scales[1] = (acc_sensor_scale){1, 1, 0};
    memcpy(t.pool,
           "\x10"
           "0123456789abcdef"
           "\x02"
           "xy",
           sizeof t.pool);
    t.objects[1] = (acc_sensor_object){.row = 1, .rows = 2};
    t.records[1] = (acc_sensor_record){.row = 2, .rows = 1, .object = 1, .objects = 1};
    memcpy(t.lists,
           (uint16_t[]){1, 1, 0xFF00, ACC_SENSOR_LIST_END, ACC_SENSOR_LIST_SWITCH | 5, 0xFF, 0,
                        0xF000, 0, ACC_SENSOR_LIST_END},
           sizeof t.lists);
    t.slots[0].list = ACC_SENSOR_KEY_COMPANY << 12 | 4;
    t.slots[1].list = ACC_SENSOR_KEY_NONE << 12 | 0xFFF;
    t.table = (acc_sensor_table){
        .rows = t.rows,
        .terms = t.terms,
        .conditions = t.conditions,
        .code = t.code,
        .code_at = t.code_at,
        .scales = t.scales,
        .pool = t.pool,
        .objects = t.objects,
        .records = t.records,
        .lists = t.lists,
        .slots = t.slots,
        .row_count = ROWS,
        .term_count = TERMS,
        .condition_count = CONDITIONS,
        .code_size = WORDS,
        .code_count = CODES,
        .scale_count = SCALES,
        .pool_size = sizeof t.pool,
        .object_count = OBJECTS,
        .record_count = RECORDS,
        .list_size = 10,
        .always = 0,
        .shift = 31,
    };
    t.table.displace[127] = 1;
}

// The table with one change.
#define CHECK_WITH(change, status)                                                                 \
    do {                                                                                           \
        make();                                                                                    \
        change;                                                                                    \
        CHECK(acc_sensor_table_check(&t.table) == (status));                                       \
    } while (0)
#define FITS(change) CHECK_WITH(change, ACC_OK)
#define BREAKS(change) CHECK_WITH(change, ACC_OUT_OF_RANGE)

static void rows(void)
{
    FITS((void)0);
    BREAKS(t.rows[0].quantity++);
    BREAKS(t.rows[0].when++);
    BREAKS(t.rows[0].code++);
    BREAKS(t.rows[0].scale++);
    BREAKS(t.rows[2].scale = 2);
    BREAKS(t.rows[2].code = 1);
    BREAKS(t.rows[2].type = ACC_SENSOR_TYPE_TEXT | ACC_SENSOR_PART_OBJECT << 6);
    FITS(t.rows[2].type = ACC_SENSOR_TYPE_DECIMAL | ACC_SENSOR_PART_OBJECT << 6);
    FITS((t.rows[2].type = ACC_SENSOR_TYPE_DECIMAL, t.rows[2].code = 1));
    BREAKS(t.scales[1].den = 0);
    BREAKS(t.scales[0].den = -1);
    FITS(t.scales[0].num = -1);
}

static void conditions(void)
{
    BREAKS(t.table.term_count--);
    BREAKS(t.conditions[1] = 0);  // no term
    BREAKS(t.conditions[2] = 1);
    BREAKS(t.conditions[2] = 3);  // terms name one behind the end
    BREAKS(t.conditions[2] = 5);
    // successors are behind the term
    BREAKS(t.terms[1].yes = 0);
    BREAKS(t.terms[1].no = 0);
    BREAKS(t.terms[1].yes = 3);
    BREAKS(t.terms[1].no = 3);
    BREAKS(t.terms[1].yes = ACC_SENSOR_ACCEPT - 1);
    BREAKS(t.terms[2].no = 1);
    BREAKS(t.terms[0].yes = 1);
    FITS(t.terms[1].no = 1);
    FITS((t.terms[1].no = ACC_SENSOR_ACCEPT, t.terms[1].yes = ACC_SENSOR_REJECT));
    // texts: a length, and as many bytes
    static const uint8_t texts[] = {ACC_SENSOR_TERM_BYTES, ACC_SENSOR_TERM_NAME_AT,
                                    ACC_SENSOR_TERM_NAME_IS, ACC_SENSOR_TERM_NAME_ENDS,
                                    ACC_SENSOR_TERM_NAME_HAS};
    for (size_t i = 0; i < sizeof texts; i++) {
        FITS(t.terms[2].kind = texts[i]);
        BREAKS((t.terms[2].kind = texts[i], t.pool[17] = 3));
        BREAKS((t.terms[2].kind = texts[i], t.terms[2].value = 20));
        FITS((t.terms[2].kind = texts[i], t.terms[2].value = 19, t.pool[19] = 0));
        BREAKS((t.terms[2].kind = texts[i], t.terms[2].value = 19, t.pool[19] = 1));
    }
    // UUIDs: 16 bits, or 16 bytes of the pool
    static const uint8_t uuids[] = {ACC_SENSOR_TERM_SERVICE, ACC_SENSOR_TERM_LISTED};
    for (size_t i = 0; i < sizeof uuids; i++) {
        FITS((t.terms[2].kind = uuids[i], t.terms[2].at = 2, t.terms[2].value = 0xFFFF));
        FITS((t.terms[2].kind = uuids[i], t.terms[2].at = 16, t.terms[2].value = 0));
        BREAKS((t.terms[2].kind = uuids[i], t.terms[2].at = 16, t.terms[2].value = 17));
        BREAKS((t.terms[2].kind = uuids[i], t.terms[2].at = 16, t.terms[2].value = 20));
    }
    BREAKS(t.terms[3].value = ROWS);
    // other kinds need no check, and there are no others
    FITS((t.terms[2].kind = ACC_SENSOR_TERM_CRC16, t.terms[2].value = 999));
    FITS((t.terms[2].kind = ACC_SENSOR_TERM_COMPANY, t.terms[2].value = 999));
    FITS((t.terms[2].kind = ACC_SENSOR_TERM_ADDRESS | 0x30, t.terms[2].value = 999));
    BREAKS(t.terms[2].kind = ACC_SENSOR_TERM_KINDS);
    BREAKS(t.terms[2].kind = 15);
}

// A condition has fewer terms than ACC_SENSOR_ACCEPT.
static void long_conditions(void)
{
    static acc_sensor_term terms[300];
    for (size_t i = 0; i < 300; i++)
        terms[i] =
            (acc_sensor_term){ACC_SENSOR_TERM_BYTE, 0, 0, ACC_SENSOR_ACCEPT, ACC_SENSOR_REJECT};
    FITS((t.table.terms = terms, t.table.term_count = 300, t.conditions[2] = 1 + 253));
    BREAKS((t.table.terms = terms, t.table.term_count = 300, t.conditions[2] = 1 + 254));
}

static void code(void)
{
    // code 0 is none; the others begin and end inside
    FITS(t.code_at[0] = 0);
    BREAKS(t.code_at[1] = WORDS);
    BREAKS(t.table.code_size = 0);
    BREAKS(t.table.code_size--);
    BREAKS(t.code[11 - 1] &= ~(uint32_t)ACC_SENSOR_LAST);
    FITS(t.code[3] |= ACC_SENSOR_LAST);
    FITS(t.code[4] &= ~(uint32_t)ACC_SENSOR_LAST);  // code 1 goes on with code 2
    BREAKS(t.code[4] = ACC_SENSOR_OPERATIONS | ACC_SENSOR_LAST);
    BREAKS(t.code[4] = 31 | ACC_SENSOR_LAST);
    // operands: a condition, rows, pairs
    BREAKS(t.code[0] = ACC_SENSOR_NEGATE_IF | CONDITIONS << 8);
    BREAKS(t.code[0] = ACC_SENSOR_NEGATE_IF | (uint32_t)-1 << 8);
    FITS(t.code[0] = ACC_SENSOR_ADD | CONDITIONS << 8);
    BREAKS(t.code[2] = ROWS);
    FITS(t.code[1] = ACC_SENSOR_ADD | 9 << 8);  // then word 2 is an operation
    BREAKS(t.code[10] = ACC_SENSOR_MAP | ACC_SENSOR_LAST | 2 << 8);
    FITS(t.code[10] = ACC_SENSOR_MAP | ACC_SENSOR_LAST);
    BREAKS(t.code[10] = ACC_SENSOR_MAP | ACC_SENSOR_LAST | (uint32_t)-1 << 8);
    BREAKS((t.code[11] = 0, t.code_at[2] = 11));  // a last one is missing
    FITS((t.code[10] = ACC_SENSOR_ADD_ROW | ACC_SENSOR_LAST, t.code[11] = 2));
    BREAKS((t.code[10] = ACC_SENSOR_ADD_ROW | ACC_SENSOR_LAST, t.code[11] = 3));
    BREAKS((t.code[10] = ACC_SENSOR_NOT, t.code[11] = ACC_SENSOR_ADD_ROW | ACC_SENSOR_LAST));
    // wide arguments have two words more
    BREAKS((t.code[10] = ACC_SENSOR_ADD | ACC_SENSOR_WIDE | ACC_SENSOR_LAST));
    FITS((t.code[8] = ACC_SENSOR_NOT,
          t.code[9] = ACC_SENSOR_ADD | ACC_SENSOR_WIDE | ACC_SENSOR_LAST));
    FITS((t.code[5] = ACC_SENSOR_NEGATE_IF | ACC_SENSOR_WIDE, t.code[7] = 0));
    BREAKS((t.code[5] = ACC_SENSOR_NEGATE_IF | ACC_SENSOR_WIDE, t.code[7] = 1));
    BREAKS((t.code[5] = ACC_SENSOR_NEGATE_IF | ACC_SENSOR_WIDE, t.code[6] = 2, t.code[7] = 0));
    FITS((t.code[5] = ACC_SENSOR_MAP | ACC_SENSOR_WIDE, t.code[6] = 2, t.code[7] = 0));
    BREAKS((t.code[5] = ACC_SENSOR_MAP | ACC_SENSOR_WIDE, t.code[6] = 5, t.code[7] = 0));
    BREAKS((t.code[5] = ACC_SENSOR_MAP | ACC_SENSOR_WIDE, t.code[6] = 2, t.code[7] = 1));
    // a polynomial has a row and three coefficients
    FITS((t.code[7] = ACC_SENSOR_POLYNOMIAL | ACC_SENSOR_LAST, t.code[8] = 2, t.code_at[2] = 7));
    BREAKS((t.code[7] = ACC_SENSOR_POLYNOMIAL | ACC_SENSOR_LAST, t.code[8] = 3, t.code_at[2] = 7));
    BREAKS((t.code[8] = ACC_SENSOR_POLYNOMIAL | ACC_SENSOR_LAST, t.code[9] = 2, t.code_at[2] = 8));
}

static void records(void)
{
    BREAKS(t.objects[1].row = 2);
    BREAKS(t.objects[1].rows = 3);
    BREAKS(t.objects[0].row = ROWS + 1);
    FITS(t.objects[0].row = ROWS);
    BREAKS((t.objects[0].row = 0xFFFF, t.objects[0].rows = 0xFFFF));
    BREAKS(t.records[1].row = 3);
    BREAKS(t.records[1].rows = 2);
    BREAKS(t.records[1].object = 2);
    BREAKS(t.records[1].objects = 2);
    FITS((t.records[1].object = 2, t.records[1].objects = 0));
    FITS((t.records[1].row = 3, t.records[1].rows = 0));
    FITS((t.records[0].rows = ROWS, t.records[0].objects = OBJECTS));
}

static void lists(void)
{
    BREAKS(t.lists[0] = RECORDS);
    BREAKS(t.lists[1] = CONDITIONS);
    FITS(t.lists[1] = 0xF001);
    BREAKS(t.lists[1] = 0xF002);
    FITS(t.lists[2] = 9999);
    BREAKS(t.lists[6] = RECORDS);
    BREAKS(t.lists[7] = CONDITIONS);
    FITS(t.lists[5] = 9999);
    FITS(t.lists[4] = ACC_SENSOR_LIST_SWITCH | 0xFF);
    BREAKS(t.lists[4] = ACC_SENSOR_LIST_SWITCH | 0x100);
    // every list ends
    BREAKS(t.table.list_size--);
    BREAKS(t.lists[9] = 0);
    FITS(t.table.always = 9);
    BREAKS(t.table.always = 10);
    BREAKS((t.lists[7] = ACC_SENSOR_LIST_SWITCH, t.table.list_size = 9));
    BREAKS((t.lists[6] = ACC_SENSOR_LIST_SWITCH, t.lists[8] = ACC_SENSOR_LIST_SWITCH));
    FITS((t.table.always = ACC_SENSOR_LIST_END, t.lists[0] = RECORDS));
    FITS(t.slots[0].list = ACC_SENSOR_KEY_COMPANY << 12 | 9);
    BREAKS(t.slots[0].list = ACC_SENSOR_KEY_COMPANY << 12 | 10);
    FITS(t.slots[1].list = 4 | 14 << 12);
    BREAKS(t.slots[1].list = 10 | 14 << 12);
}

static void slots(void)
{
    BREAKS(t.table.displace[0] = SLOTS);
    BREAKS(t.table.displace[127] = SLOTS);
    BREAKS(t.table.shift = 32);
    BREAKS(t.table.shift = 15);
    static acc_sensor_slot many[2 * 65536];
    for (size_t i = 0; i < 2 * 65536; i++)
        many[i].list = ACC_SENSOR_KEY_NONE << 12;
    FITS((t.table.slots = many, t.table.shift = 16, t.table.displace[0] = 0xFFFF));
    BREAKS((t.table.slots = many, t.table.shift = 15));
    FITS((t.table.slots = many, t.table.shift = 17, t.table.displace[0] = 0x7FFF));
    BREAKS((t.table.slots = many, t.table.shift = 17, t.table.displace[0] = 0x8000));
    // all slots up to the last one are read
    many[65535].list = ACC_SENSOR_KEY_COMPANY << 12 | 10;
    BREAKS((t.table.slots = many, t.table.shift = 16));
    FITS((t.table.slots = many, t.table.shift = 17));
}

int main(void)
{
    rows();
    conditions();
    long_conditions();
    code();
    records();
    lists();
    slots();
    return failures;
}
