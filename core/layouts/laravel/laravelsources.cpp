// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/laravel/laravelsources.h"

#include "core/base/text.h"
#include "core/layouts/laravel/laravelwords.h"

namespace dueline {

using Kind = TaskSource::Kind;
using Score = TaskSource::Score;

QString LaravelTexts::sayWhose(const QByteArray& horizon)
{
    const LaravelSpec spec{"PREFIX", horizon.isEmpty() ? QByteArray("P2") : horizon};
    return laravelwords::statePrefix(spec.text());
}

QString LaravelTexts::sayPrefix(const LaravelSpec& spec, const QByteArray& horizon)
{
    LaravelSpec said = spec;
    said.horizon = horizon;
    return laravelwords::queuesOfHorizonAreMissing(printable(spec.beginning()), said.text());
}

OverlayKeys laravelKeys(const LaravelSpec& spec, const QByteArray& ours, const QueueName& queue)
{
    const QByteArray list = spec.list(queue);
    return {list + ':', OverlayKeys::overlayOf(ours) + list + ':', list};
}

std::vector<TaskSource> laravelSources(const LaravelSpec& spec, const QByteArray& ours, const QueueName& queue)
{
    const OverlayKeys keys = laravelKeys(spec, ours, queue);
    return {
        {spec.list(queue), Kind::List, Score::None, TaskState::Due, {}, "ready", false},
        {keys.base + "delayed", Kind::SortedSet, Score::Seconds, TaskState::Scheduled, TaskState::Due, "delayed"},
        {keys.base + "reserved", Kind::SortedSet, Score::Seconds, TaskState::Leased, {}, "reserved"},
        {keys.trash(), Kind::SortedSet, Score::Milliseconds, TaskState::Trash, {}, {}},
    };
}

OverlayKeys horizonKeys(const LaravelSpec& spec, const QByteArray& ours, const QByteArray& horizon)
{
    return {horizon, OverlayKeys::overlayOf(ours) + horizon + spec.sharedPlace() + ':', horizon + "failed_jobs"};
}

std::vector<TaskSource> horizonSources(const LaravelSpec& spec, const QByteArray& ours, const QByteArray& horizon)
{
    const auto set = [&horizon](const char* name, TaskState state, const char* word) {
        return TaskSource{horizon + name, Kind::SortedSet, Score::NegatedSeconds, state, {}, word};
    };
    return {
        set("failed_jobs", TaskState::Failed, "failed"),
        set("completed_jobs", TaskState::Done, "completed"),
        set("silenced_jobs", TaskState::Done, "silenced"),
        {horizonKeys(spec, ours, horizon).trash(), Kind::SortedSet, Score::Milliseconds, TaskState::Trash, {}, {}},
    };
}

} // namespace dueline
