// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisconfig.h"

#include <QByteArray>

#include <atomic>
#include <memory>

class QThread;

namespace dueline {

/// What a ChaosProxy does to an answer of the server. An answer is everything the server sends after something was sent
/// to it, until the next thing is sent to it: the replies of one pipeline. The request has always reached the server,
/// but with Refuse.
struct ChaosPlan
{
    enum class Fault : quint8 {
        Pass, ///< nothing
        Delay, ///< held back for `pause`
        Drip, ///< one byte each `pause`
        Cut, ///< the connection ends after `bytes` bytes of it
        Swallow, ///< thrown away as a whole, then, 50 ms after the last byte, the connection ends: the command was
                 ///< executed, its reply is lost
        Silence, ///< from here on nothing passes in either direction and nothing is closed: a half-open connection
        Halt, ///< after `bytes` bytes of it nothing passes any more in either direction, and nothing is closed
        Reset, ///< the connection is reset (RST)
        Refuse, ///< each command is answered with the error `words`; the server sees none
    };

    Fault fault = Fault::Pass;
    double probability = 1; ///< per answer; the others pass
    Millis pause{5}; ///< Delay, Drip
    qsizetype bytes = 3; ///< Cut, Halt
    int times = -1; ///< answers it is done to at most; -1: no end
    QByteArray request = {}; ///< only answers to what has these bytes in it, in one piece; empty: all answers
    qint64 after = 0; ///< so many answers pass first, of all connections together
    QByteArray words = "BUSY Redis is busy running a script."; ///< Refuse
};

/// A TCP proxy in front of one Redis (TCP or unix socket) that can be unfaithful, in a thread of its own. Its plan can
/// be changed at any time and holds for answers that begin afterwards, on old connections, too; a silent connection
/// stays silent until its client gives up. Without a fault it passes bytes unchanged. While the server is away, clients
/// are reset.
class ChaosProxy
{
public:
    /// Begins to listen on a free port of the loopback interface; asserts when there is none. `seed` decides the dice.
    explicit ChaosProxy(const RedisConfig& server, quint32 seed = 1);
    ~ChaosProxy();
    ChaosProxy(const ChaosProxy&) = delete;
    ChaosProxy& operator=(const ChaosProxy&) = delete;

    /// The server's configuration with the proxy's address instead.
    RedisConfig config() const;
    /// `redis://127.0.0.1:PORT`
    QString url() const;

    /// From any thread.
    void setPlan(const ChaosPlan& plan);
    /// Resets every connection there is now. Returns once done.
    void resetAll();

    /// Connections open now, answers seen so far, and those a fault was applied to.
    int connections() const;
    qint64 answers() const;
    qint64 faults() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
    std::unique_ptr<QThread> m_thread;
};

} // namespace dueline
