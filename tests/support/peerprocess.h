// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisserver.h"

namespace dueline {

/// A program of somebody else beside us: what tests/peers start. Killed with this object and with the test program.
class PeerProcess
{
public:
    ~PeerProcess();
    PeerProcess(const PeerProcess&) = delete;
    PeerProcess& operator=(const PeerProcess&) = delete;

    /// From its start on it ends with the test program.
    static void bind(QProcess& process);

    void kill9();
    /// Whether it ended by itself within that time.
    bool finish(int timeoutMs = 60'000);
    /// What stands behind `ran ` in each such line, in order: the jobs that ended.
    QByteArrayList ran() const { return ranIn(said().split('\n')); }
    QByteArray said() const;

protected:
    static constexpr int patienceMs = 60'000;

    PeerProcess() = default;
    /// As ran(), of these lines.
    static QByteArrayList ranIn(const QByteArrayList& lines);
    /// Runs a program to its end; the lines it printed. What goes wrong ends the test with its words. `name`: for
    /// these.
    static QByteArrayList runToEnd(QProcess& process, const QString& name, const QByteArray& input = {});
    QProcess& process() { return m_process; }
    /// Starts process(); returns once it says that it is ready.
    void start(const QString& name, const QByteArray& ready = "ready\n");

private:
    QTemporaryDir m_folder;
    QProcess m_process;
};

} // namespace dueline
