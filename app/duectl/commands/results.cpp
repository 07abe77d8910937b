// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/context.h"
#include "app/duectl/fields.h"
#include "app/duectl/signals.h"
#include "app/duectl/tables.h"
#include "core/base/duration.h"
#include "core/base/shellword.h"
#include "core/base/text.h"
#include "core/console/connect/maskedpayload.h"
#include "core/console/connect/payloadmask.h"
#include "core/queue/errors/errorpattern.h"
#include "core/queue/outcome.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

constexpr int keptShown = 50;
constexpr Millis reopenAfter{1000};

/// Returns the most recently finished tasks that are still stored, newest last.
Result<std::vector<Task>> latestFinished(QueueInspector& inspector, const QueueName& queue)
{
    std::vector<Task> tasks;
    for (TaskState state : {TaskState::Done, TaskState::Failed}) {
        auto page = inspector.page({queue, state, 0, keptShown});
        if (!page)
            return page.error();
        std::move(page->tasks.begin(), page->tasks.end(), std::back_inserter(tasks));
    }
    std::stable_sort(tasks.begin(), tasks.end(), [](const Task& a, const Task& b) { return a.at < b.at; });
    if (tasks.size() > std::size_t(keptShown))
        tasks.erase(tasks.begin(), tasks.end() - keptShown);
    return tasks;
}

/// Returns the results stored by the tasks' handlers, one per task; null for a task without a result.
Result<std::vector<QByteArray>> keptResults(
    QueueInspector& inspector, const QueueName& queue, const std::vector<Task>& tasks)
{
    std::vector<QByteArray> results;
    for (const Task& task : tasks) {
        const auto detail = inspector.task(queue, exactId(task));
        // NotFound: the task's retention period ended after it was listed, so it was deleted.
        if (!detail && detail.error().code != ErrorCode::NotFound)
            return detail.error();
        results.push_back(detail ? detail->result.value_or(QByteArray()) : QByteArray());
    }
    return results;
}

Result<int> showKept(Context& context, const QueueName& name)
{
    const auto inspector = context.inspector();
    if (!inspector)
        return inspector.error();
    const auto queue = (*inspector)->queue(name);
    if (!queue)
        return queue.error();
    if (const auto error = unreadable(*queue))
        return *error;
    const auto tasks = latestFinished(**inspector, name);
    if (!tasks)
        return tasks.error();
    const auto results = keptResults(**inspector, name, *tasks);
    if (!results)
        return results.error();
    if (context.json()) {
        JsonWriter json;
        json.beginArray();
        for (std::size_t i = 0; i < tasks->size(); ++i) {
            const Task& task = (*tasks)[i];
            json.beginObject();
            json.member("id", task.id);
            json.member("outcome", stateName(task.state));
            json.member("attempt", task.attempt);
            json.member("at_ms", isRecorded(task) ? std::optional(toMs(task.at)) : std::nullopt);
            json.textOrNull("error", task.error);
            json.textOrNull("output", (*results)[i]);
            json.endObject();
        }
        json.endArray();
        context.out().write(json.take());
        return 0;
    }
    if (tasks->empty()) {
        tell(u"The queue %1 does not keep finished tasks. \"duectl results --follow %2\" shows tasks as they "
             u"finish."_s.arg(printable(name), shellOperands({name})));
        return 0;
    }
    Table table({u"ENDED"_s, u"OUTCOME"_s, u">ATTEMPT"_s, u"ID"_s, u"ERROR OR RESULT"_s});
    for (std::size_t i = 0; i < tasks->size(); ++i) {
        const Task& task = (*tasks)[i];
        const QByteArray text = task.state == TaskState::Failed ? errorLine(task.error) : (*results)[i];
        table.row({timeText(task.at, queue->serverNow), stateText(task.state), QString::number(task.attempt),
            printable(task.id), printable(text, 120)});
    }
    context.out().write(table.take());
    return 0;
}

