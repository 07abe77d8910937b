// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/interruptiblefile.h"

#include <cerrno>

#include <poll.h>

namespace dueline::duectl {

namespace {

constexpr int lookAgainMs = 200;

} // namespace

qint64 InterruptibleFile::readData(char* data, qint64 most)
{
    for (;;) {
        pollfd reading{handle(), POLLIN, 0};
        const int ready = ::poll(&reading, 1, lookAgainMs);
        if (ready > 0 || (ready < 0 && errno != EINTR))
            return QFile::readData(data, most);
        if (!m_goesOn()) {
            setErrorString(QStringLiteral("interrupted while waiting for input"));
            return -1;
        }
    }
}

} // namespace dueline::duectl
