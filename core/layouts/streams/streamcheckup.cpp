// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/streams/streamcheckup.h"

#include "core/base/duration.h"
#include "core/base/shellword.h"
#include "core/base/text.h"
#include "core/layouts/shared/jobs/frameworkscripts.h"
#include "core/redis/errorclass.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

using StreamRisk = QueueFinding::Risk;

constexpr qint64 pendingPerStep = 250;
constexpr std::size_t consumersPerCall = 250;
constexpr char idleConsumers[] = "idle-consumers";

QString messagesOf(qint64 count) { return count == 1 ? u"1 message"_s : u"%1 messages"_s.arg(count); }
QString consumersOf(qint64 count) { return count == 1 ? u"1 consumer"_s : u"%1 consumers"_s.arg(count); }

} // namespace

StreamCheckup::StreamCheckup(
    RedisClient& client, RedisClock& clock, StreamInspector& inspector, const QueueInfo& queue, const QueueName& called)
    : m_client(client)
    , m_clock(clock)
    , m_inspector(inspector)
    , m_name(queue.name)
    , m_shown(printable(called, 60))
    , m_operand(shellOperands({called}))
{
    setLooks<StreamCheckup>(this,
        {&StreamCheckup::resolve, &StreamCheckup::judgePending, &StreamCheckup::judgeConsumers,
            &StreamCheckup::judgeDelayed});
}

Result<bool> StreamCheckup::resolve()
{
    const auto now = m_clock.now(m_client);
    if (!now)
        return now.error();
    m_now = *now;
    auto queue = m_inspector.resolve(m_name);
    m_isGone = !queue && queue.error().code == ErrorCode::NotFound;
    if (m_isGone)
        return false;
    if (!queue)
        return queue.error();
    m_queue = *std::move(queue);
    judgeTrimming();
    return false;
}

void StreamCheckup::judgeTrimming()
{
    const StreamFacts& facts = m_queue.facts;
    const StreamGroup& group = m_queue.group;
    if (facts.length == 0 || !facts.added)
        return;
    const bool isBehind = group.lastDelivered < streamId(facts.first) && group.read && facts.isTrimmedOnly();
    const qint64 lost = isBehind ? *facts.added - *group.read - facts.length : 0;
    if (lost > 0) {
        m_findings.push_back({"trimmed", StreamRisk::Present, lost,
            u"%1 of %2 left the stream before any worker of the group received %3: they were trimmed or deleted."_s.arg(
                messagesOf(lost), m_shown, lost == 1 ? u"it"_s : u"them"_s),
            u"Raise MAXLEN where the messages are added, or start more workers. Producers have to send the messages "
            u"again."_s});
    }
    const auto first = streamId(facts.first).at();
    if (facts.removed() == 0 && facts.length >= manyEntries && first) {
        const double days = std::max(double(toMs(m_now) - toMs(*first)) / double(dayMs), 1.0 / 24);
        m_findings.push_back({"untrimmed", StreamRisk::None, facts.length,
            u"Nothing trims the stream of %1: it has %2 entries and grows by about %3 a day. Acknowledged entries are "
            u"not removed."_s.arg(
                m_shown, QString::number(facts.length), QString::number(std::llround(double(facts.length) / days))),
            u"Add MAXLEN or MINID where the messages are added, or run XTRIM regularly."_s});
    }
}

/// Reads the pending entries in batches.
Result<bool> StreamCheckup::judgePending()
{
    if (m_isGone)
        return false;
    const auto page = m_client.call({"XPENDING", m_queue.key(), m_queue.group.name, m_at, "+", number(pendingPerStep)});
    if (!page)
        return page.error();
    for (const Reply& entry : page->items) {
        if (entry.items.size() != 4)
            return unexpectedReply();
        // The delivery time of a released message is 0, so its idle time is the time since 1970.
        const bool isReleased = entry.items[2].integer >= toMs(m_now) - dayMs;
        m_old += !isReleased && entry.items[2].integer > longPending.count() ? 1 : 0;
        m_at = '(' + entry.items[0].bytes;
    }
    m_looked += qint64(page->items.size());
    if (qint64(page->items.size()) == pendingPerStep && m_looked < mostPending)
        return true;
    if (m_old > 0) {
        m_findings.push_back({"long-pending", StreamRisk::Possible, m_old,
            u"%1 of %2 %3 delivered over a day ago and not acknowledged. Unless a worker claims %4, %5 again."_s.arg(
                messagesOf(m_old), m_shown, m_old == 1 ? u"was"_s : u"were"_s, m_old == 1 ? u"it"_s : u"them"_s,
                m_old == 1 ? u"it will never run"_s : u"they will never run"_s),
            u"List the messages: duectl list --state=leased %1. Release the messages held by workers that have exited, "
            u"so that the next worker that claims messages runs them: duectl retry --all --state=leased --force %1"_s
                .arg(m_operand)});
    }
    const auto count = m_inspector.count(m_queue);
    if (!count)
        return count.error();
    if (const qint64 ghosts = count->ghosts; ghosts > 0) {
        m_findings.push_back({"ghosts", StreamRisk::Possible, ghosts,
            u"%1 of %2 %3 trimmed or deleted while pending: a worker that lost %4 can no longer read %4."_s.arg(
                messagesOf(ghosts), m_shown, ghosts == 1 ? u"was"_s : u"were"_s, ghosts == 1 ? u"it"_s : u"them"_s),
            u"Remove such entries from the group: duectl delete --match=native:ghost --force %1. Trim by MINID below the "
            u"oldest pending entry."_s.arg(m_operand)});
    }
    return false;
}

