// Generated from sensors.json by scripts/sensor-table: edit that file, not this one.
// table.h and names.c include it, with a definition of the macros whose items they need.
// clang-format off
#ifndef SCALE
#define SCALE(...)
#endif
#ifndef BYTES
#define BYTES(...)
#endif
#ifndef TEST
#define TEST(...)
#endif
#ifndef CONDITION
#define CONDITION(...)
#endif
#ifndef CODE
#define CODE(...)
#endif
#ifndef INNER
#define INNER(...)
#endif
#ifndef ROWS
#define ROWS(...)
#endif
#ifndef OBJECTS
#define OBJECTS(...)
#endif
#ifndef RECORD
#define RECORD(...)
#endif
#ifndef LIST
#define LIST(...)
#endif
#ifndef SLOT
#define SLOT(...)
#endif
#ifndef NAMES
#define NAMES(...)
#endif
SCALE(s_100000_1_0, 100000, 1, 0) TEST(c_50323985, 1, {0, 4, 128, 254, 255}) TEST(c_60eaed5d, 1, {0, 1, 32896, 254,
    255}) CODE(k_a205ae94, 6, 0x2E, 0xFFFFFF, 0x0, 0x7FFFFF00, 0x3E804, 0x87 | c_60eaed5d << 8) CODE(k_91b9ce30, 5,
    0x2E, 0xFFFFFF, 0x0, 0x7FFFFF00, 0x3E883) ROWS(r_govee_h5072, 3, {3, 90, c_50323985, 0, 1, 0, k_a205ae94,
    s_100000_1_0, 35}, {4, 90, c_50323985, 0, 1, 0, k_91b9ce30, s_100000_1_0, 35}, {2, 2, 0, 0, 4, 128, 0, 0, 1})
    RECORD(n_govee_h5072, r_govee_h5072, 0, 3, 0, 4, 0, 0, 255, 0, 5, 0, 0)
NAMES("Govee", "thermo-hygrometer", "H5072\nH5075\nH5129", "govee-h5072", "\tH5072/H5075", 5)
SCALE(s_10000_1_0, 10000, 1, 0) ROWS(r_govee_h5074, 3, {3, 6, 0, 0, 1, 0, 0, s_10000_1_0, 18}, {4, 5, 0, 0, 3, 0, 0,
    s_10000_1_0, 2}, {2, 1, 0, 0, 5, 0, 0, 0, 1}) RECORD(n_govee_h5074, r_govee_h5074, 0, 3, 0, 260, 0, 0, 255, 0, 6, 0,
    0)
NAMES("Govee", "thermo-hygrometer", "H5074", "govee-h5074", "", 5)
RECORD(n_govee_h5051, r_govee_h5074, 0, 3, 0, 256, 0, 0, 255, 0, 6, 0, 0)
NAMES("Govee", "thermo-hygrometer", "H5051\nH5052\nH5071", "govee-h5051", "\tH5051", 1)
TEST(c_76e9d048, 1, {0, 2, 32896, 254, 255}) CONDITION(c_d9d9cac7, 2, {0, 5, 128, 1, 255}, {0, 7, 16895, 254, 255})
    CONDITION(c_e7482e71, 2, {0, 5, 128, 1, 255}, {0, 7, 33535, 254, 255}) CODE(k_2a74d5b9, 6, 0x2E, 0xFFFFFF, 0x0,
    0x7FFFFF00, 0x3E804, 0x87 | c_76e9d048 << 8) ROWS(r_govee_h5112, 4, {3, 154, c_d9d9cac7, 0, 2, 0, k_2a74d5b9,
    s_100000_1_0, 35}, {4, 154, c_d9d9cac7, 0, 2, 0, k_91b9ce30, s_100000_1_0, 35}, {2, 2, 0, 0, 5, 128, 0, 0, 1}, {3,
    154, c_e7482e71, 1, 2, 0, k_2a74d5b9, s_100000_1_0, 35}) RECORD(n_govee_h5112, r_govee_h5112, 0, 4, 0, 0, 0, 0, 255,
    0, 6, 0, 0)
NAMES("Govee", "two-probe thermo-hygrometer", "H5112", "govee-h5112", "", 1)
TEST(c_2f61c507, 1, {0, 7, 255, 254, 255}) ROWS(r_govee_h5140, 3, {3, 90, c_2f61c507, 0, 2, 0, k_2a74d5b9,
    s_100000_1_0, 35}, {4, 90, c_2f61c507, 0, 2, 0, k_91b9ce30, s_100000_1_0, 35}, {16, 71, c_2f61c507, 0, 5, 0, 0, 0,
    34}) RECORD(n_govee_h5140, r_govee_h5140, 0, 3, 0, 0, 0, 0, 255, 0, 7, 0, 0)
NAMES("Govee", "CO2 monitor", "H5140", "govee-h5140", "", 1)
TEST(c_ccdde902, 1, {0, 5, 128, 254, 255}) ROWS(r_govee_h5100, 3, {3, 90, c_ccdde902, 0, 2, 0, k_2a74d5b9,
    s_100000_1_0, 35}, {4, 90, c_ccdde902, 0, 2, 0, k_91b9ce30, s_100000_1_0, 35}, {2, 2, 0, 0, 5, 128, 0, 0, 1})
    RECORD(n_govee_h5100, r_govee_h5100, 0, 3, 0, 0, 0, 0, 255, 0, 6, 0, 0)
NAMES("Govee", "thermo-hygrometer", "H5100\nH5101\nH5102\nH5103\nH5104\nH5105\nH5108\nH5110\nH5174\nH5177\nGV5179", "govee-h5100", "=GV5108\tH5108\n\tH5101/H5102/H5104/H5108/H5174/H5177/GV5179", 1)
CODE(k_d59945ca, 5, 0x20, 0x7FFFFFFF, 0x0, 0xF424004, 0x87 | c_76e9d048 << 8) CODE(k_bf9afa91, 5, 0x20, 0x7FFFFFFF,
    0x0, 0xF424003, 0x3E884) CODE(k_ade669ed, 4, 0x20, 0x7FFFFFFF, 0x0, 0x3E883) ROWS(r_govee_h5106, 3, {3, 28, 0, 0, 2,
    0, k_d59945ca, s_100000_1_0, 36}, {4, 28, 0, 0, 2, 0, k_bf9afa91, s_100000_1_0, 36}, {14, 28, 0, 0, 2, 0,
    k_ade669ed, 0, 36}) RECORD(n_govee_h5106, r_govee_h5106, 0, 3, 0, 0, 0, 0, 255, 0, 6, 0, 0)
NAMES("Govee", "air quality monitor", "H5106", "govee-h5106", "", 1)
TEST(c_8fb6ffab, 1, {0, 6, 128, 254, 255}) TEST(c_3cc559cb, 1, {0, 3, 32896, 254, 255}) CODE(k_f7032467, 6, 0x2E,
    0xFFFFFF, 0x0, 0x7FFFFF00, 0x3E804, 0x87 | c_3cc559cb << 8) ROWS(r_govee_h5178, 4, {3, 90, c_8fb6ffab, 0, 3, 0,
    k_f7032467, s_100000_1_0, 35}, {4, 90, c_8fb6ffab, 0, 3, 0, k_91b9ce30, s_100000_1_0, 35}, {2, 2, 0, 0, 6, 128, 0,
    0, 1}, {42, 1, 0, 0, 2, 0, 0, 0, 1}) RECORD(n_govee_h5178, r_govee_h5178, 0, 4, 0, 0, 0, 0, 255, 0, 7, 0, 0)
NAMES("Govee", "thermo-hygrometer with outdoor sensor", "H5178", "govee-h5178", "", 1)
ROWS(r_govee_h5179, 3, {3, 6, 0, 0, 4, 0, 0, s_10000_1_0, 18}, {4, 5, 0, 0, 6, 0, 0, s_10000_1_0, 2}, {2, 1, 0, 0, 8,
    0, 0, 0, 1}) RECORD(n_govee_h5179, r_govee_h5179, 0, 3, 0, 0, 0, 0, 255, 0, 9, 0, 0)
NAMES("Govee", "thermo-hygrometer", "H5179", "govee-h5179", "", 1)
CODE(k_bc93519f, 3, 0x291, 0x0, 0x101) CODE(k_3e86db28, 2, 0x1101, 0x88) ROWS(r_govee_h5127, 2, {152, 33, 0, 0, 4, 0,
    k_bc93519f, 0, 1}, {150, 33, 0, 0, 5, 0, k_3e86db28, 0, 1}) RECORD(n_govee_h5127, r_govee_h5127, 0, 2, 0, 0, 0, 0,
    255, 0, 6, 0, 0)
NAMES("Govee", "presence sensor", "H5127", "govee-h5127", "", 1)
CODE(k_768b0ec2, 1, 0x8A) ROWS(r_govee_h5181, 2, {3, 24, 0, 0, 8, 0, k_768b0ec2, s_10000_1_0, 50}, {63, 24, 0, 0, 10,
    0, k_768b0ec2, s_10000_1_0, 50}) RECORD(n_govee_h5181, r_govee_h5181, 0, 2, 0, 0, 0, 0, 255, 0, 12, -2, 40)
NAMES("Govee", "meat thermometer", "H5181", "govee-h5181", "", 1)
RECORD(n_govee_h5183, r_govee_h5181, 0, 2, 0, 0, 0, 0, 255, 0, 12, -2, 40)
NAMES("Govee", "meat thermometer", "H5183", "govee-h5183", "", 1)
ROWS(r_govee_h5182, 4, {3, 24, 0, 0, 8, 0, k_768b0ec2, s_10000_1_0, 50}, {63, 24, 0, 0, 10, 0, k_768b0ec2, s_10000_1_0,
    50}, {3, 24, 0, 1, 13, 0, k_768b0ec2, s_10000_1_0, 50}, {63, 24, 0, 1, 15, 0, k_768b0ec2, s_10000_1_0, 50})
    RECORD(n_govee_h5182, r_govee_h5182, 0, 4, 0, 0, 0, 0, 255, 0, 17, -2, 40)
NAMES("Govee", "meat thermometer, 2 probes", "H5182", "govee-h5182", "", 1)
TEST(c_2e2db839, 1, {0, 6, 319, 254, 255}) TEST(c_6a44f43d, 1, {0, 6, 575, 254, 255}) ROWS(r_govee_h5184, 8, {3, 88,
    c_2e2db839, 0, 8, 0, k_768b0ec2, s_10000_1_0, 50}, {63, 88, c_2e2db839, 0, 10, 0, k_768b0ec2, s_10000_1_0, 50}, {3,
    88, c_2e2db839, 1, 13, 0, k_768b0ec2, s_10000_1_0, 50}, {63, 88, c_2e2db839, 1, 15, 0, k_768b0ec2, s_10000_1_0, 50},
    {3, 88, c_6a44f43d, 2, 8, 0, k_768b0ec2, s_10000_1_0, 50}, {63, 88, c_6a44f43d, 2, 10, 0, k_768b0ec2, s_10000_1_0,
    50}, {3, 88, c_6a44f43d, 3, 13, 0, k_768b0ec2, s_10000_1_0, 50}, {63, 88, c_6a44f43d, 3, 15, 0, k_768b0ec2,
    s_10000_1_0, 50}) RECORD(n_govee_h5184, r_govee_h5184, 0, 8, 0, 0, 0, 0, 255, 0, 17, -2, 40)
NAMES("Govee", "meat thermometer, 4 probes", "H5184", "govee-h5184", "", 1)
ROWS(r_govee_h5198, 12, {3, 88, c_2e2db839, 0, 8, 0, k_768b0ec2, s_10000_1_0, 50}, {63, 88, c_2e2db839, 0, 10, 0,
    k_768b0ec2, s_10000_1_0, 50}, {64, 88, c_2e2db839, 0, 12, 0, k_768b0ec2, s_10000_1_0, 50}, {3, 88, c_2e2db839, 1,
    14, 0, k_768b0ec2, s_10000_1_0, 50}, {63, 88, c_2e2db839, 1, 16, 0, k_768b0ec2, s_10000_1_0, 50}, {64, 88,
    c_2e2db839, 1, 18, 0, k_768b0ec2, s_10000_1_0, 50}, {3, 88, c_6a44f43d, 2, 8, 0, k_768b0ec2, s_10000_1_0, 50}, {63,
    88, c_6a44f43d, 2, 10, 0, k_768b0ec2, s_10000_1_0, 50}, {64, 88, c_6a44f43d, 2, 12, 0, k_768b0ec2, s_10000_1_0, 50},
    {3, 88, c_6a44f43d, 3, 14, 0, k_768b0ec2, s_10000_1_0, 50}, {63, 88, c_6a44f43d, 3, 16, 0, k_768b0ec2, s_10000_1_0,
    50}, {64, 88, c_6a44f43d, 3, 18, 0, k_768b0ec2, s_10000_1_0, 50}) RECORD(n_govee_h5198, r_govee_h5198, 0, 12, 0, 0,
    0, 0, 255, 0, 20, -2, 40)
NAMES("Govee", "meat thermometer, 4 probes", "H5198", "govee-h5198", "", 1)
ROWS(r_govee_h5185, 4, {3, 24, 0, 0, 8, 0, k_768b0ec2, s_10000_1_0, 50}, {63, 24, 0, 0, 10, 0, k_768b0ec2, s_10000_1_0,
    50}, {3, 24, 0, 1, 14, 0, k_768b0ec2, s_10000_1_0, 50}, {63, 24, 0, 1, 16, 0, k_768b0ec2, s_10000_1_0, 50})
    RECORD(n_govee_h5185, r_govee_h5185, 0, 4, 0, 0, 0, 0, 255, 0, 18, -2, 40)
NAMES("Govee", "meat thermometer, 2 probes", "H5185", "govee-h5185", "", 1)
ROWS(r_govee_h5191, 3, {3, 24, 0, 0, 8, 0, k_768b0ec2, s_10000_1_0, 50}, {63, 24, 0, 0, 10, 0, k_768b0ec2, s_10000_1_0,
    50}, {3, 40, 0, 255, 14, 0, 0, s_10000_1_0, 50}) RECORD(n_govee_h5191, r_govee_h5191, 0, 3, 0, 0, 0, 0, 255, 0, 16,
    -2, 40)
NAMES("Govee", "meat thermometer with ambient", "H5191", "govee-h5191", "", 1)
BYTES(p_7b96827b, 2, 255, 255) TEST(c_8f91e643, 1, {0, 3, 192, 254, 255}) TEST(c_f1d58a7e, 1, {0, 3, 16576, 254, 255})
    TEST(c_b45de92d, 1, {0, 3, 32960, 254, 255}) CONDITION(c_fac6a62f, 3, {0, 3, 192, 1, 255}, {1, 5, p_7b96827b, 255,
    2}, {0, 8, 128, 254, 255}) CONDITION(c_a868386e, 3, {0, 3, 192, 1, 255}, {1, 5, p_7b96827b, 255, 2}, {0, 10, 128,
    254, 255}) CONDITION(c_5195124b, 3, {0, 3, 192, 1, 255}, {1, 12, p_7b96827b, 255, 2}, {0, 15, 128, 254, 255})
    CONDITION(c_6d9452a5, 3, {0, 3, 192, 1, 255}, {1, 12, p_7b96827b, 255, 2}, {0, 17, 128, 254, 255})
    CONDITION(c_55a7c2b4, 3, {0, 3, 16576, 1, 255}, {1, 5, p_7b96827b, 255, 2}, {0, 8, 128, 254, 255})
    CONDITION(c_0244ce77, 3, {0, 3, 16576, 1, 255}, {1, 5, p_7b96827b, 255, 2}, {0, 10, 128, 254, 255})
    CONDITION(c_f41c02dc, 3, {0, 3, 16576, 1, 255}, {1, 12, p_7b96827b, 255, 2}, {0, 15, 128, 254, 255})
    CONDITION(c_c4dff5be, 3, {0, 3, 16576, 1, 255}, {1, 12, p_7b96827b, 255, 2}, {0, 17, 128, 254, 255})
    CONDITION(c_096d8cd1, 3, {0, 3, 32960, 1, 255}, {1, 5, p_7b96827b, 255, 2}, {0, 8, 128, 254, 255})
    CONDITION(c_81c27f5c, 3, {0, 3, 32960, 1, 255}, {1, 5, p_7b96827b, 255, 2}, {0, 10, 128, 254, 255})
    CONDITION(c_5692f811, 3, {0, 3, 32960, 1, 255}, {1, 12, p_7b96827b, 255, 2}, {0, 15, 128, 254, 255})
    CONDITION(c_1584ec37, 3, {0, 3, 32960, 1, 255}, {1, 12, p_7b96827b, 255, 2}, {0, 17, 128, 254, 255})
    CODE(k_0ecf42fe, 1, 0xFFFFFF8E) ROWS(r_govee_h5055, 19, {3, 86, c_8f91e643, 0, 5, 0, k_0ecf42fe, 0, 18}, {64, 134,
    c_fac6a62f, 0, 7, 0, 0, 0, 18}, {63, 134, c_a868386e, 0, 9, 0, 0, 0, 18}, {3, 86, c_8f91e643, 1, 12, 0, k_0ecf42fe,
    0, 18}, {64, 134, c_5195124b, 1, 14, 0, 0, 0, 18}, {63, 134, c_6d9452a5, 1, 16, 0, 0, 0, 18}, {3, 86, c_f1d58a7e, 2,
    5, 0, k_0ecf42fe, 0, 18}, {64, 134, c_55a7c2b4, 2, 7, 0, 0, 0, 18}, {63, 134, c_0244ce77, 2, 9, 0, 0, 0, 18}, {3,
    86, c_f1d58a7e, 3, 12, 0, k_0ecf42fe, 0, 18}, {64, 134, c_f41c02dc, 3, 14, 0, 0, 0, 18}, {63, 134, c_c4dff5be, 3,
    16, 0, 0, 0, 18}, {3, 86, c_b45de92d, 4, 5, 0, k_0ecf42fe, 0, 18}, {64, 134, c_096d8cd1, 4, 7, 0, 0, 0, 18}, {63,
    134, c_81c27f5c, 4, 9, 0, 0, 0, 18}, {3, 86, c_b45de92d, 5, 12, 0, k_0ecf42fe, 0, 18}, {64, 134, c_5692f811, 5, 14,
    0, 0, 0, 18}, {63, 134, c_1584ec37, 5, 16, 0, 0, 0, 18}, {2, 2, 0, 0, 2, 128, 0, 0, 1}) RECORD(n_govee_h5055,
    r_govee_h5055, 0, 19, 0, 0, 0, 0, 255, 0, 18, -2, 40)
NAMES("Govee", "grill thermometer, 6 probes", "H5055", "govee-h5055", "", 1)
TEST(c_34a5df26, 1, {48, 2, 767, 254, 255}) CONDITION(c_e3e019a4, 2, {48, 2, 3583, 1, 255}, {48, 5, 4351, 255, 254})
    CODE(k_1559036a, 2, 0x201, 0x88) CODE(k_8261f931, 2, 0x101, 0x88) ROWS(r_govee_h512x, 3, {2, 0, 0, 0, 4, 0, 0, 0,
    193}, {162, 64, c_34a5df26, 0, 5, 0, k_1559036a, 0, 193}, {154, 128, c_e3e019a4, 0, 5, 0, k_8261f931, 0, 193})
    RECORD(n_govee_h512x, r_govee_h512x, 0, 3, 0, 3, 0, 0, 255, 0, 0, 0, 0)
NAMES("Govee", "buttons, motion, window, vibration, presence pad", "H5121\nH5122\nH5123\nH5124\nH5125\nH5126\nH5130", "govee-h512x", "2\tH5123\n3\tH5121\n8\tH5122\n9\tH5124\n10\tH5125\n11\tH5126\n13\tH5130", 1)
BYTES(p_fffc89ff, 3, 255, 255, 255) CONDITION(c_0e1f436d, 2, {35, 0, 0, 1, 255}, {33, 1, p_fffc89ff, 255, 254})
    CODE(k_9c843631, 4, 0x391, 0x100, 0x3201, 0x6402) CODE(k_0f8a6c9d, 1, 0x88) ROWS(r_thermopro_tp3, 4, {3, 134,
    c_0e1f436d, 0, 1, 0, 0, s_100000_1_0, 146}, {4, 129, c_0e1f436d, 0, 3, 0, 0, 0, 129}, {2, 18, 0, 0, 4, 252,
    k_9c843631, 0, 129}, {138, 34, 0, 0, 4, 253, k_0f8a6c9d, 0, 129}) RECORD(n_thermopro_tp3, r_thermopro_tp3, 0, 4, 0,
    4, 0, 0, 255, 2, 5, 0, 0)
NAMES("ThermoPro", "thermo-hygrometer", "TP350S\nTP357\nTP357S\nTP358\nTP358S\nTP359\nTP393", "thermopro-tp3", "", 5)
SCALE(s_1000000_1_m30000000, 1000000, 1, -30000000) TEST(c_4fe37291, 1, {32, 0, 255, 254, 255}) TEST(c_bf6445b2, 1,
    {32, 0, 511, 254, 255}) TEST(c_071bd443, 1, {32, 0, 767, 254, 255}) TEST(c_8c90f4cd, 1, {32, 0, 1023, 254, 255})
    TEST(c_ba3a82fe, 1, {32, 0, 1279, 254, 255}) TEST(c_ca8886d1, 1, {32, 0, 1535, 254, 255}) ROWS(r_thermopro_tp96, 12,
    {3, 69, c_4fe37291, 0, 1, 0, 0, s_1000000_1_m30000000, 130}, {61, 69, c_4fe37291, 0, 5, 0, 0, s_1000000_1_m30000000,
    130}, {3, 69, c_bf6445b2, 1, 1, 0, 0, s_1000000_1_m30000000, 130}, {61, 69, c_bf6445b2, 1, 5, 0, 0,
    s_1000000_1_m30000000, 130}, {3, 69, c_071bd443, 2, 1, 0, 0, s_1000000_1_m30000000, 130}, {61, 69, c_071bd443, 2, 5,
    0, 0, s_1000000_1_m30000000, 130}, {3, 69, c_8c90f4cd, 3, 1, 0, 0, s_1000000_1_m30000000, 130}, {61, 69, c_8c90f4cd,
    3, 5, 0, 0, s_1000000_1_m30000000, 130}, {3, 69, c_ba3a82fe, 4, 1, 0, 0, s_1000000_1_m30000000, 130}, {61, 69,
    c_ba3a82fe, 4, 5, 0, 0, s_1000000_1_m30000000, 130}, {3, 69, c_ca8886d1, 5, 1, 0, 0, s_1000000_1_m30000000, 130},
    {61, 69, c_ca8886d1, 5, 5, 0, 0, s_1000000_1_m30000000, 130}) RECORD(n_thermopro_tp96, r_thermopro_tp96, 0, 12, 0,
    0, 0, 0, 255, 2, 7, -3, 40)
NAMES("ThermoPro", "meat probes", "TP960R\nTP962R\nTP970R\nTP972S", "thermopro-tp96", "", 1)
SCALE(s_5_9_m47777778, 5, 9, -47777778) CODE(k_d0588bbe, 3, 0x505, 0xFFFE5206, 0x984) ROWS(r_thermopro_tp97, 24, {61,
    85, c_4fe37291, 0, 1, 0, k_d0588bbe, 0, 130}, {3, 64, c_4fe37291, 0, 5, 0, 0, s_5_9_m47777778, 143}, {65, 64,
    c_4fe37291, 0, 9, 0, 0, s_5_9_m47777778, 143}, {66, 64, c_4fe37291, 0, 13, 0, 0, s_5_9_m47777778, 143}, {61, 85,
    c_bf6445b2, 1, 1, 0, k_d0588bbe, 0, 130}, {3, 64, c_bf6445b2, 1, 5, 0, 0, s_5_9_m47777778, 143}, {65, 64,
    c_bf6445b2, 1, 9, 0, 0, s_5_9_m47777778, 143}, {66, 64, c_bf6445b2, 1, 13, 0, 0, s_5_9_m47777778, 143}, {61, 85,
    c_071bd443, 2, 1, 0, k_d0588bbe, 0, 130}, {3, 64, c_071bd443, 2, 5, 0, 0, s_5_9_m47777778, 143}, {65, 64,
    c_071bd443, 2, 9, 0, 0, s_5_9_m47777778, 143}, {66, 64, c_071bd443, 2, 13, 0, 0, s_5_9_m47777778, 143}, {61, 85,
    c_8c90f4cd, 3, 1, 0, k_d0588bbe, 0, 130}, {3, 64, c_8c90f4cd, 3, 5, 0, 0, s_5_9_m47777778, 143}, {65, 64,
    c_8c90f4cd, 3, 9, 0, 0, s_5_9_m47777778, 143}, {66, 64, c_8c90f4cd, 3, 13, 0, 0, s_5_9_m47777778, 143}, {61, 85,
    c_ba3a82fe, 4, 1, 0, k_d0588bbe, 0, 130}, {3, 64, c_ba3a82fe, 4, 5, 0, 0, s_5_9_m47777778, 143}, {65, 64,
    c_ba3a82fe, 4, 9, 0, 0, s_5_9_m47777778, 143}, {66, 64, c_ba3a82fe, 4, 13, 0, 0, s_5_9_m47777778, 143}, {61, 85,
    c_ca8886d1, 5, 1, 0, k_d0588bbe, 0, 130}, {3, 64, c_ca8886d1, 5, 5, 0, 0, s_5_9_m47777778, 143}, {65, 64,
    c_ca8886d1, 5, 9, 0, 0, s_5_9_m47777778, 143}, {66, 64, c_ca8886d1, 5, 13, 0, 0, s_5_9_m47777778, 143})
    RECORD(n_thermopro_tp97, r_thermopro_tp97, 0, 24, 0, 0, 0, 0, 255, 2, 3, -3, 40)
NAMES("ThermoPro", "meat probes", "TP970R\nTP972S", "thermopro-tp97", "", 1)
SCALE(s_2500_1_m40000000, 2500, 1, -40000000) SCALE(s_2500_1_0, 2500, 1, 0) SCALE(s_10000_1_300000000, 10000, 1,
    300000000) CODE(k_c54984d8, 1, 0x1194183) CODE(k_4bab0bb4, 4, 0x23, 0xABAB0581, 0x0, 0x1194184) CODE(k_d8e029fb, 6,
    0x23, 0x9CAD7C99, 0xF8D9, 0xA4, 0xABAB0581, 0x0) ROWS(r_sensorpush_htp, 3, {3, 0, 0, 0, 1, 0, k_c54984d8,
    s_2500_1_m40000000, 134}, {4, 0, 0, 0, 1, 0, k_4bab0bb4, s_2500_1_0, 134}, {5, 0, 0, 0, 1, 0, k_d8e029fb,
    s_10000_1_300000000, 134}) RECORD(n_sensorpush_htp, r_sensorpush_htp, 0, 3, 0, 0, 0, 0, 255, 0, 0, 0, 0)
NAMES("SensorPush", "HTP.xw", "HTP.xw", "sensorpush-htp", "", 1)
CODE(k_aac6f851, 1, 0x101D183) CODE(k_1dbca008, 4, 0x23, 0x9D5CD211, 0x0, 0x101D184) ROWS(r_sensorpush_ht, 2, {3, 27,
    0, 0, 1, 0, k_aac6f851, s_2500_1_m40000000, 132}, {4, 27, 0, 0, 1, 0, k_1dbca008, s_2500_1_0, 132})
    RECORD(n_sensorpush_ht, r_sensorpush_ht, 0, 2, 0, 0, 0, 0, 255, 2, 5, 0, 0)
NAMES("SensorPush", "HT.w", "HT.w", "sensorpush-ht", "", 1)
SCALE(s_62500_1_m200000000, 62500, 1, -200000000) CODE(k_31c17f70, 1, 0x7D0183) ROWS(r_sensorpush_tc, 1, {3, 27, 0, 0,
    1, 0, k_31c17f70, s_62500_1_m200000000, 132}) RECORD(n_sensorpush_tc, r_sensorpush_tc, 0, 1, 0, 0, 0, 0, 255, 2, 5,
    -27, 127)
NAMES("SensorPush", "TC.x", "TC.x", "sensorpush-tc", "", 1)
SCALE(s_2745625_256_m46850000, 2745625, 256, -46850000) SCALE(s_15625_64_0, 15625, 64, 0) CODE(k_ec192196, 4, 0x7D05,
    0xFFA00006, 0xA, 0x6400089) ROWS(r_sensorpush_ht1, 2, {3, 0, 0, 0, 12, 14, 0, s_2745625_256_m46850000, 138}, {4, 0,
    0, 0, 0, 12, k_ec192196, s_15625_64_0, 138}) RECORD(n_sensorpush_ht1, r_sensorpush_ht1, 0, 2, 0, 0, 0, 0, 255, 0, 0,
    0, 0)
NAMES("SensorPush", "HT1", "HT1", "sensorpush-ht1", "", 1)
CODE(k_59208b8e, 1, 0xFF8E) CODE(k_aa1241bd, 4, 0x391, 0x100, 0x1, 0x102) CODE(k_580a6bda, 4, 0x391, 0x0, 0x1, 0x102)
    CODE(k_c792fc7f, 1, 0x189) ROWS(r_qingping_0, 2, {3, 0, 0, 255, 0, 0, 0, s_100000_1_0, 210}, {4, 0, 0, 255, 2, 0, 0,
    s_100000_1_0, 194}) ROWS(r_qingping_1, 1, {2, 0, 0, 255, 0, 0, k_59208b8e, 0, 193}) ROWS(r_qingping_2, 2, {137, 0,
    0, 255, 0, 0, k_aa1241bd, 0, 193}, {164, 0, 0, 255, 0, 0, k_580a6bda, 0, 193}) ROWS(r_qingping_3, 1, {5, 0, 0, 255,
    0, 0, 0, s_100000_1_0, 194}) ROWS(r_qingping_4, 2, {150, 0, 0, 255, 0, 0, k_c792fc7f, 0, 193}, {6, 0, 0, 255, 1, 0,
    0, 0, 195}) ROWS(r_qingping_5, 1, {6, 0, 0, 255, 0, 0, 0, 0, 196}) ROWS(r_qingping_6, 1, {147, 0, 0, 255, 0, 0,
    k_c792fc7f, 0, 193}) ROWS(r_qingping_7, 2, {14, 0, 0, 255, 0, 0, 0, 0, 194}, {15, 0, 0, 255, 2, 0, 0, 0, 194})
    ROWS(r_qingping_8, 1, {16, 0, 0, 255, 0, 0, 0, 0, 194}) ROWS(r_qingping_9, 1, {79, 0, 0, 255, 0, 0, 0, 0, 194})
    OBJECTS(o_qingping, 10, {1, 4, r_qingping_0, 2}, {2, 1, r_qingping_1, 1}, {4, 1, r_qingping_2, 2}, {7, 2,
    r_qingping_3, 1}, {8, 4, r_qingping_4, 2}, {9, 4, r_qingping_5, 1}, {17, 1, r_qingping_6, 1}, {18, 4, r_qingping_7,
    2}, {19, 2, r_qingping_8, 1}, {21, 2, r_qingping_9, 1}) RECORD(n_qingping, 0, o_qingping, 0, 10, 16, 0, 72, 65, 0,
    0, 0, 0)
NAMES("Qingping", "all models", "CGG1\nCGH1\nCGP1W\nCGD1\nCGDN1\nCGM1\nCGPR1\nCGF1W\nCGP23W\nCGC1\nCGP22C\nCGG3\nCGDK2\nCGR1PC", "qingping", "1\tCGG1\n4\tCGH1\n7\tCGG1\n9\tCGP1W\n12\tCGD1\n14\tCGDN1\n15\tCGM1\n16\tCGDK2\n18\tCGPR1\n21\tCGF1W\n22\tCGG1\n24\tCGP23W\n30\tCGC1\n36\tCGDN1\n38\tCGP23W\n51\tCGP22C\n79\tCGG3\n82\tCGR1PC\n93\tCGP22C\n98\tCGR1PC", 1)
RECORD(n_bthome_v1, 0, 0, 0, 0, 320, 0, 64, 255, 0, 0, -10, 30)
NAMES("BTHome", "version 1", "BTHome sensor", "bthome-v1", "=ATC_\tTemperature/Humidity sensor", 1)
RECORD(n_bthome_v1_encrypted, 0, 0, 0, 0, 65, 0, 64, 255, 0, 0, -10, 30)
NAMES("BTHome", "version 1, encrypted", "BTHome sensor", "bthome-v1-encrypted", "=ATC_\tTemperature/Humidity sensor", 3)
SCALE(s_1000_1_0, 1000, 1, 0) SCALE(s_62500_1_0, 62500, 1, 0) CODE(k_1e9a320c, 1, 0x64090) ROWS(r_thermobeacon, 5, {13,
    5, 0, 0, 8, 0, 0, s_1000_1_0, 2}, {3, 22, 0, 0, 10, 0, k_1e9a320c, s_62500_1_0, 18}, {4, 21, 0, 0, 12, 0,
    k_1e9a320c, s_62500_1_0, 2}, {87, 11, 0, 0, 14, 0, 0, 0, 4}, {173, 3, 0, 0, 1, 127, 0, 0, 1}) RECORD(n_thermobeacon,
    r_thermobeacon, 0, 5, 0, 256, 0, 0, 255, 0, 18, 0, 0)
NAMES("ThermoBeacon", "thermo-hygrometer", "WS02\nWS08\nLanyard", "thermobeacon", "", 1)
ROWS(r_sensorpro, 4, {13, 7, 0, 0, 8, 0, 0, s_10000_1_0, 34}, {3, 8, 0, 0, 10, 0, 0, s_10000_1_0, 50}, {4, 7, 0, 0, 12,
    0, 0, s_10000_1_0, 34}, {2, 1, 0, 0, 14, 0, 0, 0, 1}) RECORD(n_sensorpro, r_sensorpro, 0, 4, 0, 0, 0, 0, 255, 0, 15,
    0, 0)
NAMES("SensorPro", "thermo-hygrometer", "T201\nT301", "sensorpro", "", 1)
ROWS(r_bluemaestro_thd, 4, {2, 1, 0, 0, 1, 0, 0, 0, 1}, {3, 8, 0, 0, 6, 0, 0, s_100000_1_0, 50}, {4, 7, 0, 0, 8, 0, 0,
    s_100000_1_0, 34}, {9, 8, 0, 0, 10, 0, 0, s_100000_1_0, 50}) RECORD(n_bluemaestro_thd, r_bluemaestro_thd, 0, 4, 0,
    0, 0, 0, 255, 0, 12, 0, 0)
NAMES("Blue Maestro", "Tempo Disc THD", "TD3in1\nTempo Disc THD", "bluemaestro-thd", "\tTempo Disc THD", 1)
ROWS(r_bluemaestro_thpd, 4, {2, 1, 0, 0, 1, 0, 0, 0, 1}, {3, 8, 0, 0, 6, 0, 0, s_100000_1_0, 50}, {4, 7, 0, 0, 8, 0, 0,
    s_100000_1_0, 34}, {5, 7, 0, 0, 10, 0, 0, s_100000_1_0, 34}) RECORD(n_bluemaestro_thpd, r_bluemaestro_thpd, 0, 4, 0,
    0, 0, 0, 255, 0, 12, 0, 0)
NAMES("Blue Maestro", "Tempo Disc THPD", "TD4in1\nTempo Disc THPD", "bluemaestro-thpd", "\tTempo Disc THPD", 1)
ROWS(r_bluemaestro_pebble, 3, {3, 6, 0, 0, 3, 0, 0, s_100000_1_0, 18}, {4, 1, 0, 0, 7, 0, 0, 0, 1}, {5, 5, 0, 0, 8, 0,
    0, 0, 2}) RECORD(n_bluemaestro_pebble, r_bluemaestro_pebble, 0, 3, 0, 0, 0, 0, 255, 0, 10, 0, 0)
NAMES("Blue Maestro", "Pebble", "Pebble", "bluemaestro-pebble", "", 1)
RECORD(n_bluemaestro_t, r_bluemaestro_thd, 0, 2, 0, 0, 0, 0, 255, 0, 8, 0, 0)
NAMES("Blue Maestro", "Tempo Disc T", "TD1in1", "bluemaestro-t", "", 1)
SCALE(s_500000_9_m17777778, 500000, 9, -17777778) SCALE(s_100_1_0, 100, 1, 0) ROWS(r_tilt_pro, 2, {3, 39, 0, 0, 18, 0,
    0, s_500000_9_m17777778, 34}, {67, 7, 0, 0, 20, 0, 0, s_100_1_0, 34}) RECORD(n_tilt_pro, r_tilt_pro, 0, 2, 0, 0, 0,
    0, 5, 0, 22, 0, 0)
NAMES("Tilt", "Pro hydrometer", "Tilt Pro", "tilt-pro", "16\tPro Red\n32\tPro Green\n48\tPro Black\n64\tPro Purple\n80\tPro Orange\n96\tPro Blue\n112\tPro Yellow\n128\tPro Pink", 1)
SCALE(s_5000000_9_m17777778, 5000000, 9, -17777778) ROWS(r_tilt, 2, {3, 39, 0, 0, 18, 0, 0, s_5000000_9_m17777778, 34},
    {67, 7, 0, 0, 20, 0, 0, s_1000_1_0, 34}) RECORD(n_tilt, r_tilt, 0, 2, 0, 0, 0, 0, 5, 0, 22, 0, 0)
NAMES("Tilt", "hydrometer", "Tilt", "tilt", "16\tRed\n32\tGreen\n48\tBlack\n64\tPurple\n80\tOrange\n96\tBlue\n112\tYellow\n128\tPink", 1)
SCALE(s_1_1_0, 1, 1, 0) TEST(c_26cb0091, 1, {0, 6, 20560, 254, 255}) CONDITION(c_e681d709, 2, {0, 6, 64, 254, 1}, {0,
    6, 16, 254, 255}) ROWS(r_kegtron, 7, {97, 135, c_e681d709, 0, 0, 0, 0, s_1000_1_0, 34}, {98, 135, c_e681d709, 0, 2,
    0, 0, s_1000_1_0, 34}, {99, 135, c_e681d709, 0, 4, 0, 0, s_1000_1_0, 34}, {97, 71, c_26cb0091, 1, 0, 0, 0,
    s_1000_1_0, 34}, {98, 71, c_26cb0091, 1, 2, 0, 0, s_1000_1_0, 34}, {99, 71, c_26cb0091, 1, 4, 0, 0, s_1000_1_0, 34},
    {47, 0, 0, 0, 7, 20, 0, s_1_1_0, 14}) RECORD(n_kegtron, r_kegtron, 0, 7, 0, 0, 0, 0, 6, 0, 6, 0, 0)
NAMES("Kegtron", "keg meter", "KT-100\nKT-200", "kegtron", "&64\n0\tKT-100\n64\tKT-200", 1)
SCALE(s_2745625_1024_m46850000, 2745625, 1024, -46850000) SCALE(s_1953125_1024_m6000000, 1953125, 1024, -6000000)
    ROWS(r_moat_s2, 3, {3, 37, 0, 0, 10, 0, 0, s_2745625_1024_m46850000, 2}, {4, 37, 0, 0, 12, 0, 0,
    s_1953125_1024_m6000000, 2}, {13, 5, 0, 0, 14, 0, 0, s_1000_1_0, 2}) RECORD(n_moat_s2, r_moat_s2, 0, 3, 0, 0, 0, 0,
    255, 0, 16, 0, 0)
NAMES("Moat", "S2", "Moat S2", "moat-s2", "", 1)
ROWS(r_moat_s2_service, 3, {3, 37, 0, 0, 10, 0, 0, s_2745625_1024_m46850000, 66}, {4, 37, 0, 0, 12, 0, 0,
    s_1953125_1024_m6000000, 66}, {13, 5, 0, 0, 14, 0, 0, s_1000_1_0, 66}) RECORD(n_moat_s2_service, r_moat_s2_service,
    0, 3, 0, 0, 0, 0, 255, 1, 16, 0, 0)
NAMES("Moat", "S2", "Moat S2", "moat-s2-service", "", 1)
SCALE(s_1000000_1_m40000000, 1000000, 1, -40000000) SCALE(s_31250_1_0, 31250, 1, 0) CONDITION(c_b1353d9a, 2, {3, 0, 0,
    1, 255}, {0, 4, 192, 255, 254}) CODE(k_5516947d, 6, 0x3FFF00, 0x93, x_8a5bc157, 0x2227F908, 0xFFD4F090, 0xFFFFEB1A)
    CODE(k_4cbe69b3, 1, 0x682) INNER(x_8a5bc157, {0, 0, 0, 255, 2, 128, 0, 0, 1}) ROWS(r_mopeka, 5, {3, 2, 0, 0, 2, 128,
    0, s_1000000_1_m40000000, 1}, {13, 1, 0, 0, 1, 0, 0, s_31250_1_0, 1}, {173, 3, 0, 0, 2, 127, 0, 0, 1}, {68, 149,
    c_b1353d9a, 0, 3, 0, k_5516947d, s_1_1_0, 2}, {131, 17, 0, 0, 4, 0, k_4cbe69b3, 0, 1}) RECORD(n_mopeka, r_mopeka, 0,
    5, 0, 0, 0, 0, 0, 0, 5, 0, 0)
NAMES("Mopeka", "tank level", "M1015\nM1017\nPro-200\nTD40\nTD200\nPro H2O\nBottleCheck", "mopeka", "3\tM1017\n4\tPro-200\n5\tPro H2O\n6\tM1017\n8\tM1015\n9\tM1015\n10\tTD40/TD200\n11\tTD40/TD200\n12\tM1017\n18\tPro-200", 1)
ROWS(r_xiaogui_20, 2, {7, 7, 0, 0, 0, 0, 0, s_100000_1_0, 34}, {168, 0, 0, 0, 0, 0, 0, 0, 11}) RECORD(n_xiaogui_20,
    r_xiaogui_20, 0, 2, 0, 256, 0, 0, 255, 0, 2, 0, 0)
NAMES("Xiaogui", "scale", "TZC4", "xiaogui-20", "", 1)
ROWS(r_xiaogui_21, 3, {7, 7, 0, 0, 0, 0, 0, s_100000_1_0, 34}, {168, 0, 0, 0, 1, 0, 0, 0, 11}, {73, 7, 0, 0, 2, 0, 0,
    s_100000_1_0, 34}) RECORD(n_xiaogui_21, r_xiaogui_21, 0, 3, 0, 256, 0, 0, 255, 0, 4, 0, 0)
NAMES("Xiaogui", "scale", "TZC4", "xiaogui-21", "", 1)
ROWS(r_xiaogui_24, 2, {7, 7, 0, 0, 0, 0, 0, s_10000_1_0, 34}, {168, 0, 0, 0, 0, 0, 0, 0, 11}) RECORD(n_xiaogui_24,
    r_xiaogui_24, 0, 2, 0, 0, 0, 0, 255, 0, 2, 0, 0)
NAMES("Xiaogui", "scale", "QJ-J", "xiaogui-24", "", 1)
ROWS(r_xiaogui_25, 3, {7, 7, 0, 0, 0, 0, 0, s_10000_1_0, 34}, {168, 0, 0, 0, 1, 0, 0, 0, 11}, {73, 7, 0, 0, 2, 0, 0,
    s_100000_1_0, 34}) RECORD(n_xiaogui_25, r_xiaogui_25, 0, 3, 0, 0, 0, 0, 255, 0, 4, 0, 0)
NAMES("Xiaogui", "scale", "QJ-J", "xiaogui-25", "", 1)
SCALE(s_45359237_1000_0, 45359237, 1000, 0) ROWS(r_xiaogui_30, 2, {7, 39, 0, 0, 0, 0, 0, s_45359237_1000_0, 34}, {168,
    0, 0, 0, 0, 0, 0, 0, 11}) RECORD(n_xiaogui_30, r_xiaogui_30, 0, 2, 0, 0, 0, 0, 255, 0, 2, 0, 0)
NAMES("Xiaogui", "scale", "TZC4", "xiaogui-30", "", 1)
ROWS(r_xiaogui_31, 3, {7, 39, 0, 0, 0, 0, 0, s_45359237_1000_0, 34}, {168, 0, 0, 0, 1, 0, 0, 0, 11}, {73, 7, 0, 0, 2,
    0, 0, s_100000_1_0, 34}) RECORD(n_xiaogui_31, r_xiaogui_31, 0, 3, 0, 0, 0, 0, 255, 0, 4, 0, 0)
NAMES("Xiaogui", "scale", "TZC4", "xiaogui-31", "", 1)
SCALE(s_15625_2_m273150000, 15625, 2, -273150000) SCALE(s_1_1000_0, 1, 1000, 0) SCALE(s_15625_4_0, 15625, 4, 0)
    ROWS(r_rapt_pill, 3, {3, 39, 0, 0, 9, 0, 0, s_15625_2_m273150000, 34}, {67, 0, 0, 0, 11, 0, 0, s_1_1000_0, 47}, {2,
    39, 0, 0, 21, 0, 0, s_15625_4_0, 34}) RECORD(n_rapt_pill, r_rapt_pill, 0, 3, 0, 0, 0, 0, 255, 0, 23, 0, 0)
NAMES("RAPT", "Pill hydrometer", "RAPT Pill hydrometer", "rapt-pill", "", 1)
SCALE(s_35000000_13107_m45000000, 35000000, 13107, -45000000) SCALE(s_20000000_13107_0, 20000000, 13107, 0)
    ROWS(r_sensirion_03, 3, {3, 37, 0, 0, 4, 0, 0, s_35000000_13107_m45000000, 2}, {4, 37, 0, 0, 6, 0, 0,
    s_20000000_13107_0, 2}, {79, 5, 0, 0, 8, 0, 0, 0, 2}) RECORD(n_sensirion_03, r_sensirion_03, 0, 3, 0, 0, 0, 0, 255,
    0, 10, 0, 0)
NAMES("Sensirion", "gadget, sample type 3", "gadget", "sensirion-03", "", 1)
RECORD(n_sensirion_04, r_sensirion_03, 0, 2, 0, 0, 0, 0, 255, 0, 8, 0, 0)
NAMES("Sensirion", "gadget, sample type 4", "gadget", "sensirion-04", "", 1)
ROWS(r_sensirion_08, 3, {3, 37, 0, 0, 4, 0, 0, s_35000000_13107_m45000000, 2}, {4, 37, 0, 0, 6, 0, 0,
    s_20000000_13107_0, 2}, {16, 5, 0, 0, 8, 0, 0, 0, 2}) RECORD(n_sensirion_08, r_sensirion_08, 0, 3, 0, 0, 0, 0, 255,
    0, 10, 0, 0)
NAMES("Sensirion", "gadget, sample type 8", "MyCO2\nSCD4X", "sensirion-08", "", 1)
RECORD(n_sensirion_0a, r_sensirion_08, 0, 3, 0, 0, 0, 0, 255, 0, 10, 0, 0)
NAMES("Sensirion", "gadget, sample type 10", "MyCO2\nSCD4X", "sensirion-0a", "", 1)
SCALE(s_200000000_13107_0, 200000000, 13107, 0) ROWS(r_sensirion_0c, 4, {3, 37, 0, 0, 4, 0, 0,
    s_35000000_13107_m45000000, 2}, {4, 37, 0, 0, 6, 0, 0, s_20000000_13107_0, 2}, {16, 5, 0, 0, 8, 0, 0, 0, 2}, {14,
    37, 0, 0, 10, 0, 0, s_200000000_13107_0, 2}) RECORD(n_sensirion_0c, r_sensirion_0c, 0, 4, 0, 0, 0, 0, 255, 0, 12, 0,
    0)
NAMES("Sensirion", "gadget, sample type 12", "gadget", "sensirion-0c", "", 1)
ROWS(r_sensirion_0e, 3, {3, 37, 0, 0, 4, 0, 0, s_35000000_13107_m45000000, 2}, {4, 37, 0, 0, 6, 0, 0,
    s_20000000_13107_0, 2}, {78, 5, 0, 0, 8, 0, 0, 0, 2}) RECORD(n_sensirion_0e, r_sensirion_0e, 0, 3, 0, 0, 0, 0, 255,
    0, 10, 0, 0)
NAMES("Sensirion", "gadget, sample type 14", "gadget", "sensirion-0e", "", 1)
ROWS(r_sensirion_10, 4, {3, 37, 0, 0, 4, 0, 0, s_35000000_13107_m45000000, 2}, {4, 37, 0, 0, 6, 0, 0,
    s_20000000_13107_0, 2}, {79, 5, 0, 0, 8, 0, 0, 0, 2}, {14, 37, 0, 0, 10, 0, 0, s_200000000_13107_0, 2})
    RECORD(n_sensirion_10, r_sensirion_10, 0, 4, 0, 0, 0, 0, 255, 0, 12, 0, 0)
NAMES("Sensirion", "gadget, sample type 16", "gadget", "sensirion-10", "", 1)
ROWS(r_sensirion_14, 5, {3, 37, 0, 0, 4, 0, 0, s_35000000_13107_m45000000, 2}, {4, 37, 0, 0, 6, 0, 0,
    s_20000000_13107_0, 2}, {16, 5, 0, 0, 8, 0, 0, 0, 2}, {79, 5, 0, 0, 10, 0, 0, 0, 2}, {14, 37, 0, 0, 12, 0, 0,
    s_200000000_13107_0, 2}) RECORD(n_sensirion_14, r_sensirion_14, 0, 5, 0, 0, 0, 0, 255, 0, 14, 0, 0)
NAMES("Sensirion", "gadget, sample type 20", "gadget", "sensirion-14", "", 1)
ROWS(r_sensirion_16, 4, {3, 37, 0, 0, 4, 0, 0, s_35000000_13107_m45000000, 2}, {4, 37, 0, 0, 6, 0, 0,
    s_20000000_13107_0, 2}, {79, 5, 0, 0, 8, 0, 0, 0, 2}, {80, 5, 0, 0, 10, 0, 0, 0, 2}) RECORD(n_sensirion_16,
    r_sensirion_16, 0, 4, 0, 0, 0, 0, 255, 0, 12, 0, 0)
NAMES("Sensirion", "gadget, sample type 22", "gadget", "sensirion-16", "", 1)
RECORD(n_sensirion_1c, r_sensirion_08, 0, 3, 0, 0, 0, 0, 255, 0, 10, 0, 0)
NAMES("Sensirion", "gadget, sample type 28", "gadget", "sensirion-1c", "", 1)
RECORD(n_sensirion_1a, r_sensirion_14, 0, 4, 0, 0, 0, 0, 255, 0, 12, 0, 0)
NAMES("Sensirion", "gadget, sample type 26", "gadget", "sensirion-1a", "", 1)
SCALE(s_25000000_13107_m6000000, 25000000, 13107, -6000000) ROWS(r_sensirion_06, 2, {3, 37, 0, 0, 4, 0, 0,
    s_35000000_13107_m45000000, 2}, {4, 37, 0, 0, 6, 0, 0, s_25000000_13107_m6000000, 2}) RECORD(n_sensirion_06,
    r_sensirion_06, 0, 2, 0, 0, 0, 0, 255, 0, 8, 0, 0)
NAMES("Sensirion", "SHT4x gadget", "SHT40\nSHT41\nSHT45", "sensirion-06", "\tSHT4X", 1)
CODE(k_7b08cb4e, 1, 0x6490) CODE(k_ac52d9d6, 1, 0x271090) ROWS(r_inkbird_ibs_th, 3, {3, 6, 0, 0, 0, 0, 0, s_10000_1_0,
    146}, {2, 17, 0, 0, 7, 0, k_7b08cb4e, 0, 129}, {4, 21, 0, 0, 2, 0, k_ac52d9d6, s_10000_1_0, 130})
    RECORD(n_inkbird_ibs_th, r_inkbird_ibs_th, 0, 3, 0, 260, 0, 0, 255, 2, 8, 0, 0)
NAMES("Inkbird", "IBS-TH", "IBS-TH1\nIBS-TH2", "inkbird-ibs-th", "\tIBS-TH", 5)
CODE(k_fa0c97c1, 2, 0x10F, 0x271090) ROWS(r_inkbird_ibs_th2, 3, {3, 6, 0, 0, 0, 0, 0, s_10000_1_0, 146}, {2, 17, 0, 0,
    7, 0, k_7b08cb4e, 0, 129}, {4, 21, 0, 0, 2, 0, k_fa0c97c1, s_10000_1_0, 130}) RECORD(n_inkbird_ibs_th2,
    r_inkbird_ibs_th2, 0, 3, 0, 4, 0, 0, 255, 2, 8, 0, 0)
NAMES("Inkbird", "IBS-TH2, P01B", "IBS-TH2\nIBS-P01B", "inkbird-ibs-th2", "\tIBS-TH2/P01B", 5)
CONDITION(c_505e6853, 2, {12, 0, x_019ea43a, 1, 255}, {12, 0, x_754a41c9, 254, 255}) CODE(k_66ab322e, 1, 0x3E890)
    CODE(k_7c92866e, 1, 0x18F) INNER(x_019ea43a, {0, 0, 0, 255, 8, 0, k_66ab322e, 0, 130}) INNER(x_754a41c9, {0, 0, 0,
    255, 10, 0, k_7b08cb4e, 0, 129}) ROWS(r_inkbird_18, 3, {3, 134, c_505e6853, 0, 6, 0, 0, s_100000_1_0, 146}, {4, 149,
    c_505e6853, 0, 8, 0, k_7c92866e, s_100000_1_0, 130}, {2, 129, c_505e6853, 0, 10, 0, 0, 0, 129}) RECORD(n_inkbird_18,
    r_inkbird_18, 0, 3, 0, 0, 0, 0, 255, 2, 11, 0, 0)
NAMES("Inkbird", "pool and room thermometers", "IBS-P02B\nITH-11-B\nITH-13-B\nITH-21-B", "inkbird-18", "=ibs-p02b\tIBS-P02B\n=ith-11-b\tITH-11-B\n=ith-13-b\tITH-13-B\n=ith-21-b\tITH-21-B", 1)
TEST(c_5a94a951, 1, {0, 7, 2, 254, 255}) TEST(c_ad664795, 1, {0, 7, 514, 254, 255}) ROWS(r_inkbird_iam_t2, 4, {3, 72,
    c_5a94a951, 0, 10, 0, 0, s_100000_1_0, 178}, {3, 104, c_ad664795, 255, 10, 0, 0, s_500000_9_m17777778, 178}, {4, 7,
    0, 0, 12, 0, 0, s_100000_1_0, 162}, {16, 7, 0, 0, 14, 0, 0, 0, 162}) RECORD(n_inkbird_iam_t2, r_inkbird_iam_t2, 0,
    4, 0, 0, 0, 0, 255, 2, 16, 0, 0)
NAMES("Inkbird", "CO2 monitor", "IAM-T2", "inkbird-iam-t2", "", 1)
CODE(k_2d42f6d9, 2, 0xFFFFFF0E, 0xFFFFF68E) ROWS(r_inkbird_ibbq_1, 1, {3, 22, 0, 0, 10, 0, k_2d42f6d9, s_100000_1_0,
    146}) RECORD(n_inkbird_ibbq_1, r_inkbird_ibbq_1, 0, 1, 0, 0, 0, 0, 255, 2, 12, -3, 40)
NAMES("Inkbird", "grill thermometer", "iBBQ-1\nxBBQ-1", "inkbird-ibbq-1", "=xBBQ\txBBQ-1\n\tiBBQ-1", 1)
ROWS(r_inkbird_ibbq_2, 2, {3, 22, 0, 0, 10, 0, k_2d42f6d9, s_100000_1_0, 146}, {3, 22, 0, 1, 12, 0, k_2d42f6d9,
    s_100000_1_0, 146}) RECORD(n_inkbird_ibbq_2, r_inkbird_ibbq_2, 0, 2, 0, 256, 0, 0, 255, 2, 14, -3, 40)
NAMES("Inkbird", "grill thermometer", "iBBQ-2\nxBBQ-2", "inkbird-ibbq-2", "=xBBQ\txBBQ-2\n\tiBBQ-2", 1)
ROWS(r_inkbird_ibbq_4, 4, {3, 22, 0, 0, 10, 0, k_2d42f6d9, s_100000_1_0, 146}, {3, 22, 0, 1, 12, 0, k_2d42f6d9,
    s_100000_1_0, 146}, {3, 22, 0, 2, 14, 0, k_2d42f6d9, s_100000_1_0, 146}, {3, 22, 0, 3, 16, 0, k_2d42f6d9,
    s_100000_1_0, 146}) RECORD(n_inkbird_ibbq_4, r_inkbird_ibbq_4, 0, 4, 0, 256, 0, 0, 255, 2, 18, -3, 40)
NAMES("Inkbird", "grill thermometer", "iBBQ-4\nxBBQ-4", "inkbird-ibbq-4", "=xBBQ\txBBQ-4\n\tiBBQ-4", 1)
ROWS(r_inkbird_ibbq_6, 6, {3, 22, 0, 0, 10, 0, k_2d42f6d9, s_100000_1_0, 146}, {3, 22, 0, 1, 12, 0, k_2d42f6d9,
    s_100000_1_0, 146}, {3, 22, 0, 2, 14, 0, k_2d42f6d9, s_100000_1_0, 146}, {3, 22, 0, 3, 16, 0, k_2d42f6d9,
    s_100000_1_0, 146}, {3, 22, 0, 4, 18, 0, k_2d42f6d9, s_100000_1_0, 146}, {3, 22, 0, 5, 20, 0, k_2d42f6d9,
    s_100000_1_0, 146}) RECORD(n_inkbird_ibbq_6, r_inkbird_ibbq_6, 0, 6, 0, 256, 0, 0, 255, 2, 22, -3, 40)
NAMES("Inkbird", "grill thermometer", "iBBQ-6\nxBBQ-6", "inkbird-ibbq-6", "=xBBQ\txBBQ-6\n\tiBBQ-6", 1)
CODE(k_99e72593, 3, 0x3C05, 0x18D, x_b30d4c36) CODE(k_61b5b803, 2, 0x301, 0x88) INNER(x_b30d4c36, {0, 0, 0, 255, 6, 0,
    0, 0, 1}) ROWS(r_oral_b, 8, {90, 17, 0, 0, 5, 0, k_99e72593, 0, 1}, {167, 33, 0, 0, 3, 0, k_61b5b803, 0, 1}, {91, 1,
    0, 0, 3, 0, 0, 0, 1}, {92, 1, 0, 0, 7, 0, 0, 0, 1}, {93, 1, 0, 0, 4, 0, 0, 0, 1}, {94, 2, 0, 0, 8, 248, 0, 0, 1},
    {95, 1, 0, 0, 9, 0, 0, 0, 1}, {96, 1, 0, 0, 10, 0, 0, 0, 1}) RECORD(n_oral_b, r_oral_b, 0, 8, 0, 0, 0, 0, 1, 0, 11,
    0, 0)
NAMES("Oral-B", "toothbrush", "Genius Series D701\nGenius X D706\nIO Series\nIO Series 4\nIO Series 5\nPro Series D601\nSmart Series D21\nSmart Series D700\nTriumph D36", "oral-b", "0\tTriumph D36\n1\tTriumph D36\n2\tTriumph D36\n32\tGenius Series D701\n33\tGenius Series D701\n34\tGenius Series D701\n39\tSmart Series D700\n40\tSmart Series D700\n41\tSmart Series D700\n48\tIO Series\n49\tIO Series\n50\tIO Series\n52\tIO Series 4\n53\tIO Series 5\n54\tIO Series\n64\tSmart Series D21\n65\tSmart Series D21\n66\tSmart Series D21\n67\tSmart Series D21\n68\tSmart Series D21\n69\tSmart Series D21\n70\tSmart Series D21\n80\tPro Series D601\n81\tPro Series D601\n82\tPro Series D601\n83\tPro Series D601\n84\tPro Series D601\n85\tPro Series D601\n86\tPro Series D601\n87\tPro Series D601\n112\tGenius X D706\n113\tGenius X D706\n114\tGenius X D706\n117\tGenius X D706\n118\tGenius X D706\n119\tGenius X D706", 1)
SCALE(s_5000_1_0, 5000, 1, 0) SCALE(s_10000_1_500000000, 10000, 1, 500000000) CODE(k_be19e746, 1, 0xFF80008E)
    CODE(k_f1676966, 1, 0xFFFF8E) CODE(k_ea4bc613, 4, 0xFE10, 0x205, 0x18D, x_0aeed547) CODE(k_ab3beb9b, 4, 0xFE10,
    0x205, 0x18D, x_083ad250) CODE(k_51111d8d, 2, 0xFF0E, 0x92) INNER(x_0aeed547, {0, 0, 0, 255, 16, 6, 0, 0, 9})
    INNER(x_083ad250, {0, 0, 0, 255, 16, 7, 0, 0, 9}) ROWS(r_ruuvi_6, 9, {3, 24, 0, 0, 1, 0, k_be19e746, s_5000_1_0,
    50}, {4, 23, 0, 0, 3, 0, k_f1676966, s_2500_1_0, 34}, {5, 23, 0, 0, 5, 0, k_f1676966, s_10000_1_500000000, 34}, {14,
    23, 0, 0, 7, 0, k_f1676966, s_100000_1_0, 34}, {16, 23, 0, 0, 9, 0, k_f1676966, 0, 34}, {79, 17, 0, 0, 11, 0,
    k_ea4bc613, 0, 1}, {80, 17, 0, 0, 12, 0, k_ab3beb9b, 0, 1}, {6, 17, 0, 0, 13, 0, k_51111d8d, s_1_1_0, 1}, {1, 1, 0,
    0, 15, 0, 0, 0, 1}) RECORD(n_ruuvi_6, r_ruuvi_6, 0, 9, 0, 384, 0, 0, 255, 0, 16, 0, 0)
NAMES("Ruuvi", "Air, format 6", "Ruuvi Air", "ruuvi-6", "", 1)
CODE(k_1428c3cc, 4, 0xFE10, 0x205, 0x18D, x_e54fab2c) CODE(k_d888b823, 4, 0xFE10, 0x205, 0x18D, x_e1af61b3)
    CODE(k_0a3b5c29, 3, 0xAE, 0xFFFFFF, 0x0) INNER(x_e54fab2c, {0, 0, 0, 255, 28, 6, 0, 0, 9}) INNER(x_e1af61b3, {0, 0,
    0, 255, 28, 7, 0, 0, 9}) ROWS(r_ruuvi_e1, 12, {3, 24, 0, 0, 1, 0, k_be19e746, s_5000_1_0, 50}, {4, 23, 0, 0, 3, 0,
    k_f1676966, s_2500_1_0, 34}, {5, 23, 0, 0, 5, 0, k_f1676966, s_10000_1_500000000, 34}, {75, 23, 0, 0, 7, 0,
    k_f1676966, s_100000_1_0, 34}, {14, 23, 0, 0, 9, 0, k_f1676966, s_100000_1_0, 34}, {76, 23, 0, 0, 11, 0, k_f1676966,
    s_100000_1_0, 34}, {15, 23, 0, 0, 13, 0, k_f1676966, s_100000_1_0, 34}, {16, 23, 0, 0, 15, 0, k_f1676966, 0, 34},
    {79, 17, 0, 0, 17, 0, k_1428c3cc, 0, 1}, {80, 17, 0, 0, 18, 0, k_d888b823, 0, 1}, {6, 26, 0, 0, 19, 0, k_0a3b5c29,
    s_10000_1_0, 35}, {1, 26, 0, 0, 25, 0, k_0a3b5c29, 0, 35}) RECORD(n_ruuvi_e1, r_ruuvi_e1, 0, 12, 0, 384, 0, 0, 255,
    0, 28, 0, 0)
NAMES("Ruuvi", "Air, format E1", "Ruuvi Air", "ruuvi-e1", "", 1)
SCALE(s_1000_1_1600000, 1000, 1, 1600000) SCALE(s_2000000_1_m40000000, 2000000, 1, -40000000) CONDITION(c_9440ccf3, 2,
    {3, 0, 0, 1, 255}, {0, 8, 7967, 255, 254}) CODE(k_92439903, 2, 0xFFDF10, 0x582) ROWS(r_ruuvi_c5, 7, {3, 24, 0, 0, 1,
    0, k_be19e746, s_5000_1_0, 50}, {4, 23, 0, 0, 3, 0, k_f1676966, s_2500_1_0, 34}, {5, 23, 0, 0, 5, 0, k_f1676966,
    s_10000_1_500000000, 34}, {13, 23, 0, 0, 7, 0, k_92439903, s_1000_1_1600000, 34}, {45, 130, c_9440ccf3, 0, 8, 224,
    0, s_2000000_1_m40000000, 1}, {46, 17, 0, 0, 9, 0, k_59208b8e, 0, 1}, {1, 23, 0, 0, 10, 0, k_f1676966, 0, 34})
    RECORD(n_ruuvi_c5, r_ruuvi_c5, 0, 7, 0, 384, 0, 0, 255, 0, 12, 0, 0)
NAMES("Ruuvi", "sensor beacon, format C5", "RuuviTag", "ruuvi-c5", "", 1)
ROWS(r_acconeer_xm122, 3, {2, 5, 0, 0, 1, 0, 0, 0, 2}, {3, 6, 0, 0, 3, 0, 0, 0, 18}, {150, 37, 0, 0, 5, 0, k_c792fc7f,
    0, 2}) RECORD(n_acconeer_xm122, r_acconeer_xm122, 0, 3, 0, 0, 0, 0, 255, 0, 7, 0, 0)
NAMES("Acconeer", "XM122, XM126 presence", "XM122\nXM126", "acconeer-xm122", "", 1)
ROWS(r_acconeer_xm126_distance, 3, {2, 5, 0, 0, 1, 0, 0, 0, 2}, {3, 6, 0, 0, 3, 0, 0, 0, 18}, {22, 5, 0, 0, 5, 0, 0, 0,
    2}) RECORD(n_acconeer_xm126_distance, r_acconeer_xm126_distance, 0, 3, 0, 0, 0, 0, 255, 0, 7, 0, 0)
NAMES("Acconeer", "XM126 distance", "XM126", "acconeer-xm126-distance", "", 1)
SCALE(s_10000_1_m40000000, 10000, 1, -40000000) ROWS(r_airmentor_pro2_a, 2, {77, 7, 0, 0, 0, 0, 0, 0, 34}, {3, 7, 0, 0,
    2, 0, 0, s_10000_1_m40000000, 34}) RECORD(n_airmentor_pro2_a, r_airmentor_pro2_a, 0, 2, 0, 0, 0, 0, 255, 0, 4, 0, 0)
NAMES("Air Mentor", "Pro 2", "Air Mentor Pro 2", "airmentor-pro2-a", "", 1)
ROWS(r_airmentor_pro2_b, 3, {16, 7, 0, 0, 0, 0, 0, 0, 34}, {14, 7, 0, 0, 2, 0, 0, 0, 34}, {15, 7, 0, 0, 4, 0, 0, 0,
    34}) RECORD(n_airmentor_pro2_b, r_airmentor_pro2_b, 0, 3, 0, 256, 0, 0, 255, 0, 6, 0, 0)
NAMES("Air Mentor", "Pro 2", "Air Mentor Pro 2", "airmentor-pro2-b", "", 1)
RECORD(n_airmentor_2s_a, r_airmentor_pro2_a, 0, 2, 0, 0, 0, 0, 255, 0, 4, 0, 0)
NAMES("Air Mentor", "2S", "Air Mentor 2S", "airmentor-2s-a", "", 1)
SCALE(s_1228_1_0, 1228, 1, 0) ROWS(r_airmentor_2s_b, 4, {16, 7, 0, 0, 0, 0, 0, 0, 34}, {14, 7, 0, 0, 2, 0, 0, 0, 34},
    {15, 7, 0, 0, 4, 0, 0, 0, 34}, {18, 7, 0, 0, 8, 0, 0, s_1228_1_0, 34}) RECORD(n_airmentor_2s_b, r_airmentor_2s_b, 0,
    4, 0, 256, 0, 0, 255, 0, 10, 0, 0)
NAMES("Air Mentor", "2S", "Air Mentor 2S", "airmentor-2s-b", "", 1)
ROWS(r_almendo_blusensor, 5, {3, 6, 0, 0, 7, 0, 0, s_10000_1_0, 18}, {4, 5, 0, 0, 9, 0, 0, s_10000_1_0, 2}, {16, 5, 0,
    0, 11, 0, 0, 0, 2}, {77, 5, 0, 0, 13, 0, 0, 0, 2}, {81, 1, 0, 0, 15, 0, 0, 0, 1}) RECORD(n_almendo_blusensor,
    r_almendo_blusensor, 0, 5, 0, 0, 0, 0, 255, 0, 16, 0, 0)
NAMES("Almendo", "bluSensor Mini", "bluSensor Mini", "almendo-blusensor", "", 1)
BYTES(p_9638e46f, 3, 0, 0, 0) CONDITION(c_7c6bee82, 2, {19, 0, 0, 1, 255}, {17, 9, p_9638e46f, 255, 254})
    ROWS(r_amazfit_scale, 4, {7, 5, 0, 0, 7, 0, 0, s_5000_1_0, 66}, {73, 133, c_7c6bee82, 0, 5, 0, 0, s_100000_1_0, 66},
    {55, 129, c_7c6bee82, 0, 12, 0, 0, 0, 65}, {168, 41, 0, 0, 9, 0, k_c792fc7f, 0, 67}) RECORD(n_amazfit_scale,
    r_amazfit_scale, 0, 4, 0, 0, 0, 0, 255, 1, 13, 0, 0)
NAMES("Amazfit", "Smart Scale", "Amazfit Smart Scale", "amazfit-scale", "", 1)
ROWS(r_mi_band, 1, {55, 33, 0, 255, 3, 0, k_59208b8e, 0, 1}) RECORD(n_mi_band, r_mi_band, 0, 1, 0, 0, 1, 0, 255, 0, 4,
    0, 0)
NAMES("Amazfit", "Mi Band", "Mi Band", "mi-band", "", 1)
ROWS(r_mi_band_steps, 1, {74, 43, 0, 255, 0, 0, 0, 0, 68}) RECORD(n_mi_band_steps, r_mi_band_steps, 0, 1, 0, 256, 1, 0,
    255, 1, 4, 0, 0)
NAMES("Amazfit", "Mi Band", "Mi Band", "mi-band-steps", "", 1)
ROWS(r_blustream, 2, {4, 7, 0, 0, 5, 0, 0, s_10000_1_0, 34}, {3, 8, 0, 0, 7, 0, 0, s_10000_1_0, 50})
    RECORD(n_blustream, r_blustream, 0, 2, 0, 256, 0, 0, 255, 0, 9, 0, 0)
NAMES("Blustream", "sensor", "Blustream", "blustream", "", 1)
SCALE(s_390625_256_0, 390625, 256, 0) TEST(c_7beb4919, 1, {16, 0, 4336, 254, 255}) TEST(c_29454e86, 1, {16, 0, 8432,
    254, 255}) ROWS(r_b_parasite_v1, 6, {13, 7, 0, 0, 2, 0, 0, s_1000_1_0, 98}, {3, 72, c_7beb4919, 0, 4, 0, 0,
    s_1000_1_0, 114}, {3, 104, c_29454e86, 255, 4, 0, 0, s_10000_1_0, 114}, {4, 39, 0, 0, 6, 0, 0, s_390625_256_0, 98},
    {19, 39, 0, 0, 8, 0, 0, s_390625_256_0, 98}, {6, 7, 0, 0, 16, 0, 0, 0, 98}) RECORD(n_b_parasite_v1, r_b_parasite_v1,
    0, 6, 0, 0, 0, 0, 255, 1, 18, 0, 0)
NAMES("b-parasite", "plant sensor, versions 1 and 2", "b-parasite", "b-parasite-v1", "", 1)
CODE(k_f4208462, 1, 0x7FEF90) CODE(k_89d9a58e, 1, 0xFD90) ROWS(r_chef_iq_cq60, 5, {2, 1, 0, 0, 2, 0, 0, 0, 1}, {3, 21,
    0, 0, 10, 0, k_f4208462, s_100000_1_0, 2}, {3, 21, 0, 1, 12, 0, k_f4208462, s_100000_1_0, 2}, {3, 17, 0, 2, 3, 0,
    k_89d9a58e, 0, 1}, {61, 21, 0, 0, 14, 0, k_f4208462, s_100000_1_0, 2}) RECORD(n_chef_iq_cq60, r_chef_iq_cq60, 0, 5,
    0, 256, 0, 0, 255, 0, 16, -2, 55)
NAMES("Chef iQ", "meat probe", "CQ60", "chef-iq-cq60", "", 1)
SCALE(s_972624897_6374_0, 972624897, 6374, 0) SCALE(s_1000000_32767_0, 1000000, 32767, 0) ROWS(r_grundfos_alpha, 4, {3,
    1, 0, 0, 12, 0, 0, 0, 1}, {133, 37, 0, 0, 5, 0, 0, s_972624897_6374_0, 2}, {134, 38, 0, 0, 7, 0, 0,
    s_1000000_32767_0, 18}, {128, 1, 0, 0, 11, 0, 0, 0, 1}) RECORD(n_grundfos_alpha, r_grundfos_alpha, 0, 4, 0, 512, 0,
    0, 255, 0, 13, 0, 0)
NAMES("Grundfos", "Alpha reader MI401", "MI401", "grundfos-alpha", "", 1)
TEST(c_83c88254, 1, {16, 11, 128, 254, 255}) TEST(c_5bea722b, 1, {16, 11, 32896, 254, 255}) CODE(k_fb027e57, 3, 0x6405,
    0x18D, x_901cfa81) CODE(k_cfd57552, 3, 0x6405, 0xFFFFFF8D, x_901cfa81) INNER(x_901cfa81, {0, 0, 0, 255, 12, 0, 0, 0,
    65}) ROWS(r_holyiot_temperature, 3, {2, 1, 0, 0, 1, 0, 0, 0, 65}, {3, 84, c_83c88254, 0, 11, 0, k_fb027e57,
    s_10000_1_0, 81}, {3, 100, c_5bea722b, 255, 11, 0, k_cfd57552, s_10000_1_0, 81}) RECORD(n_holyiot_temperature,
    r_holyiot_temperature, 0, 3, 0, 0, 0, 0, 255, 1, 12, 0, 0)
NAMES("HolyIoT", "sensor beacon", "HolyIoT", "holyiot-temperature", "", 1)
SCALE(s_10000_1_800000000, 10000, 1, 800000000) ROWS(r_holyiot_pressure, 2, {2, 1, 0, 0, 1, 0, 0, 0, 65}, {5, 8, 0, 0,
    11, 0, 0, s_10000_1_800000000, 114}) RECORD(n_holyiot_pressure, r_holyiot_pressure, 0, 2, 0, 0, 0, 0, 255, 1, 13, 0,
    0)
NAMES("HolyIoT", "sensor beacon", "HolyIoT", "holyiot-pressure", "", 1)
ROWS(r_holyiot_humidity, 2, {2, 1, 0, 0, 1, 0, 0, 0, 65}, {4, 1, 0, 0, 11, 0, 0, 0, 65}) RECORD(n_holyiot_humidity,
    r_holyiot_humidity, 0, 2, 0, 0, 0, 0, 255, 1, 12, 0, 0)
NAMES("HolyIoT", "sensor beacon", "HolyIoT", "holyiot-humidity", "", 1)
ROWS(r_holyiot_vibration, 2, {2, 1, 0, 0, 1, 0, 0, 0, 65}, {161, 33, 0, 0, 11, 0, k_c792fc7f, 0, 65})
    RECORD(n_holyiot_vibration, r_holyiot_vibration, 0, 2, 0, 0, 0, 0, 255, 1, 12, 0, 0)
NAMES("HolyIoT", "sensor beacon", "HolyIoT", "holyiot-vibration", "", 1)
ROWS(r_holyiot_side, 2, {2, 1, 0, 0, 1, 0, 0, 0, 65}, {132, 1, 0, 0, 11, 0, 0, 0, 65}) RECORD(n_holyiot_side,
    r_holyiot_side, 0, 2, 0, 0, 0, 0, 255, 1, 12, 0, 0)
NAMES("HolyIoT", "sensor beacon", "HolyIoT", "holyiot-side", "", 1)
ROWS(r_holyiot_button, 2, {2, 1, 0, 0, 1, 0, 0, 0, 65}, {173, 3, 0, 0, 11, 0, 0, 0, 65}) RECORD(n_holyiot_button,
    r_holyiot_button, 0, 2, 0, 0, 0, 0, 255, 1, 12, 0, 0)
NAMES("HolyIoT", "sensor beacon", "HolyIoT", "holyiot-button", "", 1)
SCALE(s_500000_1_0, 500000, 1, 0) ROWS(r_hormann, 2, {137, 33, 0, 0, 1, 0, k_c792fc7f, 0, 1}, {70, 1, 0, 0, 1, 0, 0,
    s_500000_1_0, 1}) RECORD(n_hormann, r_hormann, 0, 2, 0, 0, 0, 0, 255, 0, 2, 0, 0)
NAMES("Hörmann", "garage door drive", "Supramatic E4 BS", "hormann", "", 1)
SCALE(s_10000000_1_0, 10000000, 1, 0) TEST(c_b5cefd6f, 1, {0, 1, 4336, 254, 255}) CONDITION(c_ebf1848f, 2, {3, 0, 0, 1,
    255}, {0, 1, 4336, 255, 254}) CODE(k_e4c694e5, 3, 0x402, 0xFFFFFF06, 0xA89) CODE(k_0af7b583, 3, 0xD0C, 0xFFFFE20A,
    0x4689) ROWS(r_inode_91, 4, {2, 145, c_ebf1848f, 0, 1, 0, k_e4c694e5, s_10000000_1_0, 1}, {2, 64, c_b5cefd6f, 255,
    100, 0, 0, 0, 11}, {3, 21, 0, 0, 6, 0, k_0af7b583, 0, 2}, {150, 3, 0, 0, 5, 127, 0, 0, 1}) RECORD(n_inode_91,
    r_inode_91, 0, 4, 0, 0, 0, 0, 255, 0, 8, 0, 0)
NAMES("iNode", "Care Sensor 1", "Care Sensor 1", "inode-91", "", 1)
CODE(k_1d1cf80f, 2, 0x1FFF00, 0xD8C) ROWS(r_inode_92, 4, {2, 145, c_ebf1848f, 0, 1, 0, k_e4c694e5, s_10000000_1_0, 1},
    {2, 64, c_b5cefd6f, 255, 100, 0, 0, 0, 11}, {3, 21, 0, 0, 6, 0, k_1d1cf80f, s_62500_1_0, 2}, {150, 3, 0, 0, 5, 127,
    0, 0, 1}) RECORD(n_inode_92, r_inode_92, 0, 4, 0, 0, 0, 0, 255, 0, 8, 0, 0)
NAMES("iNode", "Care Sensor 2", "Care Sensor 2", "inode-92", "", 1)
SCALE(s_1953125_256_m6000000, 1953125, 256, -6000000) ROWS(r_inode_93, 5, {2, 145, c_ebf1848f, 0, 1, 0, k_e4c694e5,
    s_10000000_1_0, 1}, {2, 64, c_b5cefd6f, 255, 100, 0, 0, 0, 11}, {3, 37, 0, 0, 6, 0, 0, s_2745625_256_m46850000, 2},
    {4, 37, 0, 0, 8, 0, 0, s_1953125_256_m6000000, 2}, {150, 3, 0, 0, 5, 127, 0, 0, 1}) RECORD(n_inode_93, r_inode_93,
    0, 5, 0, 0, 0, 0, 255, 0, 10, 0, 0)
NAMES("iNode", "Care Sensor 3", "Care Sensor 3", "inode-93", "", 1)
RECORD(n_inode_94, r_inode_91, 0, 4, 0, 0, 0, 0, 255, 0, 8, 0, 0)
NAMES("iNode", "Care Sensor 4", "Care Sensor 4", "inode-94", "", 1)
RECORD(n_inode_95, r_inode_91, 0, 4, 0, 0, 0, 0, 255, 0, 8, 0, 0)
NAMES("iNode", "Care Sensor 5", "Care Sensor 5", "inode-95", "", 1)
RECORD(n_inode_96, r_inode_91, 0, 4, 0, 0, 0, 0, 255, 0, 8, 0, 0)
NAMES("iNode", "Care Sensor 6", "Care Sensor 6", "inode-96", "", 1)
RECORD(n_inode_9a, r_inode_92, 0, 3, 0, 0, 0, 0, 255, 0, 8, 0, 0)
NAMES("iNode", "Care Sensor T", "Care Sensor T", "inode-9a", "", 1)
RECORD(n_inode_9b, r_inode_93, 0, 4, 0, 0, 0, 0, 255, 0, 10, 0, 0)
NAMES("iNode", "Care Sensor HT", "Care Sensor HT", "inode-9b", "", 1)
SCALE(s_6250_3_42500000, 6250, 3, 42500000) ROWS(r_inode_9c, 4, {2, 145, c_ebf1848f, 0, 1, 0, k_e4c694e5,
    s_10000000_1_0, 1}, {2, 64, c_b5cefd6f, 255, 100, 0, 0, 0, 11}, {3, 37, 0, 0, 6, 0, 0, s_6250_3_42500000, 2}, {5, 5,
    0, 0, 4, 0, 0, s_62500_1_0, 2}) RECORD(n_inode_9c, r_inode_9c, 0, 4, 0, 0, 0, 0, 255, 0, 8, 0, 0)
NAMES("iNode", "Care Sensor PT", "Care Sensor PT", "inode-9c", "", 1)
ROWS(r_inode_9d, 5, {2, 145, c_ebf1848f, 0, 1, 0, k_e4c694e5, s_10000000_1_0, 1}, {2, 64, c_b5cefd6f, 255, 100, 0, 0,
    0, 11}, {3, 37, 0, 0, 6, 0, 0, s_2745625_256_m46850000, 2}, {4, 37, 0, 0, 8, 0, 0, s_1953125_256_m6000000, 2}, {5,
    5, 0, 0, 4, 0, 0, s_62500_1_0, 2}) RECORD(n_inode_9d, r_inode_9d, 0, 5, 0, 0, 0, 0, 255, 0, 10, 0, 0)
NAMES("iNode", "Care Sensor PHT", "Care Sensor PHT", "inode-9d", "", 1)
SCALE(s_10000000_1_m10000000, 10000000, 1, -10000000) TEST(c_0b4e9d0a, 1, {0, 8, 4336, 254, 255}) CONDITION(c_f8c7f8fe,
    2, {3, 0, 0, 1, 255}, {0, 8, 4336, 255, 254}) CODE(k_d7eac924, 2, 0x402, 0xB89) ROWS(r_inode_energy, 3, {2, 145,
    c_f8c7f8fe, 0, 8, 0, k_d7eac924, s_10000000_1_m10000000, 1}, {2, 64, c_0b4e9d0a, 255, 100, 0, 0, 0, 11}, {138, 0, 0,
    0, 0, 251, 0, 0, 129}) RECORD(n_inode_energy, r_inode_energy, 0, 3, 0, 0, 0, 0, 255, 0, 9, 0, 0)
NAMES("iNode", "energy meter", "iNode Energy Meter", "inode-energy", "", 1)
ROWS(r_jaalee_jht, 3, {3, 0, 0, 0, -4, 0, 0, s_35000000_13107_m45000000, 98}, {4, 0, 0, 0, -2, 0, 0,
    s_20000000_13107_0, 98}, {2, 0, 0, 0, 0, 0, 0, 0, 65}) RECORD(n_jaalee_jht, r_jaalee_jht, 0, 3, 0, 0, 0, 0, 255, 0,
    0, 0, 0)
NAMES("Jaalee", "JHT", "JHT\nF525\nF51C", "jaalee-jht", "", 1)
ROWS(r_jaalee_ibeacon, 3, {3, 39, 0, 0, 18, 0, 0, s_35000000_13107_m45000000, 34}, {4, 39, 0, 0, 20, 0, 0,
    s_20000000_13107_0, 34}, {2, 1, 0, 0, 23, 0, 0, 0, 1}) RECORD(n_jaalee_ibeacon, r_jaalee_ibeacon, 0, 3, 0, 0, 0, 0,
    255, 0, 24, 0, 0)
NAMES("Jaalee", "JHT, iBeacon form", "JHT", "jaalee-ibeacon", "", 1)
CODE(k_1c77fe18, 4, 0xA05, 0x10D, x_a3ede9a9, 0x87 | c_bf6445b2 << 8) CODE(k_5000685f, 3, 0xA05, 0x18D, x_9ed6c472)
    INNER(x_a3ede9a9, {0, 0, 0, 255, 2, 0, 0, 0, 129}) INNER(x_9ed6c472, {0, 0, 0, 255, 5, 0, 0, 0, 129})
    ROWS(r_jinou_bec07, 2, {3, 17, 0, 0, 1, 0, k_1c77fe18, s_100000_1_0, 129}, {4, 17, 0, 0, 4, 0, k_5000685f,
    s_100000_1_0, 129}) RECORD(n_jinou_bec07, r_jinou_bec07, 0, 2, 0, 0, 0, 0, 255, 2, 5, 0, 0)
NAMES("Jinou", "BEC07-5", "BEC07-5", "jinou-bec07", "", 1)
TEST(c_96ba7e6e, 1, {16, 2, 1028, 254, 255}) TEST(c_7bef7b6d, 1, {16, 2, 4095, 254, 255}) TEST(c_087e4016, 1, {16, 2,
    3071, 254, 255}) CODE(k_35ed2e58, 3, 0x10005, 0x18D, x_dea36a6c) CODE(k_92285e13, 3, 0x10005, 0x18D, x_7e30d0ba)
    INNER(x_dea36a6c, {0, 0, 0, 255, 6, 0, 0, 0, 65}) INNER(x_7e30d0ba, {0, 0, 0, 255, 8, 0, 0, 0, 65}) ROWS(r_kkm_k6,
    9, {13, 7, 0, 0, 3, 0, 0, s_1000_1_0, 98}, {3, 36, 0, 0, 5, 0, k_35ed2e58, s_15625_4_0, 81}, {4, 97, c_96ba7e6e, 0,
    7, 0, k_92285e13, s_15625_4_0, 65}, {36, 72, c_7bef7b6d, 0, 9, 0, 0, s_1000_1_0, 114}, {37, 72, c_7bef7b6d, 0, 11,
    0, 0, s_1000_1_0, 114}, {38, 72, c_7bef7b6d, 0, 13, 0, 0, s_1000_1_0, 114}, {36, 104, c_087e4016, 255, 7, 0, 0,
    s_1000_1_0, 114}, {37, 104, c_087e4016, 255, 9, 0, 0, s_1000_1_0, 114}, {38, 104, c_087e4016, 255, 11, 0, 0,
    s_1000_1_0, 114}) RECORD(n_kkm_k6, r_kkm_k6, 0, 9, 0, 0, 0, 0, 255, 1, 15, 0, 0)
NAMES("KKM", "K6 sensor beacon", "K6\nK6P\nK9", "kkm-k6", "", 1)
CODE(k_a2660a11, 4, 0x21, 0xA0A0A0A0, 0x0, 0x3FFFF80) ROWS(r_laica_scale, 1, {7, 28, 0, 0, 6, 0, k_a2660a11,
    s_1000_1_0, 36}) RECORD(n_laica_scale, r_laica_scale, 0, 1, 0, 0, 0, 0, 255, 0, 10, 0, 0)
NAMES("Laica", "scale", "Laica", "laica-scale", "", 1)
CODE(k_f0ef561c, 3, 0xA0A001, 0x1AE0A, 0x27689) ROWS(r_laica_impedance, 1, {73, 23, 0, 0, 6, 0, k_f0ef561c, 0, 34})
    RECORD(n_laica_impedance, r_laica_impedance, 0, 1, 0, 0, 0, 0, 255, 0, 8, 0, 0)
NAMES("Laica", "scale", "Laica", "laica-impedance", "", 1)
SCALE(s_1000000_1_m60000000, 1000000, 1, -60000000) SCALE(s_10000_1_1000000, 10000, 1, 1000000) ROWS(r_michelin_tms, 4,
    {3, 1, 0, 0, 2, 0, 0, s_1000000_1_m60000000, 1}, {13, 1, 0, 0, 3, 0, 0, s_10000_1_1000000, 1}, {5, 5, 0, 0, 4, 0, 0,
    0, 2}, {10, 11, 0, 0, 10, 0, 0, 0, 4}) RECORD(n_michelin_tms, r_michelin_tms, 0, 4, 0, 512, 0, 0, 255, 0, 14, 0, 0)
NAMES("Michelin", "TMS tyre", "TMS", "michelin-tms", "", 1)
ROWS(r_mikrotik_tg_bt5, 6, {3, 38, 0, 0, 10, 0, k_be19e746, s_15625_4_0, 18}, {2, 2, 0, 0, 17, 128, 0, 0, 1}, {87, 11,
    0, 0, 12, 0, 0, 0, 4}, {137, 3, 0, 0, 16, 254, 0, 0, 1}, {170, 3, 0, 0, 16, 253, 0, 0, 1}, {171, 3, 0, 0, 16, 251,
    0, 0, 1}) RECORD(n_mikrotik_tg_bt5, r_mikrotik_tg_bt5, 0, 6, 0, 0, 0, 0, 255, 0, 18, 0, 0)
NAMES("MikroTik", "TG-BT5-IN, -OUT", "TG-BT5-IN\nTG-BT5-OUT", "mikrotik-tg-bt5", "", 1)
TEST(c_02d7aeb1, 1, {16, 0, 257, 254, 255}) TEST(c_d8fc1a44, 1, {16, 0, 4113, 254, 255}) TEST(c_bd1ff965, 1, {16, 0,
    17, 254, 255}) ROWS(r_mi_scale_1, 5, {8, 69, c_02d7aeb1, 0, 1, 0, 0, s_10000_1_0, 66}, {7, 69, c_d8fc1a44, 0, 1, 0,
    0, s_5000_1_0, 66}, {7, 101, c_bd1ff965, 255, 1, 0, 0, s_5000_1_0, 66}, {168, 3, 0, 0, 0, 223, 0, 0, 65}, {172, 3,
    0, 0, 0, 127, 0, 0, 65}) RECORD(n_mi_scale_1, r_mi_scale_1, 0, 5, 0, 0, 0, 0, 255, 1, 3, 0, 0)
NAMES("Xiaomi", "Mi Scale", "XMTZC01HM\nXMTZC04HM", "mi-scale-1", "\tXMTZC01HM/XMTZC04HM", 1)
TEST(c_682ccdeb, 1, {16, 1, 16448, 254, 255}) TEST(c_bf662422, 1, {16, 1, 8738, 254, 255}) CONDITION(c_81d8c7a6, 2,
    {16, 1, 64, 1, 255}, {16, 0, 257, 254, 255}) CONDITION(c_a232e5dd, 2, {16, 1, 64, 1, 255}, {16, 0, 1, 254, 255})
    ROWS(r_mi_scale_2, 6, {7, 69, c_682ccdeb, 0, 11, 0, 0, s_5000_1_0, 66}, {8, 133, c_81d8c7a6, 0, 11, 0, 0,
    s_10000_1_0, 66}, {7, 165, c_a232e5dd, 255, 11, 0, 0, s_5000_1_0, 66}, {73, 69, c_bf662422, 0, 9, 0, 0, 0, 66},
    {168, 3, 0, 0, 1, 223, 0, 0, 65}, {172, 3, 0, 0, 1, 127, 0, 0, 65}) RECORD(n_mi_scale_2, r_mi_scale_2, 0, 6, 0, 0,
    0, 0, 255, 1, 13, 0, 0)
NAMES("Xiaomi", "Mi Body Composition Scale", "XMTZC02HM\nXMTZC05HM\nNUN4049CN", "mi-scale-2", "\tXMTZC02HM/XMTZC05HM/NUN4049CN", 1)
ROWS(r_mocreo_st5, 2, {2, 2, 0, 0, 4, 128, 0, 0, 129}, {3, 6, 0, 0, 6, 0, 0, s_10000_1_0, 146}) RECORD(n_mocreo_st5,
    r_mocreo_st5, 0, 2, 0, 0, 0, 0, 255, 2, 8, 0, 0)
NAMES("Mocreo", "ST5", "ST5", "mocreo-st5", "", 1)
ROWS(r_mocreo_st6, 3, {2, 2, 0, 0, 4, 128, 0, 0, 129}, {3, 6, 0, 0, 6, 0, 0, s_10000_1_0, 146}, {4, 6, 0, 0, 8, 0, 0,
    s_10000_1_0, 146}) RECORD(n_mocreo_st6, r_mocreo_st6, 0, 3, 0, 0, 0, 0, 255, 2, 10, 0, 0)
NAMES("Mocreo", "ST6", "ST6", "mocreo-st6", "", 1)
RECORD(n_mocreo_st8, r_mocreo_st5, 0, 2, 0, 0, 0, 0, 255, 2, 8, 0, 0)
NAMES("Mocreo", "ST8", "ST8", "mocreo-st8", "", 1)
RECORD(n_mocreo_st9, r_mocreo_st6, 0, 3, 0, 0, 0, 0, 255, 2, 10, 0, 0)
NAMES("Mocreo", "ST9", "ST9", "mocreo-st9", "", 1)
RECORD(n_mocreo_st10, r_mocreo_st5, 0, 2, 0, 0, 0, 0, 255, 2, 8, 0, 0)
NAMES("Mocreo", "ST10", "ST10", "mocreo-st10", "", 1)
RECORD(n_mocreo_ms1, r_mocreo_st5, 0, 2, 0, 0, 0, 0, 255, 2, 8, 0, 0)
NAMES("Mocreo", "MS1", "MS1", "mocreo-ms1", "", 1)
RECORD(n_mocreo_ms2, r_mocreo_st5, 0, 2, 0, 0, 0, 0, 255, 2, 8, 0, 0)
NAMES("Mocreo", "MS2", "MS2", "mocreo-ms2", "", 1)
RECORD(n_mocreo_ms3, r_mocreo_st5, 0, 2, 0, 0, 0, 0, 255, 2, 8, 0, 0)
NAMES("Mocreo", "MS3", "MS3", "mocreo-ms3", "", 1)
ROWS(r_mocreo_sw2, 2, {2, 2, 0, 0, 4, 128, 0, 0, 129}, {149, 3, 0, 0, 10, 254, 0, 0, 129}) RECORD(n_mocreo_sw2,
    r_mocreo_sw2, 0, 2, 0, 0, 0, 0, 255, 2, 11, 0, 0)
NAMES("Mocreo", "SW2", "SW2", "mocreo-sw2", "", 1)
ROWS(r_mocreo_st7, 2, {2, 2, 0, 0, 11, 128, 0, 0, 129}, {3, 6, 0, 0, 12, 0, 0, s_10000_1_0, 146}) RECORD(n_mocreo_st7,
    r_mocreo_st7, 0, 2, 0, 0, 0, 0, 255, 2, 14, 0, 0)
NAMES("Mocreo", "ST7", "ST7", "mocreo-st7", "", 1)
ROWS(r_oras, 1, {2, 2, 0, 0, 1, 128, 0, 0, 1}) RECORD(n_oras, r_oras, 0, 1, 0, 0, 0, 0, 255, 0, 2, 0, 0)
NAMES("Oras", "electronic faucet", "Electra", "oras", "", 1)
SCALE(s_1_10_0, 1, 10, 0) TEST(c_3274027b, 1, {0, 3, 255, 254, 255}) TEST(c_d168a238, 1, {0, 3, 511, 254, 255})
    TEST(c_3ec4caa5, 1, {0, 3, 767, 254, 255}) TEST(c_345aeaf7, 1, {0, 3, 1023, 254, 255}) TEST(c_a04168d0, 1, {0, 3,
    1279, 254, 255}) TEST(c_7bee378f, 1, {0, 3, 1535, 254, 255}) TEST(c_9559c5c3, 1, {0, 3, 1791, 254, 255})
    TEST(c_314a1b20, 1, {0, 3, 2047, 254, 255}) TEST(c_12c0c117, 1, {0, 3, 2303, 254, 255}) TEST(c_610f4aa4, 1, {0, 3,
    2559, 254, 255}) TEST(c_87087e01, 1, {0, 3, 2815, 254, 255}) TEST(c_260d5ce4, 1, {0, 3, 3071, 254, 255})
    TEST(c_86b8c696, 1, {0, 3, 3327, 254, 255}) TEST(c_8572adc6, 1, {0, 3, 3583, 254, 255}) ROWS(r_garnet_seelevel, 15,
    {69, 64, c_3274027b, 0, 4, 3, 0, s_1_1_0, 13}, {69, 64, c_d168a238, 1, 4, 3, 0, s_1_1_0, 13}, {69, 64, c_3ec4caa5,
    2, 4, 3, 0, s_1_1_0, 13}, {69, 64, c_345aeaf7, 3, 4, 3, 0, s_1_1_0, 13}, {69, 64, c_a04168d0, 4, 4, 3, 0, s_1_1_0,
    13}, {69, 64, c_7bee378f, 5, 4, 3, 0, s_1_1_0, 13}, {69, 64, c_9559c5c3, 6, 4, 3, 0, s_1_1_0, 13}, {3, 64,
    c_314a1b20, 0, 4, 3, 0, s_1_1_0, 13}, {3, 64, c_12c0c117, 1, 4, 3, 0, s_1_1_0, 13}, {3, 64, c_610f4aa4, 2, 4, 3, 0,
    s_1_1_0, 13}, {3, 64, c_87087e01, 3, 4, 3, 0, s_1_1_0, 13}, {69, 64, c_260d5ce4, 7, 4, 3, 0, s_1_1_0, 13}, {69, 64,
    c_86b8c696, 8, 4, 3, 0, s_1_1_0, 13}, {13, 64, c_8572adc6, 0, 4, 3, 0, s_1_10_0, 13}, {155, 0, 0, 0, 13, 1, 0, 0,
    13}) RECORD(n_garnet_seelevel, r_garnet_seelevel, 0, 15, 0, 0, 0, 0, 255, 0, 0, 0, 0)
NAMES("Garnet", "SeeLevel II 709-BTP3", "709-BTP3", "garnet-seelevel", "", 1)
CODE(k_63f0ed9e, 1, 0x80008E) ROWS(r_relsib_eclerk, 3, {3, 21, 0, 0, 0, 0, k_63f0ed9e, s_10000_1_0, 66}, {4, 21, 0, 0,
    2, 0, k_63f0ed9e, s_10000_1_0, 66}, {16, 21, 0, 0, 4, 0, k_63f0ed9e, 0, 66}) RECORD(n_relsib_eclerk,
    r_relsib_eclerk, 0, 3, 0, 256, 0, 0, 255, 1, 6, 0, 0)
NAMES("Relsib", "EClerk Eco", "EClerk Eco", "relsib-eclerk", "", 1)
TEST(c_cb051a16, 1, {16, 13, 128, 254, 255}) TEST(c_ec9bd93d, 1, {16, 13, 32896, 254, 255}) ROWS(r_relsib_eclerk_20, 5,
    {3, 21, 0, 0, 4, 0, k_63f0ed9e, s_10000_1_0, 66}, {4, 21, 0, 0, 6, 0, k_63f0ed9e, s_10000_1_0, 66}, {16, 21, 0, 0,
    8, 0, k_63f0ed9e, 0, 66}, {2, 66, c_cb051a16, 0, 13, 128, 0, 0, 65}, {2, 64, c_ec9bd93d, 255, 100, 0, 0, 0, 11})
    RECORD(n_relsib_eclerk_20, r_relsib_eclerk_20, 0, 5, 0, 256, 0, 0, 255, 1, 14, 0, 0)
NAMES("Relsib", "EClerk Eco", "EClerk Eco", "relsib-eclerk-20", "", 1)
ROWS(r_relsib_wh52, 1, {3, 39, 0, 255, 0, 0, 0, s_35000000_13107_m45000000, 98}) RECORD(n_relsib_wh52, r_relsib_wh52,
    0, 1, 0, 0, 2, 0, 255, 1, 2, 0, 0)
NAMES("Relsib", "WH52", "WH52", "relsib-wh52", "", 1)
ROWS(r_relsib_wh52_humidity, 1, {4, 39, 0, 255, 0, 0, 0, s_20000000_13107_0, 98}) RECORD(n_relsib_wh52_humidity,
    r_relsib_wh52_humidity, 0, 1, 0, 0, 2, 0, 255, 1, 2, 0, 0)
NAMES("Relsib", "WH52", "WH52", "relsib-wh52-humidity", "", 1)
ROWS(r_relsib_wt51, 1, {3, 0, 0, 0, 0, 6, 0, s_1_1_0, 77}) RECORD(n_relsib_wt51, r_relsib_wt51, 0, 1, 0, 0, 0, 0, 255,
    0, 0, 0, 0)
NAMES("Relsib", "WT51", "WT51", "relsib-wt51", "", 1)
CODE(k_ef9d32d9, 2, 0xA001, 0x88) ROWS(r_senssun, 3, {7, 8, 0, 0, 10, 0, 0, s_10000_1_0, 50}, {73, 8, 0, 0, 12, 0, 0,
    0, 50}, {168, 34, 0, 0, 14, 95, k_ef9d32d9, 0, 1}) RECORD(n_senssun, r_senssun, 0, 3, 0, 256, 0, 0, 255, 0, 15, 0,
    0)
NAMES("Senssun", "scale", "IF_B7", "senssun", "", 1)
TEST(c_ab132aae, 1, {0, 11, 1791, 254, 255}) ROWS(r_smartdry, 4, {3, 0, 0, 0, 0, 0, 0, s_1_1_0, 15}, {4, 0, 0, 0, 4, 0,
    0, s_1_1_0, 15}, {130, 5, 0, 0, 8, 0, 0, 0, 2}, {13, 69, c_ab132aae, 0, 10, 0, 0, s_1000_1_0, 2}) RECORD(n_smartdry,
    r_smartdry, 0, 4, 0, 0, 0, 0, 255, 0, 12, 0, 0)
NAMES("SmartDry", "dryer sensor", "SmartDry", "smartdry", "", 1)
RECORD(n_sonoff, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0)
NAMES("Sonoff", "S-MATE, R5 remote", "S-MATE\nR5", "sonoff", "", 0)
ROWS(r_teltonika_puck_t, 1, {3, 38, 0, 255, 1, 0, 0, s_10000_1_0, 18}) RECORD(n_teltonika_puck_t, r_teltonika_puck_t,
    0, 1, 0, 0, 3, 0, 255, 0, 3, 0, 0)
NAMES("ELA", "Blue Puck, Coin", "Blue Puck T\nBlue Coin T", "teltonika-puck-t", "", 1)
ROWS(r_teltonika_puck_rht, 2, {4, 36, 0, 255, 1, 0, 0, 0, 17}, {3, 38, 0, 255, 3, 0, 0, s_10000_1_0, 18})
    RECORD(n_teltonika_puck_rht, r_teltonika_puck_rht, 0, 2, 0, 0, 3, 0, 255, 0, 5, 0, 0)
NAMES("ELA", "Blue Puck RHT", "Blue Puck RHT", "teltonika-puck-rht", "", 1)
ROWS(r_teltonika_battery, 1, {2, 33, 0, 255, 1, 0, 0, 0, 1}) RECORD(n_teltonika_battery, r_teltonika_battery, 0, 1, 0,
    0, 3, 0, 255, 0, 2, 0, 0)
NAMES("ELA", "Blue Puck", "Blue Puck", "teltonika-battery", "", 1)
ROWS(r_ela_voltage, 1, {13, 37, 0, 255, 1, 0, 0, s_1000_1_0, 2}) RECORD(n_ela_voltage, r_ela_voltage, 0, 1, 0, 0, 3, 0,
    255, 0, 3, 0, 0)
NAMES("ELA", "beacon", "SE", "ela-voltage", "", 1)
ROWS(r_ela_mag, 1, {137, 0, 0, 255, 0, 0, k_0f8a6c9d, 0, 73}) RECORD(n_ela_mag, r_ela_mag, 0, 1, 0, 0, 3, 0, 255, 0, 0,
    0, 0)
NAMES("ELA", "MAG", "SE MAG", "ela-mag", "", 1)
CODE(k_93e056c0, 2, 0xFF80000E, 0x7FFF8E) ROWS(r_env_2a6e, 1, {3, 38, 0, 255, 0, 0, k_93e056c0, s_10000_1_0, 82})
    RECORD(n_env_2a6e, r_env_2a6e, 0, 1, 0, 0, 3, 0, 255, 1, 2, 0, 0)
NAMES("ELA", "temperature beacon", "Teltonika\nSensor Easy\nEla", "env-2a6e", "", 1)
ROWS(r_env_2a6f, 1, {4, 33, 0, 255, 0, 0, 0, 0, 65}) RECORD(n_env_2a6f, r_env_2a6f, 0, 1, 0, 0, 3, 0, 255, 1, 1, 0, 0)
NAMES("ELA", "humidity beacon", "Teltonika\nSensor Easy", "env-2a6f", "", 1)
ROWS(r_kontakt_telemetry_0, 1, {2, 0, 0, 255, 4, 0, 0, 0, 193}) ROWS(r_kontakt_telemetry_1, 2, {44, 0, 0, 255, 0, 0, 0,
    0, 193}, {3, 0, 0, 255, 1, 0, 0, 0, 209}) OBJECTS(o_kontakt_telemetry, 2, {1, 5, r_kontakt_telemetry_0, 1}, {5, 2,
    r_kontakt_telemetry_1, 2}) RECORD(n_kontakt_telemetry, 0, o_kontakt_telemetry, 0, 2, 1040, 0, 65, 255, 0, 0, 0, 0)
NAMES("Kontakt.io", "telemetry", "Beacon Pro\nAsset Tag\nSmart Beacon\nCard Tag", "kontakt-telemetry", "", 1)
TEST(c_af79c25e, 1, {0, 8, 49344, 254, 255}) CODE(k_728b0876, 1, 0x8E) ROWS(r_eufy_p2, 3, {7, 5, 0, 0, 9, 0, 0,
    s_10000_1_0, 2}, {55, 81, c_af79c25e, 0, 7, 0, k_728b0876, 0, 1}, {168, 33, 0, 0, 15, 0, k_0f8a6c9d, 0, 1})
    RECORD(n_eufy_p2, r_eufy_p2, 0, 3, 0, 0, 0, 0, 255, 0, 16, 0, 0)
NAMES("Eufy", "smart scale", "T9148\nT9149", "eufy-p2", "", 1)
ROWS(r_eufy_p1, 2, {7, 5, 0, 0, 7, 0, 0, s_10000_1_0, 2}, {168, 33, 0, 0, 13, 0, k_0f8a6c9d, 0, 1}) RECORD(n_eufy_p1,
    r_eufy_p1, 0, 2, 0, 0, 0, 0, 255, 0, 14, 0, 0)
NAMES("Eufy", "smart scale", "T9146\nT9147", "eufy-p1", "", 1)
SCALE(s_10000_1_2000000, 10000, 1, 2000000) CODE(k_2e2b9774, 1, 0x7FFF80) ROWS(r_teltonika_eye_0, 1, {3, 0, 0, 255, 0,
    0, 0, s_10000_1_0, 242}) ROWS(r_teltonika_eye_1, 1, {4, 0, 0, 255, 0, 0, 0, 0, 193}) ROWS(r_teltonika_eye_2, 2,
    {151, 0, 0, 255, 0, 127, 0, 0, 193}, {46, 0, 0, 255, 0, 0, k_2e2b9774, 0, 226}) ROWS(r_teltonika_eye_4, 1, {138, 0,
    0, 255, 1, 0, 0, 0, 11}) ROWS(r_teltonika_eye_5, 1, {13, 0, 0, 255, 0, 0, 0, s_10000_1_2000000, 193})
    OBJECTS(o_teltonika_eye, 6, {0, 2, r_teltonika_eye_0, 1}, {1, 1, r_teltonika_eye_1, 1}, {4, 2, r_teltonika_eye_2,
    2}, {5, 3, 0, 0}, {6, 0, r_teltonika_eye_4, 1}, {7, 1, r_teltonika_eye_5, 1}) RECORD(n_teltonika_eye, 0,
    o_teltonika_eye, 0, 6, 32, 0, 2, 255, 0, 0, 0, 0)
NAMES("Teltonika", "EYE sensor", "EYE", "teltonika-eye", "", 1)
RECORD(n_beckett_genisys, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0)
NAMES("Beckett", "Genisys burner", "Genisys 7505", "beckett-genisys", "", 0)
ROWS(r_hhccjcy10, 5, {19, 1, 0, 0, 0, 0, 0, 0, 65}, {3, 8, 0, 0, 1, 0, 0, s_100000_1_0, 114}, {6, 10, 0, 0, 3, 0, 0, 0,
    99}, {2, 1, 0, 0, 6, 0, 0, 0, 65}, {20, 7, 0, 0, 7, 0, 0, 0, 98}) RECORD(n_hhccjcy10, r_hhccjcy10, 0, 5, 0, 256, 0,
    0, 255, 1, 9, 0, 0)
NAMES("HHCC", "flower care (Tuya)", "HHCCJCY10", "hhccjcy10", "", 1)
SCALE(s_50000_1_0, 50000, 1, 0) CODE(k_342ddf7d, 1, 0x7FFF90) CODE(k_bf457a19, 1, 0x3FFF90) CODE(k_8215c50c, 1, 0x8090)
    ROWS(r_aranet4, 7, {16, 21, 0, 0, 8, 0, k_342ddf7d, 0, 2}, {3, 21, 0, 0, 10, 0, k_bf457a19, s_50000_1_0, 2}, {5, 21,
    0, 0, 12, 0, k_342ddf7d, s_100000_1_0, 2}, {4, 17, 0, 0, 14, 0, k_8215c50c, 0, 1}, {2, 1, 0, 0, 15, 0, 0, 0, 1},
    {89, 5, 0, 0, 17, 0, 0, 0, 2}, {88, 5, 0, 0, 19, 0, 0, 0, 2}) RECORD(n_aranet4, r_aranet4, 0, 7, 0, 256, 0, 0, 255,
    0, 21, 0, 0)
NAMES("Aranet", "Aranet4", "Aranet4", "aranet4", "", 1)
ROWS(r_aranet2, 5, {3, 21, 0, 0, 10, 0, k_bf457a19, s_50000_1_0, 2}, {4, 21, 0, 0, 14, 0, k_342ddf7d, s_100000_1_0, 2},
    {2, 1, 0, 0, 17, 0, 0, 0, 1}, {89, 5, 0, 0, 19, 0, 0, 0, 2}, {88, 5, 0, 0, 21, 0, 0, 0, 2}) RECORD(n_aranet2,
    r_aranet2, 0, 5, 0, 0, 0, 0, 255, 0, 23, 0, 0)
NAMES("Aranet", "Aranet2", "Aranet2", "aranet2", "", 1)
ROWS(r_aranet_radiation, 6, {85, 11, 0, 0, 6, 0, 0, s_1000_1_0, 4}, {86, 11, 0, 0, 10, 0, 0, 0, 4}, {84, 5, 0, 0, 14,
    0, 0, s_1000_1_0, 2}, {2, 1, 0, 0, 17, 0, 0, 0, 1}, {89, 5, 0, 0, 19, 0, 0, 0, 2}, {88, 5, 0, 0, 21, 0, 0, 0, 2})
    RECORD(n_aranet_radiation, r_aranet_radiation, 0, 6, 0, 0, 0, 0, 255, 0, 23, 0, 0)
NAMES("Aranet", "Radiation", "Aranet Radiation", "aranet-radiation", "", 1)
CODE(k_513e1b9a, 2, 0x10F, 0x3FFF90) CODE(k_d6b108be, 2, 0x10F, 0x7FFF90) ROWS(r_aranet_radon, 7, {83, 21, 0, 0, 8, 0,
    k_342ddf7d, 0, 2}, {3, 21, 0, 0, 10, 0, k_513e1b9a, s_50000_1_0, 2}, {5, 5, 0, 0, 12, 0, 0, s_100000_1_0, 2}, {4,
    21, 0, 0, 14, 0, k_d6b108be, s_100000_1_0, 2}, {2, 1, 0, 0, 17, 0, 0, 0, 1}, {89, 5, 0, 0, 19, 0, 0, 0, 2}, {88, 5,
    0, 0, 21, 0, 0, 0, 2}) RECORD(n_aranet_radon, r_aranet_radon, 0, 7, 0, 0, 0, 0, 255, 0, 23, 0, 0)
NAMES("Aranet", "Radon+, Radon One", "AranetRn+\nAranetRn1", "aranet-radon", "", 1)
CODE(k_3b2babeb, 1, 0x7FFF8E) CODE(k_e9fd202f, 1, 0x1FF8E) ROWS(r_victron_01, 7, {116, 0, 0, 0, 0, 8, k_59208b8e, 0,
    202}, {126, 0, 0, 0, 8, 8, k_59208b8e, 0, 202}, {13, 0, 0, 0, 16, 16, k_3b2babeb, s_10000_1_0, 218}, {25, 0, 0, 0,
    32, 16, k_3b2babeb, s_100000_1_0, 218}, {11, 0, 0, 0, 48, 16, k_f1676966, s_10000_1_0, 202}, {12, 0, 0, 0, 64, 16,
    k_f1676966, 0, 202}, {106, 0, 0, 0, 80, 9, k_e9fd202f, s_100000_1_0, 202}) RECORD(n_victron_01, r_victron_01, 0, 7,
    0, 513, 0, 0, 255, 0, 0, 0, 0)
NAMES("Victron Energy", "Solar charger", "VICTSCC", "victron-01", "", 3)
SCALE(s_m100000_1_0, -100000, 1, 0) SCALE(s_10000_1_m273150000, 10000, 1, -273150000) TEST(c_eb52a541, 1, {48, 8, 3,
    254, 255}) TEST(c_732ee662, 1, {48, 8, 259, 254, 255}) TEST(c_70ee4659, 1, {48, 8, 515, 254, 255}) CODE(k_a896232d,
    1, 0x1FFFFF8E) CODE(k_9515c222, 1, 0xFFFFF8E) CODE(k_26f11ea5, 1, 0x3FF8E) ROWS(r_victron_02, 9, {101, 0, 0, 0, 0,
    16, k_f1676966, 0, 202}, {13, 0, 0, 0, 16, 16, k_3b2babeb, s_10000_1_0, 218}, {124, 0, 0, 0, 32, 16, 0, 0, 202},
    {25, 0, 0, 0, 66, 22, k_a896232d, s_1000_1_0, 218}, {100, 0, 0, 0, 88, 20, k_9515c222, s_m100000_1_0, 202}, {2, 0,
    0, 0, 108, 10, k_26f11ea5, s_100000_1_0, 202}, {107, 64, c_eb52a541, 0, 6, 0, 0, s_10000_1_0, 210}, {108, 64,
    c_732ee662, 0, 6, 0, 0, s_10000_1_0, 194}, {3, 64, c_70ee4659, 0, 6, 0, k_f1676966, s_10000_1_m273150000, 194})
    RECORD(n_victron_02, r_victron_02, 0, 9, 0, 513, 0, 0, 255, 0, 0, 0, 0)
NAMES("Victron Energy", "Battery monitor, SmartShunt, Battery Sense", "VICTSBS", "victron-02", "", 3)
CODE(k_91249101, 1, 0x7FF8E) ROWS(r_victron_03, 6, {116, 0, 0, 0, 0, 8, k_59208b8e, 0, 202}, {124, 0, 0, 0, 8, 16, 0,
    0, 202}, {13, 0, 0, 0, 24, 16, k_3b2babeb, s_10000_1_0, 218}, {115, 0, 0, 0, 40, 16, k_f1676966, 0, 202}, {110, 0,
    0, 0, 56, 15, k_3b2babeb, s_10000_1_0, 202}, {111, 0, 0, 0, 71, 11, k_91249101, s_100000_1_0, 202})
    RECORD(n_victron_03, r_victron_03, 0, 6, 0, 513, 0, 0, 255, 0, 0, 0, 0)
NAMES("Victron Energy", "Inverter", "Inverter", "victron-03", "", 3)
ROWS(r_victron_04, 5, {116, 0, 0, 0, 0, 8, k_59208b8e, 0, 202}, {126, 0, 0, 0, 8, 8, k_59208b8e, 0, 202}, {102, 0, 0,
    0, 16, 16, k_f1676966, s_10000_1_0, 202}, {104, 0, 0, 0, 32, 16, k_3b2babeb, s_10000_1_0, 218}, {127, 0, 0, 0, 48,
    32, 0, 0, 202}) RECORD(n_victron_04, r_victron_04, 0, 5, 0, 513, 0, 0, 255, 0, 0, 0, 0)
NAMES("Victron Energy", "DC-DC converter, Orion TR", "VICTORIONTR", "victron-04", "", 3)
SCALE(s_10000_1_2600000, 10000, 1, 2600000) CODE(k_c2c03f37, 1, 0x7F8E) CODE(k_71ddb31a, 1, 0xFFF8E) CODE(k_5440a652,
    1, 0xF8E) ROWS(r_victron_05, 13, {123, 0, 0, 0, 0, 32, 0, 0, 202}, {126, 0, 0, 0, 32, 16, 0, 0, 202}, {109, 0, 0, 0,
    48, 7, k_c2c03f37, s_10000_1_2600000, 202}, {109, 0, 0, 1, 55, 7, k_c2c03f37, s_10000_1_2600000, 202}, {109, 0, 0,
    2, 62, 7, k_c2c03f37, s_10000_1_2600000, 202}, {109, 0, 0, 3, 69, 7, k_c2c03f37, s_10000_1_2600000, 202}, {109, 0,
    0, 4, 76, 7, k_c2c03f37, s_10000_1_2600000, 202}, {109, 0, 0, 5, 83, 7, k_c2c03f37, s_10000_1_2600000, 202}, {109,
    0, 0, 6, 90, 7, k_c2c03f37, s_10000_1_2600000, 202}, {109, 0, 0, 7, 97, 7, k_c2c03f37, s_10000_1_2600000, 202}, {13,
    0, 0, 0, 104, 12, k_71ddb31a, s_10000_1_0, 202}, {122, 0, 0, 0, 116, 4, k_5440a652, 0, 202}, {3, 0, 0, 0, 120, 7,
    k_c2c03f37, s_1000000_1_m40000000, 202}) RECORD(n_victron_05, r_victron_05, 0, 13, 0, 513, 0, 0, 255, 0, 0, 0, 0)
NAMES("Victron Energy", "Smart Lithium", "Smart Lithium", "victron-05", "", 3)
CODE(k_8f489de9, 1, 0x1FFF8E) ROWS(r_victron_08, 10, {116, 0, 0, 0, 0, 8, k_59208b8e, 0, 202}, {126, 0, 0, 0, 8, 8,
    k_59208b8e, 0, 202}, {13, 0, 0, 0, 16, 13, k_8f489de9, s_10000_1_0, 202}, {25, 0, 0, 0, 29, 11, k_91249101,
    s_100000_1_0, 202}, {13, 0, 0, 1, 40, 13, k_8f489de9, s_10000_1_0, 202}, {25, 0, 0, 1, 53, 11, k_91249101,
    s_100000_1_0, 202}, {13, 0, 0, 2, 64, 13, k_8f489de9, s_10000_1_0, 202}, {25, 0, 0, 2, 77, 11, k_91249101,
    s_100000_1_0, 202}, {3, 0, 0, 0, 88, 7, k_c2c03f37, s_1000000_1_m40000000, 202}, {111, 0, 0, 0, 95, 9, k_e9fd202f,
    s_100000_1_0, 202}) RECORD(n_victron_08, r_victron_08, 0, 10, 0, 513, 0, 0, 255, 0, 0, 0, 0)
NAMES("Victron Energy", "AC charger", "VICTBSC", "victron-08", "", 3)
ROWS(r_victron_09, 8, {116, 0, 0, 0, 0, 8, k_59208b8e, 0, 202}, {117, 0, 0, 0, 8, 8, k_59208b8e, 0, 202}, {126, 0, 0,
    0, 16, 8, k_59208b8e, 0, 202}, {124, 0, 0, 0, 24, 16, 0, 0, 202}, {125, 0, 0, 0, 40, 16, 0, 0, 202}, {102, 0, 0, 0,
    56, 16, k_3b2babeb, s_10000_1_0, 218}, {104, 0, 0, 0, 72, 16, k_f1676966, s_10000_1_0, 202}, {127, 0, 0, 0, 88, 32,
    0, 0, 202}) RECORD(n_victron_09, r_victron_09, 0, 8, 0, 513, 0, 0, 255, 0, 0, 0, 0)
NAMES("Victron Energy", "Smart BatteryProtect", "VICTSBP", "victron-09", "", 3)
ROWS(r_victron_0a, 9, {126, 0, 0, 0, 0, 8, 0, 0, 202}, {101, 0, 0, 0, 8, 16, k_f1676966, 0, 202}, {13, 0, 0, 0, 24, 16,
    k_3b2babeb, s_10000_1_0, 218}, {25, 0, 0, 0, 40, 16, k_3b2babeb, s_100000_1_0, 218}, {118, 0, 0, 0, 56, 16, 0, 0,
    202}, {124, 0, 0, 0, 72, 18, 0, 0, 202}, {2, 0, 0, 0, 90, 10, k_26f11ea5, s_100000_1_0, 202}, {100, 0, 0, 0, 100,
    20, k_9515c222, s_100000_1_0, 202}, {3, 0, 0, 0, 120, 7, k_c2c03f37, s_1000000_1_m40000000, 202})
    RECORD(n_victron_0a, r_victron_0a, 0, 9, 0, 513, 0, 0, 255, 0, 0, 0, 0)
NAMES("Victron Energy", "Lynx Smart BMS", "Lynx", "victron-0a", "", 3)
CODE(k_989a7421, 1, 0x38E) ROWS(r_victron_0b, 9, {116, 0, 0, 0, 0, 8, k_59208b8e, 0, 202}, {126, 0, 0, 0, 8, 8,
    k_59208b8e, 0, 202}, {25, 0, 0, 0, 16, 16, k_3b2babeb, s_100000_1_0, 218}, {13, 0, 0, 0, 32, 14, 0, s_10000_1_0,
    202}, {112, 0, 0, 0, 46, 2, k_989a7421, 0, 202}, {113, 0, 0, 0, 48, 16, k_3b2babeb, 0, 218}, {114, 0, 0, 0, 64, 16,
    k_3b2babeb, 0, 218}, {12, 0, 0, 0, 80, 16, k_f1676966, 0, 202}, {11, 0, 0, 0, 96, 16, k_f1676966, s_10000_1_0, 202})
    RECORD(n_victron_0b, r_victron_0b, 0, 9, 0, 513, 0, 0, 255, 0, 0, 0, 0)
NAMES("Victron Energy", "Multi RS", "Multi RS", "victron-0b", "", 3)
CODE(k_ce43531f, 1, 0x3FFF8E) CODE(k_76f08439, 1, 0x3FFFF8E) ROWS(r_victron_0c, 10, {116, 0, 0, 0, 0, 8, k_59208b8e, 0,
    202}, {126, 0, 0, 0, 8, 8, k_59208b8e, 0, 202}, {25, 0, 0, 0, 16, 16, k_3b2babeb, s_100000_1_0, 218}, {13, 0, 0, 0,
    32, 14, k_ce43531f, s_10000_1_0, 202}, {112, 0, 0, 0, 46, 2, k_989a7421, 0, 202}, {113, 0, 0, 0, 48, 19, k_76f08439,
    0, 218}, {114, 0, 0, 0, 67, 19, k_76f08439, 0, 218}, {124, 0, 0, 0, 86, 2, k_989a7421, 0, 202}, {3, 0, 0, 0, 88, 7,
    k_c2c03f37, s_1000000_1_m40000000, 202}, {2, 0, 0, 0, 95, 7, k_c2c03f37, 0, 202}) RECORD(n_victron_0c, r_victron_0c,
    0, 10, 0, 513, 0, 0, 255, 0, 0, 0, 0)
NAMES("Victron Energy", "VE.Bus", "VE.Bus", "victron-0c", "", 3)
ROWS(r_victron_0d, 4, {121, 0, 0, 0, 0, 16, 0, 0, 218}, {13, 0, 0, 0, 16, 16, k_3b2babeb, s_10000_1_0, 218}, {124, 0,
    0, 0, 32, 16, 0, 0, 202}, {25, 0, 0, 0, 66, 22, k_a896232d, s_1000_1_0, 218}) RECORD(n_victron_0d, r_victron_0d, 0,
    4, 0, 513, 0, 0, 255, 0, 0, 0, 0)
NAMES("Victron Energy", "DC energy meter", "DC energy meter", "victron-0d", "", 3)
ROWS(r_victron_0f, 7, {116, 0, 0, 0, 0, 8, k_59208b8e, 0, 202}, {126, 0, 0, 0, 8, 8, k_59208b8e, 0, 202}, {104, 0, 0,
    0, 16, 16, k_f1676966, s_10000_1_0, 202}, {105, 0, 0, 0, 32, 16, k_f1676966, s_100000_1_0, 202}, {102, 0, 0, 0, 48,
    16, k_f1676966, s_10000_1_0, 202}, {103, 0, 0, 0, 64, 16, k_f1676966, s_100000_1_0, 202}, {127, 0, 0, 0, 80, 32, 0,
    0, 202}) RECORD(n_victron_0f, r_victron_0f, 0, 7, 0, 513, 0, 0, 255, 0, 0, 0, 0)
NAMES("Victron Energy", "Orion XS", "VICTORIONXS", "victron-0f", "", 3)
ROWS(r_th_vch6003, 2, {3, 8, 0, 0, 0, 0, 0, s_100000_1_0, 50}, {4, 4, 0, 0, 2, 0, 0, 0, 17}) RECORD(n_th_vch6003,
    r_th_vch6003, 0, 2, 0, 0, 0, 0, 255, 0, 3, 0, 0)
NAMES("VCHON", "Thermo-Hygrometer", "VCH6003", "th-vch6003", "", 1)
RECORD(n_th_s520104, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0)
NAMES("Schneider Electric", "Odace WLBL", "S520104", "th-s520104", "", 0)
ROWS(r_th_ut363bt, 1, {26, 0, 0, 0, 3, 6, 0, s_1_1_0, 13}) RECORD(n_th_ut363bt, r_th_ut363bt, 0, 1, 0, 0, 0, 0, 255, 0,
    0, 0, 0)
NAMES("UNI-T", "UT363 BT Anemometer", "UT363BT", "th-ut363bt", "", 1)
RECORD(n_th_servicedata, r_jaalee_jht + 2, 0, 1, 0, 0, 0, 0, 255, 1, 0, 0, 0)
NAMES("Bluetooth", "Battery Service", "Battery Service", "th-servicedata", "", 1)
ROWS(r_th_holyiot, 1, {2, 4, 0, 0, 1, 0, 0, 0, 81}) RECORD(n_th_holyiot, r_th_holyiot, 0, 1, 0, 0, 0, 0, 255, 1, 2, 0,
    0)
NAMES("HolyIoT", "Beacon", "HOLYIOT", "th-holyiot", "", 1)
BYTES(p_498cbc59, 2, 10, 32) TEST(c_4077d1c7, 1, {0, 5, 8224, 254, 255}) CONDITION(c_90bae44b, 2, {0, 5, 32, 1, 255},
    {1, 3, p_498cbc59, 255, 254}) CONDITION(c_600153b6, 2, {0, 5, 8224, 1, 255}, {1, 3, p_498cbc59, 255, 254})
    CONDITION(c_f0a586f0, 2, {3, 0, 0, 1, 255}, {1, 3, p_498cbc59, 255, 254}) CODE(k_68d1db74, 2, 0xA05, 0x6489)
    ROWS(r_th_appleairpods, 10, {2, 64, c_4077d1c7, 1, 12, 0, k_68d1db74, 0, 12}, {2, 128, c_90bae44b, 1, 13, 0,
    k_68d1db74, 0, 12}, {2, 128, c_600153b6, 0, 13, 0, k_68d1db74, 0, 12}, {2, 128, c_90bae44b, 0, 12, 0, k_68d1db74, 0,
    12}, {2, 128, c_f0a586f0, 2, 15, 0, k_68d1db74, 0, 12}, {139, 67, c_4077d1c7, 1, 7, 223, 0, 0, 1}, {139, 131,
    c_90bae44b, 1, 7, 239, 0, 0, 1}, {139, 131, c_600153b6, 0, 7, 239, 0, 0, 1}, {139, 131, c_90bae44b, 0, 7, 223, 0, 0,
    1}, {139, 131, c_f0a586f0, 2, 7, 191, 0, 0, 1}) RECORD(n_th_appleairpods, r_th_appleairpods, 0, 10, 0, 0, 0, 0, 255,
    0, 8, 0, 0)
NAMES("Apple", "AirPods (Pro)/Solo|Studio Buds", "APPLEAIRPODS", "th-appleairpods", "", 1)
ROWS(r_th_bm6, 1, {2, 4, 0, 0, 19, 0, 0, 0, 17}) RECORD(n_th_bm6, r_th_bm6, 0, 1, 0, 0, 0, 0, 255, 0, 20, 0, 0)
NAMES("Leagend", "BM6 Battery Monitor", "BM6", "th-bm6", "", 1)
ROWS(r_th_bm2, 1, {2, 4, 0, 0, 22, 0, 0, 0, 17}) RECORD(n_th_bm2, r_th_bm2, 0, 1, 0, 0, 0, 0, 255, 0, 23, 0, 0)
NAMES("Leagend", "BM2 Battery Monitor", "BM2", "th-bm2", "", 1)
ROWS(r_th_bsdoo, 2, {137, 3, 0, 0, 2, 254, 0, 0, 1}, {2, 1, 0, 0, 4, 0, 0, 0, 1}) RECORD(n_th_bsdoo, r_th_bsdoo, 0, 2,
    0, 0, 0, 0, 255, 0, 5, 0, 0)
NAMES("BeeWi", "Door & Window Sensor", "BSDOO", "th-bsdoo", "", 1)
TEST(c_278d3728, 1, {16, 3, 767, 254, 255}) TEST(c_77d07b62, 1, {16, 13, 12031, 254, 255}) TEST(c_a66ad061, 1, {16, 15,
    12287, 254, 255}) TEST(c_80c5c339, 1, {16, 6, 1535, 254, 255}) TEST(c_46794367, 1, {16, 1, 511, 254, 255})
    TEST(c_e22bea97, 1, {16, 10, 3327, 254, 255}) ROWS(r_th_bpv2_0, 6, {3, 70, c_278d3728, 0, 4, 0, 0, s_10000_1_0, 82},
    {4, 65, c_77d07b62, 0, 14, 0, 0, 0, 65}, {19, 65, c_a66ad061, 0, 16, 0, 0, 0, 65}, {6, 73, c_80c5c339, 0, 7, 0, 0,
    s_10000_1_0, 67}, {2, 65, c_46794367, 0, 2, 0, 0, 0, 65}, {13, 69, c_e22bea97, 0, 11, 0, 0, s_1000_1_0, 66})
    RECORD(n_th_bpv2_0, r_th_bpv2_0, 0, 6, 0, 4, 0, 0, 255, 1, 17, 0, 0)
NAMES("b-parasite", "b-parasite", "BPv2.0", "th-bpv2-0", "", 5)
RECORD(n_th_fmt100, 0, 0, 0, 0, 4, 0, 0, 255, 0, 0, 0, 0)
NAMES("Teltonika", "FMT100", "FMT100", "th-fmt100", "", 4)
RECORD(n_th_boschnyon, 0, 0, 0, 0, 4, 0, 0, 255, 0, 0, 0, 0)
NAMES("Bosch", "Nyon", "BOSCHNYON", "th-boschnyon", "", 4)
RECORD(n_th_gtag, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0)
NAMES("Gigaset", "G-Tag", "GTAG", "th-gtag", "", 0)
RECORD(n_th_theengsib02, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0)
NAMES("Theengs", "iBeacon Tracker", "TheengsIB02", "th-theengsib02", "", 0)
RECORD(n_th_theengsib01, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0)
NAMES("Theengs", "iBeacon Tracker", "TheengsIB01", "th-theengsib01", "", 0)
RECORD(n_th_tile, 0, 0, 0, 0, 4, 0, 0, 255, 0, 0, 0, 0)
NAMES("Tile", "Smart Tracker", "TILE", "th-tile", "", 4)
RECORD(n_th_tile_2, 0, 0, 0, 0, 4, 0, 0, 255, 0, 0, 0, 0)
NAMES("Tile", "Smart Tracker", "TILE", "th-tile-2", "", 4)
RECORD(n_th_tagit, 0, 0, 0, 0, 4, 0, 0, 255, 0, 0, 0, 0)
NAMES("Tag-It", "Smart Tracker", "TAGIT", "th-tagit", "", 4)
RECORD(n_th_itag, 0, 0, 0, 0, 4, 0, 0, 255, 0, 0, 0, 0)
NAMES("iTAG", "Smart Tracker", "ITAG", "th-itag", "", 4)
RECORD(n_th_nutale, 0, 0, 0, 0, 4, 0, 0, 255, 0, 0, 0, 0)
NAMES("nut", "Smart Tracker", "NUTALE", "th-nutale", "", 4)
RECORD(n_th_nut, 0, 0, 0, 0, 4, 0, 0, 255, 0, 0, 0, 0)
NAMES("nut", "Smart Tracker", "NUT", "th-nut", "", 4)
ROWS(r_th_xossx2, 2, {55, 1, 0, 0, 3, 0, 0, 0, 1}, {2, 2, 0, 0, 1, 128, 0, 0, 1}) RECORD(n_th_xossx2, r_th_xossx2, 0,
    2, 0, 0, 0, 0, 255, 0, 4, 0, 0)
NAMES("XOSS", "X2 Heart Rate Sensor", "XOSSX2", "th-xossx2", "", 1)
RECORD(n_th_h10, r_th_xossx2, 0, 1, 0, 0, 0, 0, 255, 0, 4, 0, 0)
NAMES("Polar", "Heart Rate Sensor", "H10", "th-h10", "", 1)
CONDITION(c_08e39067, 1, {2, 0, 4883, 254, 255}) ROWS(r_th_rc1010, 1, {69, 133, c_08e39067, 0, 9, 0, 0, s_10000_1_0,
    2}) RECORD(n_th_rc1010, r_th_rc1010, 0, 1, 0, 0, 0, 0, 255, 0, 11, 0, 0)
NAMES("Otodata", "Rotarex-compatible Monitor", "RC1010", "th-rc1010", "", 1)
SCALE(s_3125_8_0, 3125, 8, 0) ROWS(r_th_adhs, 5, {10, 10, 0, 0, 0, 0, 0, 0, 35}, {24, 7, 0, 0, 3, 0, 0, 0, 34}, {28,
    42, 0, 0, 8, 0, 0, s_3125_8_0, 35}, {3, 1, 0, 0, 11, 0, 0, 0, 1}, {11, 7, 0, 0, 12, 0, 0, s_10000_1_0, 34})
    RECORD(n_th_adhs, r_th_adhs, 0, 5, 0, 0, 0, 0, 255, 0, 14, 0, 0)
NAMES("Oras", "Hydractiva Digital", "ADHS", "th-adhs", "", 1)
ROWS(r_th_abtemp, 3, {2, 4, 0, 0, 20, 0, 0, 0, 17}, {3, 4, 0, 0, 21, 0, 0, 0, 17}, {45, 4, 0, 0, 22, 0, 0, 0, 17})
    RECORD(n_th_abtemp, r_th_abtemp, 0, 3, 0, 0, 0, 0, 255, 0, 23, 0, 0)
NAMES("April Brother", "ABTemp", "ABTemp", "th-abtemp", "", 1)
SCALE(s_125000_1_0, 125000, 1, 0) ROWS(r_th_abn03, 4, {3, 6, 0, 0, 9, 0, 0, s_125000_1_0, 82}, {4, 5, 0, 0, 11, 0, 0,
    s_500000_1_0, 66}, {6, 5, 0, 0, 13, 0, 0, 0, 66}, {2, 1, 0, 0, 8, 0, 0, 0, 65}) RECORD(n_th_abn03, r_th_abn03, 0, 4,
    0, 256, 0, 0, 255, 1, 15, 0, 0)
NAMES("April Brother", "N03", "ABN03", "th-abn03", "", 1)
SCALE(s_200000000_29_m1000000000, 200000000, 29, -1000000000) ROWS(r_th_tpmsbr, 3, {3, 4, 0, 0, 0, 0, 0, 0, 17}, {5,
    39, 0, 0, 1, 0, 0, s_200000000_29_m1000000000, 34}, {13, 0, 0, 0, 1, 0, 0, s_100000_1_0, 145}) RECORD(n_th_tpmsbr,
    r_th_tpmsbr, 0, 3, 0, 900, 0, 0, 255, 0, 3, 0, 0)
NAMES("BR", "tyre sensor", "TPMSBR", "th-tpmsbr", "", 5)
ROWS(r_th_tpms, 4, {5, 11, 0, 0, 6, 0, 0, s_10000_1_0, 4}, {3, 11, 0, 0, 10, 0, 0, s_10000_1_0, 4}, {2, 4, 0, 0, 14, 0,
    0, 0, 17}, {155, 3, 0, 0, 15, 254, 0, 0, 1}) RECORD(n_th_tpms, r_th_tpms, 0, 4, 0, 512, 0, 0, 255, 0, 16, 0, 0)
NAMES("TPMS", "tyre sensor", "TPMS", "th-tpms", "", 1)
ROWS(r_th_skale, 1, {7, 6, 0, 0, 0, 0, 0, s_100_1_0, 18}) RECORD(n_th_skale, r_th_skale, 0, 1, 0, 0, 0, 0, 255, 0, 2,
    0, 0)
NAMES("Atomax", "Skale I/II", "SKALE", "th-skale", "", 1)
ROWS(r_th_rdl52832, 3, {45, 0, 0, 0, 22, 0, 0, 0, 17}, {3, 40, 0, 0, 0, 0, 0, s_15625_4_0, 114}, {4, 40, 0, 0, 2, 0, 0,
    s_15625_4_0, 114}) RECORD(n_th_rdl52832, r_th_rdl52832, 0, 3, 0, 4, 0, 0, 255, 1, 4, 0, 0)
NAMES("Radioland", "RDL52832", "RDL52832", "th-rdl52832", "", 5)
ROWS(r_th_mokobeacon, 1, {2, 4, 0, 0, 0, 0, 0, 0, 81}) RECORD(n_th_mokobeacon, r_th_mokobeacon, 0, 1, 0, 0, 0, 0, 255,
    1, 1, 0, 0)
NAMES("Mokosmart", "Beacon", "Mokobeacon", "th-mokobeacon", "", 1)
ROWS(r_th_nodonniu, 1, {2, 2, 0, 0, 12, 128, 0, 0, 65}) RECORD(n_th_nodonniu, r_th_nodonniu, 0, 1, 0, 4, 0, 0, 255, 1,
    13, 0, 0)
NAMES("NodOn", "NIU smart button", "NODONNIU", "th-nodonniu", "", 5)
TEST(c_352c17e2, 1, {16, 0, 16639, 254, 255}) TEST(c_451f8ca1, 1, {16, 0, 24831, 254, 255}) TEST(c_aa606645, 1, {16, 0,
    28927, 254, 255}) ROWS(r_th_mbxpro, 5, {13, 72, c_352c17e2, 0, 3, 0, 0, s_1000_1_0, 114}, {13, 104, c_451f8ca1, 255,
    12, 0, 0, s_1000_1_0, 114}, {3, 72, c_aa606645, 0, 3, 0, 0, s_100000_1_0, 114}, {4, 71, c_aa606645, 0, 5, 0, 0,
    s_100000_1_0, 98}, {13, 104, c_aa606645, 255, 7, 0, 0, s_1000_1_0, 114}) RECORD(n_th_mbxpro, r_th_mbxpro, 0, 5, 0,
    0, 0, 0, 255, 1, 14, 0, 0)
NAMES("Mokosmart", "BeaconX Pro", "MBXPRO", "th-mbxpro", "", 1)
ROWS(r_th_hobomx2001, 1, {68, 0, 0, 0, 16, 0, 0, s_1000_1_0, 15}) RECORD(n_th_hobomx2001, r_th_hobomx2001, 0, 1, 0, 0,
    0, 0, 255, 0, 0, 0, 0)
NAMES("Onset", "Hobo Water Level Sensor", "HOBOMX2001", "th-hobomx2001", "", 1)
RECORD(n_th_ecoflow_adv, r_mikrotik_tg_bt5 + 1, 0, 1, 0, 0, 0, 0, 255, 0, 18, 0, 0)
NAMES("EcoFlow", "Power Station", "ECOFLOW_ADV", "th-ecoflow-adv", "", 1)
RECORD(n_airthings, 0, 0, 0, 0, 8, 0, 0, 255, 0, 0, 0, 0)
NAMES("Airthings", "air quality monitors", "Airthings Wave", "airthings", "", 8)
RECORD(n_inkbird_iam_t1, 0, 0, 0, 0, 8, 0, 0, 255, 0, 0, 0, 0)
NAMES("Inkbird", "thermometer", "IAM-T1", "inkbird-iam-t1", "", 8)
RECORD(n_inkbird_iht_2pb, 0, 0, 0, 0, 8, 0, 0, 255, 0, 0, 0, 0)
NAMES("Inkbird", "thermometer", "IHT-2PB", "inkbird-iht-2pb", "", 8)
RECORD(n_inkbird_int_11p_b, 0, 0, 0, 0, 8, 0, 0, 255, 0, 0, 0, 0)
NAMES("Inkbird", "thermometer", "INT-11P-B", "inkbird-int-11p-b", "", 8)
RECORD(n_inkbird_int_11i_b, 0, 0, 0, 0, 8, 0, 0, 255, 0, 0, 0, 0)
NAMES("Inkbird", "thermometer", "INT-11I-B", "inkbird-int-11i-b", "", 8)
RECORD(n_inkbird_idt_34c_b, 0, 0, 0, 0, 8, 0, 0, 255, 0, 0, 0, 0)
NAMES("Inkbird", "thermometer", "IDT-34c-B", "inkbird-idt-34c-b", "", 8)
ROWS(r_minew_ht, 3, {2, 1, 0, 0, 2, 0, 0, 0, 65}, {3, 40, 0, 0, 3, 0, 0, s_15625_4_0, 114}, {4, 39, 0, 0, 5, 0, 0,
    s_15625_4_0, 98}) RECORD(n_minew_ht, r_minew_ht, 0, 3, 0, 0, 0, 0, 255, 1, 7, 0, 0)
NAMES("Minew", "thermo-hygrometer beacon", "S1", "minew-ht", "", 1)
ROWS(r_minew_acceleration, 4, {2, 1, 0, 0, 2, 0, 0, 0, 65}, {36, 40, 0, 0, 3, 0, 0, s_15625_4_0, 114}, {37, 40, 0, 0,
    5, 0, 0, s_15625_4_0, 114}, {38, 40, 0, 0, 7, 0, 0, s_15625_4_0, 114}) RECORD(n_minew_acceleration,
    r_minew_acceleration, 0, 4, 0, 0, 0, 0, 255, 1, 9, 0, 0)
NAMES("Minew", "acceleration beacon", "E8", "minew-acceleration", "", 1)
ROWS(r_minew_light, 2, {2, 1, 0, 0, 2, 0, 0, 0, 65}, {147, 3, 0, 0, 3, 254, 0, 0, 65}) RECORD(n_minew_light,
    r_minew_light, 0, 2, 0, 0, 0, 0, 255, 1, 4, 0, 0)
NAMES("Minew", "light beacon", "E2", "minew-light", "", 1)
ROWS(r_minew_vibration, 2, {2, 1, 0, 0, 2, 0, 0, 0, 65}, {161, 3, 0, 0, 7, 254, 0, 0, 65}) RECORD(n_minew_vibration,
    r_minew_vibration, 0, 2, 0, 0, 0, 0, 255, 1, 8, 0, 0)
NAMES("Minew", "vibration beacon", "S4-V", "minew-vibration", "", 1)
ROWS(r_minew_s3, 3, {2, 1, 0, 0, 2, 0, 0, 0, 1}, {3, 40, 0, 0, 3, 0, 0, s_15625_4_0, 50}, {4, 39, 0, 0, 5, 0, 0,
    s_15625_4_0, 34}) RECORD(n_minew_s3, r_minew_s3, 0, 3, 0, 0, 0, 0, 255, 0, 7, 0, 0)
NAMES("Minew", "thermo-hygrometer", "S3", "minew-s3", "", 1)
ROWS(r_minew_s4, 3, {2, 1, 0, 0, 2, 0, 0, 0, 1}, {143, 33, 0, 0, 3, 0, k_c792fc7f, 0, 1}, {160, 33, 0, 0, 4, 0,
    k_c792fc7f, 0, 1}) RECORD(n_minew_s4, r_minew_s4, 0, 3, 0, 0, 0, 0, 255, 0, 5, 0, 0)
NAMES("Minew", "door sensor", "S4", "minew-s4", "", 1)
TEST(c_04fcba55, 1, {0, 3, 2, 254, 255}) ROWS(r_minew_connect_ht, 2, {3, 40, 0, 0, 5, 0, 0, s_15625_4_0, 50}, {4, 103,
    c_04fcba55, 0, 7, 0, 0, s_15625_4_0, 34}) RECORD(n_minew_connect_ht, r_minew_connect_ht, 0, 2, 0, 0, 0, 0, 255, 0,
    9, 0, 0)
NAMES("Minew", "thermo-hygrometer", "MST01\nMST03", "minew-connect-ht", "", 1)
ROWS(r_minew_connect_tag, 3, {13, 7, 0, 0, 12, 0, 0, s_1000_1_0, 34}, {3, 40, 0, 0, 14, 0, 0, s_15625_4_0, 50}, {45, 4,
    0, 0, 17, 0, 0, 0, 17}) RECORD(n_minew_connect_tag, r_minew_connect_tag, 0, 3, 0, 0, 0, 0, 255, 0, 18, 0, 0)
NAMES("Minew", "tag", "MTB02", "minew-connect-tag", "", 1)
ROWS(r_moko_proximity, 3, {150, 3, 0, 0, 2, 254, 0, 0, 1}, {137, 3, 0, 0, 2, 247, 0, 0, 1}, {13, 7, 0, 0, 16, 0, 0,
    s_1000_1_0, 34}) RECORD(n_moko_proximity, r_moko_proximity, 0, 3, 0, 0, 0, 0, 255, 0, 18, 0, 0)
NAMES("MOKO", "proximity beacon", "M2", "moko-proximity", "", 1)
SCALE(s_10000_1_m150000000, 10000, 1, -150000000) TEST(c_19d372cf, 1, {0, 11, 511, 254, 255}) TEST(c_8d70d8e6, 1, {0,
    11, 767, 254, 255}) TEST(c_ac5a5462, 1, {0, 11, 1023, 254, 255}) TEST(c_cc3ad12e, 1, {0, 12, 511, 254, 255})
    TEST(c_acc78eaf, 1, {0, 12, 767, 254, 255}) TEST(c_0fd21cb9, 1, {0, 12, 1023, 254, 255}) TEST(c_ea56d4dd, 1, {0, 13,
    511, 254, 255}) TEST(c_66660fd0, 1, {0, 13, 767, 254, 255}) TEST(c_81ef6a54, 1, {0, 13, 1023, 254, 255})
    CODE(k_cc6395eb, 1, 0x753090) CODE(k_42dd1991, 1, 0xFEFF90) ROWS(r_efento, 9, {3, 87, c_19d372cf, 0, 14, 0,
    k_cc6395eb, s_10000_1_m150000000, 34}, {4, 71, c_8d70d8e6, 0, 14, 0, 0, 0, 34}, {5, 87, c_ac5a5462, 0, 14, 0,
    k_42dd1991, s_100000_1_0, 34}, {3, 103, c_cc3ad12e, 255, 16, 0, k_cc6395eb, s_10000_1_m150000000, 34}, {4, 103,
    c_acc78eaf, 255, 16, 0, 0, 0, 34}, {5, 103, c_0fd21cb9, 255, 16, 0, k_42dd1991, s_100000_1_0, 34}, {3, 103,
    c_ea56d4dd, 255, 18, 0, k_cc6395eb, s_10000_1_m150000000, 34}, {4, 103, c_66660fd0, 255, 18, 0, 0, 0, 34}, {5, 103,
    c_81ef6a54, 255, 18, 0, k_42dd1991, s_100000_1_0, 34}) RECORD(n_efento, r_efento, 0, 9, 0, 0, 0, 0, 255, 0, 20, 0,
    0)
NAMES("Efento", "sensor", "BLE sensor", "efento", "", 1)
TEST(c_645419d6, 1, {0, 1, 511, 254, 255}) TEST(c_c5c93297, 1, {0, 1, 767, 254, 255}) TEST(c_337e6051, 1, {0, 1, 1023,
    254, 255}) CONDITION(c_984ad028, 2, {2, 0, 65289, 1, 255}, {0, 4, 511, 254, 255}) CONDITION(c_86373855, 2, {2, 0,
    65289, 1, 255}, {0, 4, 767, 254, 255}) CONDITION(c_be389927, 2, {2, 0, 65289, 1, 255}, {0, 4, 1023, 254, 255})
    CONDITION(c_73041c8a, 2, {2, 0, 3084, 1, 255}, {0, 7, 511, 254, 255}) CONDITION(c_29bb4e9b, 2, {2, 0, 3084, 1, 255},
    {0, 7, 767, 254, 255}) CONDITION(c_551cd015, 2, {2, 0, 3084, 1, 255}, {0, 7, 1023, 254, 255})
    ROWS(r_efento_response, 9, {3, 87, c_645419d6, 0, 2, 0, k_cc6395eb, s_10000_1_m150000000, 34}, {4, 71, c_c5c93297,
    0, 2, 0, 0, 0, 34}, {5, 87, c_337e6051, 0, 2, 0, k_42dd1991, s_100000_1_0, 34}, {3, 167, c_984ad028, 255, 5, 0,
    k_cc6395eb, s_10000_1_m150000000, 34}, {4, 167, c_86373855, 255, 5, 0, 0, 0, 34}, {5, 167, c_be389927, 255, 5, 0,
    k_42dd1991, s_100000_1_0, 34}, {3, 167, c_73041c8a, 255, 8, 0, k_cc6395eb, s_10000_1_m150000000, 34}, {4, 167,
    c_29bb4e9b, 255, 8, 0, 0, 0, 34}, {5, 167, c_551cd015, 255, 8, 0, k_42dd1991, s_100000_1_0, 34})
    RECORD(n_efento_response, r_efento_response, 0, 9, 0, 0, 0, 0, 255, 0, 10, 0, 0)
NAMES("Efento", "sensor", "BLE sensor", "efento-response", "", 1)
SCALE(s_2000000_127_0, 2000000, 127, 0) SCALE(s_625_16_0, 625, 16, 0) TEST(c_a2ccd9b1, 1, {16, 15, 2, 254, 255})
    TEST(c_478757be, 1, {16, 0, 8959, 254, 255}) CODE(k_22e7bf91, 3, 0xAE, 0xFFFFFFFF, 0x0) ROWS(r_estimote_telemetry_a,
    5, {36, 36, 0, 255, 10, 0, 0, s_2000000_127_0, 81}, {37, 36, 0, 255, 11, 0, 0, s_2000000_127_0, 81}, {38, 36, 0,
    255, 12, 0, 0, s_2000000_127_0, 81}, {151, 98, c_a2ccd9b1, 255, 15, 254, 0, 0, 65}, {5, 107, c_478757be, 255, 16, 0,
    k_22e7bf91, s_625_16_0, 68}) RECORD(n_estimote_telemetry_a, r_estimote_telemetry_a, 0, 5, 0, 0, 4, 0, 255, 1, 20, 0,
    0)
NAMES("Estimote", "beacon", "Proximity Beacon\nLocation Beacon", "estimote-telemetry-a", "", 1)
CONDITION(c_3e6c8ad6, 2, {19, 0, 0, 1, 255}, {16, 0, 767, 255, 254}) ROWS(r_estimote_telemetry_b, 3, {3, 0, 0, 255,
    126, 12, 0, s_62500_1_0, 90}, {13, 0, 0, 255, -118, 14, k_ce43531f, s_1000_1_0, 74}, {2, 161, c_3e6c8ad6, 255, 19,
    0, k_59208b8e, 0, 65}) RECORD(n_estimote_telemetry_b, r_estimote_telemetry_b, 0, 3, 0, 0, 4, 0, 255, 1, 20, 0, 0)
NAMES("Estimote", "beacon", "Proximity Beacon\nLocation Beacon", "estimote-telemetry-b", "", 1)
SCALE(s_50000_1_m20000000, 50000, 1, -20000000) TEST(c_dcfd5815, 1, {0, 18, 2, 254, 255}) TEST(c_d9dfcdf8, 1, {0, 18,
    3, 254, 255}) ROWS(r_combustion_probe, 9, {3, 64, c_dcfd5815, 0, 40, 13, 0, s_50000_1_m20000000, 10}, {3, 64,
    c_d9dfcdf8, 255, 53, 13, 0, s_50000_1_m20000000, 10}, {3, 64, c_d9dfcdf8, 255, 66, 13, 0, s_50000_1_m20000000, 10},
    {3, 64, c_d9dfcdf8, 255, 79, 13, 0, s_50000_1_m20000000, 10}, {3, 64, c_d9dfcdf8, 255, 92, 13, 0,
    s_50000_1_m20000000, 10}, {3, 64, c_d9dfcdf8, 255, 105, 13, 0, s_50000_1_m20000000, 10}, {3, 64, c_d9dfcdf8, 255,
    118, 13, 0, s_50000_1_m20000000, 10}, {3, 64, c_d9dfcdf8, 255, -125, 13, 0, s_50000_1_m20000000, 10}, {138, 3, 0, 0,
    19, 254, 0, 0, 1}) RECORD(n_combustion_probe, r_combustion_probe, 0, 9, 0, 0, 0, 0, 255, 0, 20, -2, 39)
NAMES("Combustion", "Predictive Thermometer", "Predictive Thermometer", "combustion-probe", "", 1)
CONDITION(c_c547a7cf, 1, {2, 0, 65293, 254, 255}) CONDITION(c_c4ee1383, 2, {3, 0, 0, 1, 254}, {2, 0, 3072, 254, 255})
    ROWS(r_switchbot_contact_sensor, 9, {2, 2, 0, 0, 2, 128, 0, 0, 65}, {150, 128, c_c547a7cf, 0, 7, 127, 0, 0, 1},
    {137, 128, c_c547a7cf, 0, 7, 207, k_c792fc7f, 0, 1}, {164, 128, c_c547a7cf, 0, 7, 223, 0, 0, 1}, {147, 128,
    c_c547a7cf, 0, 7, 191, 0, 0, 1}, {150, 162, c_c4ee1383, 255, 1, 191, 0, 0, 65}, {137, 162, c_c4ee1383, 255, 3, 249,
    k_c792fc7f, 0, 65}, {164, 162, c_c4ee1383, 255, 3, 251, 0, 0, 65}, {147, 162, c_c4ee1383, 255, 3, 254, 0, 0, 65})
    RECORD(n_switchbot_contact_sensor, r_switchbot_contact_sensor, 0, 9, 0, 0, 0, 0, 255, 1, 4, 0, 0)
NAMES("SwitchBot", "Contact Sensor", "Contact Sensor", "switchbot-contact-sensor", "", 1)
CODE(k_9aaf7355, 4, 0x602, 0x300, 0x201, 0x88) ROWS(r_switchbot_bot, 2, {2, 2, 0, 0, 2, 128, 0, 0, 65}, {136, 33, 0, 0,
    1, 0, k_9aaf7355, 0, 65}) RECORD(n_switchbot_bot, r_switchbot_bot, 0, 2, 0, 0, 0, 0, 255, 1, 3, 0, 0)
NAMES("SwitchBot", "Bot", "Bot", "switchbot-bot", "", 1)
CONDITION(c_107975d7, 1, {2, 0, 65288, 254, 255}) CONDITION(c_ada09b84, 2, {3, 0, 0, 1, 254}, {2, 0, 1792, 254, 255})
    ROWS(r_switchbot_motion_sensor, 5, {2, 2, 0, 0, 2, 128, 0, 0, 65}, {150, 128, c_107975d7, 0, 7, 191, 0, 0, 1}, {147,
    128, c_107975d7, 0, 7, 223, 0, 0, 1}, {150, 162, c_ada09b84, 255, 1, 191, 0, 0, 65}, {147, 162, c_ada09b84, 255, 5,
    253, 0, 0, 65}) RECORD(n_switchbot_motion_sensor, r_switchbot_motion_sensor, 0, 5, 0, 0, 0, 0, 255, 1, 6, 0, 0)
NAMES("SwitchBot", "Motion Sensor", "Motion Sensor", "switchbot-motion-sensor", "", 1)
ROWS(r_switchbot_light_strip, 2, {136, 3, 0, 0, 7, 127, 0, 0, 1}, {71, 2, 0, 0, 7, 128, 0, 0, 1})
    RECORD(n_switchbot_light_strip, r_switchbot_light_strip, 0, 2, 0, 0, 0, 0, 255, 0, 8, 0, 0)
NAMES("SwitchBot", "Light Strip", "Light Strip", "switchbot-light-strip", "", 1)
SCALE(s_m1000000_1_100000000, -1000000, 1, 100000000) CONDITION(c_2bf09a65, 1, {2, 0, 65291, 254, 255})
    CONDITION(c_3010720c, 2, {3, 0, 0, 1, 254}, {2, 0, 2560, 254, 255}) CODE(k_780b052c, 1, 0x6489) CODE(k_dcdfcf2f, 2,
    0x402, 0xFF80) CODE(k_73b6e579, 1, 0x482) ROWS(r_switchbot_curtain_3, 9, {151, 128, c_2bf09a65, 0, 8, 127, 0, 0, 1},
    {70, 128, c_2bf09a65, 0, 8, 128, k_780b052c, s_m1000000_1_100000000, 1}, {44, 128, c_2bf09a65, 0, 9, 0, k_dcdfcf2f,
    0, 1}, {2, 128, c_c547a7cf, 0, 12, 128, 0, 0, 1}, {2, 162, c_c4ee1383, 255, 2, 128, 0, 0, 65}, {151, 162,
    c_3010720c, 255, 3, 127, 0, 0, 65}, {70, 162, c_3010720c, 255, 3, 128, k_780b052c, s_m1000000_1_100000000, 65}, {44,
    161, c_3010720c, 255, 4, 0, k_73b6e579, 0, 65}, {169, 3, 0, 0, 1, 191, 0, 0, 65}) RECORD(n_switchbot_curtain_3,
    r_switchbot_curtain_3, 0, 9, 0, 0, 0, 0, 255, 1, 5, 0, 0)
NAMES("SwitchBot", "Curtain 3", "Curtain 3", "switchbot-curtain-3", "", 1)
RECORD(n_switchbot_curtain, r_switchbot_curtain_3, 0, 9, 0, 0, 0, 0, 255, 1, 5, 0, 0)
NAMES("SwitchBot", "Curtain", "Curtain", "switchbot-curtain", "", 1)
TEST(c_2be27b9e, 1, {0, 9, 128, 254, 255}) TEST(c_f038d500, 1, {16, 4, 128, 254, 255}) CONDITION(c_2538c62b, 1, {3, 0,
    0, 255, 254}) CODE(k_8140ed29, 1, 0xF80) CODE(k_8fecfbf3, 4, 0xA05, 0x10D, x_b066a3af, 0x87 | c_2be27b9e << 8)
    CODE(k_f9bbb656, 4, 0xA05, 0x10D, x_18ba42cc, 0x87 | c_f038d500 << 8) INNER(x_b066a3af, {0, 0, 0, 255, 8, 0,
    k_8140ed29, 0, 1}) INNER(x_18ba42cc, {0, 0, 0, 255, 3, 0, k_8140ed29, 0, 65}) ROWS(r_switchbot_indoor_outdoor_meter,
    5, {3, 128, c_2bf09a65, 0, 9, 128, k_8fecfbf3, s_100000_1_0, 1}, {4, 128, c_2bf09a65, 0, 10, 128, 0, 0, 1}, {3, 162,
    c_2538c62b, 255, 4, 128, k_f9bbb656, s_100000_1_0, 65}, {4, 162, c_2538c62b, 255, 5, 128, 0, 0, 65}, {2, 2, 0, 0, 2,
    128, 0, 0, 65}) RECORD(n_switchbot_indoor_outdoor_meter, r_switchbot_indoor_outdoor_meter, 0, 5, 0, 0, 0, 0, 255, 1,
    6, 0, 0)
NAMES("SwitchBot", "Indoor/Outdoor Meter", "Indoor/Outdoor Thermo-Hygrometer", "switchbot-indoor/outdoor-meter", "", 1)
CONDITION(c_57d0f529, 4, {2, 0, 65291, 1, 255}, {0, 8, 15, 2, 254}, {0, 9, 127, 3, 254}, {0, 10, 127, 255, 254})
    CONDITION(c_8811bff4, 4, {3, 0, 0, 255, 1}, {16, 3, 15, 2, 254}, {16, 4, 127, 3, 254}, {16, 5, 127, 255, 254})
    ROWS(r_switchbot_meter_plus, 5, {3, 128, c_57d0f529, 0, 9, 128, k_8fecfbf3, s_100000_1_0, 1}, {4, 128, c_57d0f529,
    0, 10, 128, 0, 0, 1}, {3, 162, c_8811bff4, 255, 4, 128, k_f9bbb656, s_100000_1_0, 65}, {4, 162, c_8811bff4, 255, 5,
    128, 0, 0, 65}, {2, 2, 0, 0, 2, 128, 0, 0, 65}) RECORD(n_switchbot_meter_plus, r_switchbot_meter_plus, 0, 5, 0, 0,
    0, 0, 255, 1, 6, 0, 0)
NAMES("SwitchBot", "Meter Plus", "Meter Plus", "switchbot-meter-plus", "", 1)
RECORD(n_switchbot_meter, r_switchbot_meter_plus, 0, 5, 0, 0, 0, 0, 255, 1, 6, 0, 0)
NAMES("SwitchBot", "Meter", "Meter", "switchbot-meter", "", 1)
RECORD(n_switchbot_meter_pro, r_switchbot_indoor_outdoor_meter, 0, 5, 0, 0, 0, 0, 255, 1, 6, 0, 0)
NAMES("SwitchBot", "Meter Pro", "Meter Pro", "switchbot-meter-pro", "", 1)
CODE(k_b4b3459d, 1, 0x270F90) ROWS(r_switchbot_meter_pro_co2, 6, {3, 146, c_2bf09a65, 0, 9, 128, k_8fecfbf3,
    s_100000_1_0, 1}, {4, 130, c_2bf09a65, 0, 10, 128, 0, 0, 1}, {3, 128, c_2538c62b, 255, 4, 128, k_f9bbb656,
    s_100000_1_0, 65}, {4, 128, c_2538c62b, 255, 5, 128, 0, 0, 65}, {2, 0, 0, 0, 2, 128, 0, 0, 65}, {16, 23, 0, 0, 13,
    0, k_b4b3459d, 0, 34}) RECORD(n_switchbot_meter_pro_co2, r_switchbot_meter_pro_co2, 0, 6, 0, 0, 0, 0, 255, 0, 15, 0,
    0)
NAMES("SwitchBot", "Meter Pro CO2", "Meter Pro CO2", "switchbot-meter-pro-co2", "", 1)
TEST(c_619c89f8, 1, {0, 14, 128, 254, 255}) CODE(k_5f46dd27, 4, 0xA05, 0x10D, x_7a37412f, 0x87 | c_619c89f8 << 8)
    INNER(x_7a37412f, {0, 0, 0, 255, 13, 0, k_8140ed29, 0, 1}) ROWS(r_switchbot_hub_2, 3, {3, 18, 0, 0, 14, 128,
    k_5f46dd27, s_100000_1_0, 1}, {4, 2, 0, 0, 15, 128, 0, 0, 1}, {44, 2, 0, 0, 12, 224, 0, 0, 1})
    RECORD(n_switchbot_hub_2, r_switchbot_hub_2, 0, 3, 0, 0, 0, 0, 255, 0, 16, 0, 0)
NAMES("SwitchBot", "Hub 2", "Hub 2", "switchbot-hub-2", "", 1)
CODE(k_47eb2daa, 2, 0x8001, 0x88) ROWS(r_switchbot_plug_mini, 2, {136, 33, 0, 0, 7, 0, k_47eb2daa, 0, 1}, {12, 23, 0,
    0, 10, 0, k_2e2b9774, s_100000_1_0, 34}) RECORD(n_switchbot_plug_mini, r_switchbot_plug_mini, 0, 2, 0, 0, 0, 0, 255,
    0, 12, 0, 0)
NAMES("SwitchBot", "Plug Mini", "Plug Mini", "switchbot-plug-mini", "", 1)
RECORD(n_switchbot_plug_mini_jp, r_switchbot_plug_mini, 0, 2, 0, 0, 0, 0, 255, 0, 12, 0, 0)
NAMES("SwitchBot", "Plug Mini (JP)", "Plug Mini (JP)", "switchbot-plug-mini-jp", "", 1)
RECORD(n_switchbot_color_bulb, r_switchbot_light_strip, 0, 2, 0, 0, 0, 0, 255, 0, 8, 0, 0)
NAMES("SwitchBot", "Color Bulb", "Color Bulb", "switchbot-color-bulb", "", 1)
ROWS(r_switchbot_ceiling_light, 2, {136, 3, 0, 0, 10, 127, 0, 0, 1}, {71, 2, 0, 0, 7, 128, 0, 0, 1})
    RECORD(n_switchbot_ceiling_light, r_switchbot_ceiling_light, 0, 2, 0, 0, 0, 0, 255, 0, 11, 0, 0)
NAMES("SwitchBot", "Ceiling Light", "Ceiling Light", "switchbot-ceiling-light", "", 1)
RECORD(n_switchbot_ceiling_light_pro, r_switchbot_ceiling_light, 0, 2, 0, 0, 0, 0, 255, 0, 11, 0, 0)
NAMES("SwitchBot", "Ceiling Light Pro", "Ceiling Light Pro", "switchbot-ceiling-light-pro", "", 1)
ROWS(r_switchbot_humidifier, 2, {136, 33, 0, 0, 1, 0, k_c792fc7f, 0, 65}, {69, 1, 0, 0, 4, 0, 0, 0, 65})
    RECORD(n_switchbot_humidifier, r_switchbot_humidifier, 0, 2, 0, 0, 0, 0, 255, 1, 5, 0, 0)
NAMES("SwitchBot", "Humidifier", "Humidifier", "switchbot-humidifier", "", 1)
TEST(c_e44db3d5, 1, {0, 9, 32896, 254, 255}) TEST(c_04ebc87c, 1, {0, 10, 128, 254, 255}) CONDITION(c_ce0f43a2, 2, {0,
    9, 32896, 1, 255}, {12, 0, x_1be801c0, 254, 255}) CODE(k_ed998b2d, 1, 0xE490) CODE(k_80014243, 4, 0xA05, 0x10D,
    x_862283d8, 0x87 | c_04ebc87c << 8) INNER(x_1be801c0, {0, 0, 0, 255, 9, 0, k_ed998b2d, 0, 1}) INNER(x_862283d8, {0,
    0, 0, 255, 11, 0, k_73b6e579, 0, 1}) ROWS(r_switchbot_evaporative_humidifier, 3, {136, 3, 0, 0, 7, 127, 0, 0, 1},
    {4, 66, c_e44db3d5, 0, 9, 128, 0, 0, 1}, {3, 146, c_ce0f43a2, 0, 10, 128, k_80014243, s_100000_1_0, 1})
    RECORD(n_switchbot_evaporative_humidifier, r_switchbot_evaporative_humidifier, 0, 3, 0, 0, 0, 0, 255, 0, 11, 0, 0)
NAMES("SwitchBot", "Evaporative Humidifier", "Evaporative Humidifier", "switchbot-evaporative-humidifier", "", 1)
CODE(k_859ae588, 2, 0x402, 0x780) ROWS(r_switchbot_lock, 6, {2, 0, 0, 0, 2, 128, 0, 0, 65}, {143, 3, 0, 0, 7, 251, 0,
    0, 1}, {119, 17, 0, 0, 7, 0, k_859ae588, 0, 1}, {169, 3, 0, 0, 7, 127, 0, 0, 1}, {164, 3, 0, 0, 8, 223, 0, 0, 1},
    {155, 3, 0, 0, 8, 239, 0, 0, 1}) RECORD(n_switchbot_lock, r_switchbot_lock, 0, 6, 0, 0, 0, 0, 255, 0, 9, 0, 0)
NAMES("SwitchBot", "Lock", "Lock", "switchbot-lock", "", 1)
CODE(k_012cba92, 2, 0x302, 0xF80) ROWS(r_switchbot_lock_pro, 6, {169, 3, 0, 0, 7, 127, 0, 0, 1}, {119, 17, 0, 0, 7, 0,
    k_012cba92, 0, 1}, {143, 3, 0, 0, 8, 239, 0, 0, 1}, {2, 2, 0, 0, 9, 128, 0, 0, 1}, {164, 3, 0, 0, 11, 127, 0, 0, 1},
    {155, 3, 0, 0, 11, 191, 0, 0, 1}) RECORD(n_switchbot_lock_pro, r_switchbot_lock_pro, 0, 6, 0, 0, 0, 0, 255, 0, 12,
    0, 0)
NAMES("SwitchBot", "Lock Pro", "Lock Pro", "switchbot-lock-pro", "", 1)
ROWS(r_switchbot_blind_tilt, 5, {2, 0, 0, 0, 2, 128, 0, 0, 65}, {151, 3, 0, 0, 8, 127, 0, 0, 1}, {44, 17, 0, 0, 9, 0,
    k_dcdfcf2f, 0, 1}, {72, 2, 0, 0, 8, 128, 0, 0, 1}, {169, 3, 0, 0, 7, 254, 0, 0, 1}) RECORD(n_switchbot_blind_tilt,
    r_switchbot_blind_tilt, 0, 5, 0, 0, 0, 0, 255, 0, 10, 0, 0)
NAMES("SwitchBot", "Blind Tilt", "Blind Tilt", "switchbot-blind-tilt", "", 1)
ROWS(r_switchbot_leak_detector, 4, {2, 2, 0, 0, 7, 128, 0, 0, 1}, {138, 3, 0, 0, 7, 127, 0, 0, 1}, {149, 3, 0, 0, 8,
    254, 0, 0, 1}, {160, 3, 0, 0, 8, 253, 0, 0, 1}) RECORD(n_switchbot_leak_detector, r_switchbot_leak_detector, 0, 4,
    0, 0, 0, 0, 255, 0, 9, 0, 0)
NAMES("SwitchBot", "Leak Detector", "Leak Detector", "switchbot-leak-detector", "", 1)
RECORD(n_switchbot_keypad, r_switchbot_contact_sensor, 0, 1, 0, 0, 0, 0, 255, 1, 3, 0, 0)
NAMES("SwitchBot", "Keypad", "Keypad", "switchbot-keypad", "", 1)
ROWS(r_switchbot_relay_switch_1pm, 2, {136, 3, 0, 0, 7, 127, 0, 0, 1}, {12, 7, 0, 0, 10, 0, 0, 0, 34})
    RECORD(n_switchbot_relay_switch_1pm, r_switchbot_relay_switch_1pm, 0, 2, 0, 0, 0, 0, 255, 0, 12, 0, 0)
NAMES("SwitchBot", "Relay Switch 1PM", "Relay Switch 1PM", "switchbot-relay-switch-1pm", "", 1)
RECORD(n_switchbot_relay_switch_1, r_switchbot_light_strip, 0, 1, 0, 0, 0, 0, 255, 0, 8, 0, 0)
NAMES("SwitchBot", "Relay Switch 1", "Relay Switch 1", "switchbot-relay-switch-1", "", 1)
RECORD(n_switchbot_remote, r_switchbot_contact_sensor, 0, 1, 0, 0, 0, 0, 255, 1, 3, 0, 0)
NAMES("SwitchBot", "Remote", "Remote", "switchbot-remote", "", 1)
RECORD(n_switchbot_universal_remote, r_switchbot_contact_sensor, 0, 1, 0, 0, 0, 0, 255, 1, 3, 0, 0)
NAMES("SwitchBot", "Universal Remote", "Universal Remote", "switchbot-universal-remote", "", 1)
ROWS(r_switchbot_roller_shade, 5, {2, 0, 0, 0, 2, 128, 0, 0, 65}, {151, 34, 0, 0, 7, 249, k_c792fc7f, 0, 1}, {70, 18,
    0, 0, 8, 128, k_780b052c, s_m1000000_1_100000000, 1}, {44, 17, 0, 0, 9, 0, k_dcdfcf2f, 0, 1}, {169, 3, 0, 0, 8, 127,
    0, 0, 1}) RECORD(n_switchbot_roller_shade, r_switchbot_roller_shade, 0, 5, 0, 0, 0, 0, 255, 0, 10, 0, 0)
NAMES("SwitchBot", "Roller Shade", "Roller Shade", "switchbot-roller-shade", "", 1)
RECORD(n_switchbot_hubmini_matter, r_switchbot_hub_2, 0, 2, 0, 0, 0, 0, 255, 0, 16, 0, 0)
NAMES("SwitchBot", "HubMini Matter", "HubMini Matter", "switchbot-hubmini-matter", "", 1)
ROWS(r_switchbot_circulator_fan, 2, {136, 3, 0, 0, 7, 127, 0, 0, 1}, {2, 2, 0, 0, 8, 128, 0, 0, 1})
    RECORD(n_switchbot_circulator_fan, r_switchbot_circulator_fan, 0, 2, 0, 0, 0, 0, 255, 0, 9, 0, 0)
NAMES("SwitchBot", "Circulator Fan", "Circulator Fan", "switchbot-circulator-fan", "", 1)
ROWS(r_switchbot_k20_vacuum, 2, {2, 1, 0, 0, 12, 0, 0, 0, 1}, {120, 2, 0, 0, 13, 192, 0, 0, 1})
    RECORD(n_switchbot_k20_vacuum, r_switchbot_k20_vacuum, 0, 2, 0, 0, 0, 0, 255, 0, 14, 0, 0)
NAMES("SwitchBot", "K20 Vacuum", "K20 Vacuum", "switchbot-k20-vacuum", "", 1)
RECORD(n_switchbot_s10_vacuum, r_switchbot_k20_vacuum, 0, 2, 0, 0, 0, 0, 255, 0, 14, 0, 0)
NAMES("SwitchBot", "S10 Vacuum", "S10 Vacuum", "switchbot-s10-vacuum", "", 1)
RECORD(n_switchbot_k10plus_pro_combo_vacuum, r_switchbot_k20_vacuum, 0, 2, 0, 0, 0, 0, 255, 0, 14, 0, 0)
NAMES("SwitchBot", "K10+ Pro Combo Vacuum", "K10+ Pro Combo Vacuum", "switchbot-k10plus-pro-combo-vacuum", "", 1)
ROWS(r_switchbot_k10plus_vacuum, 2, {2, 2, 0, 0, 8, 128, 0, 0, 1}, {120, 0, 0, 0, 7, 4, 0, 0, 9})
    RECORD(n_switchbot_k10plus_vacuum, r_switchbot_k10plus_vacuum, 0, 2, 0, 0, 0, 0, 255, 0, 9, 0, 0)
NAMES("SwitchBot", "K10+ Vacuum", "K10+ Vacuum", "switchbot-k10plus-vacuum", "", 1)
RECORD(n_switchbot_k10plus_pro_vacuum, r_switchbot_k10plus_vacuum, 0, 2, 0, 0, 0, 0, 255, 0, 9, 0, 0)
NAMES("SwitchBot", "K10+ Pro Vacuum", "K10+ Pro Vacuum", "switchbot-k10plus-pro-vacuum", "", 1)
CODE(k_57d52113, 2, 0x102, 0x380) ROWS(r_switchbot_air_purifier_us, 3, {136, 3, 0, 0, 7, 127, 0, 0, 1}, {129, 2, 0, 0,
    9, 128, 0, 0, 1}, {82, 17, 0, 0, 10, 0, k_57d52113, 0, 1}) RECORD(n_switchbot_air_purifier_us,
    r_switchbot_air_purifier_us, 0, 3, 0, 0, 0, 0, 255, 0, 11, 0, 0)
NAMES("SwitchBot", "Air Purifier US", "Air Purifier US", "switchbot-air-purifier-us", "", 1)
RECORD(n_switchbot_air_purifier_jp, r_switchbot_air_purifier_us, 0, 3, 0, 0, 0, 0, 255, 0, 11, 0, 0)
NAMES("SwitchBot", "Air Purifier JP", "Air Purifier JP", "switchbot-air-purifier-jp", "", 1)
RECORD(n_switchbot_air_purifier_table_us, r_switchbot_air_purifier_us, 0, 3, 0, 0, 0, 0, 255, 0, 11, 0, 0)
NAMES("SwitchBot", "Air Purifier Table US", "Air Purifier Table US", "switchbot-air-purifier-table-us", "", 1)
RECORD(n_switchbot_air_purifier_table_jp, r_switchbot_air_purifier_us, 0, 3, 0, 0, 0, 0, 255, 0, 11, 0, 0)
NAMES("SwitchBot", "Air Purifier Table JP", "Air Purifier Table JP", "switchbot-air-purifier-table-jp", "", 1)
ROWS(r_switchbot_hub3, 4, {3, 18, 0, 0, 14, 128, k_5f46dd27, s_100000_1_0, 1}, {4, 2, 0, 0, 15, 128, 0, 0, 1}, {44, 2,
    0, 0, 12, 240, 0, 0, 1}, {150, 3, 0, 0, 16, 127, 0, 0, 1}) RECORD(n_switchbot_hub3, r_switchbot_hub3, 0, 4, 0, 0, 0,
    0, 255, 0, 17, 0, 0)
NAMES("SwitchBot", "Hub3", "Hub3", "switchbot-hub3", "", 1)
ROWS(r_switchbot_lock_lite, 4, {2, 0, 0, 0, 2, 128, 0, 0, 65}, {119, 17, 0, 0, 7, 0, k_859ae588, 0, 1}, {169, 3, 0, 0,
    7, 127, 0, 0, 1}, {155, 3, 0, 0, 8, 239, 0, 0, 1}) RECORD(n_switchbot_lock_lite, r_switchbot_lock_lite, 0, 4, 0, 0,
    0, 0, 255, 0, 9, 0, 0)
NAMES("SwitchBot", "Lock Lite", "Lock Lite", "switchbot-lock-lite", "", 1)
RECORD(n_switchbot_lock_ultra, r_switchbot_lock_pro, 0, 6, 0, 0, 0, 0, 255, 0, 12, 0, 0)
NAMES("SwitchBot", "Lock Ultra", "Lock Ultra", "switchbot-lock-ultra", "", 1)
ROWS(r_switchbot_garage_door_opener, 2, {136, 3, 0, 0, 7, 127, 0, 0, 1}, {143, 0, 0, 0, 7, 5, k_0f8a6c9d, 0, 9})
    RECORD(n_switchbot_garage_door_opener, r_switchbot_garage_door_opener, 0, 2, 0, 0, 0, 0, 255, 0, 8, 0, 0)
NAMES("SwitchBot", "Garage Door Opener", "Garage Door Opener", "switchbot-garage-door-opener", "", 1)
ROWS(r_switchbot_relay_switch_2pm, 4, {136, 3, 0, 0, 7, 127, 0, 0, 1}, {12, 7, 0, 0, 10, 0, 0, 0, 34}, {136, 3, 0, 1,
    7, 191, 0, 0, 1}, {12, 7, 0, 1, 12, 0, 0, 0, 34}) RECORD(n_switchbot_relay_switch_2pm, r_switchbot_relay_switch_2pm,
    0, 4, 0, 0, 0, 0, 255, 0, 14, 0, 0)
NAMES("SwitchBot", "Relay Switch 2PM", "Relay Switch 2PM", "switchbot-relay-switch-2pm", "", 1)
RECORD(n_switchbot_floor_lamp, r_switchbot_light_strip, 0, 2, 0, 0, 0, 0, 255, 0, 8, 0, 0)
NAMES("SwitchBot", "Floor Lamp", "Floor Lamp", "switchbot-floor-lamp", "", 1)
RECORD(n_switchbot_candle_warmer_lamp, r_switchbot_light_strip, 0, 2, 0, 0, 0, 0, 255, 0, 8, 0, 0)
NAMES("SwitchBot", "Candle Warmer Lamp", "Candle Warmer Lamp", "switchbot-candle-warmer-lamp", "", 1)
RECORD(n_switchbot_strip_light_3, r_switchbot_light_strip, 0, 2, 0, 0, 0, 0, 255, 0, 8, 0, 0)
NAMES("SwitchBot", "Strip Light 3", "Strip Light 3", "switchbot-strip-light-3", "", 1)
RECORD(n_switchbot_plug_mini_eu, r_switchbot_relay_switch_1pm, 0, 2, 0, 0, 0, 0, 255, 0, 12, 0, 0)
NAMES("SwitchBot", "Plug Mini (EU)", "Plug Mini (EU)", "switchbot-plug-mini-eu", "", 1)
RECORD(n_switchbot_rgbicww_strip_light, r_switchbot_light_strip, 0, 2, 0, 0, 0, 0, 255, 0, 8, 0, 0)
NAMES("SwitchBot", "RGBICWW Strip Light", "RGBICWW Strip Light", "switchbot-rgbicww-strip-light", "", 1)
RECORD(n_switchbot_rgbicww_floor_lamp, r_switchbot_light_strip, 0, 2, 0, 0, 0, 0, 255, 0, 8, 0, 0)
NAMES("SwitchBot", "RGBICWW Floor Lamp", "RGBICWW Floor Lamp", "switchbot-rgbicww-floor-lamp", "", 1)
RECORD(n_switchbot_rgbicww_ceiling_light, r_switchbot_light_strip, 0, 2, 0, 0, 0, 0, 255, 0, 8, 0, 0)
NAMES("SwitchBot", "RGBICWW Ceiling Light", "RGBICWW Ceiling Light", "switchbot-rgbicww-ceiling-light", "", 1)
RECORD(n_switchbot_permanent_outdoor_light, r_switchbot_light_strip, 0, 2, 0, 0, 0, 0, 255, 0, 8, 0, 0)
NAMES("SwitchBot", "Permanent Outdoor Light", "Permanent Outdoor Light", "switchbot-permanent-outdoor-light", "", 1)
RECORD(n_switchbot_rgbic_neon_wire_rope_light, r_switchbot_light_strip, 0, 2, 0, 0, 0, 0, 255, 0, 8, 0, 0)
NAMES("SwitchBot", "RGBIC Neon Wire Rope Light", "RGBIC Neon Wire Rope Light", "switchbot-rgbic-neon-wire-rope-light", "", 1)
RECORD(n_switchbot_rgbic_neon_rope_light, r_switchbot_light_strip, 0, 2, 0, 0, 0, 0, 255, 0, 8, 0, 0)
NAMES("SwitchBot", "RGBIC Neon Rope Light", "RGBIC Neon Rope Light", "switchbot-rgbic-neon-rope-light", "", 1)
RECORD(n_switchbot_k11plus_vacuum, r_switchbot_k20_vacuum, 0, 2, 0, 0, 0, 0, 255, 0, 14, 0, 0)
NAMES("SwitchBot", "K11+ Vacuum", "K11+ Vacuum", "switchbot-k11plus-vacuum", "", 1)
CODE(k_b696a874, 2, 0x401, 0x88) ROWS(r_switchbot_climate_panel, 6, {136, 3, 0, 0, 7, 127, 0, 0, 1}, {2, 2, 0, 0, 7,
    128, 0, 0, 1}, {3, 18, 0, 0, 9, 128, k_8fecfbf3, s_100000_1_0, 1}, {4, 2, 0, 0, 10, 128, 0, 0, 1}, {150, 3, 0, 0,
    15, 127, 0, 0, 1}, {147, 34, 0, 0, 15, 249, k_b696a874, 0, 1}) RECORD(n_switchbot_climate_panel,
    r_switchbot_climate_panel, 0, 6, 0, 0, 0, 0, 255, 0, 16, 0, 0)
NAMES("SwitchBot", "Climate Panel", "Climate Panel", "switchbot-climate-panel", "", 1)
CODE(k_1798034e, 4, 0xA05, 0x10D, x_b9e614e2, 0x87 | c_04ebc87c << 8) INNER(x_b9e614e2, {0, 0, 0, 255, 8, 0,
    k_73b6e579, 0, 1}) ROWS(r_switchbot_smart_thermostat_radiator, 5, {136, 3, 0, 0, 7, 127, 0, 0, 1}, {2, 2, 0, 0, 7,
    128, 0, 0, 1}, {3, 18, 0, 0, 9, 128, k_8fecfbf3, s_100000_1_0, 1}, {62, 18, 0, 0, 10, 128, k_1798034e, s_100000_1_0,
    1}, {143, 3, 0, 0, 12, 254, 0, 0, 1}) RECORD(n_switchbot_smart_thermostat_radiator,
    r_switchbot_smart_thermostat_radiator, 0, 5, 0, 0, 0, 0, 255, 0, 13, 0, 0)
NAMES("SwitchBot", "Smart Thermostat Radiator", "Smart Thermostat Radiator", "switchbot-smart-thermostat-radiator", "", 1)
RECORD(n_switchbot_s20_vacuum, r_switchbot_k20_vacuum, 0, 2, 0, 0, 0, 0, 255, 0, 14, 0, 0)
NAMES("SwitchBot", "S20 Vacuum", "S20 Vacuum", "switchbot-s20-vacuum", "", 1)
ROWS(r_switchbot_presence_sensor, 4, {2, 0, 0, 0, 2, 128, 0, 0, 65}, {150, 3, 0, 0, 7, 191, 0, 0, 1}, {44, 2, 0, 0, 11,
    224, 0, 0, 1}, {24, 7, 0, 0, 8, 0, 0, 0, 34}) RECORD(n_switchbot_presence_sensor, r_switchbot_presence_sensor, 0, 4,
    0, 0, 0, 0, 255, 0, 12, 0, 0)
NAMES("SwitchBot", "Presence Sensor", "Presence Sensor", "switchbot-presence-sensor", "", 1)
ROWS(r_switchbot_art_frame, 2, {139, 3, 0, 0, 7, 127, 0, 0, 1}, {2, 2, 0, 0, 7, 128, 0, 0, 1})
    RECORD(n_switchbot_art_frame, r_switchbot_art_frame, 0, 2, 0, 0, 0, 0, 255, 0, 8, 0, 0)
NAMES("SwitchBot", "Art Frame", "Art Frame", "switchbot-art-frame", "", 1)
ROWS(r_switchbot_keypad_vision, 3, {2, 2, 0, 0, 7, 128, 0, 0, 1}, {139, 3, 0, 0, 7, 127, 0, 0, 1}, {160, 3, 0, 0, 8,
    253, 0, 0, 1}) RECORD(n_switchbot_keypad_vision, r_switchbot_keypad_vision, 0, 3, 0, 0, 0, 0, 255, 0, 9, 0, 0)
NAMES("SwitchBot", "Keypad Vision", "Keypad Vision", "switchbot-keypad-vision", "", 1)
RECORD(n_switchbot_keypad_vision_pro, r_switchbot_keypad_vision, 0, 3, 0, 0, 0, 0, 255, 0, 9, 0, 0)
NAMES("SwitchBot", "Keypad Vision Pro", "Keypad Vision Pro", "switchbot-keypad-vision-pro", "", 1)
RECORD(n_switchbot_lock_vision_pro, r_switchbot_lock_pro, 0, 6, 0, 0, 0, 0, 255, 0, 12, 0, 0)
NAMES("SwitchBot", "Lock Vision Pro", "Lock Vision Pro", "switchbot-lock-vision-pro", "", 1)
RECORD(n_switchbot_lock_vision, r_switchbot_lock_lite, 0, 4, 0, 0, 0, 0, 255, 0, 9, 0, 0)
NAMES("SwitchBot", "Lock Vision", "Lock Vision", "switchbot-lock-vision", "", 1)
RECORD(n_switchbot_lock_pro_wifi, r_switchbot_lock_pro, 0, 6, 0, 0, 0, 0, 255, 0, 12, 0, 0)
NAMES("SwitchBot", "Lock Pro Wifi", "Lock Pro Wifi", "switchbot-lock-pro-wifi", "", 1)
RECORD(n_switchbot_rgbicww_light_bars, r_switchbot_light_strip, 0, 2, 0, 0, 0, 0, 255, 0, 8, 0, 0)
NAMES("SwitchBot", "RGBICWW Light Bars", "RGBICWW Light Bars", "switchbot-rgbicww-light-bars", "", 1)
ROWS(r_switchbot_circulator_fan_pro, 3, {2, 2, 0, 0, 7, 128, 0, 0, 1}, {139, 3, 0, 0, 7, 127, 0, 0, 1}, {136, 3, 0, 0,
    8, 127, 0, 0, 1}) RECORD(n_switchbot_circulator_fan_pro, r_switchbot_circulator_fan_pro, 0, 3, 0, 0, 0, 0, 255, 0,
    9, 0, 0)
NAMES("SwitchBot", "Circulator Fan Pro", "Circulator Fan Pro", "switchbot-circulator-fan-pro", "", 1)
RECORD(n_switchbot_lock_ultra_max, r_switchbot_lock_pro, 0, 6, 0, 0, 0, 0, 255, 0, 12, 0, 0)
NAMES("SwitchBot", "Lock Ultra Max", "Lock Ultra Max", "switchbot-lock-ultra-max", "", 1)
ROWS(r_switchbot_standing_fan, 3, {136, 3, 0, 0, 7, 127, 0, 0, 1}, {2, 2, 0, 0, 8, 128, 0, 0, 1}, {139, 3, 0, 0, 8,
    127, 0, 0, 1}) RECORD(n_switchbot_standing_fan, r_switchbot_standing_fan, 0, 3, 0, 0, 0, 0, 255, 0, 9, 0, 0)
NAMES("SwitchBot", "Standing Fan", "Standing Fan", "switchbot-standing-fan", "", 1)
ROWS(r_switchbot_weather_station, 6, {3, 128, c_2538c62b, 0, 4, 128, k_f9bbb656, s_100000_1_0, 65}, {4, 128,
    c_2538c62b, 0, 5, 128, 0, 0, 65}, {2, 128, c_2538c62b, 0, 2, 128, 0, 0, 65}, {3, 162, c_2bf09a65, 255, 9, 128,
    k_8fecfbf3, s_100000_1_0, 1}, {4, 162, c_2bf09a65, 255, 10, 128, 0, 0, 1}, {2, 162, c_2bf09a65, 255, 7, 128, 0, 0,
    1}) RECORD(n_switchbot_weather_station, r_switchbot_weather_station, 0, 6, 0, 0, 0, 0, 255, 0, 11, 0, 0)
NAMES("SwitchBot", "Weather Station", "Weather Station", "switchbot-weather-station", "", 1)
NAMES("Sensor Easy", "SE MAG", "SE_MAG", "th-se-mag", "", 1)
NAMES("Sensor Easy", "SE TEMP PROBE", "SE_TPROBE", "th-se-tprobe", "", 1)
NAMES("Sensor Easy", "SE TEMP", "SE_TEMP", "th-se-temp", "", 1)
NAMES("Sensor Easy", "SE RHT", "SE_RHT", "th-se-rht", "", 1)
NAMES("Victron Energy", "Solar Charge Controller", "VICTSCC", "th-victscc", "", 1)
NAMES("Victron Energy", "Battery Monitor/Smart Battery Sense/SmartShunt", "VICTSBS", "th-victsbs", "", 1)
NAMES("Victron Energy", "Smart BatteryProtect", "VICTSBP", "th-victsbp", "", 1)
NAMES("Victron Energy", "Orion XS", "VICTORIONXS", "th-victorionxs", "", 1)
NAMES("Victron Energy", "Orion TR", "VICTORIONTR", "th-victoriontr", "", 1)
NAMES("Victron Energy", "Blue Smart Charger", "VICTBSC", "th-victbsc", "", 1)
NAMES("Victron Energy", "Victron encrypted", "VICTRON_ENCR", "th-victron-encr", "", 1)
NAMES("SensorPush", "HT.w", "SPHT", "th-spht", "", 1)
NAMES("SensorPush", "HTP.xw", "SPHTP", "th-sphtp", "", 1)
NAMES("Apple", "Apple Watch", "APPLEWATCH", "th-applewatch", "", 1)
NAMES("Jaalee", "TH sensor", "F525/F51C", "th-f525-f51c", "", 1)
NAMES("Tilt", "Brewing Hydro- Thermometer", "TILT", "th-tilt", "", 1)
NAMES("b-parasite", "b-parasite", "BPv1.0-1.2", "th-bpv1-0-1-2", "", 1)
NAMES("Blue Maestro", "Tempo Disc", "TD4in1", "th-td4in1", "", 1)
NAMES("Blue Maestro", "Tempo Disc", "TD3in1", "th-td3in1", "", 1)
NAMES("Blue Maestro", "Tempo Disc", "TD1in1", "th-td1in1", "", 1)
NAMES("BlueCharm", "Beacon 08/04P/021", "KSensor", "th-ksensor", "", 1)
NAMES("Aranet", "Aranet4 CO₂ Monitor", "ARANET4", "th-aranet4", "", 1)
NAMES("iNode", "Energy Meter", "INEM", "th-inem", "", 1)
NAMES("Mobvoi", "TicWatch GTH (Pro)", "TICWATCHGTH", "th-ticwatchgth", "", 1)
NAMES("Tuya", "Thermo-Hygrometer", "THB1/BTH01/TH05F", "th-thb1-bth01-th05f", "", 1)
NAMES("Oria", "TH Sensor", "T301", "th-t301", "", 1)
NAMES("Oria", "TH Sensor", "T201", "th-t201", "", 1)
NAMES("Mopeka", "Pro Check (Universal)/BottleCheck Sensor", "M1017", "th-m1017", "", 1)
NAMES("ThermoPro", "TH Sensor", "TP35X/393", "th-tp35x-393", "", 1)
NAMES("Oras", "Smart faucet", "ORAS", "th-oras", "", 1)
NAMES("Oral-B", "BT Toothbrush", "ORALB_BT", "th-oralb-bt", "", 1)
NAMES("April Brother", "N07", "ABN07", "th-abn07", "", 1)
NAMES("ThermoBeacon", "ThermoBeacon", "WS02/WS08", "th-ws02-ws08", "", 1)
NAMES("KKM", "Tracking K9", "K9", "th-k9", "", 1)
NAMES("KKM", "Long Range K6P", "K6P", "th-k6p", "", 1)
NAMES("SmartDry", "Laundry Sensor", "SDLS", "th-sdls", "", 1)
NAMES("Sensirion", "MyCO₂/CO₂ Gadget", "SCD4X", "th-scd4x", "", 1)
NAMES("Sensirion", "TH Sensor", "SHT4X", "th-sht4x", "", 1)
NAMES("SwitchBot", "Bot", "X1", "th-x1", "", 1)
NAMES("SwitchBot", "Outdoor Meter", "W340001X", "th-w340001x", "", 1)
NAMES("SwitchBot", "Outdoor Meter", "W340001X", "th-w340001x-2", "", 1)
NAMES("SwitchBot", "Outdoor Meter", "W340001X", "th-w340001x-3", "", 1)
NAMES("SwitchBot", "Meter Pro (CO2)", "W490001X", "th-w490001x", "", 1)
NAMES("SwitchBot", "Meter (Plus)", "THX1/W230150X", "th-thx1-w230150x", "", 1)
NAMES("SwitchBot", "Meter (Plus)", "THX1/W230150X", "th-thx1-w230150x-2", "", 1)
NAMES("SwitchBot", "Motion Sensor", "W110150X", "th-w110150x", "", 1)
NAMES("SwitchBot", "Curtain (2/3)", "W070160X", "th-w070160x", "", 1)
NAMES("SwitchBot", "Contact Sensor", "W120150X", "th-w120150x", "", 1)
NAMES("SwitchBot", "Blind Tilt", "W270160X", "th-w270160x", "", 1)
NAMES("Ruuvi", "RuuviTag", "RuuviTag_RAWv2", "th-ruuvitag-rawv2", "", 1)
NAMES("Ruuvi", "RuuviTag", "RuuviTag_RAWv1", "th-ruuvitag-rawv1", "", 1)
NAMES("MikroTik", "TG-BT5-IN/-OUT", "TG-BT5", "th-tg-bt5", "", 1)
NAMES("Xiaomi", "Mi Body Composition Scale", "XMTZC02HM/XMTZC05HM", "th-xmtzc02hm-xmtzc05hm", "", 1)
NAMES("Xiaomi", "Mi Body Composition Scale", "XMTZC02HM/XMTZC05HM", "th-xmtzc02hm-xmtzc05hm-2", "", 1)
NAMES("Xiaomi", "Mi Smart Scale", "XMTZC01HM/XMTZC04HM", "th-xmtzc01hm-xmtzc04hm", "", 1)
NAMES("Xiaomi", "Mi Smart Scale", "XMTZC01HM/XMTZC04HM", "th-xmtzc01hm-xmtzc04hm-2", "", 1)
NAMES("Amazfit", "Mi Band/Smart Watch", "MB/SW", "th-mb-sw", "", 1)
NAMES("Xiaomi", "MiLamp", "MUE4094RT", "th-mue4094rt", "", 1)
NAMES("Xiaomi", "Mi Jia round", "LYWSDCGQ", "th-lywsdcgq", "", 1)
NAMES("Xiaomi", "TH Sensor", "LYWSD03MMC/MJWSD05MMC_PVVX_BTHOME_ENCR", "th-lywsd03mmc-mjwsd05mmc-pvvx-bthome-encr", "", 1)
NAMES("Xiaomi", "TH Sensor", "LYWSD03MMC/MJWSD05MMC_PVVX_BTHOME_ENCR", "th-lywsd03mmc-mjwsd05mmc-pvvx-bthome-encr-2", "", 1)
NAMES("Xiaomi", "TH Sensor", "LYWSD03MMC/MJWSD05MMC_PVVX_ENCR", "th-lywsd03mmc-mjwsd05mmc-pvvx-encr", "", 1)
NAMES("Xiaomi", "TH Sensor", "LYWSD03MMC/MJWSD05MMC_PVVX_BTHOME", "th-lywsd03mmc-mjwsd05mmc-pvvx-bthome", "", 1)
NAMES("Xiaomi", "TH Sensor", "LYWSD03MMC/MJWSD05MMC_PVVX_DECR", "th-lywsd03mmc-mjwsd05mmc-pvvx-decr", "", 1)
NAMES("Xiaomi", "TH Sensor", "LYWSD03MMC/MJWSD05MMC_PVVX", "th-lywsd03mmc-mjwsd05mmc-pvvx", "", 1)
NAMES("Xiaomi", "TH Sensor", "LYWSD03MMC/MJWSD05MMC_ATC", "th-lywsd03mmc-mjwsd05mmc-atc", "", 1)
NAMES("Xiaomi", "e-ink Clock", "LYWSD02", "th-lywsd02", "", 1)
NAMES("Xiaomi", "Formaldehyde detector", "JQJCY01YM", "th-jqjcy01ym", "", 1)
NAMES("Inkbird", "iBBQ/SOLIS6", "IBT-6XS/SOLIS-6", "th-ibt-6xs-solis-6", "", 1)
NAMES("Inkbird", "iBBQ", "IBT-4X(S/C)", "th-ibt-4x-s-c", "", 1)
NAMES("Inkbird", "iBBQ", "IBT-2X(S)", "th-ibt-2x-s", "", 1)
NAMES("Inkbird", "iBBQ", "IBT-2X(S)", "th-ibt-2x-s-2", "", 1)
NAMES("Inkbird", "T(H) Sensor", "IBS-TH1/TH2/P01B/ITH-12S", "th-ibs-th1-th2-p01b-ith-12s", "", 1)
NAMES("Inkbird", "Pool Thermometer", "IBS-P02B", "th-ibs-p02b", "", 1)
NAMES("HHCC", "RoPot", "HHCCPOT002", "th-hhccpot002", "", 1)
NAMES("HHCC", "MiFlora", "HHCCJCY01HHCC", "th-hhccjcy01hhcc", "", 1)
NAMES("HHCC", "MiFlora", "HHCCJCY10", "th-hhccjcy10", "", 1)
NAMES("Govee", "Thermo-Hygrometer", "H5179_N", "th-h5179-n", "", 1)
NAMES("Govee", "Thermo-Hygrometer", "H5179", "th-h5179", "", 1)
NAMES("Govee", "Smart CO2 Monitor", "H5140", "th-h5140", "", 1)
NAMES("Govee", "Smart Air Quality Monitor", "H5106", "th-h5106", "", 1)
NAMES("Govee", "Smart Thermo-Hygrometer", "H5100/01/02/04/05/08/74/77", "th-h5100-01-02-04-05-08-74-77", "", 1)
NAMES("Govee", "Thermo-Hygrometer", "H5074", "th-h5074", "", 1)
NAMES("Govee", "Thermo-Hygrometer", "H5072/75", "th-h5072-75", "", 1)
NAMES("Govee", "Bluetooth BBQ Thermometer", "H5055", "th-h5055", "", 1)
NAMES("Feasycom", "Beacon", "FEASY", "th-feasy", "", 1)
NAMES("Qingping", "Motion & Light", "CGPR1", "th-cgpr1", "", 1)
NAMES("Qingping", "Barometer Pro", "CGP23W", "th-cgp23w", "", 1)
NAMES("Qingping", "Thermo-Hygrometer CO2 Detector", "CGP22C", "th-cgp22c", "", 1)
NAMES("Qingping", "Weather Station", "CGP1W", "th-cgp1w", "", 1)
NAMES("Qingping", "Contact Sensor", "CGH1", "th-cgh1", "", 1)
NAMES("Qingping", "Air Monitor Lite", "CGDN1", "th-cgdn1", "", 1)
NAMES("Qingping", "Round TH", "CGG1", "th-cgg1", "", 1)
NAMES("Qingping", "Round TH", "CGG1_PVVX", "th-cgg1-pvvx", "", 1)
NAMES("Qingping", "Round TH", "CGG1_ATC1441", "th-cgg1-atc1441", "", 1)
NAMES("Qingping", "Round TH", "CGG1", "th-cgg1-2", "", 1)
NAMES("Qingping", "TH Lite", "CGDK2_PVVX", "th-cgdk2-pvvx", "", 1)
NAMES("Qingping", "TH Lite", "CGDK2_ATC1441", "th-cgdk2-atc1441", "", 1)
NAMES("Qingping", "TH Lite", "CGDK2", "th-cgdk2", "", 1)
NAMES("Qingping", "Alarm Clock", "CGC1/CGD1", "th-cgc1-cgd1", "", 1)
NAMES("Ruuvi", "sensor beacon", "RuuviTag\nRuuviTag Pro", "ruuvi", "", 1)
NAMES("pvvx", "firmware for thermo-hygrometers", "pvvx", "pvvx", "", 1)
NAMES("atc1441", "firmware for thermo-hygrometers", "ATC1441", "atc1441", "", 1)
NAMES("Xiaomi", "MiBeacon", "YM-K1501\nMMC-T201-1\nYM-K1501EU\nYLYK01YL\nLYWSDCGQ\nJQJCY01YM\nDSL-C08\nMHO-C401\nMMC-W505\nYLKG07YL\nYLKG08YL\nYLYB01YL-BHFRC\nMUE4094RT\nWX08ZM\nLYWSD02\nV-SK152\nM1S-T500\nXMMF01JQD\nYLYK01YL-VENFAN\nMJZNMSQ01YD\nLYWSD03MMC\nMJZNMS03LM\nYLYK01YL-FANCL\nZNMS16LM\nZNMS17LM\nMHO-C303\nXMZNMS04LM\nYLAI003\nMJYD02YL\nT700\nSJWS01LM\nMCCGQ02HL\nXMZNMST02YD\nJTYJGD03MI\nloock.safe.v1\nRTCGQ02LM\nSU001-T\nK9B-3BTN\nXMZNMS08LM\nLockin-SV40\nXMWSDJ04MMC\nK9B-1BTN\nK9B-2BTN\nLYWSD02MMC\nMS1BB(MI)\nXMWXKG01YL\nK9BB-1BTN\nXMWXKG01LM\nMJWSD05MMC\nHS1BB(MI)\nMJTZC01YM\nXMPIRO2SXS\nPTX_YK1_QMIMB\nKS1\nKS1BP\nRS1BB(MI)\nMJTZC02YM\nXMOSB01XS\nMJTZC03YM\nXMPIRO2GSXS\nMJWSD06MMC\nXMWS01XS\nM2457B1\nM2456B1\nMBS17\nSJWS02LM\nzhiee.flood.sj01\nMC-COMM", "mibeacon", "131\tYM-K1501\n219\tMMC-T201-1\n275\tYM-K1501EU\n339\tYLYK01YL\n426\tLYWSDCGQ\n735\tJQJCY01YM\n896\tDSL-C08\n903\tMHO-C401\n913\tMMC-W505\n950\tYLKG07YL/YLKG08YL\n959\tYLYB01YL-BHFRC\n989\tMUE4094RT\n1034\tWX08ZM\n1115\tLYWSD02\n1116\tV-SK152\n1161\tM1S-T500\n1249\tXMMF01JQD\n1254\tYLYK01YL-VENFAN\n1257\tMJZNMSQ01YD\n1371\tLYWSD03MMC\n1433\tMJZNMS03LM\n1678\tYLYK01YL-FANCL\n1694\tZNMS16LM\n1695\tZNMS17LM\n1747\tMHO-C303\n1924\tXMZNMS04LM\n1983\tYLAI003\n2038\tMJYD02YL\n2054\tT700\n2147\tSJWS01LM\n2443\tMCCGQ02HL\n2444\tXMZNMST02YD\n2455\tJTYJGD03MI\n2480\tloock.safe.v1\n2701\tRTCGQ02LM\n3559\tSU001-T\n3581\tK9B-3BTN\n3641\tXMZNMS08LM\n4546\tLockin-SV40\n4611\tXMWSDJ04MMC\n5480\tK9B-1BTN\n5481\tK9B-2BTN\n5860\tLYWSD02MMC\n6032\tT700\n6281\tMS1BB(MI)\n6473\tXMWXKG01YL\n7184\tK9BB-1BTN\n9095\tXMWXKG01LM\n9538\tLYWSD02MMC\n10290\tMJWSD05MMC\n10987\tHS1BB(MI)\n12505\tMJTZC01YM\n13617\tXMPIRO2SXS\n14523\tPTX_YK1_QMIMB\n14945\tKS1\n15317\tMJTZC01YM\n15895\tKS1BP\n16143\tRS1BB(MI)\n17865\tMJTZC02YM\n18051\tXMOSB01XS\n18639\tMJTZC01YM\n19205\tMJTZC03YM\n19460\tMJTZC02YM\n19527\tMJWSD05MMC\n19552\tXMPIRO2GSXS\n19915\tMJTZC02YM\n20418\tMJTZC01YM\n21941\tMJWSD06MMC\n22888\tXMWS01XS\n23034\tM2457B1\n23035\tM2456B1\n23036\tM2456B1\n23530\tMJWSD06MMC\n23985\tMBS17\n24968\tM2456B1\n25461\tSJWS02LM\n30482\tzhiee.flood.sj01\n30929\tMC-COMM", 1)
NAMES("HHCC", "MiBeacon", "HHCCJCY01\nHHCCPOT002\nGCLS002", "mibeacon-hhcc", "152\tHHCCJCY01\n349\tHHCCPOT002\n956\tGCLS002", 1)
NAMES("LineHope", "MiBeacon", "AFWXKG220000", "mibeacon-linehope", "30883\tAFWXKG220000", 1)
NAMES("Linptech", "MiBeacon", "PS1BB\nES3\nKS2BB\nES5BB", "mibeacon-linptech", "16204\tPS1BB\n20731\tES3\n21003\tKS2BB\n27151\tES5BB", 1)
NAMES("Qingping", "MiBeacon", "CGG1\nCGH1\nCGD1\nCGDK2\nCGPR1\nCGC1\nCGDK3", "mibeacon-qingping", "839\tCGG1\n982\tCGH1\n1398\tCGD1\n1647\tCGDK2\n2691\tCGPR1\n2888\tCGG1\n3132\tCGC1\n20313\tCGDK3", 1)
NAMES("Yanmi", "MiBeacon", "ESM787", "mibeacon-yanmi", "30939\tESM787", 1)
NAMES("Shelly", "BLU devices", "BLU Button1\nBLU Button1 ZB\nBLU Door/Window\nBLU Motion\nBLU H&T\nBLU H&T ZB\nBLU H&T Display ZB\nBLU Wall Switch 4\nBLU RC Button 4\nBLU TRV", "bthome-shelly", "=SBBT-002C\tBLU Button1\n=SBBT-004CEU\tBLU Wall Switch 4\n=SBBT-004CUS\tBLU RC Button 4\n=SBBT-102C\tBLU Button1 ZB\n=SBDW-002C\tBLU Door/Window\n=SBHT-003C\tBLU H&T\n=SBHT-103C\tBLU H&T Display ZB\n=SBHT-203C\tBLU H&T ZB\n=SBMO-003Z\tBLU Motion\n=SBTR-001AEU\tBLU TRV", 1)
NAMES("Xiaomi", "thermometers with the firmware of ATC1441 or PVVX", "Temperature/Humidity sensor", "bthome-atc", "=ATC_\tTemperature/Humidity sensor", 1)
NAMES("BTHome", "version 2", "BTHome sensor", "bthome", "", 1)
NAMES("b-parasite", "plant sensor, BTHome", "b-parasite", "bthome-b-parasite", "=prst\tb-parasite", 1)
LIST(l_company_0000, 16, n_inkbird_ibbq_1, c_1a564b1e, 2570, n_inkbird_ibbq_2, c_b85d664d, 3084, n_inkbird_ibbq_4,
    c_b85d664d, 4112, n_inkbird_ibbq_6, c_b85d664d, 5140, n_th_tpms, c_8f0bbb14, 4112, ACC_SENSOR_LIST_END)
    SLOT(COMPANY, 0, l_company_0000, 114, 255) BYTES(p_5d85402b, 2, 0, 0) CONDITION(c_1a564b1e, 5, {14, 0, 0, 1, 2}, {6,
    2, 65520, 254, 2}, {1, 0, p_5d85402b, 3, 255}, {11, 2, 0, 254, 4}, {11, 2, 1, 254, 255}) CONDITION(c_b85d664d, 4,
    {6, 2, 65520, 254, 1}, {1, 0, p_5d85402b, 2, 255}, {11, 2, 0, 254, 3}, {11, 2, 1, 254, 255}) CONDITION(c_8f0bbb14,
    1, {11, 0, 0, 254, 255})
LIST(l_company_0001, 19, n_govee_h5100, c_8c7358d3, 0xFF00, n_govee_h5178, c_d8771744, 2313, n_inkbird_ibbq_1,
    c_1a564b1e, 2570, n_inkbird_ibbq_2, c_b85d664d, 3084, n_inkbird_ibbq_4, c_b85d664d, 4112, n_inkbird_ibbq_6,
    c_b85d664d, 5140, ACC_SENSOR_LIST_END) SLOT(COMPANY, 1, l_company_0001, 22, 20) BYTES(p_e03d8d73, 2, 1, 1)
    BYTES(p_8612e2f2, 4, 71, 86, 72, 53) BYTES(p_026397b8, 4, 53, 49, 49, 50) BYTES(p_7b386d41, 4, 53, 49, 52, 48)
    BYTES(p_28e676ba, 5, 72, 53, 49, 48, 54) CONDITION(c_8c7358d3, 9, {1, 0, p_e03d8d73, 1, 3}, {6, 2, 60552, 4, 2}, {7,
    0, p_8612e2f2, 4, 3}, {14, 0, 0, 4, 255}, {2, 0, 2056, 5, 7}, {10, 61, p_026397b8, 7, 6}, {10, 56, p_7b386d41, 7,
    254}, {2, 0, 1542, 8, 255}, {10, 42, p_28e676ba, 255, 254}) CONDITION(c_d8771744, 4, {1, 0, p_e03d8d73, 1, 3}, {6,
    2, 60552, 254, 2}, {7, 0, p_8612e2f2, 254, 3}, {14, 0, 0, 254, 255})
LIST(l_company_0010, 4, n_thermobeacon, c_c7cbe58d, 4626, ACC_SENSOR_LIST_END) SLOT(COMPANY, 16, l_company_0010, 43,
    93) CONDITION(c_c7cbe58d, 3, {0, 9, 224, 1, 255}, {12, 0, x_dd218647, 2, 255}, {12, 0, x_80670c52, 254, 255})
    INNER(x_dd218647, {0, 0, 0, 255, 10, 0, k_1e9a320c, 0, 18}) INNER(x_80670c52, {0, 0, 0, 255, 12, 0, k_1e9a320c, 0,
    2})
SLOT(COMPANY, 17, l_company_0010, 78, 371)
SLOT(COMPANY, 20, l_company_0010, 57, 180)
SLOT(COMPANY, 21, l_company_0010, 92, 458)
SLOT(COMPANY, 24, l_company_0010, 71, 268)
SLOT(COMPANY, 27, l_company_0010, 50, 78)
SLOT(COMPANY, 48, l_company_0010, 28, 281)
LIST(l_company_004A, 4, n_mocreo_st7, c_675419ea | ACC_SENSOR_LIST_NAME, 3598, ACC_SENSOR_LIST_END) SLOT(COMPANY, 74,
    l_company_004A, 56, 339) BYTES(p_12f35b46, 3, 83, 84, 55) CONDITION(c_675419ea, 1, {8, 0, p_12f35b46, 254, 255})
LIST(l_company_004C, 3, ACC_SENSOR_LIST_SWITCH | 2, 255, ACC_SENSOR_LIST_END) SLOT(COMPANY, 76, l_company_004C, 127,
    382)
LIST(l_company_0059, 4, n_mopeka, c_ab6afb45, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY, 89, l_company_0059, 77, 411)
    CONDITION(c_ab6afb45, 14, {2, 0, 2570, 1, 255}, {0, 0, 1023, 11, 2}, {0, 0, 1279, 11, 3}, {0, 0, 1535, 11, 4}, {0,
    0, 1791, 11, 5}, {0, 0, 2303, 11, 6}, {0, 0, 2559, 11, 7}, {0, 0, 2815, 11, 8}, {0, 0, 3071, 11, 9}, {0, 0, 3327,
    11, 10}, {0, 0, 4863, 11, 255}, {11, 5, 2, 254, 12}, {6, 2, 65253, 254, 13}, {14, 0, 0, 254, 255})
LIST(l_company_006B, 4, n_th_h10, c_77cf0d43, 1028, ACC_SENSOR_LIST_END) SLOT(COMPANY, 107, l_company_006B, 77, 293)
    BYTES(p_1f1ee42f, 5, 80, 111, 108, 97, 114) CONDITION(c_77cf0d43, 2, {7, 0, p_1f1ee42f, 254, 1}, {14, 0, 0, 254,
    255})
LIST(l_company_00C5, 4, n_th_hobomx2001, c_bd46c894, 5140, ACC_SENSOR_LIST_END) SLOT(COMPANY, 197, l_company_00C5, 76,
    216) CONDITION(c_bd46c894, 3, {0, 19, 14584, 254, 1}, {0, 19, 16638, 254, 2}, {14, 0, 0, 254, 255})
LIST(l_company_00DC, 4, n_oral_b, c_783d8c06, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY, 220, l_company_00DC, 125, 463)
    CONDITION(c_783d8c06, 6, {2, 0, 2313, 2, 1}, {2, 0, 2827, 2, 255}, {0, 0, 240, 3, 5}, {0, 5, 192, 4, 5}, {0, 6, 192,
    254, 5}, {14, 0, 0, 254, 255})
LIST(l_company_0100, 7, n_senssun, 0, 4369, n_th_tpms, c_8f0bbb14, 4112, ACC_SENSOR_LIST_END) SLOT(COMPANY, 256,
    l_company_0100, 125, 227)
LIST(l_company_0131, 7, n_oras, c_e946b165, 4626, n_garnet_seelevel, c_b62e049e, 3598, ACC_SENSOR_LIST_END)
    SLOT(COMPANY, 305, l_company_0131, 75, 20) CONDITION(c_e946b165, 1, {14, 0, 0, 254, 255}) CONDITION(c_b62e049e, 8,
    {0, 7, 12528, 1, 7}, {0, 8, 12528, 2, 7}, {0, 9, 12528, 3, 7}, {0, 10, 12528, 4, 7}, {0, 11, 12528, 5, 7}, {0, 12,
    12528, 6, 7}, {0, 13, 12528, 254, 7}, {14, 0, 0, 254, 255})
LIST(l_company_0133, 3, ACC_SENSOR_LIST_SWITCH | 0, 254, ACC_SENSOR_LIST_END) SLOT(COMPANY, 307, l_company_0133, 18,
    64)
LIST(l_company_0157, 4, n_mi_band, c_5da75480, 6168, ACC_SENSOR_LIST_END) SLOT(COMPANY, 343, l_company_0157, 17, 340)
    BYTES(p_f4d4bd4b, 4, 255, 255, 255, 255) CONDITION(c_5da75480, 2, {1, 5, p_f4d4bd4b, 254, 1}, {14, 0, 0, 254, 255})
LIST(l_company_0180, 4, n_th_gtag, c_bf624ee2, 2570, ACC_SENSOR_LIST_END) SLOT(COMPANY, 384, l_company_0180, 66, 470)
    BYTES(p_3c1f716a, 4, 2, 21, 18, 52) CONDITION(c_bf624ee2, 1, {1, 0, p_3c1f716a, 254, 255})
LIST(l_company_0194, 4, n_blustream, 0, 2313, ACC_SENSOR_LIST_END) SLOT(COMPANY, 404, l_company_0194, 9, 396)
LIST(l_company_01AE, 4, n_smartdry, c_34826165, 3084, ACC_SENSOR_LIST_END) SLOT(COMPANY, 430, l_company_01AE, 37, 453)
    CONDITION(c_34826165, 3, {0, 3, 16636, 1, 2}, {0, 7, 16636, 254, 2}, {14, 0, 0, 254, 255})
LIST(l_company_0200, 4, n_th_tpms, c_8f0bbb14, 4112, ACC_SENSOR_LIST_END) SLOT(COMPANY, 512, l_company_0200, 8, 200)
LIST(l_company_02A6, 4, n_th_boschnyon, c_7afd04a6 | ACC_SENSOR_LIST_NAME, 1285, ACC_SENSOR_LIST_END) SLOT(COMPANY,
    678, l_company_02A6, 20, 251) BYTES(p_171980bb, 4, 78, 121, 111, 110) CONDITION(c_7afd04a6, 1, {7, 0, p_171980bb,
    254, 255})
LIST(l_company_02B6, 4, n_th_s520104, c_6edbe817, 65290, ACC_SENSOR_LIST_END) SLOT(COMPANY, 694, l_company_02B6, 77,
    89) BYTES(p_5f960108, 2, 142, 68) CONDITION(c_6edbe817, 1, {1, 0, p_5f960108, 254, 255})
LIST(l_company_02E1, 3, ACC_SENSOR_LIST_SWITCH | 4, 255, ACC_SENSOR_LIST_END) SLOT(COMPANY, 737, l_company_02E1, 69,
    263)
SLOT(COMPANY, 768, l_company_0200, 19, 173)
LIST(l_company_0332, 4, n_govee_h5185, c_1873654b, 5140, ACC_SENSOR_LIST_END) SLOT(COMPANY, 818, l_company_0332, 4,
    244) BYTES(p_173aa2f8, 4, 1, 0, 1, 1) CONDITION(c_1873654b, 2, {1, 1, p_173aa2f8, 254, 1}, {14, 0, 0, 254, 255})
LIST(l_company_0334, 4, n_airthings, c_e946b165, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY, 820, l_company_0334, 75,
    288)
LIST(l_company_03B1, 4, n_th_rc1010, c_2ca198cd, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY, 945, l_company_03B1, 38,
    209) CONDITION(c_2ca198cd, 3, {2, 0, 4883, 2, 1}, {2, 0, 5654, 2, 255}, {14, 0, 0, 254, 255})
SLOT(COMPANY, 1024, l_company_0200, 30, 146)
LIST(l_company_0499, 3, ACC_SENSOR_LIST_SWITCH | 0, 255, ACC_SENSOR_LIST_END) SLOT(COMPANY, 1177, l_company_0499, 92,
    168)
SLOT(COMPANY, 1280, l_company_0200, 41, 119)
LIST(l_company_05CD, 4, n_chef_iq_cq60, 0, 4626, ACC_SENSOR_LIST_END) SLOT(COMPANY, 1485, l_company_05CD, 31, 256)
SLOT(COMPANY, 1536, l_company_0200, 52, 92)
LIST(l_company_061A, 4, n_beckett_genisys, c_e946b165, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY, 1562, l_company_061A,
    80, 150)
LIST(l_company_0639, 3, ACC_SENSOR_LIST_SWITCH | 1, 255, ACC_SENSOR_LIST_END) SLOT(COMPANY, 1593, l_company_0639, 30,
    60)
SLOT(COMPANY, 1749, l_company_0639, 70, 404)
LIST(l_company_06E8, 4, n_almendo_blusensor, c_85117982, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY, 1768,
    l_company_06E8, 106, 52) CONDITION(c_85117982, 2, {0, 0, 511, 1, 255}, {0, 2, 2815, 254, 255})
SLOT(COMPANY, 1792, l_company_0200, 63, 65)
LIST(l_company_0702, 6, ACC_SENSOR_LIST_SWITCH | 0, 255, n_aranet4, c_281d6d12, 5654, ACC_SENSOR_LIST_END)
    SLOT(COMPANY, 1794, l_company_0702, 6, 109) CONDITION(c_281d6d12, 1, {0, 0, 8224, 254, 255})
SLOT(COMPANY, 1879, l_company_0499, 83, 178)
LIST(l_company_07B4, 4, n_hormann, c_e946b165, 4369, ACC_SENSOR_LIST_END) SLOT(COMPANY, 1972, l_company_07B4, 60, 422)
SLOT(COMPANY, 2048, l_company_0200, 74, 38)
LIST(l_company_0828, 4, n_michelin_tms, c_52753627, 3598, ACC_SENSOR_LIST_END) SLOT(COMPANY, 2088, l_company_0828, 87,
    402) CONDITION(c_52753627, 2, {0, 1, 1023, 254, 1}, {0, 1, 1279, 254, 255})
LIST(l_company_089A, 4, n_teltonika_eye, c_e946b165, 65282, ACC_SENSOR_LIST_END) SLOT(COMPANY, 2202, l_company_089A,
    43, 338)
SLOT(COMPANY, 2304, l_company_0200, 85, 11)
LIST(l_company_0901, 4, n_th_vch6003, c_0f6ef843, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY, 2305, l_company_0901, 120,
    289) BYTES(p_b9df2e0e, 6, 88, 76, 48, 56, 48, 49) CONDITION(c_0f6ef843, 4, {2, 0, 2313, 1, 2}, {11, 3, 0, 254, 2},
    {2, 0, 2313, 3, 255}, {7, 0, p_b9df2e0e, 254, 255})
LIST(l_company_094F, 4, n_mikrotik_tg_bt5, c_94b945a5, 4626, ACC_SENSOR_LIST_END) SLOT(COMPANY, 2383, l_company_094F,
    76, 461) CONDITION(c_94b945a5, 1, {0, 0, 511, 254, 255})
LIST(l_company_0969, 10, n_switchbot_indoor_outdoor_meter, c_5d11cad1 | ACC_SENSOR_LIST_NAME |
    ACC_SENSOR_LIST_NO_SERVICE, 0xFF00, n_switchbot_meter_plus, c_7f7522ec | ACC_SENSOR_LIST_NAME |
    ACC_SENSOR_LIST_NO_SERVICE, 0xFF00, n_switchbot_meter, c_e3a60cb2 | ACC_SENSOR_LIST_NAME |
    ACC_SENSOR_LIST_NO_SERVICE, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY, 2409, l_company_0969, 105, 6)
    BYTES(p_5d310b7d, 12, 87, 111, 73, 79, 83, 101, 110, 115, 111, 114, 84, 72) BYTES(p_6510d3a5, 11, 87, 111, 83, 101,
    110, 115, 111, 114, 84, 72, 80) BYTES(p_0a3d829b, 10, 87, 111, 83, 101, 110, 115, 111, 114, 84, 72)
    CONDITION(c_5d11cad1, 1, {8, 0, p_5d310b7d, 254, 255}) CONDITION(c_7f7522ec, 1, {8, 0, p_6510d3a5, 254, 255})
    CONDITION(c_e3a60cb2, 1, {8, 0, p_0a3d829b, 254, 255})
LIST(l_company_09C7, 4, n_combustion_probe, c_94b945a5, 65300, ACC_SENSOR_LIST_END) SLOT(COMPANY, 2503, l_company_09C7,
    118, 16)
SLOT(COMPANY, 2560, l_company_0200, 95, 496)
LIST(l_company_0A62, 4, n_moko_proximity, c_59abb296, 4626, ACC_SENSOR_LIST_END) SLOT(COMPANY, 2658, l_company_0A62,
    123, 82) BYTES(p_5031b9d8, 2, 2, 16) CONDITION(c_59abb296, 1, {1, 0, p_5031b9d8, 254, 255})
SLOT(COMPANY, 2816, l_company_0200, 106, 469)
SLOT(COMPANY, 3072, l_company_0200, 117, 442)
SLOT(COMPANY, 3328, l_company_0200, 0, 415)
LIST(l_company_0DAB, 7, n_efento, c_77096798, 6168, n_efento_response, c_f5792aef, 0xFF00, ACC_SENSOR_LIST_END)
    SLOT(COMPANY, 3499, l_company_0DAB, 62, 319) CONDITION(c_77096798, 1, {0, 0, 767, 254, 255}) CONDITION(c_f5792aef,
    4, {0, 0, 1279, 1, 255}, {2, 0, 1542, 254, 2}, {2, 0, 2313, 254, 3}, {2, 0, 3084, 254, 255})
SLOT(COMPANY, 3584, l_company_0200, 11, 388)
SLOT(COMPANY, 3840, l_company_0200, 22, 361)
LIST(l_company_1000, 4, n_moat_s2, c_8703d1cf, 4626, ACC_SENSOR_LIST_END) SLOT(COMPANY, 4096, l_company_1000, 33, 334)
    CONDITION(c_8703d1cf, 2, {0, 15, 224, 254, 1}, {14, 0, 0, 254, 255})
LIST(l_company_1B36, 4, n_govee_h5184, c_1873654b, 4369, ACC_SENSOR_LIST_END) SLOT(COMPANY, 6966, l_company_1B36, 25,
    196)
LIST(l_company_2111, 4, n_airmentor_pro2_b, 0, 2056, ACC_SENSOR_LIST_END) SLOT(COMPANY, 8465, l_company_2111, 55, 504)
LIST(l_company_2112, 4, n_airmentor_pro2_a, c_e946b165, 2056, ACC_SENSOR_LIST_END) SLOT(COMPANY, 8466, l_company_2112,
    91, 269)
SLOT(COMPANY, 8481, l_company_2111, 112, 342)
SLOT(COMPANY, 8482, l_company_2112, 20, 108)
LIST(l_company_2449, 4, n_inkbird_18, c_917c5041, 4112, ACC_SENSOR_LIST_END) SLOT(COMPANY, 9289, l_company_2449, 31,
    113) CONDITION(c_917c5041, 3, {12, 0, x_019ea43a, 1, 2}, {12, 0, x_754a41c9, 254, 2}, {14, 0, 0, 254, 255})
LIST(l_company_2730, 4, n_govee_h5182, c_1873654b, 4369, ACC_SENSOR_LIST_END) SLOT(COMPANY, 10032, l_company_2730, 71,
    252)
LIST(l_company_3022, 4, n_govee_h5198, c_1873654b, 5140, ACC_SENSOR_LIST_END) SLOT(COMPANY, 12322, l_company_3022, 56,
    215)
LIST(l_company_3254, 4, n_inkbird_iam_t2, c_2fe599c2, 3855, ACC_SENSOR_LIST_END) SLOT(COMPANY, 12884, l_company_3254,
    63, 231) BYTES(p_45ae0e28, 2, 0, 98) CONDITION(c_2fe599c2, 2, {1, 0, p_45ae0e28, 1, 255}, {12, 0, x_21a1272c, 254,
    255}) INNER(x_21a1272c, {0, 0, 0, 255, 12, 0, k_66ab322e, 0, 162})
LIST(l_company_388A, 4, n_govee_h5181, c_1873654b, 3598, ACC_SENSOR_LIST_END) SLOT(COMPANY, 14474, l_company_388A, 0,
    228)
LIST(l_company_4152, 4, n_rapt_pill, c_0e69e43e, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY, 16722, l_company_4152, 28,
    295) BYTES(p_af2f9ef0, 3, 80, 84, 100) BYTES(p_a5e1b310, 3, 80, 84, 1) BYTES(p_a8e1b7c9, 3, 80, 84, 2)
    CONDITION(c_0e69e43e, 6, {2, 0, 5911, 1, 255}, {3, 0, 0, 2, 255}, {1, 0, p_af2f9ef0, 255, 3}, {1, 0, p_a5e1b310,
    254, 4}, {1, 0, p_a8e1b7c9, 254, 5}, {14, 0, 0, 254, 255})
SLOT(COMPANY, 18994, l_company_0332, 13, 375)
SLOT(COMPANY, 19506, l_company_0332, 35, 321)
LIST(l_company_5111, 4, n_airmentor_2s_b, 0, 3084, ACC_SENSOR_LIST_END) SLOT(COMPANY, 20753, l_company_5111, 69, 231)
LIST(l_company_5112, 4, n_airmentor_2s_a, c_e946b165, 3084, ACC_SENSOR_LIST_END) SLOT(COMPANY, 20754, l_company_5112,
    104, 509)
SLOT(COMPANY, 20769, l_company_5111, 126, 70)
SLOT(COMPANY, 20770, l_company_5112, 33, 348)
SLOT(COMPANY, 24849, l_company_5111, 116, 311)
SLOT(COMPANY, 24850, l_company_5112, 24, 77)
SLOT(COMPANY, 24865, l_company_5111, 45, 150)
SLOT(COMPANY, 24866, l_company_5112, 80, 428)
LIST(l_company_67DD, 4, n_govee_h5183, c_1873654b, 3598, ACC_SENSOR_LIST_END) SLOT(COMPANY, 26589, l_company_67DD, 9,
    8)
LIST(l_company_81EF, 4, n_th_skale, c_786614f4, 1028, ACC_SENSOR_LIST_END) SLOT(COMPANY, 33263, l_company_81EF, 37,
    212) CONDITION(c_786614f4, 3, {0, 3, 65535, 254, 1}, {0, 3, 255, 254, 2}, {14, 0, 0, 254, 255})
LIST(l_company_8801, 4, n_govee_h5179, c_b2e83b47, 2313, ACC_SENSOR_LIST_END) SLOT(COMPANY, 34817, l_company_8801, 102,
    444) BYTES(p_4578e110, 2, 236, 0) BYTES(p_2db836c5, 5, 72, 53, 49, 55, 57) CONDITION(c_b2e83b47, 2, {1, 0,
    p_4578e110, 254, 1}, {10, 5, p_2db836c5, 254, 255})
LIST(l_company_8803, 4, n_govee_h5127, c_e946b165, 1542, ACC_SENSOR_LIST_END) SLOT(COMPANY, 34819, l_company_8803, 45,
    488)
SLOT(COMPANY, 34883, l_company_8803, 16, 353)
LIST(l_company_A0AC, 7, n_laica_scale, c_b3b95c7e, 3084, n_laica_impedance, c_f98f18bb, 3084, ACC_SENSOR_LIST_END)
    SLOT(COMPANY, 41132, l_company_A0AC, 43, 212) CONDITION(c_b3b95c7e, 1, {0, 10, 3583, 254, 255})
    CONDITION(c_f98f18bb, 1, {0, 10, 1791, 254, 255})
LIST(l_company_AA55, 4, n_sensorpro, c_551391f0, 65295, ACC_SENSOR_LIST_END) SLOT(COMPANY, 43605, l_company_AA55, 4,
    341) BYTES(p_e43d93bf, 2, 1, 5) CONDITION(c_551391f0, 2, {1, 0, p_e03d8d73, 254, 1}, {1, 0, p_e43d93bf, 254, 255})
SLOT(COMPANY, 43682, l_company_388A, 53, 235)
LIST(l_company_AC63, 4, n_govee_h5191, c_e946b165, 5140, ACC_SENSOR_LIST_END) SLOT(COMPANY, 44131, l_company_AC63, 12,
    81)
LIST(l_company_ACC0, 7, n_acconeer_xm122, c_c1b5a9a8, 3855, n_acconeer_xm126_distance, c_394538f3, 3855,
    ACC_SENSOR_LIST_END) SLOT(COMPANY, 44224, l_company_ACC0, 117, 326) CONDITION(c_c1b5a9a8, 2, {0, 0, 33023, 254, 1},
    {0, 0, 37375, 254, 255}) CONDITION(c_394538f3, 1, {0, 0, 37119, 254, 255})
LIST(l_company_B5B5, 4, n_th_ecoflow_adv, c_e946b165, 6168, ACC_SENSOR_LIST_END) SLOT(COMPANY, 46517, l_company_B5B5,
    81, 98)
LIST(l_company_BBAA, 4, n_th_ut363bt, c_48688d07, 4369, ACC_SENSOR_LIST_END) SLOT(COMPANY, 48042, l_company_BBAA, 11,
    463) BYTES(p_17deddc9, 3, 77, 47, 83) CONDITION(c_48688d07, 2, {2, 0, 4369, 1, 255}, {1, 9, p_17deddc9, 254, 255})
SLOT(COMPANY, 53579, l_company_388A, 76, 93)
SLOT(COMPANY, 57391, l_company_67DD, 13, 99)
LIST(l_company_EA1C, 4, n_govee_h5055, c_f609aa76, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY, 59932, l_company_EA1C,
    87, 181) CONDITION(c_f609aa76, 4, {2, 0, 5140, 1, 255}, {0, 3, 49344, 255, 2}, {0, 1, 255, 254, 3}, {14, 0, 0, 254,
    255})
SLOT(COMPANY, 59970, l_company_388A, 29, 501)
LIST(l_company_EC88, 10, n_govee_h5072, c_abfd3028, 1542, n_govee_h5074, c_f45fd685, 1799, n_govee_h5051, c_f45fd685,
    2313, ACC_SENSOR_LIST_END) SLOT(COMPANY, 60552, l_company_EC88, 107, 443) CONDITION(c_abfd3028, 3, {0, 0, 255, 1,
    2}, {0, 5, 255, 254, 2}, {14, 0, 0, 254, 255}) CONDITION(c_f45fd685, 2, {0, 0, 255, 254, 1}, {14, 0, 0, 254, 255})
LIST(l_company_F214, 4, n_grundfos_alpha, c_05fe7bff, 4883, ACC_SENSOR_LIST_END) SLOT(COMPANY, 61972, l_company_F214,
    18, 301) BYTES(p_a7aae2bd, 5, 77, 73, 52, 48, 49) CONDITION(c_05fe7bff, 3, {1, 15, p_f4d4bd4b, 254, 1}, {7, 0,
    p_a7aae2bd, 254, 2}, {14, 0, 0, 254, 255})
SLOT(COMPANY, 63391, l_company_67DD, 21, 394)
SLOT(COMPANY, 63585, l_company_388A, 5, 33)
LIST(l_company_FAEE, 4, n_th_adhs, c_f45fd685, 4883, ACC_SENSOR_LIST_END) SLOT(COMPANY, 64238, l_company_FAEE, 46, 250)
LIST(l_company_FF04, 4, n_th_xossx2, c_da319f0e, 1028, ACC_SENSOR_LIST_END) SLOT(COMPANY, 65284, l_company_FF04, 104,
    112) CONDITION(c_da319f0e, 2, {0, 0, 254, 254, 1}, {14, 0, 0, 254, 255})
LIST(l_company_FFFF, 7, n_kegtron, c_b11dbd50, 6939, n_sonoff, c_b6008615, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY,
    65535, l_company_FFFF, 65, 232) BYTES(p_aa0e0721, 2, 238, 27) CONDITION(c_b11dbd50, 2, {1, 25, p_5d85402b, 254, 1},
    {14, 0, 0, 254, 255}) CONDITION(c_b6008615, 1, {1, 0, p_aa0e0721, 254, 255})
LIST(l_company_byte_0B37, 4, n_th_appleairpods, c_f8a51320, 6939, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 2871,
    l_company_byte_0B37, 47, 131) BYTES(p_e5b1aa74, 3, 7, 25, 1) CONDITION(c_f8a51320, 1, {1, 0, p_e5b1aa74, 254, 255})
LIST(l_company_byte_0B71, 4, n_th_bm6, c_86edf645, 5911, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 2929,
    l_company_byte_0B71, 60, 377) BYTES(p_66edf0e1, 18, 2, 21, 59, 162, 156, 217, 164, 44, 137, 72, 86, 186, 218, 242,
    96, 110, 247, 119) CONDITION(c_86edf645, 1, {1, 0, p_66edf0e1, 254, 255})
LIST(l_company_byte_0B8A, 7, n_th_theengsib02, c_75ba4da9, 5911, n_th_theengsib01, c_99958c9e, 5911,
    ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 2954, l_company_byte_0B8A, 53, 156) BYTES(p_98701f39, 18, 2, 21, 84, 104,
    101, 101, 110, 103, 115, 45, 105, 66, 101, 97, 99, 111, 110, 50) BYTES(p_9b6de55b, 18, 2, 21, 84, 104, 101, 101,
    110, 103, 115, 45, 105, 66, 101, 97, 99, 111, 110, 49) CONDITION(c_75ba4da9, 1, {1, 0, p_98701f39, 254, 255})
    CONDITION(c_99958c9e, 1, {1, 0, p_9b6de55b, 254, 255})
LIST(l_company_byte_0B9B, 4, n_th_bm2, c_d112d393, 5911, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 2971,
    l_company_byte_0B9B, 17, 272) BYTES(p_543a1571, 18, 2, 21, 101, 95, 131, 202, 174, 22, 161, 10, 112, 46, 49, 243,
    13, 88, 221, 130) CONDITION(c_d112d393, 1, {1, 0, p_543a1571, 254, 255})
LIST(l_company_byte_0BDA, 7, n_tilt_pro, c_663adda4, 0xFF00, n_tilt, c_be33b9c8, 5911, ACC_SENSOR_LIST_END)
    SLOT(COMPANY_BYTE, 3034, l_company_byte_0BDA, 80, 371) BYTES(p_9b192e15, 5, 2, 21, 164, 149, 187) BYTES(p_b06ad581,
    12, 197, 177, 75, 68, 181, 18, 19, 112, 240, 45, 116, 222) CONDITION(c_663adda4, 4, {2, 0, 5911, 1, 255}, {1, 0,
    p_9b192e15, 2, 255}, {1, 6, p_b06ad581, 3, 255}, {12, 0, x_7df8b846, 254, 255}) CONDITION(c_be33b9c8, 2, {1, 0,
    p_9b192e15, 1, 255}, {1, 6, p_b06ad581, 254, 255}) CODE(k_ac79c9c3, 1, 0x13888F) INNER(x_7df8b846, {0, 0, 0, 255,
    20, 0, k_ac79c9c3, 0, 34})
LIST(l_company_byte_0BEB, 4, n_th_abtemp, c_75cbd7ad, 5911, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 3051,
    l_company_byte_0BEB, 44, 488) BYTES(p_6649109b, 18, 2, 21, 181, 177, 130, 199, 234, 177, 73, 136, 170, 153, 181,
    193, 81, 112, 8, 217) CONDITION(c_75cbd7ad, 1, {1, 0, p_6649109b, 254, 255})
LIST(l_company_byte_0C21, 4, n_jaalee_ibeacon, c_288f157a, 6168, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 3105,
    l_company_byte_0C21, 44, 134) BYTES(p_6c06735a, 16, 2, 21, 235, 239, 208, 131, 112, 162, 71, 200, 152, 55, 231, 181,
    99, 77) BYTES(p_c0d2b5d4, 2, 245, 37) BYTES(p_b1d05fa0, 2, 245, 28) CONDITION(c_288f157a, 3, {1, 0, p_6c06735a, 1,
    255}, {1, 16, p_c0d2b5d4, 254, 2}, {1, 16, p_b1d05fa0, 254, 255})
LIST(l_company_byte_252D, 4, n_bluemaestro_pebble, c_94b945a5, 4626, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 9517,
    l_company_byte_252D, 104, 234)
LIST(l_company_byte_2539, 4, n_bluemaestro_t, c_14687cc5, 3598, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 9529,
    l_company_byte_2539, 18, 496) CONDITION(c_14687cc5, 1, {0, 0, 3583, 254, 255})
LIST(l_company_byte_2543, 4, n_bluemaestro_thd, c_9b5eb42e, 3598, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 9539,
    l_company_byte_2543, 118, 203) CONDITION(c_9b5eb42e, 2, {0, 0, 5887, 254, 1}, {0, 0, 6143, 254, 255})
LIST(l_company_byte_2547, 4, n_bluemaestro_thpd, c_ca2a3b2b, 3598, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 9543,
    l_company_byte_2547, 4, 291) CONDITION(c_ca2a3b2b, 1, {0, 0, 7167, 254, 255})
LIST(l_company_byte_5D44, 4, n_victron_01, c_f089e06b, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 23876,
    l_company_byte_5D44, 126, 505) CONDITION(c_f089e06b, 1, {0, 0, 4351, 254, 255})
LIST(l_company_byte_5D45, 4, n_victron_02, c_f089e06b, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 23877,
    l_company_byte_5D45, 34, 271)
LIST(l_company_byte_5D46, 4, n_victron_03, c_f089e06b, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 23878,
    l_company_byte_5D46, 70, 37)
LIST(l_company_byte_5D47, 4, n_victron_04, c_f089e06b, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 23879,
    l_company_byte_5D47, 105, 315)
LIST(l_company_byte_5D48, 4, n_victron_05, c_f089e06b, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 23880,
    l_company_byte_5D48, 13, 81)
LIST(l_company_byte_5D4B, 4, n_victron_08, c_f089e06b, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 23883,
    l_company_byte_5D4B, 119, 402)
LIST(l_company_byte_5D4C, 4, n_victron_09, c_f089e06b, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 23884,
    l_company_byte_5D4C, 27, 168)
LIST(l_company_byte_5D4D, 4, n_victron_0a, c_f089e06b, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 23885,
    l_company_byte_5D4D, 62, 446)
LIST(l_company_byte_5D4E, 4, n_victron_0b, c_f089e06b, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 23886,
    l_company_byte_5D4E, 98, 212)
LIST(l_company_byte_5D4F, 4, n_victron_0c, c_f089e06b, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 23887,
    l_company_byte_5D4F, 5, 490)
LIST(l_company_byte_5D50, 4, n_victron_0d, c_f089e06b, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 23888,
    l_company_byte_5D50, 41, 256)
LIST(l_company_byte_5D52, 4, n_victron_0f, c_f089e06b, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 23890,
    l_company_byte_5D52, 112, 299)
LIST(l_company_byte_8E8D, 4, n_ruuvi_6, 0, 5140, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 36493, l_company_byte_8E8D,
    58, 12)
LIST(l_company_byte_8F4C, 4, n_ruuvi_c5, 0, 4626, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 36684, l_company_byte_8F4C,
    62, 354)
LIST(l_company_byte_8F68, 4, n_ruuvi_e1, 0, 65320, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 36712, l_company_byte_8F68,
    33, 455)
LIST(l_company_byte_C1E9, 4, n_minew_s4, c_246005da, 3855, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 49641,
    l_company_byte_C1E9, 46, 137) BYTES(p_29341d85, 2, 164, 1) CONDITION(c_246005da, 1, {1, 0, p_29341d85, 254, 255})
LIST(l_company_byte_C1EB, 4, n_minew_s3, c_d4e983ff, 4112, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 49643,
    l_company_byte_C1EB, 117, 181) BYTES(p_66101056, 2, 163, 3) CONDITION(c_d4e983ff, 1, {1, 0, p_66101056, 254, 255})
LIST(l_company_byte_C1ED, 4, n_minew_connect_ht, c_16f80500, 6168, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 49645,
    l_company_byte_C1ED, 60, 225) BYTES(p_a32cad5c, 2, 202, 5) CONDITION(c_16f80500, 1, {1, 0, p_a32cad5c, 254, 255})
LIST(l_company_byte_C203, 4, n_minew_connect_tag, c_2a114afe, 6168, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 49667,
    l_company_byte_C203, 74, 194) BYTES(p_4a52c0da, 2, 202, 27) CONDITION(c_2a114afe, 2, {0, 2, 128, 1, 255}, {1, 0,
    p_4a52c0da, 254, 255})
LIST(l_company_byte_D4CF, 4, n_sensirion_03, c_2e5c5ac4, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 54479,
    l_company_byte_D4CF, 98, 79) BYTES(p_5e8541be, 2, 0, 3) CONDITION(c_2e5c5ac4, 2, {2, 0, 3072, 1, 255}, {1, 0,
    p_5e8541be, 254, 255})
LIST(l_company_byte_D4D0, 4, n_sensirion_04, c_369c5e6a, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 54480,
    l_company_byte_D4D0, 5, 357) BYTES(p_61854677, 2, 0, 4) CONDITION(c_369c5e6a, 2, {2, 0, 2560, 1, 255}, {1, 0,
    p_61854677, 254, 255})
LIST(l_company_byte_D4D2, 4, n_sensirion_06, c_f6dc70e4, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 54482,
    l_company_byte_D4D2, 76, 401) BYTES(p_6385499d, 2, 0, 6) CONDITION(c_f6dc70e4, 1, {1, 0, p_6385499d, 254, 255})
LIST(l_company_byte_D4D4, 4, n_sensirion_08, c_3aa7d910, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 54484,
    l_company_byte_D4D4, 19, 444) BYTES(p_55853393, 2, 0, 8) CONDITION(c_3aa7d910, 2, {2, 0, 3072, 1, 255}, {1, 0,
    p_55853393, 254, 255})
LIST(l_company_byte_D4D6, 4, n_sensirion_0a, c_1dbc17e9, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 54486,
    l_company_byte_D4D6, 90, 488) BYTES(p_4dc1a278, 2, 0, 10) CONDITION(c_1dbc17e9, 2, {2, 0, 3072, 1, 255}, {1, 0,
    p_4dc1a278, 254, 255})
LIST(l_company_byte_D4D8, 4, n_sensirion_0c, c_09fbf3ed, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 54488,
    l_company_byte_D4D8, 34, 20) BYTES(p_4fc1a59e, 2, 0, 12) CONDITION(c_09fbf3ed, 2, {2, 0, 3584, 1, 255}, {1, 0,
    p_4fc1a59e, 254, 255})
LIST(l_company_byte_D4DA, 4, n_sensirion_0e, c_e428d641, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 54490,
    l_company_byte_D4DA, 105, 64) BYTES(p_51c1a8c4, 2, 0, 14) CONDITION(c_e428d641, 2, {2, 0, 3072, 1, 255}, {1, 0,
    p_51c1a8c4, 254, 255})
LIST(l_company_byte_D4DC, 4, n_sensirion_10, c_d7193c54, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 54492,
    l_company_byte_D4DC, 48, 107) BYTES(p_53c1abea, 2, 0, 16) CONDITION(c_d7193c54, 2, {2, 0, 3584, 1, 255}, {1, 0,
    p_53c1abea, 254, 255})
LIST(l_company_byte_D4E0, 4, n_sensirion_14, c_becab03b, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 54496,
    l_company_byte_D4E0, 62, 195) BYTES(p_bfc911b3, 2, 0, 20) CONDITION(c_becab03b, 2, {2, 0, 4096, 1, 255}, {1, 0,
    p_bfc911b3, 254, 255})
LIST(l_company_byte_D4E2, 4, n_sensirion_16, c_3966c239, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 54498,
    l_company_byte_D4E2, 5, 239) BYTES(p_c1c914d9, 2, 0, 22) CONDITION(c_3966c239, 2, {2, 0, 3584, 1, 255}, {1, 0,
    p_c1c914d9, 254, 255})
LIST(l_company_byte_D4E6, 4, n_sensirion_1a, c_6f5914fd, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 54502,
    l_company_byte_D4E6, 19, 326) BYTES(p_c5c91b25, 2, 0, 26) CONDITION(c_6f5914fd, 2, {2, 0, 3584, 1, 255}, {1, 0,
    p_c5c91b25, 254, 255})
LIST(l_company_byte_D4E8, 4, n_sensirion_1c, c_0d7cb56b, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 54504,
    l_company_byte_D4E8, 90, 370) BYTES(p_c7c91e4b, 2, 0, 28) CONDITION(c_0d7cb56b, 2, {2, 0, 3072, 1, 255}, {1, 0,
    p_c7c91e4b, 254, 255})
LIST(l_company_byte_D93F, 4, n_aranet2, c_233c5b9b, 65304, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 55615,
    l_company_byte_D93F, 26, 375) CONDITION(c_233c5b9b, 1, {0, 1, 8224, 254, 255})
LIST(l_company_byte_D940, 4, n_aranet_radiation, c_233c5b9b, 65303, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 55616,
    l_company_byte_D940, 62, 141)
LIST(l_company_byte_D941, 4, n_aranet_radon, c_233c5b9b, 65304, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 55617,
    l_company_byte_D941, 97, 419)
LIST(l_company_byte_E39B, 4, n_teltonika_puck_t, 0, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 58267,
    l_company_byte_E39B, 78, 71)
LIST(l_company_byte_E3AA, 4, n_teltonika_puck_rht, 0, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 58282,
    l_company_byte_E3AA, 99, 144)
LIST(l_company_byte_E47A, 4, n_teltonika_battery, 0, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 58490,
    l_company_byte_E47A, 68, 90)
LIST(l_company_byte_E47B, 4, n_ela_voltage, 0, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_BYTE, 58491,
    l_company_byte_E47B, 103, 368)
LIST(l_company_high_0082, 4, n_inode_energy, c_0099a4d0, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_HIGH, 130,
    l_company_high_0082, 86, 282) CONDITION(c_0099a4d0, 3, {32, 1, 33535, 1, 255}, {2, 0, 2827, 2, 255}, {14, 0, 0, 254,
    255})
LIST(l_company_high_0091, 4, n_inode_91, c_40367bb1, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_HIGH, 145,
    l_company_high_0091, 107, 354) CONDITION(c_40367bb1, 3, {32, 1, 37375, 1, 255}, {2, 0, 5654, 2, 255}, {14, 0, 0,
    254, 255})
LIST(l_company_high_0092, 4, n_inode_92, c_725a04a4, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_HIGH, 146,
    l_company_high_0092, 15, 120) CONDITION(c_725a04a4, 3, {32, 1, 37631, 1, 255}, {2, 0, 5654, 2, 255}, {14, 0, 0, 254,
    255})
LIST(l_company_high_0093, 4, n_inode_93, c_9550c339, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_HIGH, 147,
    l_company_high_0093, 50, 398) CONDITION(c_9550c339, 3, {32, 1, 37887, 1, 255}, {2, 0, 5654, 2, 255}, {14, 0, 0, 254,
    255})
LIST(l_company_high_0094, 4, n_inode_94, c_113a35f5, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_HIGH, 148,
    l_company_high_0094, 86, 164) CONDITION(c_113a35f5, 3, {32, 1, 38143, 1, 255}, {2, 0, 5654, 2, 255}, {14, 0, 0, 254,
    255})
LIST(l_company_high_0095, 4, n_inode_95, c_fae4945e, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_HIGH, 149,
    l_company_high_0095, 121, 442) CONDITION(c_fae4945e, 3, {32, 1, 38399, 1, 255}, {2, 0, 5654, 2, 255}, {14, 0, 0,
    254, 255})
LIST(l_company_high_0096, 4, n_inode_96, c_1f1fad07, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_HIGH, 150,
    l_company_high_0096, 29, 208) CONDITION(c_1f1fad07, 3, {32, 1, 38655, 1, 255}, {2, 0, 5654, 2, 255}, {14, 0, 0, 254,
    255})
LIST(l_company_high_009A, 4, n_inode_9a, c_8817c0de, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_HIGH, 154,
    l_company_high_009A, 43, 295) CONDITION(c_8817c0de, 3, {32, 1, 39679, 1, 255}, {2, 0, 5654, 2, 255}, {14, 0, 0, 254,
    255})
LIST(l_company_high_009B, 4, n_inode_9b, c_400fd94d, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_HIGH, 155,
    l_company_high_009B, 79, 61) CONDITION(c_400fd94d, 3, {32, 1, 39935, 1, 255}, {2, 0, 5654, 2, 255}, {14, 0, 0, 254,
    255})
LIST(l_company_high_009C, 4, n_inode_9c, c_ff1e4da7, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_HIGH, 156,
    l_company_high_009C, 114, 339) CONDITION(c_ff1e4da7, 3, {32, 1, 40191, 1, 255}, {2, 0, 5654, 2, 255}, {14, 0, 0,
    254, 255})
LIST(l_company_high_009D, 4, n_inode_9d, c_e45f072b, 0xFF00, ACC_SENSOR_LIST_END) SLOT(COMPANY_HIGH, 157,
    l_company_high_009D, 22, 105) CONDITION(c_e45f072b, 3, {32, 1, 40447, 1, 255}, {2, 0, 5654, 2, 255}, {14, 0, 0, 254,
    255})
LIST(l_listed_0D00, 10, n_switchbot_indoor_outdoor_meter, c_b0fa9e57 | ACC_SENSOR_LIST_NO_SERVICE, 0xFF00,
    n_switchbot_meter_plus, c_1a54ef34 | ACC_SENSOR_LIST_NO_SERVICE, 0xFF00, n_switchbot_meter, c_a07b9b55 |
    ACC_SENSOR_LIST_NO_SERVICE, 0xFF00, ACC_SENSOR_LIST_END) SLOT(LISTED, 3328, l_listed_0D00, 101, 413)
    BYTES(p_1fcd933b, 16, 27, 197, 213, 165, 2, 0, 184, 159, 230, 17, 77, 34, 0, 13, 162, 203) CONDITION(c_b0fa9e57, 5,
    {16, 0, 22367, 1, 255}, {18, 0, 771, 254, 2}, {4, 0, 2409, 254, 3}, {4, 0, 89, 254, 4}, {14, 0, 0, 254, 255})
    CONDITION(c_1a54ef34, 6, {16, 0, 18783, 1, 255}, {18, 0, 1542, 254, 2}, {4, 0, 2409, 254, 3}, {4, 0, 89, 254, 4},
    {6, 16, p_1fcd933b, 254, 5}, {14, 0, 0, 254, 255}) CONDITION(c_a07b9b55, 6, {16, 0, 21599, 1, 255}, {18, 0, 1542,
    254, 2}, {4, 0, 2409, 254, 3}, {4, 0, 89, 254, 4}, {6, 16, p_1fcd933b, 254, 5}, {14, 0, 0, 254, 255})
LIST(l_listed_181C, 4, n_bthome_v1, 0 | ACC_SENSOR_LIST_NO_SERVICE, 0xFF00, ACC_SENSOR_LIST_END) SLOT(LISTED, 6172,
    l_listed_181C, 65, 217)
LIST(l_listed_181E, 4, n_bthome_v1_encrypted, c_e946b165 | ACC_SENSOR_LIST_NO_SERVICE, 0xFF00, ACC_SENSOR_LIST_END)
    SLOT(LISTED, 6174, l_listed_181E, 8, 261)
LIST(l_listed_5183, 4, n_govee_h5183, c_9a5ee48a, 0xFF00, ACC_SENSOR_LIST_END) SLOT(LISTED, 20867, l_listed_5183, 126,
    165) CONDITION(c_9a5ee48a, 4, {2, 0, 3598, 1, 255}, {4, 0, 76, 255, 2}, {1, 1, p_173aa2f8, 254, 3}, {14, 0, 0, 254,
    255})
LIST(l_listed_5550, 4, n_govee_h5055, c_05681643, 0xFF00, ACC_SENSOR_LIST_END) SLOT(LISTED, 21840, l_listed_5550, 21,
    221) CONDITION(c_05681643, 5, {2, 0, 5140, 1, 255}, {4, 0, 76, 255, 2}, {0, 3, 49344, 255, 3}, {0, 1, 255, 254, 4},
    {14, 0, 0, 254, 255})
LIST(l_listed_8151, 4, n_govee_h5181, c_9a5ee48a, 0xFF00, ACC_SENSOR_LIST_END) SLOT(LISTED, 33105, l_listed_8151, 26,
    334)
LIST(l_listed_8251, 4, n_govee_h5182, c_82d2f283, 0xFF00, ACC_SENSOR_LIST_END) SLOT(LISTED, 33361, l_listed_8251, 37,
    307) CONDITION(c_82d2f283, 4, {2, 0, 4369, 1, 255}, {4, 0, 76, 255, 2}, {1, 1, p_173aa2f8, 254, 3}, {14, 0, 0, 254,
    255})
SLOT(LISTED, 33617, l_listed_5183, 48, 280)
LIST(l_listed_8451, 4, n_govee_h5184, c_82d2f283, 0xFF00, ACC_SENSOR_LIST_END) SLOT(LISTED, 33873, l_listed_8451, 59,
    253)
LIST(l_listed_8551, 4, n_govee_h5185, c_1d0779ad, 0xFF00, ACC_SENSOR_LIST_END) SLOT(LISTED, 34129, l_listed_8551, 70,
    226) CONDITION(c_1d0779ad, 4, {2, 0, 5140, 1, 255}, {4, 0, 76, 255, 2}, {1, 1, p_173aa2f8, 254, 3}, {14, 0, 0, 254,
    255})
LIST(l_listed_9151, 4, n_govee_h5191, c_e946b165 | ACC_SENSOR_LIST_NOT_APPLE, 5140, ACC_SENSOR_LIST_END) SLOT(LISTED,
    37201, l_listed_9151, 73, 414)
LIST(l_listed_9851, 4, n_govee_h5198, c_1d0779ad, 0xFF00, ACC_SENSOR_LIST_END) SLOT(LISTED, 38993, l_listed_9851, 22,
    225)
LIST(l_listed_AA20, 4, n_jinou_bec07, c_e946b165, 2827, ACC_SENSOR_LIST_END) SLOT(LISTED, 43552, l_listed_AA20, 13,
    458)
SLOT(LISTED, 64829, l_listed_0D00, 33, 132)
LIST(l_listed_FD84, 4, n_th_tile_2, c_f96104e5 | ACC_SENSOR_LIST_NO_SERVICE, 0xFF00, ACC_SENSOR_LIST_END) SLOT(LISTED,
    64900, l_listed_FD84, 124, 407) CONDITION(c_f96104e5, 2, {3, 0, 0, 255, 1}, {14, 0, 0, 254, 255})
SLOT(LISTED, 65260, l_listed_FD84, 120, 97)
SLOT(LISTED, 65261, l_listed_FD84, 27, 375)
LIST(l_listed_long_00A9, 4, n_sensorpush_ht1, c_41e9c287, 65282, ACC_SENSOR_LIST_END) SLOT(LISTED_LONG, 169,
    l_listed_long_00A9, 98, 105) BYTES(p_c0b5b071, 16, 169, 10, 9, 236, 215, 157, 184, 147, 186, 66, 214, 17, 0, 0, 9,
    239) CONDITION(c_41e9c287, 2, {32, 3, 1148, 1, 255}, {6, 16, p_c0b5b071, 254, 255})
LIST(l_listed_long_00B0, 10, n_sensorpush_htp, c_5a92aa23, 1285, n_sensorpush_ht, c_5289eb14, 771, n_sensorpush_tc,
    c_b8907aab, 771, ACC_SENSOR_LIST_END) SLOT(LISTED_LONG, 176, l_listed_long_00B0, 91, 2) BYTES(p_71db9811, 16, 176,
    10, 9, 236, 215, 157, 184, 147, 186, 66, 214, 17, 0, 0, 9, 239) CONDITION(c_5a92aa23, 2, {32, 0, 255, 1, 255}, {6,
    16, p_71db9811, 254, 255}) CONDITION(c_5289eb14, 2, {32, 0, 1279, 1, 255}, {6, 16, p_71db9811, 254, 255})
    CONDITION(c_b8907aab, 2, {32, 0, 2303, 1, 255}, {6, 16, p_71db9811, 254, 255})
LIST(l_mfr_length_0005, 4, n_th_bsdoo, c_c61ffdfa, 0xFF00, ACC_SENSOR_LIST_END) SLOT(MANUFACTURER_LENGTH, 5,
    l_mfr_length_0005, 110, 104) BYTES(p_993bd7f6, 2, 8, 12) BYTES(p_22f9d620, 5, 66, 83, 68, 79, 79)
    CONDITION(c_c61ffdfa, 4, {1, 0, p_993bd7f6, 1, 255}, {4, 0, 13, 254, 2}, {7, 0, p_22f9d620, 254, 3}, {14, 0, 0, 254,
    255})
LIST(l_mfr_length_000D, 19, n_xiaogui_20, c_2d01ddbd, 0xFF00, n_xiaogui_21, c_86e2b14e, 0xFF00, n_xiaogui_24,
    c_a02b68ae, 0xFF00, n_xiaogui_25, c_dcf96280, 0xFF00, n_xiaogui_30, c_2d94d834, 0xFF00, n_xiaogui_31, c_111e268d,
    0xFF00, ACC_SENSOR_LIST_END) SLOT(MANUFACTURER_LENGTH, 13, l_mfr_length_000D, 10, 279) CONDITION(c_2d01ddbd, 3, {0,
    6, 8447, 1, 255}, {32, 0, 49407, 254, 2}, {11, 7, 0, 254, 255}) CONDITION(c_86e2b14e, 3, {0, 6, 8703, 1, 255}, {32,
    0, 49407, 254, 2}, {11, 7, 0, 254, 255}) CONDITION(c_a02b68ae, 4, {0, 6, 9471, 1, 255}, {32, 0, 49407, 2, 3}, {14,
    0, 0, 254, 3}, {11, 7, 0, 254, 255}) CONDITION(c_dcf96280, 4, {0, 6, 9727, 1, 255}, {32, 0, 49407, 2, 3}, {14, 0, 0,
    254, 3}, {11, 7, 0, 254, 255}) CONDITION(c_2d94d834, 4, {0, 6, 12543, 1, 255}, {32, 0, 49407, 2, 3}, {14, 0, 0, 254,
    3}, {11, 7, 0, 254, 255}) CONDITION(c_111e268d, 4, {0, 6, 12799, 1, 255}, {32, 0, 49407, 2, 3}, {14, 0, 0, 254, 3},
    {11, 7, 0, 254, 255})
LIST(l_mfr_length_0018, 4, n_govee_h512x, c_30df964c, 0xFF00, ACC_SENSOR_LIST_END) SLOT(MANUFACTURER_LENGTH, 24,
    l_mfr_length_0018, 17, 264) BYTES(p_13ed8773, 5, 71, 86, 53, 49, 50) BYTES(p_1d3a0798, 6, 71, 86, 53, 49, 51, 48)
    CONDITION(c_30df964c, 6, {4, 0, 76, 255, 1}, {13, 6, 16, 2, 255}, {4, 0, 61320, 254, 3}, {7, 0, p_13ed8773, 254, 4},
    {7, 0, p_1d3a0798, 254, 5}, {14, 0, 0, 254, 255})
LIST(l_name_0073, 10, n_sensorpush_htp, c_85ed886b | ACC_SENSOR_LIST_NAME, 1285, n_sensorpush_ht, c_099599c6 |
    ACC_SENSOR_LIST_NAME, 771, n_sensorpush_tc, c_9aef5fb3 | ACC_SENSOR_LIST_NAME, 771, ACC_SENSOR_LIST_END) SLOT(NAME,
    115, l_name_0073, 85, 201) BYTES(p_4d4ada45, 10, 83, 101, 110, 115, 111, 114, 80, 117, 115, 104) BYTES(p_683614c6,
    1, 115) BYTES(p_b8e0fa07, 4, 72, 84, 46, 119) BYTES(p_9140684a, 6, 72, 84, 80, 46, 120, 119) BYTES(p_14624897, 4,
    84, 67, 46, 120) CONDITION(c_85ed886b, 7, {32, 0, 255, 1, 255}, {14, 0, 0, 2, 4}, {7, 0, p_4d4ada45, 254, 3}, {7, 0,
    p_683614c6, 254, 4}, {10, 57, p_b8e0fa07, 254, 5}, {10, 21, p_9140684a, 254, 6}, {10, 6, p_14624897, 254, 255})
    CONDITION(c_099599c6, 7, {32, 0, 1279, 1, 255}, {14, 0, 0, 2, 4}, {7, 0, p_4d4ada45, 254, 3}, {7, 0, p_683614c6,
    254, 4}, {10, 57, p_b8e0fa07, 254, 5}, {10, 21, p_9140684a, 254, 6}, {10, 6, p_14624897, 254, 255})
    CONDITION(c_9aef5fb3, 7, {32, 0, 2303, 1, 255}, {14, 0, 0, 2, 4}, {7, 0, p_4d4ada45, 254, 3}, {7, 0, p_683614c6,
    254, 4}, {10, 57, p_b8e0fa07, 254, 5}, {10, 21, p_9140684a, 254, 6}, {10, 6, p_14624897, 254, 255})
LIST(l_name_3562, 1, ACC_SENSOR_LIST_END) SLOT(NAME, 13666, l_name_3562, 61, 190)
SLOT(NAME, 13672, l_name_3562, 18, 321)
LIST(l_name_6169, 4, n_inkbird_iam_t1, c_64030517 | ACC_SENSOR_LIST_NAME, 0xFF00, ACC_SENSOR_LIST_END) SLOT(NAME,
    24937, l_name_6169, 23, 435) BYTES(p_4008c64a, 6, 73, 65, 77, 45, 84, 49) CONDITION(c_64030517, 1, {8, 0,
    p_4008c64a, 254, 255})
LIST(l_name_6174, 4, n_th_tagit, c_373b1244 | ACC_SENSOR_LIST_NAME, 2827, ACC_SENSOR_LIST_END) SLOT(NAME, 24948,
    l_name_6174, 30, 420) BYTES(p_5e01460a, 6, 84, 97, 103, 45, 73, 116) CONDITION(c_373b1244, 1, {7, 0, p_5e01460a,
    254, 255})
LIST(l_name_6269, 16, n_inkbird_18, c_54387edb | ACC_SENSOR_LIST_NAME, 0xFF00, n_inkbird_ibbq_1, c_5d50b78c |
    ACC_SENSOR_LIST_NAME, 2570, n_inkbird_ibbq_2, c_5d50b78c | ACC_SENSOR_LIST_NAME, 3084, n_inkbird_ibbq_4, c_5d50b78c
    | ACC_SENSOR_LIST_NAME, 4112, n_inkbird_ibbq_6, c_5d50b78c | ACC_SENSOR_LIST_NAME, 5140, ACC_SENSOR_LIST_END)
    SLOT(NAME, 25193, l_name_6269, 34, 408) BYTES(p_87395d32, 8, 105, 98, 115, 45, 112, 48, 50, 98) BYTES(p_3e3cce51, 8,
    105, 116, 104, 45, 49, 49, 45, 98) BYTES(p_91d41fc4, 8, 105, 116, 104, 45, 49, 51, 45, 98) BYTES(p_6141fcb7, 8, 105,
    116, 104, 45, 50, 49, 45, 98) BYTES(p_24a6344a, 4, 105, 66, 66, 81) BYTES(p_020b69c9, 4, 120, 66, 66, 81)
    CONDITION(c_54387edb, 8, {12, 0, x_019ea43a, 1, 2}, {12, 0, x_754a41c9, 3, 2}, {14, 0, 0, 3, 255}, {34, 0, 4626, 4,
    255}, {8, 0, p_87395d32, 254, 5}, {8, 0, p_3e3cce51, 254, 6}, {8, 0, p_91d41fc4, 254, 7}, {8, 0, p_6141fcb7, 254,
    255}) CONDITION(c_5d50b78c, 2, {7, 0, p_24a6344a, 254, 1}, {7, 0, p_020b69c9, 254, 255})
LIST(l_name_6278, 13, n_inkbird_ibbq_1, c_5d50b78c | ACC_SENSOR_LIST_NAME, 2570, n_inkbird_ibbq_2, c_5d50b78c |
    ACC_SENSOR_LIST_NAME, 3084, n_inkbird_ibbq_4, c_5d50b78c | ACC_SENSOR_LIST_NAME, 4112, n_inkbird_ibbq_6, c_5d50b78c
    | ACC_SENSOR_LIST_NAME, 5140, ACC_SENSOR_LIST_END) SLOT(NAME, 25208, l_name_6278, 55, 480)
SLOT(NAME, 25460, l_name_3562, 52, 366)
LIST(l_name_6469, 4, n_inkbird_idt_34c_b, c_be35cbb1 | ACC_SENSOR_LIST_NAME, 0xFF00, ACC_SENSOR_LIST_END) SLOT(NAME,
    25705, l_name_6469, 56, 354) BYTES(p_da26392c, 9, 73, 68, 84, 45, 51, 52, 99, 45, 66) CONDITION(c_be35cbb1, 1, {8,
    0, p_da26392c, 254, 255})
LIST(l_name_6472, 4, n_th_rdl52832, c_9d1a97ad | ACC_SENSOR_LIST_NAME, 5911, ACC_SENSOR_LIST_END) SLOT(NAME, 25714,
    l_name_6472, 120, 295) BYTES(p_2460d1ff, 8, 82, 68, 76, 53, 50, 56, 51, 50) CONDITION(c_9d1a97ad, 1, {7, 0,
    p_2460d1ff, 254, 255})
SLOT(NAME, 25971, l_name_0073, 39, 34)
LIST(l_name_6869, 4, n_inkbird_iht_2pb, c_129a5afc | ACC_SENSOR_LIST_NAME, 0xFF00, ACC_SENSOR_LIST_END) SLOT(NAME,
    26729, l_name_6869, 100, 246) BYTES(p_a0230740, 7, 73, 72, 84, 45, 50, 80, 66) CONDITION(c_129a5afc, 1, {10, 5,
    p_a0230740, 254, 255})
SLOT(NAME, 26989, l_name_3562, 125, 307)
LIST(l_name_6974, 4, n_th_tile, c_a9635160 | ACC_SENSOR_LIST_NAME, 0xFF00, ACC_SENSOR_LIST_END) SLOT(NAME, 26996,
    l_name_6974, 118, 204) BYTES(p_588c179e, 4, 84, 105, 108, 101) CONDITION(c_a9635160, 2, {14, 0, 0, 1, 255}, {7, 0,
    p_588c179e, 254, 255})
LIST(l_name_6D66, 4, n_th_fmt100, c_8ed3b924 | ACC_SENSOR_LIST_NAME, 0xFF00, ACC_SENSOR_LIST_END) SLOT(NAME, 28006,
    l_name_6D66, 48, 301) BYTES(p_d186296b, 7, 70, 77, 84, 49, 48, 48, 95) CONDITION(c_8ed3b924, 1, {7, 0, p_d186296b,
    254, 255})
LIST(l_name_6E69, 10, n_inkbird_iht_2pb, c_129a5afc | ACC_SENSOR_LIST_NAME, 0xFF00, n_inkbird_int_11p_b, c_6984926e |
    ACC_SENSOR_LIST_NAME, 0xFF00, n_inkbird_int_11i_b, c_7b30738a | ACC_SENSOR_LIST_NAME, 0xFF00, ACC_SENSOR_LIST_END)
    SLOT(NAME, 28265, l_name_6E69, 38, 84) BYTES(p_fad41bc4, 9, 73, 78, 84, 45, 49, 49, 80, 45, 66) BYTES(p_8a63d15e, 9,
    73, 78, 84, 45, 49, 49, 73, 45, 66) CONDITION(c_6984926e, 1, {8, 0, p_fad41bc4, 254, 255}) CONDITION(c_7b30738a, 1,
    {8, 0, p_8a63d15e, 254, 255})
SLOT(NAME, 28519, l_name_3562, 106, 13)
LIST(l_name_6F6D, 28, n_mocreo_st5, c_0080002f | ACC_SENSOR_LIST_NAME, 4112, n_mocreo_st6, c_2281aab2 |
    ACC_SENSOR_LIST_NAME, 4112, n_mocreo_st8, c_0f320843 | ACC_SENSOR_LIST_NAME, 4112, n_mocreo_st9, c_13a44273 |
    ACC_SENSOR_LIST_NAME, 4112, n_mocreo_st10, c_13c207ac | ACC_SENSOR_LIST_NAME, 4112, n_mocreo_ms1, c_1909846b |
    ACC_SENSOR_LIST_NAME, 4112, n_mocreo_ms2, c_aecfb2bc | ACC_SENSOR_LIST_NAME, 4112, n_mocreo_ms3, c_4742adb2 |
    ACC_SENSOR_LIST_NAME, 4112, n_mocreo_sw2, c_b6296bae | ACC_SENSOR_LIST_NAME, 4112, ACC_SENSOR_LIST_END) SLOT(NAME,
    28525, l_name_6F6D, 63, 145) BYTES(p_441b3f91, 6, 77, 79, 67, 82, 69, 79) CONDITION(c_0080002f, 2, {32, 1, 33279, 1,
    255}, {7, 0, p_441b3f91, 254, 255}) CONDITION(c_2281aab2, 2, {32, 1, 33791, 1, 255}, {7, 0, p_441b3f91, 254, 255})
    CONDITION(c_0f320843, 2, {32, 1, 34047, 1, 255}, {7, 0, p_441b3f91, 254, 255}) CONDITION(c_13a44273, 2, {32, 1,
    34559, 1, 255}, {7, 0, p_441b3f91, 254, 255}) CONDITION(c_13c207ac, 2, {32, 1, 34815, 1, 255}, {7, 0, p_441b3f91,
    254, 255}) CONDITION(c_1909846b, 2, {32, 1, 35839, 1, 255}, {7, 0, p_441b3f91, 254, 255}) CONDITION(c_aecfb2bc, 2,
    {32, 1, 38143, 1, 255}, {7, 0, p_441b3f91, 254, 255}) CONDITION(c_4742adb2, 2, {32, 1, 38655, 1, 255}, {7, 0,
    p_441b3f91, 254, 255}) CONDITION(c_b6296bae, 2, {32, 1, 33535, 1, 255}, {7, 0, p_441b3f91, 254, 255})
LIST(l_name_7073, 4, n_inkbird_ibs_th, c_c204a462 | ACC_SENSOR_LIST_NAME, 1799, ACC_SENSOR_LIST_END) SLOT(NAME, 28787,
    l_name_7073, 31, 249) BYTES(p_d4ff50df, 3, 115, 112, 115) BYTES(p_0c060749, 3, 83, 112, 115) CONDITION(c_c204a462,
    5, {12, 0, x_11a644e5, 1, 255}, {33, 2, p_7b96827b, 3, 2}, {12, 0, x_d6f1edb3, 3, 255}, {8, 0, p_d4ff50df, 254, 4},
    {8, 0, p_0c060749, 254, 255}) INNER(x_11a644e5, {0, 0, 0, 255, 7, 0, k_7b08cb4e, 0, 129}) INNER(x_d6f1edb3, {0, 0,
    0, 255, 2, 0, k_ac52d9d6, 0, 130})
LIST(l_name_7074, 16, n_thermopro_tp3, c_fa826c40 | ACC_SENSOR_LIST_NAME, 0xFF00, n_thermopro_tp96, c_0ef3cc41 |
    ACC_SENSOR_LIST_NAME, 0xFF00, n_thermopro_tp97, c_cb821130 | ACC_SENSOR_LIST_NAME, 5397, n_inkbird_ibs_th2,
    c_28dac858 | ACC_SENSOR_LIST_NAME, 1799, n_th_tpms, c_1745205f | ACC_SENSOR_LIST_NAME, 4112, ACC_SENSOR_LIST_END)
    SLOT(NAME, 28788, l_name_7074, 67, 15) BYTES(p_a7df0e8f, 3, 84, 80, 51) BYTES(p_5e729e7f, 5, 84, 80, 51, 53, 48)
    BYTES(p_65706aed, 5, 84, 80, 51, 53, 55) BYTES(p_62706634, 5, 84, 80, 51, 53, 56) BYTES(p_637067c7, 5, 84, 80, 51,
    53, 57) BYTES(p_9975639d, 5, 84, 80, 51, 57, 51) BYTES(p_1152e19e, 4, 84, 80, 57, 54) BYTES(p_1252e331, 4, 84, 80,
    57, 55) BYTES(p_374c0b12, 3, 116, 112, 115) BYTES(p_e9c60b08, 4, 84, 80, 77, 83) CONDITION(c_fa826c40, 8, {34, 0,
    65286, 1, 255}, {7, 0, p_a7df0e8f, 2, 255}, {7, 0, p_5e729e7f, 254, 3}, {7, 0, p_65706aed, 254, 4}, {7, 0,
    p_62706634, 254, 5}, {7, 0, p_637067c7, 254, 6}, {7, 0, p_9975639d, 254, 7}, {14, 0, 0, 254, 255})
    CONDITION(c_0ef3cc41, 4, {34, 0, 1799, 2, 1}, {34, 0, 3341, 2, 255}, {7, 0, p_1152e19e, 254, 3}, {7, 0, p_1252e331,
    254, 255}) CONDITION(c_cb821130, 1, {7, 0, p_1252e331, 254, 255}) CONDITION(c_28dac858, 4, {12, 0, x_11a644e5, 1,
    255}, {33, 2, p_7b96827b, 3, 2}, {12, 0, x_d6f1edb3, 3, 255}, {8, 0, p_374c0b12, 254, 255}) CONDITION(c_1745205f, 1,
    {7, 0, p_e9c60b08, 254, 255})
LIST(l_name_7262, 4, n_th_tpmsbr, c_56863958 | ACC_SENSOR_LIST_NAME, 0xFF00, ACC_SENSOR_LIST_END) SLOT(NAME, 29282,
    l_name_7262, 89, 79) BYTES(p_40096339, 2, 66, 82) CONDITION(c_56863958, 3, {14, 0, 0, 1, 255}, {2, 0, 1285, 2, 255},
    {7, 0, p_40096339, 254, 255})
LIST(l_name_7270, 4, n_th_bpv2_0, c_0928c505 | ACC_SENSOR_LIST_NAME, 0xFF00, ACC_SENSOR_LIST_END) SLOT(NAME, 29296,
    l_name_7270, 74, 385) BYTES(p_f7de1cb4, 4, 112, 114, 115, 116) CONDITION(c_0928c505, 2, {14, 0, 0, 1, 255}, {10, 9,
    p_f7de1cb4, 254, 255})
SLOT(NAME, 29800, l_name_3562, 68, 156)
LIST(l_name_7469, 7, n_inkbird_18, c_54387edb | ACC_SENSOR_LIST_NAME, 0xFF00, n_th_itag, c_98731f47 |
    ACC_SENSOR_LIST_NAME, 0xFF00, ACC_SENSOR_LIST_END) SLOT(NAME, 29801, l_name_7469, 103, 434) BYTES(p_1f677382, 4,
    105, 84, 65, 71) CONDITION(c_98731f47, 3, {14, 0, 0, 1, 255}, {2, 0, 65282, 2, 255}, {7, 0, p_1f677382, 254, 255})
LIST(l_name_7565, 7, n_eufy_p2, c_ae2efea4 | ACC_SENSOR_LIST_NAME, 4883, n_eufy_p1, c_83ef2a62 | ACC_SENSOR_LIST_NAME,
    4626, ACC_SENSOR_LIST_END) SLOT(NAME, 30053, l_name_7565, 100, 319) BYTES(p_1528a012, 9, 101, 117, 102, 121, 32, 84,
    57, 49, 52) CONDITION(c_ae2efea4, 2, {0, 6, 53247, 1, 255}, {7, 0, p_1528a012, 254, 255}) CONDITION(c_83ef2a62, 2,
    {0, 4, 53247, 1, 255}, {7, 0, p_1528a012, 254, 255})
LIST(l_name_756E, 4, n_th_nut, c_e53c2cf4 | ACC_SENSOR_LIST_NAME, 0xFF00, ACC_SENSOR_LIST_END) SLOT(NAME, 30062,
    l_name_756E, 36, 260) BYTES(p_5beebc2e, 3, 110, 117, 116) CONDITION(c_e53c2cf4, 3, {14, 0, 0, 1, 255}, {5, 2, 6154,
    2, 255}, {7, 0, p_5beebc2e, 254, 255})
SLOT(NAME, 30311, l_name_3562, 54, 336)
LIST(l_named_0003, 7, n_sensorpush_ht, c_d35ceede | ACC_SENSOR_LIST_NAME, 0xFF00, n_sensorpush_tc, c_1ae0f249 |
    ACC_SENSOR_LIST_NAME, 0xFF00, ACC_SENSOR_LIST_END) SLOT(NAMED, 3, l_named_0003, 12, 58) CONDITION(c_d35ceede, 4,
    {32, 0, 1279, 1, 255}, {10, 57, p_b8e0fa07, 254, 2}, {10, 21, p_9140684a, 254, 3}, {10, 6, p_14624897, 254, 255})
    CONDITION(c_1ae0f249, 4, {32, 0, 2303, 1, 255}, {10, 57, p_b8e0fa07, 254, 2}, {10, 21, p_9140684a, 254, 3}, {10, 6,
    p_14624897, 254, 255})
LIST(l_named_0005, 4, n_sensorpush_htp, c_db9ebc91 | ACC_SENSOR_LIST_NAME, 0xFF00, ACC_SENSOR_LIST_END) SLOT(NAMED, 5,
    l_named_0005, 83, 102) CONDITION(c_db9ebc91, 4, {32, 0, 255, 1, 255}, {10, 57, p_b8e0fa07, 254, 2}, {10, 21,
    p_9140684a, 254, 3}, {10, 6, p_14624897, 254, 255})
LIST(l_named_0006, 13, n_govee_h5072, c_11706744 | ACC_SENSOR_LIST_NAME, 0xFF00, n_govee_h5100, c_be514c65 |
    ACC_SENSOR_LIST_NAME, 0xFF00, n_govee_h5106, c_2b5e6d9b | ACC_SENSOR_LIST_NAME | ACC_SENSOR_LIST_NOT_APPLE, 0xFF00,
    n_govee_h5127, c_d7cb7ef5 | ACC_SENSOR_LIST_NAME | ACC_SENSOR_LIST_NOT_APPLE, 0xFF00, ACC_SENSOR_LIST_END)
    SLOT(NAMED, 6, l_named_0006, 118, 380) BYTES(p_0df9c413, 5, 72, 53, 48, 55, 50) BYTES(p_0ef9c5a6, 5, 72, 53, 48, 55,
    53) BYTES(p_c33bf340, 5, 72, 53, 49, 50, 57) BYTES(p_22e8abdf, 5, 72, 53, 49, 48, 48) BYTES(p_21e8aa4c, 5, 72, 53,
    49, 48, 49) BYTES(p_24e6706e, 5, 72, 53, 49, 48, 50) BYTES(p_25e67201, 5, 72, 53, 49, 48, 51) BYTES(p_22e66d48, 5,
    72, 53, 49, 48, 52) BYTES(p_23e66edb, 5, 72, 53, 49, 48, 53) BYTES(p_26e67394, 5, 72, 53, 49, 48, 56)
    BYTES(p_661497b1, 6, 71, 86, 53, 49, 48, 56) BYTES(p_ca41b906, 5, 72, 53, 49, 49, 48) BYTES(p_28b82ee6, 5, 72, 53,
    49, 55, 52) BYTES(p_2bb8339f, 5, 72, 53, 49, 55, 55) BYTES(p_5fff3788, 6, 71, 86, 53, 49, 55, 57) BYTES(p_6d9ba868,
    4, 236, 0, 1, 1) BYTES(p_9662b132, 3, 236, 0, 2) BYTES(p_c53bf666, 5, 72, 53, 49, 50, 55) CONDITION(c_11706744, 7,
    {0, 0, 255, 1, 2}, {0, 5, 255, 3, 2}, {14, 0, 0, 3, 255}, {4, 0, 76, 255, 4}, {10, 41, p_0df9c413, 254, 5}, {10, 16,
    p_0ef9c5a6, 254, 6}, {10, 33, p_c33bf340, 254, 255}) CONDITION(c_be514c65, 17, {1, 0, p_e03d8d73, 1, 3}, {6, 2,
    60552, 4, 2}, {7, 0, p_8612e2f2, 4, 3}, {14, 0, 0, 4, 255}, {4, 0, 76, 255, 5}, {10, 27, p_22e8abdf, 254, 6}, {10,
    40, p_21e8aa4c, 254, 7}, {10, 53, p_24e6706e, 254, 8}, {10, 3, p_25e67201, 254, 9}, {10, 16, p_22e66d48, 254, 10},
    {10, 29, p_23e66edb, 254, 11}, {10, 5, p_26e67394, 254, 12}, {10, 5, p_661497b1, 254, 13}, {10, 34, p_ca41b906, 254,
    14}, {10, 3, p_28b82ee6, 254, 15}, {10, 43, p_2bb8339f, 254, 16}, {10, 5, p_5fff3788, 254, 255})
    CONDITION(c_2b5e6d9b, 1, {10, 42, p_28e676ba, 254, 255}) CONDITION(c_d7cb7ef5, 3, {1, 0, p_6d9ba868, 2, 1}, {1, 0,
    p_9662b132, 2, 255}, {10, 6, p_c53bf666, 254, 255})
LIST(l_named_0007, 4, n_govee_h5074, c_3fb6016e | ACC_SENSOR_LIST_NAME, 0xFF00, ACC_SENSOR_LIST_END) SLOT(NAMED, 7,
    l_named_0007, 26, 146) BYTES(p_0ff9c739, 5, 72, 53, 48, 55, 52) CONDITION(c_3fb6016e, 4, {0, 0, 255, 2, 1}, {14, 0,
    0, 2, 255}, {4, 0, 76, 255, 3}, {10, 3, p_0ff9c739, 254, 255})
LIST(l_named_0008, 10, n_govee_h5112, c_8a40b2c2 | ACC_SENSOR_LIST_NAME | ACC_SENSOR_LIST_NOT_APPLE, 0xFF00,
    n_govee_h5140, c_4d9e5b12 | ACC_SENSOR_LIST_NAME | ACC_SENSOR_LIST_NOT_APPLE, 0xFF00, n_govee_h5100, c_be514c65 |
    ACC_SENSOR_LIST_NAME, 0xFF00, ACC_SENSOR_LIST_END) SLOT(NAMED, 8, l_named_0008, 61, 424) BYTES(p_d8440da7, 5, 72,
    53, 49, 49, 50) BYTES(p_6fa104de, 6, 71, 86, 53, 49, 49, 50) CONDITION(c_8a40b2c2, 4, {0, 7, 16895, 2, 1}, {0, 7,
    33535, 2, 255}, {10, 61, p_d8440da7, 254, 3}, {10, 61, p_6fa104de, 254, 255}) CONDITION(c_4d9e5b12, 1, {10, 56,
    p_7b386d41, 254, 255})
LIST(l_named_0009, 10, n_govee_h5051, c_d603943d | ACC_SENSOR_LIST_NAME, 0xFF00, n_govee_h5178, c_0d5df96a |
    ACC_SENSOR_LIST_NAME, 0xFF00, n_govee_h5179, c_32b2e797 | ACC_SENSOR_LIST_NAME | ACC_SENSOR_LIST_NOT_APPLE, 0xFF00,
    ACC_SENSOR_LIST_END) SLOT(NAMED, 9, l_named_0009, 97, 190) BYTES(p_099b3a7f, 5, 72, 53, 48, 53, 49)
    BYTES(p_169d8d8d, 5, 72, 53, 48, 53, 50) BYTES(p_20f7a365, 5, 72, 53, 48, 55, 49) BYTES(p_2cb83532, 5, 72, 53, 49,
    55, 56) BYTES(p_b6b5d79b, 5, 66, 53, 49, 55, 56) CONDITION(c_d603943d, 6, {0, 0, 255, 2, 1}, {14, 0, 0, 2, 255}, {4,
    0, 76, 255, 3}, {10, 13, p_099b3a7f, 254, 4}, {10, 26, p_169d8d8d, 254, 5}, {10, 27, p_20f7a365, 254, 255})
    CONDITION(c_0d5df96a, 7, {1, 0, p_e03d8d73, 1, 3}, {6, 2, 60552, 4, 2}, {7, 0, p_8612e2f2, 4, 3}, {14, 0, 0, 4,
    255}, {4, 0, 76, 255, 5}, {10, 56, p_2cb83532, 254, 6}, {10, 56, p_b6b5d79b, 254, 255}) CONDITION(c_32b2e797, 3,
    {10, 5, p_2db836c5, 1, 255}, {1, 0, p_4578e110, 254, 2}, {10, 5, p_2db836c5, 254, 255})
LIST(l_named_000E, 7, n_govee_h5181, c_893b7e57 | ACC_SENSOR_LIST_NAME, 0xFF00, n_govee_h5183, c_36be2a46 |
    ACC_SENSOR_LIST_NAME, 0xFF00, ACC_SENSOR_LIST_END) SLOT(NAMED, 14, l_named_000E, 19, 43) BYTES(p_0e623e4d, 5, 72,
    53, 49, 56, 49) BYTES(p_0a647698, 5, 72, 53, 49, 56, 51) CONDITION(c_893b7e57, 4, {1, 1, p_173aa2f8, 2, 1}, {14, 0,
    0, 2, 255}, {4, 0, 76, 255, 3}, {10, 35, p_0e623e4d, 254, 255}) CONDITION(c_36be2a46, 4, {1, 1, p_173aa2f8, 2, 1},
    {14, 0, 0, 2, 255}, {4, 0, 76, 255, 3}, {10, 61, p_0a647698, 254, 255})
LIST(l_named_0011, 7, n_govee_h5182, c_2f3390cb | ACC_SENSOR_LIST_NAME, 0xFF00, n_govee_h5184, c_be73b082 |
    ACC_SENSOR_LIST_NAME, 0xFF00, ACC_SENSOR_LIST_END) SLOT(NAMED, 17, l_named_0011, 125, 365) BYTES(p_0b64782b, 5, 72,
    53, 49, 56, 50) BYTES(p_0d647b51, 5, 72, 53, 49, 56, 52) CONDITION(c_2f3390cb, 4, {1, 1, p_173aa2f8, 2, 1}, {14, 0,
    0, 2, 255}, {4, 0, 76, 255, 3}, {10, 48, p_0b64782b, 254, 255}) CONDITION(c_be73b082, 4, {1, 1, p_173aa2f8, 2, 1},
    {14, 0, 0, 2, 255}, {4, 0, 76, 255, 3}, {10, 10, p_0d647b51, 254, 255})
LIST(l_named_0014, 13, n_govee_h5198, c_f0b8899b | ACC_SENSOR_LIST_NAME, 0xFF00, n_govee_h5185, c_79442df2 |
    ACC_SENSOR_LIST_NAME, 0xFF00, n_govee_h5191, c_8f2be857 | ACC_SENSOR_LIST_NAME | ACC_SENSOR_LIST_NOT_APPLE, 0xFF00,
    n_govee_h5055, c_6a67077f | ACC_SENSOR_LIST_NAME, 0xFF00, ACC_SENSOR_LIST_END) SLOT(NAMED, 20, l_named_0014, 104,
    174) BYTES(p_35cf6720, 5, 72, 53, 49, 57, 56) BYTES(p_0c6479be, 5, 72, 53, 49, 56, 53) BYTES(p_38d1aa70, 5, 72, 53,
    49, 57, 49) BYTES(p_139d88d4, 5, 72, 53, 48, 53, 53) CONDITION(c_f0b8899b, 4, {1, 1, p_173aa2f8, 2, 1}, {14, 0, 0,
    2, 255}, {4, 0, 76, 255, 3}, {10, 7, p_35cf6720, 254, 255}) CONDITION(c_79442df2, 4, {1, 1, p_173aa2f8, 2, 1}, {14,
    0, 0, 2, 255}, {4, 0, 76, 255, 3}, {10, 24, p_0c6479be, 254, 255}) CONDITION(c_8f2be857, 1, {10, 42, p_38d1aa70,
    254, 255}) CONDITION(c_6a67077f, 5, {0, 1, 255, 2, 1}, {14, 0, 0, 2, 255}, {4, 0, 76, 255, 3}, {0, 3, 49344, 255,
    4}, {10, 2, p_139d88d4, 254, 255})
LIST(l_service_0000, 4, n_th_nodonniu, c_e946b165 | ACC_SENSOR_LIST_OF_SERVICE, 4112, ACC_SENSOR_LIST_END)
    SLOT(SERVICE, 0, l_service_0000, 100, 510)
LIST(l_service_0900, 4, n_th_nutale, c_9a31e2bf | ACC_SENSOR_LIST_NAME | ACC_SENSOR_LIST_OF_SERVICE, 3084,
    ACC_SENSOR_LIST_END) SLOT(SERVICE, 2304, l_service_0900, 71, 266) BYTES(p_47ae0b71, 6, 110, 117, 116, 97, 108, 101)
    CONDITION(c_9a31e2bf, 1, {7, 0, p_47ae0b71, 254, 255})
LIST(l_service_0D00, 5, ACC_SENSOR_LIST_SWITCH | 0, 95, ACC_SENSOR_LIST_SWITCH | 254, 251, ACC_SENSOR_LIST_END)
    SLOT(SERVICE, 3328, l_service_0D00, 115, 158)
LIST(l_service_1000, 4, n_moat_s2_service, c_ad6e29a2 | ACC_SENSOR_LIST_OF_SERVICE, 4626, ACC_SENSOR_LIST_END)
    SLOT(SERVICE, 4096, l_service_1000, 20, 77) CONDITION(c_ad6e29a2, 2, {16, 15, 224, 254, 1}, {14, 0, 0, 254, 255})
LIST(l_service_1809, 7, n_relsib_wh52, c_e946b165 | ACC_SENSOR_LIST_OF_SERVICE, 514, n_relsib_wt51, c_e946b165 |
    ACC_SENSOR_LIST_OF_SERVICE, 1542, ACC_SENSOR_LIST_END) SLOT(SERVICE, 6153, l_service_1809, 43, 314)
LIST(l_service_180F, 4, n_th_servicedata, c_e946b165, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE, 6159, l_service_180F,
    0, 446)
LIST(l_service_181A, 7, n_b_parasite_v1, c_2336a516, 0xFF00, n_relsib_wh52_humidity, c_e946b165 |
    ACC_SENSOR_LIST_OF_SERVICE, 514, ACC_SENSOR_LIST_END) SLOT(SERVICE, 6170, l_service_181A, 7, 431)
    CONDITION(c_2336a516, 6, {18, 0, 4112, 2, 1}, {18, 0, 4626, 2, 255}, {16, 0, 4336, 4, 3}, {16, 0, 8432, 4, 255},
    {27, 10, 0, 254, 5}, {14, 0, 0, 254, 255})
LIST(l_service_181B, 4, n_mi_scale_2, c_8aa69db0 | ACC_SENSOR_LIST_OF_SERVICE, 3341, ACC_SENSOR_LIST_END) SLOT(SERVICE,
    6171, l_service_181B, 43, 197) CONDITION(c_8aa69db0, 5, {16, 3, 2047, 1, 4}, {12, 0, x_1fc0986b, 2, 4}, {12, 0,
    x_7e8f5fe4, 3, 4}, {12, 0, x_c3c5a6e6, 254, 4}, {14, 0, 0, 254, 255}) CODE(k_9b694326, 2, 0x10F, 0xC90)
    CODE(k_974e8860, 2, 0x10F, 0x1F90) CODE(k_e7861328, 1, 0x1790) INNER(x_1fc0986b, {0, 0, 0, 255, 4, 0, k_9b694326, 0,
    65}) INNER(x_7e8f5fe4, {0, 0, 0, 255, 5, 0, k_974e8860, 0, 65}) INNER(x_c3c5a6e6, {0, 0, 0, 255, 6, 0, k_e7861328,
    0, 65})
LIST(l_service_181C, 4, n_bthome_v1, 0, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE, 6172, l_service_181C, 78, 474)
LIST(l_service_181D, 4, n_mi_scale_1, c_b2d8f672 | ACC_SENSOR_LIST_OF_SERVICE, 2570, ACC_SENSOR_LIST_END) SLOT(SERVICE,
    6173, l_service_181D, 114, 240) CONDITION(c_b2d8f672, 5, {16, 4, 2047, 1, 4}, {12, 0, x_496c4596, 2, 4}, {12, 0,
    x_e435210b, 3, 4}, {12, 0, x_ce1877d3, 254, 4}, {14, 0, 0, 254, 255}) INNER(x_496c4596, {0, 0, 0, 255, 5, 0,
    k_9b694326, 0, 65}) INNER(x_e435210b, {0, 0, 0, 255, 6, 0, k_974e8860, 0, 65}) INNER(x_ce1877d3, {0, 0, 0, 255, 7,
    0, k_e7861328, 0, 65})
LIST(l_service_181E, 4, n_bthome_v1_encrypted, c_e946b165, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE, 6174,
    l_service_181E, 22, 6)
LIST(l_service_2A06, 4, n_ela_mag, c_841f283b | ACC_SENSOR_LIST_NAME | ACC_SENSOR_LIST_OF_SERVICE, 514,
    ACC_SENSOR_LIST_END) SLOT(SERVICE, 10758, l_service_2A06, 6, 19) BYTES(p_611b4995, 4, 32, 77, 65, 71)
    CONDITION(c_841f283b, 1, {10, 26, p_611b4995, 254, 255})
LIST(l_service_2A6E, 4, n_env_2a6e, c_6dfba383 | ACC_SENSOR_LIST_OF_SERVICE, 514, ACC_SENSOR_LIST_END) SLOT(SERVICE,
    10862, l_service_2A6E, 118, 248) BYTES(p_12b2e55a, 3, 80, 32, 84) BYTES(p_ae0314c3, 5, 80, 32, 82, 72, 84)
    BYTES(p_7adbd0a5, 4, 80, 85, 67, 75) BYTES(p_b329c2f1, 3, 67, 32, 84) CONDITION(c_6dfba383, 6, {4, 0, 1879, 254, 1},
    {7, 0, p_12b2e55a, 254, 2}, {7, 0, p_ae0314c3, 254, 3}, {7, 0, p_7adbd0a5, 254, 4}, {7, 0, p_b329c2f1, 254, 5}, {14,
    0, 0, 254, 255})
LIST(l_service_2A6F, 4, n_env_2a6f, c_6dfba383 | ACC_SENSOR_LIST_OF_SERVICE, 257, ACC_SENSOR_LIST_END) SLOT(SERVICE,
    10863, l_service_2A6F, 26, 14)
LIST(l_service_5242, 6, ACC_SENSOR_LIST_SWITCH | 10, 255, n_th_holyiot, c_869338b7, 0xFF00, ACC_SENSOR_LIST_END)
    SLOT(SERVICE, 21058, l_service_5242, 16, 252) BYTES(p_4f2f79ae, 2, 2, 21) CONDITION(c_869338b7, 5, {18, 0, 3341, 1,
    255}, {16, 0, 16895, 2, 255}, {2, 0, 5911, 3, 255}, {4, 0, 76, 4, 255}, {1, 0, p_4f2f79ae, 254, 255})
LIST(l_service_AA20, 4, n_relsib_eclerk_20, 0 | ACC_SENSOR_LIST_OF_SERVICE, 5654, ACC_SENSOR_LIST_END) SLOT(SERVICE,
    43552, l_service_AA20, 27, 203)
LIST(l_service_AA21, 4, n_relsib_eclerk, 0 | ACC_SENSOR_LIST_OF_SERVICE, 5654, ACC_SENSOR_LIST_END) SLOT(SERVICE,
    43553, l_service_AA21, 62, 481)
SLOT(SERVICE, 43554, l_service_AA21, 98, 247)
LIST(l_service_F51C, 4, n_jaalee_jht, c_5d789c76, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE, 62748, l_service_F51C, 66,
    139) CONDITION(c_5d789c76, 6, {18, 0, 2827, 2, 1}, {18, 0, 3084, 2, 255}, {27, 1, 1, 254, 3}, {6, 2, 62748, 254, 4},
    {6, 2, 62757, 254, 5}, {14, 0, 0, 254, 255})
SLOT(SERVICE, 62757, l_service_F51C, 2, 80)
SLOT(SERVICE, 64829, l_service_0D00, 46, 389)
LIST(l_service_FD50, 4, n_hhccjcy10, 0 | ACC_SENSOR_LIST_OF_SERVICE, 2313, ACC_SENSOR_LIST_END) SLOT(SERVICE, 64848,
    l_service_FD50, 82, 37)
LIST(l_service_FD84, 4, n_th_tile_2, c_f96104e5, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE, 64900, l_service_FD84, 10,
    152)
LIST(l_service_FDCD, 4, n_qingping, c_29110f17 | ACC_SENSOR_LIST_OF_SERVICE, 65288, ACC_SENSOR_LIST_END) SLOT(SERVICE,
    64973, l_service_FDCD, 44, 470) CONDITION(c_29110f17, 2, {16, 0, 2109, 1, 255}, {16, 8, 224, 254, 255})
LIST(l_service_FE6A, 4, n_kontakt_telemetry, c_bf43aa47, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE, 65130,
    l_service_FE6A, 121, 67) CONDITION(c_bf43aa47, 1, {16, 0, 1023, 254, 255})
LIST(l_service_FE9A, 7, n_estimote_telemetry_a, c_851f555e | ACC_SENSOR_LIST_OF_SERVICE, 5140, n_estimote_telemetry_b,
    c_2c2cbfc3 | ACC_SENSOR_LIST_OF_SERVICE, 5140, ACC_SENSOR_LIST_END) SLOT(SERVICE, 65178, l_service_FE9A, 35, 94)
    CONDITION(c_851f555e, 4, {16, 9, 3, 1, 255}, {16, 0, 767, 254, 2}, {16, 0, 4863, 254, 3}, {16, 0, 8959, 254, 255})
    CONDITION(c_2c2cbfc3, 4, {16, 9, 259, 1, 255}, {16, 0, 767, 254, 2}, {16, 0, 4863, 254, 3}, {16, 0, 8959, 254, 255})
SLOT(SERVICE, 65194, l_company_0499, 91, 445)
LIST(l_service_FEAB, 4, n_th_mbxpro, c_c8252c18, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE, 65195, l_service_FEAB, 127,
    210) CONDITION(c_c8252c18, 6, {18, 0, 65298, 1, 5}, {18, 0, 5376, 2, 5}, {16, 0, 16639, 254, 3}, {16, 0, 24831, 254,
    4}, {16, 0, 28927, 254, 5}, {14, 0, 0, 254, 255})
LIST(l_service_FEE0, 7, n_amazfit_scale, c_e946b165 | ACC_SENSOR_LIST_OF_SERVICE, 5140, n_mi_band_steps, 0 |
    ACC_SENSOR_LIST_OF_SERVICE, 1028, ACC_SENSOR_LIST_END) SLOT(SERVICE, 65248, l_service_FEE0, 91, 91)
SLOT(SERVICE, 65260, l_service_FD84, 5, 354)
SLOT(SERVICE, 65261, l_service_FD84, 41, 120)
LIST(l_service_FF01, 4, n_th_mokobeacon, c_e946b165, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE, 65281, l_service_FF01,
    112, 45)
SLOT(SERVICE, 65505, l_company_0639, 9, 342)
SLOT(SERVICE, 65529, l_service_FDCD, 94, 355)
LIST(l_service_byte_0009, 4, n_holyiot_temperature, 0 | ACC_SENSOR_LIST_OF_SERVICE, 3341, ACC_SENSOR_LIST_END)
    SLOT(SERVICE_BYTE, 9, l_service_byte_0009, 70, 188)
LIST(l_service_byte_000A, 4, n_holyiot_pressure, 0 | ACC_SENSOR_LIST_OF_SERVICE, 3341, ACC_SENSOR_LIST_END)
    SLOT(SERVICE_BYTE, 10, l_service_byte_000A, 105, 465)
LIST(l_service_byte_000B, 4, n_holyiot_humidity, 0 | ACC_SENSOR_LIST_OF_SERVICE, 3341, ACC_SENSOR_LIST_END)
    SLOT(SERVICE_BYTE, 11, l_service_byte_000B, 13, 231)
LIST(l_service_byte_000C, 4, n_holyiot_vibration, 0 | ACC_SENSOR_LIST_OF_SERVICE, 3341, ACC_SENSOR_LIST_END)
    SLOT(SERVICE_BYTE, 12, l_service_byte_000C, 48, 509)
LIST(l_service_byte_000D, 4, n_holyiot_side, 0 | ACC_SENSOR_LIST_OF_SERVICE, 3341, ACC_SENSOR_LIST_END)
    SLOT(SERVICE_BYTE, 13, l_service_byte_000D, 84, 275)
LIST(l_service_byte_000E, 4, n_holyiot_button, 0 | ACC_SENSOR_LIST_OF_SERVICE, 3341, ACC_SENSOR_LIST_END)
    SLOT(SERVICE_BYTE, 14, l_service_byte_000E, 120, 41)
LIST(l_service_byte_9201, 7, n_switchbot_keypad_vision, c_849f0269 | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    n_switchbot_standing_fan, c_08ea2579 | ACC_SENSOR_LIST_OF_SERVICE, 65286, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE,
    37377, l_service_byte_9201, 104, 166) BYTES(p_614a0f25, 4, 0, 17, 3, 120) BYTES(p_c009ff68, 4, 1, 17, 3, 120)
    BYTES(p_a72bd2c7, 4, 0, 17, 7, 96) BYTES(p_5d186590, 4, 1, 17, 7, 96) CONDITION(c_849f0269, 4, {17, -4, p_614a0f25,
    254, 1}, {17, -4, p_c009ff68, 254, 2}, {17, -5, p_614a0f25, 254, 3}, {17, -5, p_c009ff68, 254, 255})
    CONDITION(c_08ea2579, 4, {17, -4, p_a72bd2c7, 254, 1}, {17, -4, p_5d186590, 254, 2}, {17, -5, p_a72bd2c7, 254, 3},
    {17, -5, p_5d186590, 254, 255})
LIST(l_service_byte_9206, 4, n_switchbot_lock_vision, c_b2b71ebd | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37382, l_service_byte_9206, 26, 19) BYTES(p_76836c89, 4, 0, 17, 105, 8)
    BYTES(p_d5988350, 4, 1, 17, 105, 8) CONDITION(c_b2b71ebd, 4, {17, -4, p_76836c89, 254, 1}, {17, -4, p_d5988350, 254,
    2}, {17, -5, p_76836c89, 254, 3}, {17, -5, p_d5988350, 254, 255})
LIST(l_service_byte_9207, 4, n_switchbot_lock_vision_pro, c_09253ca9 | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37383, l_service_byte_9207, 61, 297) BYTES(p_75836af6, 4, 0, 17, 105, 9)
    BYTES(p_d69884e3, 4, 1, 17, 105, 9) CONDITION(c_09253ca9, 4, {17, -4, p_75836af6, 254, 1}, {17, -4, p_d69884e3, 254,
    2}, {17, -5, p_75836af6, 254, 3}, {17, -5, p_d69884e3, 254, 255})
LIST(l_service_byte_920E, 7, n_switchbot_rgbicww_ceiling_light, c_85362b25 | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    n_switchbot_art_frame, c_ea4d2099 | ACC_SENSOR_LIST_OF_SERVICE, 65286, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE,
    37390, l_service_byte_920E, 54, 194) BYTES(p_be810882, 4, 0, 17, 187, 16) BYTES(p_9ce58735, 4, 1, 17, 187, 16)
    BYTES(p_0ef8cfe2, 4, 0, 17, 62, 16) BYTES(p_69e7de6b, 4, 1, 17, 62, 16) CONDITION(c_85362b25, 4, {17, -4,
    p_be810882, 254, 1}, {17, -4, p_9ce58735, 254, 2}, {17, -5, p_be810882, 254, 3}, {17, -5, p_9ce58735, 254, 255})
    CONDITION(c_ea4d2099, 4, {17, -4, p_0ef8cfe2, 254, 1}, {17, -4, p_69e7de6b, 254, 2}, {17, -5, p_0ef8cfe2, 254, 3},
    {17, -5, p_69e7de6b, 254, 255})
LIST(l_service_byte_9220, 4, n_switchbot_candle_warmer_lamp, c_07c95f65 | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37408, l_service_byte_9220, 54, 77) BYTES(p_dabb356f, 4, 0, 17, 34, 184)
    BYTES(p_df2fdab4, 4, 1, 17, 34, 184) CONDITION(c_07c95f65, 4, {17, -4, p_dabb356f, 254, 1}, {17, -4, p_df2fdab4,
    254, 2}, {17, -5, p_dabb356f, 254, 3}, {17, -5, p_df2fdab4, 254, 255})
LIST(l_service_byte_9230, 4, n_switchbot_smart_thermostat_radiator, c_a7ad7b91 | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37424, l_service_byte_9230, 110, 427) BYTES(p_ba540820, 4, 0, 17, 54, 64)
    BYTES(p_4d485e25, 4, 1, 17, 54, 64) CONDITION(c_a7ad7b91, 4, {17, -4, p_ba540820, 254, 1}, {17, -4, p_4d485e25, 254,
    2}, {17, -5, p_ba540820, 254, 3}, {17, -5, p_4d485e25, 254, 255})
LIST(l_service_byte_9238, 4, n_switchbot_art_frame, c_ea4d2099 | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37432, l_service_byte_9238, 11, 90)
LIST(l_service_byte_923E, 10, n_switchbot_hub3, c_79e75c01 | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    n_switchbot_smart_thermostat_radiator, c_a7ad7b91 | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    n_switchbot_circulator_fan_pro, c_34754cd9 | ACC_SENSOR_LIST_OF_SERVICE, 65286, ACC_SENSOR_LIST_END)
    SLOT(SERVICE_BYTE, 37438, l_service_byte_923E, 96, 221) BYTES(p_cc18b990, 4, 0, 16, 185, 64) BYTES(p_8562fd9b, 4, 1,
    16, 185, 64) BYTES(p_b4b3e1dc, 4, 0, 17, 179, 64) BYTES(p_7f94cdfb, 4, 1, 17, 179, 64) CONDITION(c_79e75c01, 4, {17,
    -4, p_cc18b990, 254, 1}, {17, -4, p_8562fd9b, 254, 2}, {17, -5, p_cc18b990, 254, 3}, {17, -5, p_8562fd9b, 254, 255})
    CONDITION(c_34754cd9, 4, {17, -4, p_b4b3e1dc, 254, 1}, {17, -4, p_7f94cdfb, 254, 2}, {17, -5, p_b4b3e1dc, 254, 3},
    {17, -5, p_7f94cdfb, 254, 255})
LIST(l_service_byte_924E, 4, n_switchbot_s20_vacuum, c_cc2833e1 | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37454, l_service_byte_924E, 25, 60) BYTES(p_d27aaa66, 4, 0, 16, 224, 80)
    BYTES(p_f6bdcae1, 4, 1, 16, 224, 80) CONDITION(c_cc2833e1, 4, {17, -4, p_d27aaa66, 254, 1}, {17, -4, p_f6bdcae1,
    254, 2}, {17, -5, p_d27aaa66, 254, 3}, {17, -5, p_f6bdcae1, 254, 255})
LIST(l_service_byte_924F, 4, n_switchbot_keypad_vision_pro, c_b7984551 | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37455, l_service_byte_924F, 60, 338) BYTES(p_0f1ed924, 4, 0, 17, 81, 152)
    BYTES(p_e02db7eb, 4, 1, 17, 81, 152) CONDITION(c_b7984551, 4, {17, -4, p_0f1ed924, 254, 1}, {17, -4, p_e02db7eb,
    254, 2}, {17, -5, p_0f1ed924, 254, 3}, {17, -5, p_e02db7eb, 254, 255})
LIST(l_service_byte_9251, 4, n_switchbot_weather_station, c_95a0fa81 | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37457, l_service_byte_9251, 3, 381) BYTES(p_25a5ffe9, 4, 0, 16, 83, 176)
    BYTES(p_728550aa, 4, 1, 16, 83, 176) CONDITION(c_95a0fa81, 4, {17, -4, p_25a5ffe9, 254, 1}, {17, -4, p_728550aa,
    254, 2}, {17, -5, p_25a5ffe9, 254, 3}, {17, -5, p_728550aa, 254, 255})
LIST(l_service_byte_925E, 4, n_switchbot_standing_fan, c_08ea2579 | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37470, l_service_byte_925E, 81, 410)
LIST(l_service_byte_9267, 7, n_switchbot_lock_vision_pro, c_09253ca9 | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    n_switchbot_lock_vision, c_b2b71ebd | ACC_SENSOR_LIST_OF_SERVICE, 65286, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE,
    37479, l_service_byte_9267, 17, 351)
LIST(l_service_byte_9276, 4, n_switchbot_keypad_vision, c_849f0269 | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37494, l_service_byte_9276, 38, 423)
LIST(l_service_byte_928E, 4, n_switchbot_lock_pro_wifi, c_117368f9 | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37518, l_service_byte_928E, 123, 437) BYTES(p_cc82d2e5, 4, 0, 16, 255, 144)
    BYTES(p_279f10a4, 4, 1, 16, 255, 144) CONDITION(c_117368f9, 4, {17, -4, p_cc82d2e5, 254, 1}, {17, -4, p_279f10a4,
    254, 2}, {17, -5, p_cc82d2e5, 254, 3}, {17, -5, p_279f10a4, 254, 255})
SLOT(SERVICE_BYTE, 37526, l_service_byte_924F, 24, 100)
LIST(l_service_byte_9299, 4, n_switchbot_lock_ultra_max, c_7d9d7c21 | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37529, l_service_byte_9299, 2, 422) BYTES(p_8dcd7413, 4, 0, 17, 159, 184)
    BYTES(p_4c79c37e, 4, 1, 17, 159, 184) CONDITION(c_7d9d7c21, 4, {17, -4, p_8dcd7413, 254, 1}, {17, -4, p_4c79c37e,
    254, 2}, {17, -5, p_8dcd7413, 254, 3}, {17, -5, p_4c79c37e, 254, 255})
LIST(l_service_byte_929F, 4, n_switchbot_lock_ultra, c_fe018445 | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37535, l_service_byte_929F, 88, 41) BYTES(p_ff2e1c4b, 4, 0, 16, 165, 184)
    BYTES(p_6cfa07fa, 4, 1, 16, 165, 184) CONDITION(c_fe018445, 4, {17, -4, p_ff2e1c4b, 254, 1}, {17, -4, p_6cfa07fa,
    254, 2}, {17, -5, p_ff2e1c4b, 254, 3}, {17, -5, p_6cfa07fa, 254, 255})
LIST(l_service_byte_92A6, 4, n_switchbot_k11plus_vacuum, c_a34788bd | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37542, l_service_byte_92A6, 80, 450) BYTES(p_b8ea1f2f, 4, 0, 16, 251, 168)
    BYTES(p_83b75b5e, 4, 1, 16, 251, 168) CONDITION(c_a34788bd, 4, {17, -4, p_b8ea1f2f, 254, 1}, {17, -4, p_83b75b5e,
    254, 2}, {17, -5, p_b8ea1f2f, 254, 3}, {17, -5, p_83b75b5e, 254, 255})
LIST(l_service_byte_92AE, 10, n_switchbot_floor_lamp, c_66753bd1 | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    n_switchbot_rgbicww_floor_lamp, c_0a1114e9 | ACC_SENSOR_LIST_OF_SERVICE, 65286, n_switchbot_weather_station,
    c_95a0fa81 | ACC_SENSOR_LIST_OF_SERVICE, 65286, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37550, l_service_byte_92AE,
    109, 114) BYTES(p_9ec0edc2, 4, 0, 16, 208, 176) BYTES(p_e63befcb, 4, 1, 16, 208, 176) BYTES(p_b2e5de17, 4, 0, 16,
    208, 180) BYTES(p_6a47f88a, 4, 1, 16, 208, 180) CONDITION(c_66753bd1, 4, {17, -4, p_9ec0edc2, 254, 1}, {17, -4,
    p_e63befcb, 254, 2}, {17, -5, p_9ec0edc2, 254, 3}, {17, -5, p_e63befcb, 254, 255}) CONDITION(c_0a1114e9, 4, {17, -4,
    p_b2e5de17, 254, 1}, {17, -4, p_6a47f88a, 254, 2}, {17, -5, p_b2e5de17, 254, 3}, {17, -5, p_6a47f88a, 254, 255})
LIST(l_service_byte_92AF, 7, n_switchbot_strip_light_3, c_f146c27d | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    n_switchbot_rgbic_neon_wire_rope_light, c_04a0dda1 | ACC_SENSOR_LIST_OF_SERVICE, 65286, ACC_SENSOR_LIST_END)
    SLOT(SERVICE_BYTE, 37551, l_service_byte_92AF, 16, 391) BYTES(p_9fc0ef55, 4, 0, 16, 208, 177) BYTES(p_e53bee38, 4,
    1, 16, 208, 177) BYTES(p_b1e5dc84, 4, 0, 16, 208, 181) BYTES(p_6b47fa1d, 4, 1, 16, 208, 181) CONDITION(c_f146c27d,
    4, {17, -4, p_9fc0ef55, 254, 1}, {17, -4, p_e53bee38, 254, 2}, {17, -5, p_9fc0ef55, 254, 3}, {17, -5, p_e53bee38,
    254, 255}) CONDITION(c_04a0dda1, 4, {17, -4, p_b1e5dc84, 254, 1}, {17, -4, p_6b47fa1d, 254, 2}, {17, -5, p_b1e5dc84,
    254, 3}, {17, -5, p_6b47fa1d, 254, 255})
LIST(l_service_byte_92B0, 4, n_switchbot_rgbic_neon_rope_light, c_8cbbd369 | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37552, l_service_byte_92B0, 52, 157) BYTES(p_b4e5e13d, 4, 0, 16, 208, 182)
    BYTES(p_6847f564, 4, 1, 16, 208, 182) CONDITION(c_8cbbd369, 4, {17, -4, p_b4e5e13d, 254, 1}, {17, -4, p_6847f564,
    254, 2}, {17, -5, p_b4e5e13d, 254, 3}, {17, -5, p_6847f564, 254, 255})
LIST(l_service_byte_92B1, 10, n_switchbot_rgbicww_strip_light, c_1fda0379 | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    n_switchbot_permanent_outdoor_light, c_04d296ad | ACC_SENSOR_LIST_OF_SERVICE, 65286, n_switchbot_circulator_fan_pro,
    c_34754cd9 | ACC_SENSOR_LIST_OF_SERVICE, 65286, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37553, l_service_byte_92B1,
    87, 435) BYTES(p_a1c0f27b, 4, 0, 16, 208, 179) BYTES(p_e33beb12, 4, 1, 16, 208, 179) BYTES(p_b3e5dfaa, 4, 0, 16,
    208, 183) BYTES(p_6947f6f7, 4, 1, 16, 208, 183) CONDITION(c_1fda0379, 4, {17, -4, p_a1c0f27b, 254, 1}, {17, -4,
    p_e33beb12, 254, 2}, {17, -5, p_a1c0f27b, 254, 3}, {17, -5, p_e33beb12, 254, 255}) CONDITION(c_04d296ad, 4, {17, -4,
    p_b3e5dfaa, 254, 1}, {17, -4, p_6947f6f7, 254, 2}, {17, -5, p_b3e5dfaa, 254, 3}, {17, -5, p_6947f6f7, 254, 255})
LIST(l_service_byte_92B6, 10, n_switchbot_lock_ultra, c_fe018445 | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    n_switchbot_candle_warmer_lamp, c_07c95f65 | ACC_SENSOR_LIST_OF_SERVICE, 65286, n_switchbot_lock_ultra_max,
    c_7d9d7c21 | ACC_SENSOR_LIST_OF_SERVICE, 65286, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37558, l_service_byte_92B6,
    9, 289)
LIST(l_service_byte_92B7, 4, n_switchbot_hub3, c_79e75c01 | ACC_SENSOR_LIST_OF_SERVICE, 65286, ACC_SENSOR_LIST_END)
    SLOT(SERVICE_BYTE, 37559, l_service_byte_92B7, 45, 55)
LIST(l_service_byte_92B8, 4, n_switchbot_rgbicww_light_bars, c_073d2a85 | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37560, l_service_byte_92B8, 80, 333) BYTES(p_7f7e748d, 4, 0, 17, 190, 248)
    BYTES(p_266d563c, 4, 1, 17, 190, 248) CONDITION(c_073d2a85, 4, {17, -4, p_7f7e748d, 254, 1}, {17, -4, p_266d563c,
    254, 2}, {17, -5, p_7f7e748d, 254, 3}, {17, -5, p_266d563c, 254, 255})
LIST(l_service_byte_92B9, 4, n_switchbot_rgbicww_ceiling_light, c_85362b25 | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37561, l_service_byte_92B9, 116, 98)
LIST(l_service_byte_92C6, 4, n_switchbot_presence_sensor, c_97a5f7e9 | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37574, l_service_byte_92C6, 66, 127) BYTES(p_7c3c7de6, 4, 0, 16, 204, 200)
    BYTES(p_8aae02e3, 4, 1, 16, 204, 200) CONDITION(c_97a5f7e9, 4, {17, -4, p_7c3c7de6, 254, 1}, {17, -4, p_8aae02e3,
    254, 2}, {17, -5, p_7c3c7de6, 254, 3}, {17, -5, p_8aae02e3, 254, 255})
LIST(l_service_byte_92CE, 22, n_switchbot_floor_lamp, c_66753bd1 | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    n_switchbot_strip_light_3, c_f146c27d | ACC_SENSOR_LIST_OF_SERVICE, 65286, n_switchbot_rgbicww_strip_light,
    c_1fda0379 | ACC_SENSOR_LIST_OF_SERVICE, 65286, n_switchbot_rgbicww_floor_lamp, c_0a1114e9 |
    ACC_SENSOR_LIST_OF_SERVICE, 65286, n_switchbot_permanent_outdoor_light, c_04d296ad | ACC_SENSOR_LIST_OF_SERVICE,
    65286, n_switchbot_rgbic_neon_wire_rope_light, c_04a0dda1 | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    n_switchbot_rgbic_neon_rope_light, c_8cbbd369 | ACC_SENSOR_LIST_OF_SERVICE, 65286, ACC_SENSOR_LIST_END)
    SLOT(SERVICE_BYTE, 37582, l_service_byte_92CE, 94, 302)
LIST(l_service_byte_92D6, 4, n_switchbot_climate_panel, c_a8466c21 | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37590, l_service_byte_92D6, 122, 477) BYTES(p_ff9f76e0, 4, 0, 16, 243, 216)
    BYTES(p_7921de41, 4, 1, 16, 243, 216) CONDITION(c_a8466c21, 4, {17, -4, p_ff9f76e0, 254, 1}, {17, -4, p_7921de41,
    254, 2}, {17, -5, p_ff9f76e0, 254, 3}, {17, -5, p_7921de41, 254, 255})
SLOT(SERVICE_BYTE, 37598, l_service_byte_924E, 23, 141)
SLOT(SERVICE_BYTE, 37617, l_service_byte_92D6, 58, 301)
SLOT(SERVICE_BYTE, 37622, l_service_byte_92B8, 108, 154)
LIST(l_service_byte_92F9, 7, n_switchbot_k11plus_vacuum, c_a34788bd | ACC_SENSOR_LIST_OF_SERVICE, 65286,
    n_switchbot_lock_pro_wifi, c_117368f9 | ACC_SENSOR_LIST_OF_SERVICE, 65286, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE,
    37625, l_service_byte_92F9, 86, 476)
LIST(l_service_byte_9303, 4, n_switchbot_evaporative_humidifier, c_1e7883d0, 0xFF00, ACC_SENSOR_LIST_END)
    SLOT(SERVICE_BYTE, 37635, l_service_byte_9303, 58, 183) CONDITION(c_1e7883d0, 3, {4, 0, 2409, 254, 1}, {4, 0, 89,
    254, 2}, {14, 0, 0, 254, 255})
LIST(l_service_byte_9304, 4, n_switchbot_lock_pro, c_1e7883d0, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37636,
    l_service_byte_9304, 93, 461)
LIST(l_service_byte_9305, 4, n_switchbot_hubmini_matter, c_1e7883d0, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE,
    37637, l_service_byte_9305, 1, 226)
LIST(l_service_byte_9306, 4, n_switchbot_leak_detector, c_1e7883d0, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE,
    37638, l_service_byte_9306, 36, 504)
LIST(l_service_byte_9307, 4, n_switchbot_universal_remote, c_df7f918d, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE,
    37639, l_service_byte_9307, 72, 270) CONDITION(c_df7f918d, 6, {16, 0, 2015, 1, 255}, {18, 0, 771, 254, 2}, {18, 0,
    1028, 254, 3}, {4, 0, 2409, 254, 4}, {4, 0, 89, 254, 5}, {14, 0, 0, 254, 255})
LIST(l_service_byte_9308, 4, n_switchbot_k10plus_pro_vacuum, c_1e7883d0, 0xFF00, ACC_SENSOR_LIST_END)
    SLOT(SERVICE_BYTE, 37640, l_service_byte_9308, 108, 36)
LIST(l_service_byte_930A, 4, n_switchbot_air_purifier_us, c_1e7883d0, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE,
    37642, l_service_byte_930A, 51, 80)
LIST(l_service_byte_930B, 4, n_switchbot_air_purifier_jp, c_1e7883d0, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE,
    37643, l_service_byte_930B, 86, 358)
LIST(l_service_byte_930C, 4, n_switchbot_roller_shade, c_8cd669b8, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE,
    37644, l_service_byte_930C, 122, 124) CONDITION(c_8cd669b8, 4, {18, 0, 771, 254, 1}, {4, 0, 2409, 254, 2}, {4, 0,
    89, 254, 3}, {14, 0, 0, 254, 255})
LIST(l_service_byte_930D, 4, n_switchbot_lock_lite, c_8cd669b8, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37645,
    l_service_byte_930D, 29, 402)
LIST(l_service_byte_930E, 4, n_switchbot_k20_vacuum, c_5514b60c, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37646,
    l_service_byte_930E, 65, 167) CONDITION(c_5514b60c, 4, {16, 0, 11903, 1, 255}, {4, 0, 2409, 254, 2}, {4, 0, 89, 254,
    3}, {14, 0, 0, 254, 255})
LIST(l_service_byte_930F, 4, n_switchbot_k20_vacuum, c_a4cda62d, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37647,
    l_service_byte_930F, 100, 445) CONDITION(c_a4cda62d, 4, {16, 0, 3967, 1, 255}, {4, 0, 2409, 254, 2}, {4, 0, 89, 254,
    3}, {14, 0, 0, 254, 255})
LIST(l_service_byte_9313, 4, n_switchbot_k10plus_pro_combo_vacuum, c_1e7883d0, 0xFF00, ACC_SENSOR_LIST_END)
    SLOT(SERVICE_BYTE, 37651, l_service_byte_9313, 115, 21)
LIST(l_service_byte_9314, 4, n_switchbot_meter_pro, c_8cd669b8, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37652,
    l_service_byte_9314, 22, 299)
LIST(l_service_byte_9315, 4, n_switchbot_meter_pro_co2, c_8cd669b8, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE,
    37653, l_service_byte_9315, 58, 65)
LIST(l_service_byte_9317, 4, n_switchbot_air_purifier_table_us, c_1e7883d0, 0xFF00, ACC_SENSOR_LIST_END)
    SLOT(SERVICE_BYTE, 37655, l_service_byte_9317, 1, 108)
LIST(l_service_byte_9318, 4, n_switchbot_air_purifier_table_jp, c_1e7883d0, 0xFF00, ACC_SENSOR_LIST_END)
    SLOT(SERVICE_BYTE, 37656, l_service_byte_9318, 36, 386)
LIST(l_service_byte_931B, 4, n_switchbot_relay_switch_1, c_1e7883d0, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE,
    37659, l_service_byte_931B, 15, 196)
LIST(l_service_byte_931C, 4, n_switchbot_relay_switch_1pm, c_1e7883d0, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE,
    37660, l_service_byte_931C, 50, 474)
LIST(l_service_byte_931D, 4, n_switchbot_relay_switch_2pm, c_1e7883d0, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE,
    37661, l_service_byte_931D, 86, 240)
LIST(l_service_byte_931E, 4, n_switchbot_garage_door_opener, c_1e7883d0, 0xFF00, ACC_SENSOR_LIST_END)
    SLOT(SERVICE_BYTE, 37662, l_service_byte_931E, 122, 6)
LIST(l_service_byte_931F, 4, n_switchbot_plug_mini_eu, c_1e7883d0, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE,
    37663, l_service_byte_931F, 29, 284)
LIST(l_service_byte_9342, 4, n_switchbot_remote, c_00d89189, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37698,
    l_service_byte_9342, 121, 282) CONDITION(c_00d89189, 5, {18, 0, 771, 254, 1}, {18, 0, 1028, 254, 2}, {4, 0, 2409,
    254, 3}, {4, 0, 89, 254, 4}, {14, 0, 0, 254, 255})
LIST(l_service_byte_9343, 4, n_switchbot_curtain, c_b6707899, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37699,
    l_service_byte_9343, 29, 48) CONDITION(c_b6707899, 5, {18, 0, 1285, 254, 1}, {18, 0, 1542, 254, 2}, {4, 0, 2409,
    254, 3}, {4, 0, 89, 254, 4}, {14, 0, 0, 254, 255})
LIST(l_service_byte_9344, 4, n_switchbot_contact_sensor, c_6e040368, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE,
    37700, l_service_byte_9344, 64, 326) CONDITION(c_6e040368, 4, {18, 0, 2313, 254, 1}, {4, 0, 2409, 254, 2}, {4, 0,
    89, 254, 3}, {14, 0, 0, 254, 255})
LIST(l_service_byte_9345, 4, n_switchbot_humidifier, c_13d27686, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37701,
    l_service_byte_9345, 100, 92) CONDITION(c_13d27686, 4, {18, 0, 2056, 254, 1}, {4, 0, 2409, 254, 2}, {4, 0, 89, 254,
    3}, {14, 0, 0, 254, 255})
LIST(l_service_byte_9347, 4, n_switchbot_plug_mini, c_1e7883d0, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37703,
    l_service_byte_9347, 43, 135)
LIST(l_service_byte_9348, 4, n_switchbot_bot, c_ff736959, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37704,
    l_service_byte_9348, 78, 413) CONDITION(c_ff736959, 6, {16, 0, 18559, 1, 255}, {18, 0, 771, 254, 2}, {18, 0, 1028,
    254, 3}, {4, 0, 2409, 254, 4}, {4, 0, 89, 254, 5}, {14, 0, 0, 254, 255})
LIST(l_service_byte_9349, 4, n_switchbot_meter_plus, c_981097cd, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37705,
    l_service_byte_9349, 114, 179) CONDITION(c_981097cd, 5, {18, 0, 1542, 254, 1}, {4, 0, 2409, 254, 2}, {4, 0, 89, 254,
    3}, {6, 16, p_1fcd933b, 254, 4}, {14, 0, 0, 254, 255})
LIST(l_service_byte_934A, 4, n_switchbot_plug_mini_jp, c_1e7883d0, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE,
    37706, l_service_byte_934A, 21, 457)
LIST(l_service_byte_934E, 4, n_switchbot_ceiling_light_pro, c_1e7883d0, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE,
    37710, l_service_byte_934E, 36, 33)
LIST(l_service_byte_934F, 4, n_switchbot_lock, c_8cd669b8, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37711,
    l_service_byte_934F, 71, 311)
LIST(l_service_byte_9351, 4, n_switchbot_ceiling_light, c_1e7883d0, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE,
    37713, l_service_byte_9351, 14, 354)
LIST(l_service_byte_9352, 4, n_switchbot_light_strip, c_1e7883d0, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE,
    37714, l_service_byte_9352, 50, 120)
LIST(l_service_byte_9353, 4, n_switchbot_motion_sensor, c_8b9670a7, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE,
    37715, l_service_byte_9353, 85, 398) CONDITION(c_8b9670a7, 4, {18, 0, 1542, 254, 1}, {4, 0, 2409, 254, 2}, {4, 0,
    89, 254, 3}, {14, 0, 0, 254, 255})
LIST(l_service_byte_9354, 4, n_switchbot_meter, c_981097cd, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37716,
    l_service_byte_9354, 121, 164)
LIST(l_service_byte_9355, 4, n_switchbot_color_bulb, c_1e7883d0, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37717,
    l_service_byte_9355, 28, 442)
LIST(l_service_byte_9356, 4, n_switchbot_hub_2, c_1e7883d0, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37718,
    l_service_byte_9356, 64, 208)
LIST(l_service_byte_9357, 4, n_switchbot_indoor_outdoor_meter, c_8cd669b8, 0xFF00, ACC_SENSOR_LIST_END)
    SLOT(SERVICE_BYTE, 37719, l_service_byte_9357, 99, 486)
LIST(l_service_byte_9358, 4, n_switchbot_blind_tilt, c_8cd669b8, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37720,
    l_service_byte_9358, 7, 252)
LIST(l_service_byte_9359, 4, n_switchbot_keypad, c_8cd669b8, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37721,
    l_service_byte_9359, 43, 18)
LIST(l_service_byte_935A, 4, n_switchbot_s10_vacuum, c_1e7883d0, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37722,
    l_service_byte_935A, 78, 295)
LIST(l_service_byte_935B, 4, n_switchbot_curtain_3, c_8b9670a7, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE, 37723,
    l_service_byte_935B, 114, 61)
LIST(l_service_byte_935D, 4, n_switchbot_k10plus_vacuum, c_1e7883d0, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE,
    37725, l_service_byte_935D, 57, 105)
LIST(l_service_byte_935E, 4, n_switchbot_circulator_fan, c_1e7883d0, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_BYTE,
    37726, l_service_byte_935E, 92, 383)
SLOT(SERVICE_BYTE, 43364, l_service_byte_9201, 34, 432)
SLOT(SERVICE_BYTE, 43369, l_service_byte_9206, 84, 286)
SLOT(SERVICE_BYTE, 43370, l_service_byte_9207, 120, 52)
SLOT(SERVICE_BYTE, 43377, l_service_byte_920E, 112, 461)
SLOT(SERVICE_BYTE, 43395, l_service_byte_9220, 112, 343)
SLOT(SERVICE_BYTE, 43411, l_service_byte_9230, 41, 181)
SLOT(SERVICE_BYTE, 43419, l_service_byte_9238, 69, 356)
SLOT(SERVICE_BYTE, 43425, l_service_byte_923E, 26, 488)
SLOT(SERVICE_BYTE, 43441, l_service_byte_924E, 83, 326)
SLOT(SERVICE_BYTE, 43442, l_service_byte_924F, 119, 92)
SLOT(SERVICE_BYTE, 43444, l_service_byte_9251, 62, 136)
SLOT(SERVICE_BYTE, 43457, l_service_byte_925E, 12, 164)
SLOT(SERVICE_BYTE, 43466, l_service_byte_9267, 76, 106)
SLOT(SERVICE_BYTE, 43481, l_service_byte_9276, 97, 178)
SLOT(SERVICE_BYTE, 43505, l_service_byte_928E, 54, 191)
SLOT(SERVICE_BYTE, 43513, l_service_byte_924F, 82, 367)
SLOT(SERVICE_BYTE, 43516, l_service_byte_9299, 61, 176)
SLOT(SERVICE_BYTE, 43522, l_service_byte_929F, 18, 308)
SLOT(SERVICE_BYTE, 43529, l_service_byte_92A6, 11, 205)
SLOT(SERVICE_BYTE, 43537, l_service_byte_92AE, 39, 380)
SLOT(SERVICE_BYTE, 43538, l_service_byte_92AF, 75, 146)
SLOT(SERVICE_BYTE, 43539, l_service_byte_92B0, 110, 424)
SLOT(SERVICE_BYTE, 43540, l_service_byte_92B1, 18, 190)
SLOT(SERVICE_BYTE, 43545, l_service_byte_92B6, 68, 43)
SLOT(SERVICE_BYTE, 43546, l_service_byte_92B7, 103, 321)
SLOT(SERVICE_BYTE, 43547, l_service_byte_92B8, 11, 87)
SLOT(SERVICE_BYTE, 43548, l_service_byte_92B9, 46, 365)
SLOT(SERVICE_BYTE, 43561, l_service_byte_92C6, 124, 394)
SLOT(SERVICE_BYTE, 43569, l_service_byte_92CE, 25, 57)
SLOT(SERVICE_BYTE, 43577, l_service_byte_92D6, 53, 232)
SLOT(SERVICE_BYTE, 43585, l_service_byte_924E, 81, 407)
SLOT(SERVICE_BYTE, 43604, l_service_byte_92D6, 117, 55)
SLOT(SERVICE_BYTE, 43609, l_service_byte_92B8, 38, 420)
SLOT(SERVICE_BYTE, 43612, l_service_byte_92F9, 17, 230)
SLOT(SERVICE_BYTE, 43622, l_service_byte_9303, 116, 449)
SLOT(SERVICE_BYTE, 43623, l_service_byte_9304, 24, 215)
SLOT(SERVICE_BYTE, 43624, l_service_byte_9305, 59, 493)
SLOT(SERVICE_BYTE, 43625, l_service_byte_9306, 95, 259)
SLOT(SERVICE_BYTE, 43626, l_service_byte_9307, 3, 25)
SLOT(SERVICE_BYTE, 43627, l_service_byte_9308, 38, 303)
SLOT(SERVICE_BYTE, 43629, l_service_byte_930A, 109, 346)
SLOT(SERVICE_BYTE, 43630, l_service_byte_930B, 17, 112)
SLOT(SERVICE_BYTE, 43631, l_service_byte_930C, 52, 390)
SLOT(SERVICE_BYTE, 43632, l_service_byte_930D, 88, 156)
SLOT(SERVICE_BYTE, 43633, l_service_byte_930E, 123, 434)
SLOT(SERVICE_BYTE, 43634, l_service_byte_930F, 31, 200)
SLOT(SERVICE_BYTE, 43638, l_service_byte_9313, 45, 287)
SLOT(SERVICE_BYTE, 43639, l_service_byte_9314, 81, 53)
SLOT(SERVICE_BYTE, 43640, l_service_byte_9315, 116, 331)
SLOT(SERVICE_BYTE, 43642, l_service_byte_9317, 59, 375)
SLOT(SERVICE_BYTE, 43643, l_service_byte_9318, 95, 141)
SLOT(SERVICE_BYTE, 43646, l_service_byte_931B, 73, 463)
SLOT(SERVICE_BYTE, 43647, l_service_byte_931C, 109, 228)
SLOT(SERVICE_BYTE, 43648, l_service_byte_931D, 16, 506)
SLOT(SERVICE_BYTE, 43649, l_service_byte_931E, 52, 272)
SLOT(SERVICE_BYTE, 43650, l_service_byte_931F, 88, 38)
SLOT(SERVICE_BYTE, 43685, l_service_byte_9342, 52, 36)
SLOT(SERVICE_BYTE, 43686, l_service_byte_9343, 87, 314)
SLOT(SERVICE_BYTE, 43687, l_service_byte_9344, 123, 80)
SLOT(SERVICE_BYTE, 43688, l_service_byte_9345, 30, 358)
SLOT(SERVICE_BYTE, 43690, l_service_byte_9347, 101, 402)
SLOT(SERVICE_BYTE, 43691, l_service_byte_9348, 9, 168)
SLOT(SERVICE_BYTE, 43692, l_service_byte_9349, 44, 446)
SLOT(SERVICE_BYTE, 43693, l_service_byte_934A, 80, 212)
SLOT(SERVICE_BYTE, 43697, l_service_byte_934E, 94, 299)
SLOT(SERVICE_BYTE, 43698, l_service_byte_934F, 2, 65)
SLOT(SERVICE_BYTE, 43700, l_service_byte_9351, 73, 109)
SLOT(SERVICE_BYTE, 43701, l_service_byte_9352, 108, 387)
SLOT(SERVICE_BYTE, 43702, l_service_byte_9353, 16, 153)
SLOT(SERVICE_BYTE, 43703, l_service_byte_9354, 51, 431)
SLOT(SERVICE_BYTE, 43704, l_service_byte_9355, 87, 196)
SLOT(SERVICE_BYTE, 43705, l_service_byte_9356, 122, 474)
SLOT(SERVICE_BYTE, 43706, l_service_byte_9357, 30, 240)
SLOT(SERVICE_BYTE, 43707, l_service_byte_9358, 66, 6)
SLOT(SERVICE_BYTE, 43708, l_service_byte_9359, 101, 284)
SLOT(SERVICE_BYTE, 43709, l_service_byte_935A, 9, 50)
SLOT(SERVICE_BYTE, 43710, l_service_byte_935B, 44, 328)
SLOT(SERVICE_BYTE, 43712, l_service_byte_935D, 115, 372)
SLOT(SERVICE_BYTE, 43713, l_service_byte_935E, 23, 137)
LIST(l_service_byte_D6B7, 4, n_kkm_k6, c_18905709 | ACC_SENSOR_LIST_OF_SERVICE, 65289, ACC_SENSOR_LIST_END)
    SLOT(SERVICE_BYTE, 54967, l_service_byte_D6B7, 21, 266) BYTES(p_47377984, 2, 33, 1) CONDITION(c_18905709, 2, {16, 2,
    771, 1, 255}, {17, 0, p_47377984, 254, 255})
LIST(l_service_byte_FD41, 4, n_minew_ht, c_82e4c45c | ACC_SENSOR_LIST_OF_SERVICE, 3341, ACC_SENSOR_LIST_END)
    SLOT(SERVICE_BYTE, 64833, l_service_byte_FD41, 94, 214) BYTES(p_411797b6, 2, 161, 1) CONDITION(c_82e4c45c, 1, {17,
    0, p_411797b6, 254, 255})
LIST(l_service_byte_FD42, 4, n_minew_light, c_682fac45 | ACC_SENSOR_LIST_OF_SERVICE, 2570, ACC_SENSOR_LIST_END)
    SLOT(SERVICE_BYTE, 64834, l_service_byte_FD42, 1, 492) BYTES(p_40179623, 2, 161, 2) CONDITION(c_682fac45, 1, {17, 0,
    p_40179623, 254, 255})
LIST(l_service_byte_FD43, 4, n_minew_acceleration, c_e28f67f2 | ACC_SENSOR_LIST_OF_SERVICE, 3855, ACC_SENSOR_LIST_END)
    SLOT(SERVICE_BYTE, 64835, l_service_byte_FD43, 37, 257) BYTES(p_3f179490, 2, 161, 3) CONDITION(c_e28f67f2, 1, {17,
    0, p_3f179490, 254, 255})
LIST(l_service_byte_FD58, 4, n_minew_vibration, c_939253c9 | ACC_SENSOR_LIST_OF_SERVICE, 3598, ACC_SENSOR_LIST_END)
    SLOT(SERVICE_BYTE, 64856, l_service_byte_FD58, 15, 461) BYTES(p_fc214635, 2, 161, 24) CONDITION(c_939253c9, 1, {17,
    0, p_fc214635, 254, 255})
LIST(l_svc_length_000F, 4, n_th_abn03, c_4aed925e, 0xFF00, ACC_SENSOR_LIST_END) SLOT(SERVICE_LENGTH, 15,
    l_svc_length_000F, 68, 66) BYTES(p_6ea3b7d5, 2, 171, 3) CONDITION(c_4aed925e, 1, {17, 0, p_6ea3b7d5, 254, 255})
#undef SCALE
#undef BYTES
#undef TEST
#undef CONDITION
#undef CODE
#undef INNER
#undef ROWS
#undef OBJECTS
#undef RECORD
#undef LIST
#undef SLOT
#undef NAMES
#define SENSOR_MULTIPLIER 0x4715E4FFu
#define SENSOR_SHIFT 23
#define SENSOR_MANUFACTURER_LENGTHS 0x01002020u
#define SENSOR_SERVICE_LENGTHS 0x00008000u
#define SENSOR_COMPANY_HIGHS \
    0x00000000u, 0x00000000u, 0x00000000u, 0x00000000u, 0x3C7E0004u, 0x00000000u, 0x00000000u, 0x00000000u,
#define SENSOR_IBEACONS \
    0x00000002u, 0x08000000u, 0x00100000u, 0x00000020u, 0x00000000u, 0x00200010u, 0x00000000u, 0x00000800u,
#define SENSOR_ASKS_MANUFACTURER \
    0x187FFFFEu, 0x07E7FFE0u, 0xFFB9FFF0u, 0xDFF9BFFFu, 0xFEF6BFFFu, 0xFFFFFFF1u, 0xFFFFFFFFu, 0x13FFFFFFu, 0x7DD5FFE0u, 0x006C5FF7u, 0xFF000000u, 0x0000000Fu,
#define SENSOR_ASKS_SERVICE \
    0xE7802000u, 0xFB98001Fu, 0x0046000Fu, 0x20065100u, 0x000020C0u, 0x80000300u, 0x00000000u, 0x10000038u, 0x02044000u, 0xFFCF0000u, 0xFEFFFFFFu, 0x000003FFu,
#define SENSOR_PRESENT \
    0x0A004000u, 0x40004040u, 0x04000030u, 0x00800002u, 0x00248000u, 0x40404004u, 0x00000042u, 0x04008000u, \
    0x00011000u, 0x01240409u, 0x00020200u, 0x11001020u, 0x00000428u, 0x10804060u, 0x00400000u, 0x10001080u, \
    0x81408200u, 0x00234080u, 0x801C0810u, 0x08100404u, 0x00008050u, 0x11012000u, 0x00444043u, 0x08000100u, \
    0x00002050u, 0x00001008u, 0x40900203u, 0x00801400u, 0x08060000u, 0x82022008u, 0x04408208u, 0x00019080u, \
    0x00000000u, 0x10300100u, 0x0A010002u, 0x00100020u, 0x81010004u, 0x10092000u, 0x04042020u, 0x00800004u, \
    0x00000000u, 0x00010880u, 0x00000000u, 0x002C3122u, 0x68100100u, 0x40020208u, 0x01408100u, 0x00000100u, \
    0x80060040u, 0x00000000u, 0x21000090u, 0x04000020u, 0x01420224u, 0x00004200u, 0x00201810u, 0xC0000000u, \
    0x00602000u, 0x00000840u, 0x00040811u, 0x40808000u, 0x04A04000u, 0x04040800u, 0x48481100u, 0x00004210u, \
    0x00102000u, 0x00006400u, 0x20000181u, 0x00000001u, 0x00000234u, 0x00414000u, 0x02004804u, 0x00098000u, \
    0x00010000u, 0x12000040u, 0x01001004u, 0x00040202u, 0x12002060u, 0x02040020u, 0x22840010u, 0x00000008u, \
    0x14902200u, 0x02000048u, 0x00400004u, 0x00100840u, 0x00020000u, 0x01001001u, 0x20428400u, 0x0A081800u, \
    0x00000204u, 0x00000010u, 0x40800000u, 0x08010021u, 0x10800400u, 0x10000000u, 0x00442000u, 0x80010100u, \
    0x00002000u, 0x04000800u, 0x0000A050u, 0x40000200u, 0x88088020u, 0x02020000u, 0x08000000u, 0x08900000u, \
    0x80004480u, 0x20080011u, 0x20000009u, 0x08400000u, 0x01000204u, 0x00204080u, 0x04000040u, 0x00000000u, \
    0x10240004u, 0x00000000u, 0x00208808u, 0x00800202u, 0x10180040u, 0x08100808u, 0x00809002u, 0x02000020u, \
    0x0004004Cu, 0x08020410u, 0x20000081u, 0x08000020u, 0x03000000u, 0x10484000u, 0x80000410u, 0x00802000u,
#define SENSOR_DISPLACE \
    BY(0, 8) BY(1, 0) BY(2, 7) BY(3, 6) BY(4, 19) BY(5, 1) BY(6, 16) BY(7, 46) BY(8, 27) BY(9, 0) BY(10, 0) BY(11, 1) BY(12, 29) BY(13, 2) BY(14, 8) BY(15, 12) \
    BY(16, 0) BY(17, 0) BY(18, 0) BY(19, 4) BY(20, 6) BY(21, 0) BY(22, 0) BY(23, 19) BY(24, 65) BY(25, 2) BY(26, 0) BY(27, 9) BY(28, 18) BY(29, 0) BY(30, 1) BY(31, 3) \
    BY(32, 0) BY(33, 1) BY(34, 1) BY(35, 1) BY(36, 0) BY(37, 8) BY(38, 0) BY(39, 20) BY(40, 0) BY(41, 0) BY(42, 0) BY(43, 0) BY(44, 2) BY(45, 6) BY(46, 8) BY(47, 0) \
    BY(48, 3) BY(49, 0) BY(50, 1) BY(51, 1) BY(52, 2) BY(53, 48) BY(54, 3) BY(55, 3) BY(56, 9) BY(57, 4) BY(58, 5) BY(59, 11) BY(60, 9) BY(61, 3) BY(62, 0) BY(63, 46) \
    BY(64, 30) BY(65, 72) BY(66, 1) BY(67, 0) BY(68, 0) BY(69, 10) BY(70, 8) BY(71, 11) BY(72, 2) BY(73, 10) BY(74, 2) BY(75, 9) BY(76, 1) BY(77, 1) BY(78, 2) BY(79, 2) \
    BY(80, 1) BY(81, 1) BY(82, 39) BY(83, 3) BY(84, 6) BY(85, 19) BY(86, 0) BY(87, 3) BY(88, 21) BY(89, 6) BY(90, 49) BY(91, 2) BY(92, 35) BY(93, 6) BY(94, 25) BY(95, 1) \
    BY(96, 10) BY(97, 24) BY(98, 33) BY(99, 4) BY(100, 9) BY(101, 62) BY(102, 1) BY(103, 8) BY(104, 1) BY(105, 3) BY(106, 23) BY(107, 2) BY(108, 134) BY(109, 4) BY(110, 120) BY(111, 0) \
    BY(112, 7) BY(113, 0) BY(114, 4) BY(115, 11) BY(116, 6) BY(117, 13) BY(118, 1) BY(119, 27) BY(120, 1) BY(121, 9) BY(122, 7) BY(123, 0) BY(124, 2) BY(125, 0) BY(126, 11) BY(127, 13)
