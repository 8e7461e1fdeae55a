// Names of SUOTA status codes, as the specification spells them, and of this library's own error
// codes. Input: a code of STATUS or of the sender. Output: a name for messages, or null.
// docs/suota.md, Status.
#include "accessory/suota.h"

const char *acc_suota_code_name(unsigned code)
{
    // index = status code; unassigned codes are null
    static const char *const statuses[] = {
        "RESERVED",
        "SRV_STARTED",
        "CMP_OK",
        "SRV_EXIT",
        "CRC_ERR",
        "PATCH_LEN_ERR",
        "EXT_MEM_WRITE_ERR",
        "INT_MEM_ERR",
        "INVAL_MEM_TYPE",
        "APP_ERROR",
        [ACC_SUOTA_IMG_STARTED] = "IMG_STARTED",
        "INVAL_IMG_BANK",
        "INVAL_IMG_HDR",
        "INVAL_IMG_SIZE",
        "INVAL_PRODUCT_HDR",
        "SAME_IMG_ERR",
        "EXT_MEM_READ_ERR",
        [ACC_SUOTA_LEGACY_MODE] = "LEGACY_MODE",
        "HAP_MODE",
        "SIGNED_MODE",
        "ENC_SIGNED_MODE",
    };
    // from ACC_SUOTA_NOT_CONNECTED (0xFFF7) on
    static const char *const own[] = {
        "NOT_CONNECTED",        "PROTOCOL_ERROR",          "UPLOAD_TIMEOUT",
        "INVALID_FIRMWARE_CRC", "FIRMWARE_LOAD_FAILED",    "MTU_REQUEST_FAILED",
        "GATT_OPERATION_ERROR", "SERVICE_DISCOVERY_ERROR", "SUOTA_NOT_SUPPORTED",
    };
    if (code < sizeof statuses / sizeof statuses[0])
        return statuses[code];
    if (code >= ACC_SUOTA_NOT_CONNECTED && code <= ACC_SUOTA_NOT_SUPPORTED)
        return own[code - ACC_SUOTA_NOT_CONNECTED];
    return NULL;
}
