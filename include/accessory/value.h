/// The state of a value: whether there is a number, and what it means. Sensors and characteristics use it.
#ifndef ACC_VALUE_H
#define ACC_VALUE_H

/// The state of a value. New values are only added at the end.
enum acc_value_state {
    ACC_VALUE_KNOWN,         ///< the number is the value
    ACC_VALUE_UNKNOWN,       ///< not known; no number
    ACC_VALUE_INVALID,       ///< not valid; no number
    ACC_VALUE_MORE,          ///< the number or more
    ACC_VALUE_LESS,          ///< the number or less
    ACC_VALUE_OUT_OF_RANGE,  ///< the number is outside the allowed range; 0 if the value has none
    ACC_VALUE_NOT_A_NUMBER,  ///< NaN of a floating-point format; no number
    ACC_VALUE_NOT_AT_RESOLUTION,  ///< NRes of IEEE 11073; no number
    ACC_VALUE_INFINITE,           ///< +infinity; no number
    ACC_VALUE_NEGATIVE_INFINITE,  ///< -infinity; no number
    ACC_VALUE_RESERVED,           ///< a value reserved by the format; no number
    ACC_VALUE_LIFETIME,           ///< a duration: the whole life of the device; no number
    ACC_VALUE_STATES,
};

#endif
