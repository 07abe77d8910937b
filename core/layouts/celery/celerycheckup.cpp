// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/celery/celerycheckup.h"

#include "core/base/shellword.h"
#include "core/base/text.h"
#include "core/layouts/celery/celerymessage.h"
#include "core/layouts/celery/celerywords.h"
#include "core/redis/reply.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

using CeleryRisk = QueueFinding::Risk;

} // namespace

CeleryCheckup::CeleryCheckup(RedisClient& client, RedisClock& clock, const CelerySpec& spec,
    std::vector<QByteArray> lists, const QueueName& queue, const QueueName& called)
    : m_client(client)
    , m_clock(clock)
    , m_spec(spec)
    , m_lists(std::move(lists))
    , m_queue(queue)
    , m_shown(printable(called, 60))
{ }

Result<bool> CeleryCheckup::step()
{
    const auto now = m_clock.now(m_client);
    if (!now)
        return now.error();
    const auto nobody = nobodyListens();
    if (!nobody)
        return nobody.error();
    const auto judged = m_spec.isShared(m_queue) ? judgeTaken(*now, *nobody) : judgeWaiting(*nobody);
    if (!judged)
        return judged.error();
    return false;
}

/// Returns whether no worker is connected to this node. Workers can be recognized by the pattern that they subscribe to
/// in order to receive commands.
Result<bool> CeleryCheckup::nobodyListens()
{
    if (m_client.config().topology == Topology::Cluster)
        return false;
    const auto patterns = m_client.pipeline({{"PUBSUB", "NUMPAT"}});
    if (!patterns)
        return patterns.error();
    return patterns->front().isInteger() && patterns->front().integer == 0;
}

Result<> CeleryCheckup::judgeTaken(TimePoint now, bool nobodyListens)
{
    const QByteArray index = m_spec.key("unacked_index");
    const QByteArray hash = m_spec.key("unacked");
    const std::vector<Command> counts{{"HLEN", hash}, {"ZCARD", index},
        {"ZCOUNT", index, "-inf", number(toMs(now - usualTimeout) / 1000)}, {"HLEN", hash}};
    const auto replies = m_client.callAll(counts);
    if (!replies)
        return replies.error();
    const qint64 taken = (*replies)[1].integer;
    const qint64 late = (*replies)[2].integer;
    m_looked = taken;
    // Workers update `unacked` and its index in one step, but they may have claimed or acknowledged messages between
    // our reads of the two keys.
    const qint64 unlisted = std::min((*replies)[0].integer, (*replies)[3].integer) - taken;
    if (unlisted > 0 && (*replies)[0].integer == (*replies)[3].integer) {
        m_findings.push_back({"unlisted", CeleryRisk::Present, unlisted, celerywords::messagesAreUnlisted(unlisted),
            celerywords::sendAgain(shellName(hash))});
    }
    if (taken > 0 && nobodyListens) {
        m_findings.push_back({"unacked-alone", CeleryRisk::Present, taken,
            celerywords::messagesAreUnacknowledged(taken), celerywords::startWorker()});
        return {};
    }
    if (late > 0) {
        m_findings.push_back({"unacked-late", CeleryRisk::Possible, late, celerywords::messagesAreLate(late),
            celerywords::raiseTimeout()});
    }
    return judgeEtas();
}

/// Checks for a known problem with etas: a worker may hold a message until its eta. If unacknowledged messages are
/// redelivered before then, another worker also receives the message.
Result<> CeleryCheckup::judgeEtas()
{
    const auto tags = m_client.call({"ZRANGE", m_spec.key("unacked_index"), "0", number(mostRead - 1), "WITHSCORES"});
    if (!tags)
        return tags.error();
    const QByteArray hash = m_spec.key("unacked");
    std::vector<Command> lengths;
    for (std::size_t i = 0; i + 1 < tags->items.size(); i += 2)
        lengths.push_back({"HSTRLEN", hash, tags->items[i].bytes});
    if (lengths.empty())
        return {};
    const auto sizes = m_client.pipeline(lengths);
    if (!sizes)
        return sizes.error();
    std::vector<Command> reads;
    std::vector<double> takenAt;
    for (std::size_t i = 0; i < sizes->size(); ++i) {
        if (!(*sizes)[i].isInteger() || (*sizes)[i].integer > longestRead)
            continue;
        reads.push_back({"HGET", hash, tags->items[2 * i].bytes});
        takenAt.push_back(tags->items[2 * i + 1].bytes.toDouble());
    }
    if (reads.empty())
        return {};
    const auto messages = m_client.pipeline(reads);
    if (!messages)
        return messages.error();
    const auto beyond
        = std::count_if(messages->begin(), messages->end(), [&, i = std::size_t(0)](const Reply& reply) mutable {
              const double at = takenAt[i++] * 1000;
              const auto eta = reply.isBytes() ? CeleryMessage::readTaken(reply.bytes).eta : std::nullopt;
              return eta && double(toMs(*eta)) - at > double(usualTimeout.count());
          });
    if (beyond > 0) {
        m_findings.push_back({"eta-beyond-timeout", CeleryRisk::Possible, beyond,
            celerywords::etasAreBeyondTimeout(beyond), celerywords::raiseTimeoutForEtas()});
    }
    return {};
}

Result<> CeleryCheckup::judgeWaiting(bool nobodyListens)
{
    std::vector<Command> lengths;
    for (const QByteArray& list : m_lists)
        lengths.push_back({"LLEN", list});
    const auto replies = m_client.callAll(lengths);
    if (!replies)
        return replies.error();
    for (const Reply& reply : *replies)
        m_looked += reply.integer;
    if (m_looked > 0 && nobodyListens) {
        m_findings.push_back({"unserved", CeleryRisk::Possible, m_looked,
            celerywords::messagesAreUnserved(m_looked, m_shown), celerywords::serveQueue(shellName(m_queue))});
    }
    return {};
}

} // namespace dueline
