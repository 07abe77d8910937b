// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisserver.h"

#include <map>

namespace dueline {

/// Producer or worker of a custom design for the tests: tests/peers/custom.py, or stream.js for a stream's worker in
/// Node.js. Killed when this object is destroyed or the test program ends.
class CustomPeer
{
public:
    enum class Language { Python, Node };

    /// Returns why the peer can't run on this machine (python3-redis is missing), for QSKIP, or an empty string if it
    /// can.
    static QString missing();
    /// Runs `DESIGN produce …` to completion and returns the printed ids.
    static QByteArrayList produce(const RedisServer& server, const QString& arguments);

    /// Starts `DESIGN work …` and waits until the worker is ready. `address` contains the options for locating the
    /// server, such as `--cluster 7000`.
    CustomPeer(const RedisServer& server, const QString& arguments, Language language = Language::Python);
    CustomPeer(const QStringList& address, const QString& arguments);
    ~CustomPeer();
    CustomPeer(const CustomPeer&) = delete;
    CustomPeer& operator=(const CustomPeer&) = delete;

    bool isRunning() const;
    void kill9();
    /// Returns whether the process ends within this time.
    bool finish(int timeoutMs = 60'000);
    /// Returns how many lines with this word have been output so far, by task. The words are `run`, `again`, `dropped`,
    /// `expired` and `listening`.
    std::map<QByteArray, int> count(const QByteArray& word = "run") const;
    /// Returns the times of the output lines with this word in seconds, by task. The last one counts if a task has
    /// several.
    std::map<QByteArray, double> instants(const QByteArray& word = "run") const;
    /// Returns the complete output, including errors, for failure messages.
    QByteArray said() const;

private:
    void start(const QStringList& address, const QString& arguments, Language language);

    QTemporaryDir m_folder;
    QProcess m_process;
};

} // namespace dueline
