// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/demo/demoqueueshistory.h"

#include "core/layouts/native/nativekeys.h"
#include "core/redis/reply.h"

#include <QByteArrayList>

#include <bit>

namespace dueline {

namespace {

/// retention period of per-minute statistics, in seconds; same value as in statistics.lua
constexpr qint64 keptSeconds = 48 * 3600;
constexpr std::size_t commandsAtOnce = 1000;

qint64 minuteOf(TimePoint at) { return std::chrono::floor<std::chrono::minutes>(at).time_since_epoch().count(); }

/// Returns the statistics field that counts a duration: `kind` followed by the bucket number, which is 0 for 0 ms and k
/// for 2^(k-1) to 2^k - 1 ms.
QByteArray classOf(char kind, Millis length)
{
    return kind + number(std::bit_width(quint64(std::max<qint64>(0, length.count()))));
}

} // namespace

void DemoQueuesHistory::count(const QueueName& queue, TimePoint at, const QByteArray& field)
{
    ++m_counts[{queue, minuteOf(at)}][field];
}

void DemoQueuesHistory::forgetFilling(const QueueName& queue, TimePoint from, TimePoint to)
{
    const NativeKeys keys(m_prefix, queue);
    for (qint64 minute = minuteOf(from); minute <= minuteOf(to); ++minute)
        m_forget.push_back({"UNLINK", keys.statisticsPrefix() + number(minute)});
}

void DemoQueuesHistory::countAdded(const QueueName& queue, TimePoint at) { count(queue, at, "added"); }

void DemoQueuesHistory::countTrashed(const QueueName& queue, TimePoint at) { count(queue, at, "trashed"); }

void DemoQueuesHistory::countStart(const QueueName& queue, const Run& run)
{
    count(queue, run.startedAt(), classOf('l', run.late));
}

void DemoQueuesHistory::done(const QueueName& queue, const Run& run, const TaskId& id)
{
    countStart(queue, run);
    count(queue, run.endedAt(), classOf('r', run.ran));
    if (id.isEmpty())
        return;
    m_dates.push_back({"ZADD", NativeKeys(m_prefix, queue).done(), "XX", number(toMs(run.endedAt())), id});
    addHistory(queue, {run}, id, "done", {});
}

void DemoQueuesHistory::failed(
    const QueueName& queue, const std::vector<Run>& runs, const TaskId& id, const QByteArray& error)
{
    for (const Run& run : runs) {
        countStart(queue, run);
        if (&run != &runs.back())
            count(queue, run.endedAt(), "retried");
    }
    count(queue, runs.back().endedAt(), "failed:" + runs.back().type);
    m_dates.push_back({"ZADD", NativeKeys(m_prefix, queue).failed(), "XX", number(toMs(runs.back().endedAt())), id});
    addHistory(queue, runs, id, "failed", error);
}

void DemoQueuesHistory::retried(const QueueName& queue, const Run& run, const TaskId& id, const QByteArray& error)
{
    countStart(queue, run);
    count(queue, run.endedAt(), "retried");
    addHistory(queue, {run}, id, "retry", error);
}

void DemoQueuesHistory::addHistory(const QueueName& queue, const std::vector<Run>& runs, const TaskId& id,
    const QByteArray& outcome, const QByteArray& error)
{
    QByteArrayList lines;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const QByteArray word = i + 1 == runs.size() ? outcome : QByteArrayLiteral("retry");
        lines << number(qint64(i) + 1) + ' ' + number(toMs(runs[i].startedAt())) + ' ' + number(toMs(runs[i].endedAt()))
                + " shop-" + number(1 + qint64(i % 2)) + ' ' + word + ' ' + error;
    }
    m_dates.push_back({"HSET", NativeKeys(m_prefix, queue).history(), id, lines.join("\n")});
}

Result<> DemoQueuesHistory::write(TimePoint now)
{
    std::vector<Command> commands = std::move(m_forget);
    commands.insert(commands.end(), m_dates.begin(), m_dates.end());
    for (const auto& [minute, fields] : m_counts) {
        const QByteArray key = NativeKeys(m_prefix, minute.first).statisticsPrefix() + number(minute.second);
        Command set{"HSET", key};
        for (const auto& [field, amount] : fields) {
            set.push_back(field);
            set.push_back(number(amount));
        }
        commands.push_back(std::move(set));
        commands.push_back({"EXPIRE", key, number(keptSeconds - (minuteOf(now) - minute.second) * 60)});
    }
    for (std::size_t from = 0; from < commands.size(); from += commandsAtOnce) {
        const auto end = std::min(commands.size(), from + commandsAtOnce);
        const auto replies
            = m_redis.callAll({commands.begin() + std::ptrdiff_t(from), commands.begin() + std::ptrdiff_t(end)});
        if (!replies)
            return replies.error();
    }
    m_dates.clear();
    m_counts.clear();
    m_forget.clear();
    return {};
}

} // namespace dueline
