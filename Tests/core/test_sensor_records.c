// The entries and records of a caller's table: each flag, row and list of objects (include/accessory/sensor_table.h).
#include "user_table.h"

// The flags and lengths of entries.
static void entries(void)
{
    make();
    t.table.always = 0;
    CHECK(reads("020106", "count 10") && reads("04FF34D207", "count 10"));
    t.lists[1] = 1;  // its condition
    CHECK(reads("020106", "") && reads("04FF34D207", "count 10") && reads("04FF34D208", ""));
    t.lists[1] = ACC_SENSOR_LIST_NO_SERVICE;
    CHECK(reads("04FF34D207", "count 10") && reads("04160A1807", ""));
    CHECK(reads("04FF34D207"
                "04160A1807",
                "count 10"));  // the manufacturer data alone
    t.lists[1] = ACC_SENSOR_LIST_NOT_APPLE;
    CHECK(reads("04FF4C0007", "") && reads("04FF4C0107", "count 10") &&
          reads("04160A1807", "count 10"));
    t.lists[1] = ACC_SENSOR_LIST_NAME;
    CHECK(reads("04FF34D207", "") && reads("04FF34D207"
                                           "020961",
                                           "count 10"));
    CHECK(reads_named("04FF34D207", "", "count 10") && reads_named("04FF34D207", "x", "count 10"));
    // lengths from 2 to 3
    t.lists[1] = 0;
    t.lists[2] = 0x0302;
    CHECK(reads("04FF34D207", "") && reads("05FF34D20708", "count 10") &&
          reads("06FF34D2070809", "count 10"));
    CHECK(reads("07FF34D207080910", "") && reads("05160A180708", ""));
    t.lists[1] = ACC_SENSOR_LIST_OF_SERVICE;
    CHECK(reads("04160A1807", "") && reads("05160A180708", "count 10") &&
          reads("06160A18070809", "count 10"));
    CHECK(reads("07160A1807080910", "") && reads("05FF34D20708", ""));
    // a record that matches each of two structures
    make();
    t.table.always = 0;
    memcpy(t.lists, (uint16_t[]){0, 1, ANY, 1, 2, ANY, ACC_SENSOR_LIST_END}, 14);
    CHECK(reads("04FF34D207"
                "04160A1807",
                "count 10") &&
          reads("04FF34D208"
                "04160A1807",
                "count 11"));
    CHECK(reads("04FF34D208"
                "04FF34D207",
                "count 10") &&
          reading.value.offset == 7);
    // of the first four structures of a type
    CHECK(reads("04FF34D208"
                "04FF34D208"
                "04FF34D208"
                "04FF34D207",
                "count 10"));
    CHECK(reads("04FF34D208"
                "04FF34D208"
                "04FF34D208"
                "04FF34D208"
                "04FF34D207",
                ""));
}

