// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/context.h"
#include "app/duectl/fields.h"
#include "app/duectl/tables.h"
#include "core/base/duration.h"
#include "core/base/text.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

constexpr Millis defaultOldestDue = std::chrono::minutes(5);
constexpr qint64 defaultFailed = 10;

struct Limits
{
    Millis oldestDue;
    qint64 failed;
};

/// How long the oldest due task has been waiting.
Millis overdue(const QueueInfo& queue)
{
    return queue.oldestDue ? std::max(Millis::zero(), queue.serverNow - *queue.oldestDue) : Millis::zero();
}

/// What is over its limit, one short phrase each.
QStringList excesses(const QueueInfo& queue, const Limits& limits)
{
    QStringList reasons;
    if (overdue(queue) > limits.oldestDue)
        reasons << u"the oldest due task waits for %1 (limit %2)"_s.arg(
            roughDuration(overdue(queue)), formatDuration(limits.oldestDue));
    if (queue.counts[TaskState::Failed] > limits.failed)
        reasons << u"%1 failed (limit %2)"_s.arg(queue.counts[TaskState::Failed]).arg(limits.failed);
    if (queue.damaged > 0)
        reasons << u"%1 quarantined (limit 0)"_s.arg(queue.damaged);
    return reasons;
}

} // namespace

Result<int> runCheck(Context& context)
{
    const auto name = context.queue();
    if (!name)
        return name.error();
    const auto oldestDue = context.line().duration("oldest-due");
    if (!oldestDue)
        return oldestDue.error();
    const auto failed = context.line().number("failed", 0, std::numeric_limits<qint64>::max());
    if (!failed)
        return failed.error();
    const Limits limits{oldestDue->value_or(defaultOldestDue), failed->value_or(defaultFailed)};

    const auto inspector = context.inspector();
    if (!inspector)
        return inspector.error();
    const auto queue = (*inspector)->queue(*name);
    if (!queue)
        return queue.error();
    if (const auto error = unreadable(*queue))
        return *error;
    const bool knowsFailed = queue->states.contains(TaskState::Failed);
    if (*failed && !knowsFailed) {
        return Error{ErrorCode::Usage,
            u"How many failed is not known in \"%1\", so --failed has no meaning there. %2"_s
                .arg(printable(*name), printable(queue->elsewhere, 300))
                .trimmed()};
    }

    const QStringList reasons = excesses(*queue, limits);
    if (context.json()) {
        JsonWriter json;
        json.beginObject();
        json.member("queue", *name);
        json.member("fine", reasons.isEmpty());
        json.member("oldest_due_age_ms", qint64(overdue(*queue).count()));
        json.member("failed", knowsFailed ? std::optional(queue->counts[TaskState::Failed]) : std::nullopt);
        json.member("damaged", queue->damaged);
        json.member("paused", queue->paused);
        json.key("over").beginArray();
        for (const QString& reason : reasons)
            json.string(reason.toUtf8());
        json.endArray();
        json.endObject();
        context.out().write(json.take());
    } else {
        const QString what = reasons.isEmpty() ? u"fine, "_s + countsText(queue->counts) : reasons.join(u", "_s);
        context.out().line(
            u"%1: %2%3"_s.arg(printable(*name), what, queue->paused ? u"; the queue is paused"_s : QString()));
    }
    return reasons.isEmpty() ? 0 : 1;
}

} // namespace dueline::duectl
