// Glibc's Swift module does not include inotify.
#include <sys/inotify.h>