static void kinds_of_records(void)
{
    make();
    t.table.always = 0;
    // a record of the same family adds its values; another does not
    memcpy(t.lists, (uint16_t[]){1, 0, ANY, 2, 0, ANY, 3, 0, ANY, ACC_SENSOR_LIST_END}, 20);
    t.records[1].family = t.records[3].family = 5;
    CHECK(reads("04FF34D207", "count 11, count 13") && reading.record == 1);
    t.rows[3].instance = 255;
    CHECK(reads("04FF34D207", "count 11, count 13 #1"));
    capacity = 1;
    CHECK(reads("04FF34D207", "count 11") && reading.state == ACC_SENSOR_PARTIAL);
    // the first record with values
    make();
    t.table.always = 0;
    memcpy(t.lists, (uint16_t[]){0, 0, ANY, 1, 0, ANY, ACC_SENSOR_LIST_END}, 14);
    t.records[0].rows = 0;
    CHECK(reads("04FF34D207", "count 11") && reading.record == 1);
    // none has values: the first is named
    t.records[1].rows = 0;
    CHECK(reads("04FF34D207", "") && reading.format == ACC_SENSOR_FORMAT_USER);
    CHECK(reading.record == 0 && reading.state == 0);
    t.records[0].flags = ACC_SENSOR_RECORD_NEEDS_CONNECTION;
    read_named("04FF34D207", NULL);
    CHECK(reading.record == 0 && reading.state == ACC_SENSOR_NEEDS_CONNECTION);
    // encrypted
    t.records[0].flags = ACC_SENSOR_RECORD_ENCRYPTED;
    read_named("04FF34D207", NULL);
    CHECK(reading.record == 0 && reading.state == ACC_SENSOR_NEEDS_KEY && reading.count == 0);
    t.records[0].flags = ACC_SENSOR_RECORD_ENCRYPTED | ACC_SENSOR_RECORD_FRAME_KEY;
    read_named("04FF34D207", NULL);
    CHECK(reading.state == ACC_SENSOR_FRAME_KEY);
    // a name would help
    make();
    t.table.always = 0;
    t.lists[1] = 1;
    t.terms[1] =
        (acc_sensor_term){ACC_SENSOR_TERM_NAME_HAS, 0, 0, ACC_SENSOR_ACCEPT, ACC_SENSOR_REJECT};
    memcpy(t.pool, "\1x", 2);
    CHECK(reads("04FF34D207", "") && reading.state == 0);
    t.records[0].flags = ACC_SENSOR_RECORD_NEEDS_NAME;
    read_named("04FF34D207", NULL);
    CHECK(reading.record == 0 && reading.state == ACC_SENSOR_NEEDS_NAME && reading.count == 0);
    CHECK(reads_named("04FF34D207", "y", "") && reads_named("04FF34D207", "axb", "count 10") &&
          reading.state == 0);
    // the byte that identifies the model
    make();
    t.table.always = 0;
    t.records[0].type = 1 | ACC_SENSOR_PART_MANUFACTURER << 6;
    CHECK(reads("05FF34D20709", "count 10") && reading.product == 9);
    CHECK(reads("04FF34D207", "count 10") && reading.product == 0);
    t.records[0].type = 0 | ACC_SENSOR_PART_SERVICE << 6;
    CHECK(reads("04160A1855", "count 10") && reading.product == 0x55);
}

static void rows_of_records(void)
{
    enum { HERE = ACC_SENSOR_PART_MANUFACTURER << 6 };
    make();
    t.table.always = 0;
    t.records[0].rows = 4;
    const acc_sensor_row rows[] = {
        {.quantity = ACC_QUANTITY_TEMPERATURE,
         .type = 1 | ACC_SENSOR_TYPE_SIGNED | HERE,
         .scale = 1,
         .instance = 255},
        {.quantity = ACC_QUANTITY_TEXT,
         .type = ACC_SENSOR_TYPE_TEXT | HERE,
         .at = 1,
         .argument = 3,
         .instance = 4},
        {.quantity = ACC_QUANTITY_TEMPERATURE,
         .type = 1 | HERE,
         .at = 4,
         .instance = 255,
         .when = 1},
        {.quantity = ACC_QUANTITY_DOOR, .type = 1 | HERE, .argument = 0xFE, .at = 4, .when = 1},
    };
    memcpy(t.rows, rows, sizeof rows);
    t.scales[1] = (acc_sensor_scale){10, 4, 1000};
    CHECK(reads("08FF34D20761620055", "temperature 1018, text 5+2 #4, temperature 85 #1, door on"));
    CHECK(
        reads("08FF34D20761626354", "temperature 1018, text 5+3 #4, temperature 84 #1, door off"));
    // the condition of both does not hold; a row is missing
    CHECK(reads("08FF34D20661626354", "temperature 1015, text 5+3 #4"));
    CHECK(reads("07FF34D207616263", "temperature 1018, text 5+3 #4"));
    // halves are rounded away from zero: 10 * 3 / 4 and 10 * 5 / 4
    CHECK(reads("04FF34D203", "temperature 1008") && reads("04FF34D205", "temperature 1013"));
    CHECK(reads("04FF34D2FD", "temperature 992") && reads("04FF34D2FB", "temperature 987"));
    CHECK(reads("04FF34D202", "temperature 1005") && reads("04FF34D2FE", "temperature 995"));
    for (capacity = 1; capacity < 4; capacity++) {
        read_named("08FF34D20761620055", NULL);
        CHECK(reading.count == capacity && reading.state == ACC_SENSOR_PARTIAL);
    }
    CHECK(
        reads("08FF34D20761620055", "temperature 1018, text 5+2 #4, temperature 85 #1, door on") &&
        reading.state == 0);
    // numbers that overflow have no value
    t.rows[0] = (acc_sensor_row){.quantity = ACC_QUANTITY_COUNT, .type = 8 | HERE, .scale = 2};
    t.scales[2] = (acc_sensor_scale){2, 1, 0};
    t.records[0].rows = 1;
    CHECK(reads("0BFF34D2FFFFFFFFFFFFFF3F", "count 9223372036854775806") &&
          reads("0BFF34D20000000000000040", ""));
    t.scales[2] = (acc_sensor_scale){1, 1, 1};
    CHECK(reads("0BFF34D2FEFFFFFFFFFFFF7F", "count 9223372036854775807") &&
          reads("0BFF34D2FFFFFFFFFFFFFF7F", ""));
}

