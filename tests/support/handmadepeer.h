// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisserver.h"

#include <map>

namespace dueline {

/// A producer or worker of a hand-written design: tests/peers/handmade.py beside us on one server. Killed with this
/// object and with the test program.
class CustomPeer
{
public:
    /// Why there is none here (python3-redis is missing), for QSKIP; empty when it can run.
    static QString missing();
    /// Runs `DESIGN produce …` to its end; the ids it printed.
    static QByteArrayList produce(const RedisServer& server, const QString& arguments);

    /// Starts `DESIGN work …`; returns once it is ready. `address`: how it finds the server, `--cluster 7000`.
    CustomPeer(const RedisServer& server, const QString& arguments);
    CustomPeer(const QStringList& address, const QString& arguments);
    ~CustomPeer();
    CustomPeer(const CustomPeer&) = delete;
    CustomPeer& operator=(const CustomPeer&) = delete;

    bool isRunning() const;
    void kill9();
    /// Whether it ended by itself within that time.
    bool finish(int timeoutMs = 60'000);
    /// How often each task was run, by what it printed so far. `word`: `run`, `again`, `dropped`, `expired`,
    /// `listening`.
    std::map<QByteArray, int> count(const QByteArray& word = "run") const;
    /// The instants of these lines in seconds, by task; the last one where there are several.
    std::map<QByteArray, double> instants(const QByteArray& word = "run") const;
    /// All that it printed, errors included, for messages of failures.
    QByteArray said() const;

private:
    void start(const QStringList& address, const QString& arguments);

    QTemporaryDir m_folder;
    QProcess m_process;
};

} // namespace dueline
