// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/zset/zsetbroker.h"

namespace dueline {

Result<std::vector<ExtendOutcome::Value>> ZsetBroker::extend(
    const QueueName& queue, const std::vector<Lease>& leases, Millis leaseFor)
{
    auto outcomes = CustomBroker::extend(queue, leases, leaseFor);
    if (!outcomes || !m_set.locks())
        return outcomes;
    const QByteArray length = QByteArray::number(qint64(std::max(leaseFor, m_set.lockFor).count()));
    constexpr std::size_t perCall = 100;
    for (std::size_t from = 0; from < leases.size(); from += perCall) {
        std::vector<QByteArray> locks;
        std::vector<QByteArray> arguments{length};
        for (std::size_t i = from; i < std::min(leases.size(), from + perCall); ++i) {
            if ((*outcomes)[i] == ExtendOutcome::Lost)
                continue;
            locks.push_back(m_set.lockKey(leases[i].id));
            arguments.push_back(leases[i].token);
        }
        if (locks.empty())
            continue;
        const auto reply = scripts().run("extendlocks", scripts().keys(queue), locks, arguments);
        if (!reply)
            return reply.error();
    }
    return outcomes;
}

Result<> ZsetBroker::beat(const WorkerInfo& worker, Millis leaseFor, bool leaving)
{
    auto reported = CustomBroker::beat(worker, leaseFor, leaving);
    if (!reported || !leaving)
        return reported;
    const NativeKeys keys = scripts().keys(spec().key);
    constexpr int mostCalls = 1000;
    qint64 rank = 0;
    for (int call = 0; call < mostCalls; ++call) {
        const auto reply
            = scripts().run("handback", keys, {keys.retry(), keys.tries(), keys.history(), keys.tasks(), spec().key},
                {"100", QByteArray::number(scripts().overlay()->homeUnit), QByteArray::number(rank)});
        if (!reply)
            return reply.error();
        if (reply->items.size() != 3 || reply->items[2].integer == 1)
            break;
        rank = reply->items[1].integer;
    }
    return {};
}

} // namespace dueline