// Objects with number and length, and objects that flags announce.
static void lists_of_objects(void)
{
    enum { THIS = ACC_SENSOR_PART_OBJECT << 6 };
    make();
    t.table.always = 0;
    t.records[0] = (acc_sensor_record){.row = 3,
                                       .rows = 0,
                                       .objects = 3,
                                       .type = 255,
                                       .walk = 1,
                                       .flags = ACC_SENSOR_RECORD_NUMBERS};
    t.rows[0] = (acc_sensor_row){.quantity = ACC_QUANTITY_BATTERY, .type = 1 | THIS};
    t.rows[1] = (acc_sensor_row){.quantity = ACC_QUANTITY_HUMIDITY, .type = 2 | THIS};
    t.objects[0] = (acc_sensor_object){.key = 5, .size = 1, .row = 0, .rows = 1};
    t.objects[1] = (acc_sensor_object){.key = 5, .size = 2, .row = 1, .rows = 1};
    t.objects[2] = (acc_sensor_object){.key = 6, .size = 0, .row = 0, .rows = 1};
    CHECK(reads("07FF34D2AA050163", "battery 99") && reading.unknown == 0);
    CHECK(reads("08FF34D2AA05020163", "humidity 25345"));
    CHECK(reads("0CFF34D2AA0501630603620000", "battery 99, battery 98") && reading.unknown == 0);
    CHECK(reads("0DFF34D2AA050163070005020100", "battery 99, humidity 1") && reading.unknown == 1 &&
          reading.state == 0);
    CHECK(reads("0AFF34D2AA050163050201", "battery 99") && reading.state == ACC_SENSOR_PARTIAL);
    CHECK(reads("08FF34D2AA05016305", "battery 99") && reading.state == 0);
    read_named("05FF34D2AA05", NULL);
    CHECK(reading.count == 0 && reading.record == 0);
    read_named("07FF34D2AA090163", NULL);
    CHECK(reading.count == 0 && reading.unknown == 1);
    t.records[0].rows = 1;
    CHECK(reads("07FF34D2AA050163", "count 13, battery 99"));

    // a flags byte: bit 1 two bytes, bit 0 one, bit 7 none
    t.records[0] =
        (acc_sensor_record){.objects = 3, .type = 255, .walk = 2, .flags = ACC_SENSOR_RECORD_FLAGS};
    t.objects[0] = (acc_sensor_object){.key = 1, .size = 2, .row = 1, .rows = 1};
    t.objects[1] = (acc_sensor_object){.key = 0, .size = 1, .row = 0, .rows = 1};
    t.objects[2] = (acc_sensor_object){.key = 7, .size = 0, .row = 3, .rows = 1};
    CHECK(reads("08FF34D2AA83010263", "humidity 513, battery 99, count 13") && reading.state == 0);
    CHECK(reads("08FF34D2AA01630000", "battery 99") &&
          reads("07FF34D2AA820102", "humidity 513, count 13"));
    CHECK(reads("07FF34D2AA830102", "humidity 513") && reading.state == ACC_SENSOR_PARTIAL);
    CHECK(reads("05FF34D2AA80", "count 13"));
    read_named("04FF34D2AA", NULL);
    CHECK(reading.count == 0 && reading.state == 0);
    t.records[0].walk = 0;
    read_named("05FF34D28080", NULL);
    CHECK(reading.count == 0);
}

int main(void)
{
    entries();
    kinds_of_records();
    rows_of_records();
    lists_of_objects();
    return failures;
}
