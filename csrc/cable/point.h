// Complex numbers in float.
#ifndef ACC_CABLE_POINT_H
#define ACC_CABLE_POINT_H

#include "base/rounding.h"

#include <math.h>

typedef struct point {
    float re, im;
} point;

static inline point times(point a, point b)
{
    return (point){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static inline point plus(point a, point b)
{
    return (point){a.re + b.re, a.im + b.im};
}

static inline point minus(point a, point b)
{
    return (point){a.re - b.re, a.im - b.im};
}

// a * conj(b)
static inline point against(point a, point b)
{
    return (point){a.re * b.re + a.im * b.im, a.im * b.re - a.re * b.im};
}

static inline point scaled(point a, float by)
{
    return (point){a.re * by, a.im * by};
}

static inline float power_of(point a)
{
    return a.re * a.re + a.im * a.im;
}

static inline point turn_of(double angle)
{
    // reduced to one turn in double: a float of a large angle would lose the fraction
    float a = (float)(angle - 6.283185307179586 * floor(angle * 0.15915494309189535 + 0.5));
    return (point){cosf(a), sinf(a)};
}

#endif
