// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisconfig.h"

#include <QByteArray>

#include <atomic>
#include <memory>

class QThread;

namespace dueline {

/// Fault that a ChaosProxy applies to the server's replies. A reply is everything that the server sends between two
/// requests, such as all replies to one pipeline. The request always reaches the server, except with Refuse.
struct ChaosPlan
{
    enum class Fault : quint8 {
        Pass, ///< passes the reply unchanged
        Delay, ///< delays the reply for `pause`
        Drip, ///< sends one byte every `pause`
        Cut, ///< closes the connection after `bytes` bytes
        Swallow, ///< drops the reply to an executed command and closes the connection 50 ms after its last byte
        Silence, ///< stops passing data in both directions without closing anything: a half-open connection
        Halt, ///< passes `bytes` bytes, then nothing in either direction, without closing anything
        Reset, ///< resets the connection (RST)
        Refuse, ///< answers each command with the error `words` instead of passing it to the server
    };

    Fault fault = Fault::Pass;
    double probability = 1; ///< share of replies that the fault applies to; the rest pass unchanged
    Millis pause{5}; ///< duration, for Delay and Drip
    qsizetype bytes = 3; ///< number of bytes, for Cut and Halt
    int times = -1; ///< maximum number of faulty replies; -1: unlimited
    /// Bytes that a request must contain in one piece for the fault to apply to its reply; empty: all replies.
    QByteArray request = {};
    qint64 after = 0; ///< number of replies, across all connections, to pass unchanged before the first fault
    QByteArray words = "BUSY Redis is busy running a script."; ///< error text, for Refuse
};

/// TCP proxy in front of one Redis (TCP or Unix socket) that injects faults, on its own thread. The plan can be changed
/// at any time and applies to all replies that begin afterwards, including those on existing connections. A silent
/// connection stays silent until its client gives up. Without a fault, bytes pass unchanged. While the server is down,
/// client connections are reset.
class ChaosProxy
{
public:
    /// Listens on a free loopback port; aborts if there is none. `seed` initializes the random numbers.
    explicit ChaosProxy(const RedisConfig& server, quint32 seed = 1);
    ~ChaosProxy();
    ChaosProxy(const ChaosProxy&) = delete;
    ChaosProxy& operator=(const ChaosProxy&) = delete;

    /// Returns the server's configuration with the proxy's address.
    RedisConfig config() const;
    /// Returns `redis://127.0.0.1:PORT`.
    QString url() const;

    /// Sets the plan. Thread-safe.
    void setPlan(const ChaosPlan& plan);
    /// Resets all open connections and waits until they are closed.
    void resetAll();

    /// Returns the number of open connections. The next two functions return the number of replies, and how many of
    /// them a fault applied to.
    int connections() const;
    qint64 answers() const;
    qint64 faults() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
    std::unique_ptr<QThread> m_thread;
};

} // namespace dueline
