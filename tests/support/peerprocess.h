// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisserver.h"

namespace dueline {

/// Foreign program for the tests, started from tests/peers. Killed when this object is destroyed or the test program
/// ends.
class PeerProcess
{
public:
    ~PeerProcess();
    PeerProcess(const PeerProcess&) = delete;
    PeerProcess& operator=(const PeerProcess&) = delete;

    /// Ties a process to the test program before it starts, so that both end together.
    static void bind(QProcess& process);

    void kill9();
    /// Sends the process a signal, such as SIGSTOP.
    void signal(int number);
    /// Returns whether the process ends within this time.
    bool finish(int timeoutMs = 60'000);
    /// Returns the names of the finished jobs, in order. In the output, each name follows `ran `.
    QByteArrayList ran() const { return ranIn(said().split('\n')); }
    QByteArray said() const;

protected:
    static constexpr int patienceMs = 60'000;

    PeerProcess() = default;
    /// Returns the names of the finished jobs in these lines of output; see ran().
    static QByteArrayList ranIn(const QByteArrayList& lines);
    /// Runs a program to completion and returns the printed lines. Errors abort the test with a message that contains
    /// `name`.
    static QByteArrayList runToEnd(QProcess& process, const QString& name, const QByteArray& input = {});
    QProcess& process() { return m_process; }
    /// Starts process() and waits until it reports that it is ready.
    void start(const QString& name, const QByteArray& ready = "ready\n");

private:
    QTemporaryDir m_folder;
    QProcess m_process;
};

} // namespace dueline
