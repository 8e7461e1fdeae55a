// Glibc's Swift module does not include these.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
