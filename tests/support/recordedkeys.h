// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisserver.h"

namespace dueline {

/// The keys of a framework's queues as a list of commands: a file of tests/peers/recorded, whose README says how it is
/// written. What cannot be read, or what the server refuses, ends the test with the line.
class RecordedKeys
{
public:
    /// `name`: that of the file without its ending, such as `sidekiq-8.1`.
    explicit RecordedKeys(const QByteArray& name);

    /// Of the lines that begin with `# NAME: `, what follows, in their order.
    QByteArrayList told(const QByteArray& name) const;
    /// Sends all commands. Instants are counted from the clock of that server.
    void load(RedisServer& server) const;

    /// The names of all files there are, sorted.
    static QByteArrayList all();

private:
    QByteArray m_name;
    QByteArrayList m_lines;
};

} // namespace dueline
