// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/transfer/tasklines.h"
#include "core/console/witness/loss.h"
#include "core/console/witness/recordfile.h"

namespace dueline {

/// Writes a recording in which a queue has lost scheduled tasks, `lost#0` to `lost#COUNT-1`. If the recorded queue is a
/// shared pseudo-queue, `own` lists the tasks' own queues, assigned in rotation. Returns whether the recording was
/// written.
inline bool writeLostRecording(
    const QString& path, const QByteArray& queue, int count, const std::vector<QByteArray>& own = {})
{
    auto file = RecordFile::write(path, {"redis://shop", "native", "duectl"});
    if (!file || !(*file)->keepIds())
        return false;
    const TimePoint now = SystemClock().now();
    const auto id = (*file)->queueId({0, queue, "native", {}});
    const auto flush = (*file)->write(RecordEvent{0, now, {}, "flush", "FLUSHALL ran once", {}});
    if (!id || !flush || !(*file)->beginSpan({0, now, now, "run", "master", Millis(0), {}}))
        return false;
    QueueLoss loss;
    loss.event = *flush;
    loss.cause = "flush";
    loss.before[RecordSample::Scheduled] = loss.tasks = count;
    loss.after[RecordSample::Scheduled] = 0;
    if (!(*file)->write(RecordEvent{0, now, *id, "loss", lossText(loss).toUtf8(), lossJson(loss)}))
        return false;
    for (int i = 0; i < count; ++i) {
        TaskRecord task;
        task.detail.task.id = "lost#" + QByteArray::number(i);
        task.detail.task.at = now + Millis(hourMs);
        task.payload = "{}";
        if (!own.empty())
            task.detail.task.ownQueue = own[std::size_t(i) % own.size()];
        const auto written = (*file)->database().run("INSERT INTO vanished VALUES(?, ?, ?, 0, 0, ?, ?, 'gone', ?)",
            {*flush, *id, task.detail.task.id, toMs(task.detail.task.at), toMs(now), taskLine(task).trimmed()});
        if (!written)
            return false;
    }
    return true;
}

} // namespace dueline
