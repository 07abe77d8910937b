// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/bullmq/bullmqinspector.h"

#include "core/layouts/bullmq/bullmqflow.h"
#include "core/layouts/bullmq/bullmqsources.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

namespace dueline {

namespace {

JobWords bullmqWords()
{
    JobWords words;
    words.attemptsMade = "atm";
    words.stalled = "stc";
    words.namesWorkers = true;
    words.hasMarker = true;
    words.childrenKeys = BullmqFlow::childrenKeys();
    return words;
}

} // namespace

BullmqInspector::BullmqInspector(RedisClient& client, RedisClock& clock, const BullmqSpec& spec, const QByteArray& ours)
    : JobInspector(client, clock, spec.prefix, ours, bullmqWords())
    , m_spec(spec)
{ }

Result<TaskFlow> BullmqInspector::flow(const QueueName& queue, const TaskId& id)
{
    const auto now = this->now();
    if (!now)
        return now.error();
    return BullmqFlow(client(), m_spec, *now).read(queue, id);
}

std::vector<TaskSource> BullmqInspector::sourcesOf(const QueueName& queue) const
{
    return bullmqSources(m_spec.base(queue), keysOf(queue).trash());
}

void BullmqInspector::appendOverview(std::vector<Command>& pipeline, const QueueName& queue) const
{
    pipeline.push_back({"HMGET", m_spec.base(queue) + "meta", "version", "opts.maxLenEvents", "paused"});
}

std::size_t BullmqInspector::overviewCommands() const { return 1; }

bool BullmqInspector::isThere(const QueueInfo&, std::span<const Reply> replies) const
{
    const Reply& meta = replies.front();
    return meta.items.size() == 3 && (meta.items[0].isBytes() || meta.items[1].isBytes());
}

Result<> BullmqInspector::readOverview(QueueInfo& info, std::span<const Reply> replies) const
{
    const Reply& meta = replies.front();
    if (meta.isError())
        return errorFromReply(meta.bytes);
    if (meta.items.size() != 3)
        return unexpectedReply();
    info.paused = meta.items[2].isBytes();
    if (constexpr QByteArrayView stamp = "bullmq:"; meta.items[0].bytes.startsWith(stamp))
        info.version = meta.items[0].bytes.mid(stamp.size(), 20);
    return {};
}

} // namespace dueline