Result<bool> StreamCheckup::judgeConsumers()
{
    if (m_isGone)
        return false;
    const QByteArray& key = m_queue.key();
    const QByteArray lock = "autoclaim:" + m_queue.group.name + ':' + key;
    const auto replies = m_client.pipeline({{"XINFO", "CONSUMERS", key, m_queue.group.name}, {"PTTL", lock}});
    if (!replies)
        return replies.error();
    const std::vector<StreamConsumer> consumers = StreamConsumer::of(replies->front());
    std::set<TaskId> idle;
    for (const StreamConsumer& consumer : consumers) {
        if (consumer.pending == 0 && consumer.idle > longIdle)
            idle.insert(consumer.name);
    }
    if (!idle.empty()) {
        const auto count = qint64(idle.size());
        m_findings.push_back({idleConsumers, StreamRisk::None, count,
            u"For over a day, %1 of %2 received no messages and had none pending; a group lists its consumers "
            u"until they are deleted."_s.arg(consumersOf(count), m_shown),
            u"Delete consumers that no longer exist. If a deleted consumer reads again, Redis creates it again."_s,
            u"%1 without pending messages will be deleted"_s.arg(consumersOf(count)), std::move(idle)});
    }
    constexpr qint64 withoutEnd = -1;
    if ((*replies)[1].isInteger() && (*replies)[1].integer == withoutEnd) {
        m_findings.push_back({"claim-lock", StreamRisk::Present, m_queue.group.pending,
            u"The lock %1 never expires: a taskiq worker was probably killed while it held the lock, so no worker "
            u"of %2 claims the messages held by workers that have exited."_s.arg(printable(lock, 100), m_shown),
            u"Delete the lock while no worker is claiming messages: redis-cli DEL %1"_s.arg(shellOperands({lock}))});
    }
    return false;
}

Result<bool> StreamCheckup::judgeDelayed()
{
    if (m_isGone || m_queue.spec.delayed.isEmpty())
        return false;
    const QByteArray before = number(toMs(m_now - grace));
    const auto replies = m_client.pipeline(
        {{"ZCOUNT", m_queue.spec.delayed, "-inf", before}, {"ZRANGE", m_queue.spec.delayed, "0", "0", "WITHSCORES"}});
    if (!replies)
        return replies.error();
    for (const Reply& reply : *replies) {
        if (reply.isError())
            return errorFromReply(reply.bytes);
    }
    const qint64 late = (*replies)[0].integer;
    const std::vector<Reply>& first = (*replies)[1].items;
    if (late == 0 || first.size() != 2)
        return false;
    const Millis since = m_now - fromMs(qint64(first[1].bytes.toDouble()));
    m_findings.push_back({"delayed-late", StreamRisk::Present, late,
        u"%1 of %2 %3 delayed and should already be in the stream; the first one is overdue by %4."_s.arg(
            messagesOf(late), m_shown, late == 1 ? u"was"_s : u"were"_s,
            formatDuration(std::chrono::ceil<std::chrono::seconds>(since))),
        u"Start a worker: workers move delayed messages into the stream."_s});
    return false;
}

Result<QString> StreamCheckup::repair(const QByteArray& kind, const std::set<TaskId>& ids)
{
    if (kind != idleConsumers)
        return notRepairable();
    const auto queue = m_inspector.resolve(m_name);
    if (!queue)
        return queue.error();
    FrameworkScripts scripts(
        m_client, FrameworkScripts::library("streams"), [](const QByteArray&) { return QString(); });
    const OverlayKeys keys = m_inspector.overlayOf(*queue);
    qint64 deleted = 0;
    for (auto next = ids.begin(); next != ids.end();) {
        std::vector<QByteArray> arguments{queue->group.name, number(longIdle)};
        for (std::size_t i = 0; i < consumersPerCall && next != ids.end(); ++i)
            arguments.push_back(*next++);
        const auto reply = scripts.run("consumers", keys, {queue->key(), keys.overlay}, arguments);
        if (!reply)
            return reply.error();
        deleted += reply->integer;
    }
    const qint64 left = qint64(ids.size()) - deleted;
    return u"%1 of %2 deleted%3."_s.arg(
        consumersOf(deleted), m_shown, left > 0 ? u"; %1 no longer needed repair"_s.arg(left) : QString());
}

} // namespace dueline
