// SPDX-License-Identifier: GPL-3.0-or-later
// Library that tests preload into a program so that the program's name lookups are never answered. Not linked with any
// Dueline library.
#include <netdb.h>
#include <unistd.h>

extern "C" int getaddrinfo(
    const char* /*node*/, const char* /*service*/, const addrinfo* /*hints*/, addrinfo** /*found*/)
{
    for (;;)
        pause();
}