/// Prints an outcome. `at`: when the outcome was received, by the server's clock.
void print(Context& context, Outcome outcome, TimePoint at)
{
    outcome.error = PayloadMask::masked(outcome.error, context.maskedFields());
    outcome.output = MaskedPayload(context.maskedFields()).of(outcome.output);
    if (!context.json()) {
        QString text = u"%1  %2  %3  attempt %4  late %5  took %6"_s.arg(clockText(at),
            QString::fromUtf8(printable(outcome.outcome, 16).toUtf8()).leftJustified(9), printable(outcome.id),
            QString::number(outcome.attempt), roughDuration(outcome.late), roughDuration(outcome.ran));
        if (!outcome.error.isEmpty())
            text += u"  "_s + printable(errorLine(outcome.error), 200);
        if (!outcome.output.isEmpty())
            text += u"  "_s + printable(outcome.output, 200);
        context.out().line(text);
        return;
    }
    JsonWriter json(true);
    json.beginObject();
    json.member("at_ms", toMs(at));
    json.member("id", outcome.id);
    json.member("outcome", outcome.outcome);
    json.member("attempt", outcome.attempt);
    json.textOrNull("worker", outcome.worker);
    json.member("late_ms", qint64(outcome.late.count()));
    json.member("run_ms", qint64(outcome.ran.count()));
    json.textOrNull("error", outcome.error);
    json.textOrNull("output", outcome.output);
    json.endObject();
    context.out().write(json.take());
}

/// Opens the event source and returns the server's time; nullopt if a signal arrived first. Retries after temporary
/// errors, and returns only permanent ones.
Result<std::optional<TimePoint>> waitUntilFollowing(Context& context, EventSource& source, SignalWatch& signalWatch)
{
    bool isTold = false;
    for (;;) {
        const auto opened = source.open();
        const auto now = opened ? context.now() : Result<TimePoint>(opened.error());
        if (now)
            return std::optional(*now);
        if (signalWatch.count() > 0)
            return std::optional<TimePoint>();
        if (!mayPass(now.error()))
            return now.error();
        if (!std::exchange(isTold, true))
            tell(u"%1 Trying again every second."_s.arg(now.error().message));
        signalWatch.wait(reopenAfter);
        if (signalWatch.count() > 0 || context.out().closed())
            return std::optional<TimePoint>();
    }
}

Result<int> follow(Context& context, const QueueName& queue)
{
    const auto backend = context.open(Access::ReadOnly);
    if (!backend)
        return backend.error();
    const auto source = (*backend)->events({queue}, false, true);
    if (!source)
        return source.error();
    SignalWatch signalWatch;
    const auto ready = waitUntilFollowing(context, **source, signalWatch);
    if (!ready)
        return ready.error();
    if (!*ready)
        return 0; // a signal ended the wait
    // difference between the server's clock and this machine's clock
    const Millis ahead = **ready - SystemClock().now();
    if (const auto found = (*backend)->inspector().queue(queue); !found && found.error().code == ErrorCode::NotFound)
        tell(missingQueue(queue, context.gap()));
    tell(u"Following the results of %1. Press Ctrl+C to stop."_s.arg(printable(queue)));
    bool lost = false;
    while (signalWatch.count() == 0 && !context.out().closed()) {
        if (lost) {
            signalWatch.wait(reopenAfter);
            if (signalWatch.count() > 0)
                continue;
            if (const auto opened = (*source)->open(); !opened && opened.error().refusesLogin())
                return opened.error(); // don't retry: repeated logins could lock the account
            else if (!opened)
                continue;
            tell(u"Reconnected; results published in the meantime are not shown."_s);
            lost = false;
        }
        const auto event = (*source)->next(lookAtSignals);
        if (!event) {
            if (signalWatch.count() == 0)
                tell(event.error().message);
            lost = true;
            continue;
        }
        if (!*event || (*event)->kind != QueueEvent::Kind::Results)
            continue;
        const auto outcomes = decodeOutcomes((*event)->data);
        if (!outcomes) {
            tell(outcomes.error().message);
            continue;
        }
        for (const Outcome& outcome : *outcomes)
            print(context, outcome, SystemClock().now() + ahead);
        context.out().flush();
    }
    return 0;
}

} // namespace

Result<int> runResults(Context& context)
{
    const auto queue = context.queue();
    if (!queue)
        return queue.error();
    return context.line().has("follow") ? follow(context, *queue) : showKept(context, *queue);
}

} // namespace dueline::duectl
