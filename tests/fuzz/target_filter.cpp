// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"

#include "core/queue/taskfilter.h"

namespace dueline::fuzz {

namespace {

std::vector<Task> someTasks(TimePoint now)
{
    std::vector<Task> tasks;
    for (const TaskState state : allStates) {
        Task task;
        task.id = "mail.send#order-7";
        task.state = state;
        task.at = now + Millis(int(state) * 60'000 - 180'000);
        if (state != TaskState::Done)
            task.dueAt = StateSet::pending().contains(state) ? task.at : now - Millis(5'000);
        task.attempt = int(state);
        task.size = 17;
        task.error = state == TaskState::Failed ? "timeout" : "";
        task.worker = state == TaskState::Leased ? "host_1_abc" : "";
        task.addedAt = now - Millis(3'600'000);
        tasks.push_back(task);
    }
    return tasks;
}

} // namespace

void filter(const QByteArray& input)
{
    const QString text = QString::fromUtf8(input);
    const auto parsed = TaskFilter::parseWithPosition(text);
    const auto said = TaskFilter::parse(text);
    if (const auto* error = std::get_if<TaskFilter::ParseError>(&parsed)) {
        FUZZ_HOLDS(error->position >= 0 && error->position <= text.size());
        FUZZ_HOLDS(!error->message.isEmpty());
        FUZZ_HOLDS(!said && said.error().code == ErrorCode::Usage);
        return;
    }
    const auto& filter = std::get<TaskFilter>(parsed);
    FUZZ_HOLDS(said && *said == filter);
    const auto again = TaskFilter::parse(filter.text());
    FUZZ_HOLDS(again && *again == filter);

    // A filter's bounds determine which tasks are fetched, so they must include every match.
    const TimePoint now = fromMs(1'780'000'000'000);
    const auto from = filter.dueFrom(now);
    const auto until = filter.dueUntil(now);
    for (const Task& task : someTasks(now)) {
        const bool matches = filter.matches(task, "{\"to\":\"alice\"}", now);
        if (!filter.needsPayload())
            FUZZ_HOLDS(matches == filter.matches(task, {}, now));
        if (!matches)
            continue;
        FUZZ_HOLDS(filter.states().contains(task.state));
        if (StateSet::pending().contains(task.state))
            FUZZ_HOLDS((!from || task.at >= *from) && (!until || task.at <= *until));
    }
}

} // namespace dueline::fuzz
