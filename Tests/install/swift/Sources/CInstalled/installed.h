#include <accessory/accessory.h>
