// Glibc's Swift module does not include epoll.
#include <sys/epoll.h>
#include <sys/eventfd.h>
