/// Names of Bluetooth's Assigned Numbers: attributes, companies, appearances, types of advertising data and schemes of URIs.
///
/// acc_assigned_name(ACC_ASSIGNED_COMPANY, 0x004C) is "Apple, Inc.". Names are UTF-8. Any thread may call it.
/// Source: Bluetooth Assigned Numbers, sections 2.3, 2.6, 2.7, 3 and 7. The names have 150 KB; a static build has them only if
/// it calls acc_assigned_name.
#ifndef ACC_ASSIGNED_H
#define ACC_ASSIGNED_H

#include "accessory/base.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

/// New lists are only added at the end.
enum acc_assigned_list {
    ACC_ASSIGNED_UUID,     ///< 16-bit UUIDs of services, declarations, descriptors, characteristics
    ACC_ASSIGNED_COMPANY,  ///< companies, with their legal form
    ACC_ASSIGNED_BRAND,    ///< short names of common companies, such as "Apple"; chosen by us
    ACC_ASSIGNED_APPEARANCE,  ///< appearances, such as "Computer: Laptop" for 0x0083
    ACC_ASSIGNED_AD_TYPE,     ///< types of advertising data
    ACC_ASSIGNED_URI_SCHEME,  ///< codes of schemes in advertised URIs, such as "https:" for 0x17
    ACC_ASSIGNED_LISTS,
};

/// The name of a number in a list; "" without one; never null.
const char *acc_assigned_name(enum acc_assigned_list list, uint16_t number);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
