// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisserver.h"

#include <map>

namespace dueline {

/// Producer or worker of a custom design for the tests: tests/peers/custom.py on one server. It is killed when this
/// object is destroyed or the test program ends.
class CustomPeer
{
public:
    /// Returns the reason why the peer cannot run on this machine (python3-redis is missing), for QSKIP; empty if it
    /// can.
    static QString missing();
    /// Runs `DESIGN produce …` to completion and returns the printed ids.
    static QByteArrayList produce(const RedisServer& server, const QString& arguments);

    /// Starts `DESIGN work …` and waits until the worker is ready. `address` contains the options for locating the
    /// server, such as `--cluster 7000`.
    CustomPeer(const RedisServer& server, const QString& arguments);
    CustomPeer(const QStringList& address, const QString& arguments);
    ~CustomPeer();
    CustomPeer(const CustomPeer&) = delete;
    CustomPeer& operator=(const CustomPeer&) = delete;

    bool isRunning() const;
    void kill9();
    /// Returns whether the process ends within this time.
    bool finish(int timeoutMs = 60'000);
    /// Returns the number of output lines so far with this word, by task. The words are `run`,
    /// `again`, `dropped`, `expired` and `listening`.
    std::map<QByteArray, int> count(const QByteArray& word = "run") const;
    /// Returns the times, in seconds, of the output lines with this word, by task. If a task has
    /// several such lines, the last one counts.
    std::map<QByteArray, double> instants(const QByteArray& word = "run") const;
    /// Returns the complete output, including errors, for failure messages.
    QByteArray said() const;

private:
    void start(const QStringList& address, const QString& arguments);

    QTemporaryDir m_folder;
    QProcess m_process;
};

} // namespace dueline
