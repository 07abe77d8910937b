// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/chaos/journal.h"
#include "tests/chaos/workerpool.h"
#include "tests/support/chaosproxy.h"
#include "tests/support/redisserver.h"

#include <QDeadlineTimer>

#include <map>
#include <random>

namespace dueline::chaos {

/// Injects faults into workers, server and network. Each fault lasts for a limited time, and a worker, the server or a
/// connection has at most one fault at a time. Must be used on the main thread, which starts the processes.
class FaultInjector
{
public:
    FaultInjector(RedisServer& server, ChaosProxy& proxy, WorkerPool& workers, const Journal& journal, quint32 seed,
        Millis lease);

    /// Injects one fault, chosen by weight.
    void inject();
    /// Ends faults whose time has elapsed. Call this often.
    void tick();
    /// Ends all faults, leaving the workers and the server running and the network reliable.
    void heal();

    const std::map<QByteArray, int>& counts() const { return m_counts; }
    int total() const;

private:
    void note(const QByteArray& fault, const QByteArray& detail = {});
    void killServer();
    Result<Reply> ask(const Command& command);
    void tellServer(const Command& command);
    void disturbNetwork(const QByteArray& name, const ChaosPlan& plan, Millis time);
    Millis between(int low, int high) { return Millis(low + int(m_dice() % quint32(high - low))); }

    RedisServer& m_server;
    RedisConnection m_control; ///< connection that bypasses the proxy
    ChaosProxy& m_proxy;
    WorkerPool& m_workers;
    const Journal& m_journal;
    std::mt19937 m_dice;
    Millis m_lease;
    std::map<QByteArray, int> m_counts;
    std::map<int, QDeadlineTimer> m_frozenWorkers; ///< time at which each frozen worker is resumed
    std::optional<QDeadlineTimer> m_serverDown;
    std::optional<QDeadlineTimer> m_serverFrozen;
    std::optional<QDeadlineTimer> m_networkDisturbed;
};

} // namespace dueline::chaos
