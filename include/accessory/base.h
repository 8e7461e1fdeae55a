/// Status codes, and attributes for Swift's importer. Every other header includes this one.
#ifndef ACC_BASE_H
#define ACC_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Version of the library, as three decimal numbers.
#define ACC_VERSION "0.1.0"

// Shared libraries are built with -fvisibility=hidden: they export what the public headers declare between
// ACC_BEGIN_DECLS and ACC_END_DECLS, and nothing else.
#if defined(__ELF__)
#define ACC_EXPORT_BEGIN _Pragma("GCC visibility push(default)")
#define ACC_EXPORT_END _Pragma("GCC visibility pop")
#else
#define ACC_EXPORT_BEGIN
#define ACC_EXPORT_END
#endif

#ifdef __cplusplus
#define ACC_BEGIN_DECLS                                                                            \
    ACC_EXPORT_BEGIN extern "C"                                                                    \
    {
#define ACC_END_DECLS                                                                              \
    }                                                                                              \
    ACC_EXPORT_END
#else
#define ACC_BEGIN_DECLS ACC_EXPORT_BEGIN
#define ACC_END_DECLS ACC_EXPORT_END
#endif

// Attributes for Swift's importer, which is clang; gcc ignores them.
#if defined(__clang__)
#define ACC_SWIFT_NAME(name) __attribute__((swift_name(name)))
#define ACC_CLOSED_ENUM __attribute__((enum_extensibility(closed)))
#define ACC_NOESCAPE __attribute__((noescape))
// -pedantic warns about nullability, an extension of clang
#define ACC_ASSUME_NONNULL_BEGIN                                                                   \
    _Pragma("clang diagnostic push")                                                               \
        _Pragma("clang diagnostic ignored \"-Wnullability-extension\"")                            \
            _Pragma("clang assume_nonnull begin")
#define ACC_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end") _Pragma("clang diagnostic pop")
#define ACC_NULLABLE _Nullable
#define ACC_NONNULL _Nonnull
#else
#define ACC_SWIFT_NAME(name)
#define ACC_CLOSED_ENUM
#define ACC_NOESCAPE
#define ACC_ASSUME_NONNULL_BEGIN
#define ACC_ASSUME_NONNULL_END
#define ACC_NULLABLE
#define ACC_NONNULL
#endif

#if defined(__has_feature)
#if __has_feature(bounds_attributes) || __has_feature(bounds_safety_attributes)
#define ACC_COUNT(n) __attribute__((__counted_by__(n)))
#endif
#endif
#ifndef ACC_COUNT
#define ACC_COUNT(n)
#endif
// n elements that are only read, possibly none. Nullable, because before Swift 6.3 the importer's function for another
// pointer traps on an empty Span, which may have no address.
#define ACC_READS(n) ACC_NULLABLE ACC_COUNT(n)

ACC_BEGIN_DECLS

/// Result of a call that can fail for external reasons. A caller's mistake is an assertion failure.
typedef enum {
    ACC_OK ACC_SWIFT_NAME("ok") = 0,
    ACC_TRUNCATED ACC_SWIFT_NAME("truncated") = -1,      ///< input ended inside a field
    ACC_NO_ROOM ACC_SWIFT_NAME("noRoom") = -2,           ///< caller's buffer is too small
    ACC_MALFORMED ACC_SWIFT_NAME("malformed") = -3,      ///< input breaks its format's rules
    ACC_BAD_CHECK ACC_SWIFT_NAME("badCheck") = -4,       ///< checksum does not match
    ACC_UNSUPPORTED ACC_SWIFT_NAME("unsupported") = -5,  ///< well formed, but not supported
    ACC_OUT_OF_RANGE ACC_SWIFT_NAME("outOfRange") = -6,  ///< a parameter lies outside its limits
    ACC_BUSY ACC_SWIFT_NAME("busy") = -7,                ///< refused in the current state
} ACC_CLOSED_ENUM ACC_SWIFT_NAME("Status") acc_status;

ACC_END_DECLS

#endif
