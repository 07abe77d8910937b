// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/bull/bullinspector.h"

#include "core/layouts/bull/bullsources.h"
#include "core/layouts/bull/bullwords.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

namespace dueline {

namespace {

JobWords bullWords()
{
    JobWords words;
    words.attemptsMade = "attemptsMade";
    words.stalled = "stalledCounter";
    words.countsFailuresAlone = true;
    words.unnamed = "__default__";
    words.limited = "limiter:index";
    words.workersListen = "delayed";
    return words;
}

} // namespace

BullInspector::BullInspector(RedisClient& client, RedisClock& clock, const BullSpec& spec, const QByteArray& ours)
    : JobInspector(client, clock, spec.prefix, ours, bullWords())
    , m_spec(spec)
{ }

QueueName BullInspector::queueOf(const QByteArray& key) const
{
    const auto base = JobHolders::baseOf(key);
    return m_spec.queueOfCounter(base ? *base + "id" : key);
}

QueueOwner BullInspector::judge(const QueueName& queue, OwnerSigns signs) const
{
    const bool isEvident = signs.areEvident();
    if (m_spec.isStamped)
        signs.stamped = false;
    const QueueOwner owner = ownerOf(signs);
    // Any program may have a key that ends in `:id`. If the queue's name contains a colon, the key alone isn't enough
    // evidence of a Bull queue.
    if ((owner == QueueOwner::Bull || owner == QueueOwner::Unproven) && !isEvident && queue.contains(':'))
        return QueueOwner::Nobody;
    return isDisputed(owner) && m_spec.isStamped ? QueueOwner::Bull : owner;
}

std::vector<TaskSource> BullInspector::sourcesOf(const QueueName& queue) const
{
    return bullSources(baseOf(queue), keysOf(queue).trash());
}

void BullInspector::appendOverview(std::vector<Command>& pipeline, const QueueName& queue) const
{
    const QByteArray base = baseOf(queue);
    pipeline.push_back({"TYPE", base + "id"});
    pipeline.push_back({"EXISTS", base + "meta-paused"});
    pipeline.push_back({"HEXISTS", base + "meta", "paused"});
    pipeline.push_back(JobHolders::count(base));
    pipeline.push_back({"GET", base + "id"});
    if (m_spec.isStamped)
        pipeline.push_back({"EXISTS", keysOf(queue).trash()});
}

std::size_t BullInspector::overviewCommands() const { return m_spec.isStamped ? 6 : 5; }

/// Returns whether the queue exists. A queue that was paused before its first job was added has no counter yet, and the
/// counter can be missing even if there are jobs. If the user specified the owner, Dueline's trash key is sufficient
/// evidence.
bool BullInspector::isThere(const QueueInfo&, std::span<const Reply> replies) const
{
    return replies[0].bytes == "string" || replies[1].integer == 1 || replies[3].integer > 0
        || (m_spec.isStamped && replies[5].integer == 1);
}

Result<> BullInspector::readOverview(QueueInfo& info, std::span<const Reply> replies) const
{
    for (const Reply& reply : replies.first(3)) {
        if (reply.isError())
            return errorFromReply(reply.bytes);
    }
    info.everAdded = integerIn(replies[4]);
    info.paused = replies[1].integer == 1 || replies[2].integer == 1;
    if (replies[0].bytes != "string" && replies[1].integer == 0 && !m_spec.isStamped)
        info.note = bullwords::counterIsMissing(baseOf(info.name), m_spec.text().toUtf8());
    return {};
}

} // namespace dueline
