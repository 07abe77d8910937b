// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/laravel/laravelsources.h"

#include "core/base/text.h"

namespace dueline {

using Kind = TaskSource::Kind;
using Score = TaskSource::Score;

const char* const LaravelTexts::failedInSql
    = "Laravel keeps failed jobs in its own database; php artisan queue:failed lists them.";
const char* const LaravelTexts::retryThere
    = "Laravel keeps failed jobs in its own database; run php artisan queue:retry ID there.";
const char* const LaravelTexts::noPause = "Laravel has no pause that Dueline can set.";
const char* const LaravelTexts::noAdding = "Laravel jobs are serialized PHP objects, which only PHP can write.";
const char* const LaravelTexts::rowIsRetried = QT_TRANSLATE_NOOP("LayoutWords",
    "Laravel's own table failed_jobs keeps its row for each job: php artisan queue:retry would run the job again, "
    "queue:forget removes the row.");
const char* const LaravelTexts::rowStays = QT_TRANSLATE_NOOP("LayoutWords",
    "Laravel's own table failed_jobs keeps its row for each job: php artisan queue:retry can still run the job.");
const char* const LaravelTexts::lockStays = QT_TRANSLATE_NOOP("LayoutWords",
    "If a job's class is unique, its lock stays until it expires, and no equal job can be queued before then. "
    "Redis does not record which classes are unique.");
const char* const LaravelTexts::noneKept
    = QT_TRANSLATE_NOOP("LayoutWords", "Laravel stores only the number of a job's attempts in Redis.");
const char* const LaravelTexts::lastKept
    = QT_TRANSLATE_NOOP("LayoutWords", "Horizon keeps the outcome of the last attempt only.");

QString LaravelTexts::sayWhose(const QByteArray& horizon)
{
    const LaravelSpec spec{"PREFIX", horizon.isEmpty() ? QByteArray("P2") : horizon};
    return QStringLiteral("Name the prefix of its queues: --layout \"%1\", if their keys begin with PREFIXqueues:.")
        .arg(spec.text());
}

QString LaravelTexts::sayPrefix(const LaravelSpec& spec, const QByteArray& horizon)
{
    LaravelSpec said = spec;
    said.horizon = horizon;
    return QStringLiteral(
        "The queues of this Horizon were not found: no queue key begins with %1. If its workers use that prefix, open "
        "it with --layout \"%2\".")
        .arg(printable(spec.beginning()), said.text());
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
