// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisserver.h"

namespace dueline {

/// Commands that create the keys of a framework's queues, read from a file in tests/peers/recorded. The README there
/// describes the format. An unreadable line or an error reply aborts the test with a message that contains the line.
class RecordedKeys
{
public:
    /// Reads a file. `name` is the file name without its extension, such as `sidekiq-8.1`.
    explicit RecordedKeys(const QByteArray& name);

    /// Returns the values of the lines that start with `# NAME: `, in order.
    QByteArrayList told(const QByteArray& name) const;
    /// Sends all commands. Times are relative to the server's clock.
    void load(RedisServer& server) const;

    /// Returns the names of all files, sorted.
    static QByteArrayList all();

private:
    QByteArray m_name;
    QByteArrayList m_lines;
};

} // namespace dueline
