// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/vanished.h"

#include "core/console/witness/loss.h"
#include "core/queue/taskstate.h"

#include <QFileInfo>

#include <algorithm>
#include <cstring>
#include <limits>

namespace dueline {

namespace {

/// Adds each loss's details to the lists of lost tasks, and counts the tasks that were due before the loss, because
/// workers may have run them.
Result<> readLosses(RecordFile& file, std::vector<VanishedTasks>& lists)
{
    const auto losses
        = file.database().read("SELECT queue, detail FROM event WHERE kind='loss'", {}, [&lists](const SqliteRow& row) {
              const QueueLoss loss = lossOf(row.text(1));
              for (VanishedTasks& tasks : lists) {
                  if (tasks.queue != row.number(0) || tasks.event != loss.event)
                      continue;
                  tasks.wasPaused = (loss.before.flags & RecordSample::Paused) != 0;
                  tasks.lostBy = std::max(tasks.at, loss.after.at);
                  tasks.mayHaveRun = loss.mayHaveRun;
              }
              return true;
          });
    if (!losses)
        return losses;
    for (VanishedTasks& tasks : lists) {
        const auto due = file.database().number(
            "SELECT count(*) FROM vanished WHERE event=? AND queue=? AND how='gone' AND state<>? AND (due IS NULL OR "
            "due<=?)",
            {tasks.event, tasks.queue, int(TaskState::Failed), toMs(tasks.lostBy)});
        if (!due)
            return due.error();
        // Both numbers are upper limits.
        tasks.mayHaveRun = std::min(tasks.mayHaveRun, due->value_or(0));
    }
    return {};
}

} // namespace

Result<std::vector<VanishedTasks>> vanishedTasks(RecordFile& file)
{
    const auto keeps = file.keepsIds();
    if (!keeps)
        return keeps.error();
    std::vector<VanishedTasks> found;
    if (!*keeps)
        return found;
    const auto read = file.database().read(
        "SELECT v.event, v.queue, q.name, coalesce(e.at, 0), sum(v.how='gone'), "
        "sum(v.how='gone' AND v.body IS NOT NULL), sum(v.how='unknown'), q.layout FROM vanished v JOIN queue q ON q.id=v.queue "
        "LEFT JOIN event e ON e.id=v.event GROUP BY v.event, v.queue ORDER BY v.event, q.name",
        {}, [&found](const SqliteRow& row) {
            const TimePoint at = fromMs(row.number(3));
            found.push_back({row.number(0), row.number(1), row.text(2), at, row.number(4), row.number(5), row.number(6),
                std::numeric_limits<qint64>::max(), {}, false, at, row.text(7)});
            return true;
        });
    if (!read)
        return read.error();
    const auto losses = readLosses(file, found);
    return losses ? Result<std::vector<VanishedTasks>>(std::move(found)) : losses.error();
}

Result<std::vector<VanishedTasks>> tasksByOwnQueue(RecordFile& file, const VanishedTasks& tasks)
{
    std::vector<VanishedTasks> found;
    // Check that the JSON is valid: another program may have written the file.
    const auto read = file.database().read(
        "SELECT CASE WHEN json_valid(body) THEN json_extract(body, '$.own_queue') END AS own, count(*), "
        "sum(state<>? AND (due IS NULL OR due<=?)) FROM vanished WHERE event=? AND queue=? AND how='gone' AND body IS "
        "NOT NULL GROUP BY own ORDER BY own",
        {int(TaskState::Failed), toMs(tasks.lostBy), tasks.event, tasks.queue}, [&](const SqliteRow& row) {
            if (!row.text(0).isEmpty()) {
                VanishedTasks own = tasks;
                own.own = row.text(0);
                own.ids = own.complete = row.number(1);
                own.mayHaveRun = row.number(2);
                found.push_back(std::move(own));
            }
            return true;
        });
    return read ? Result<std::vector<VanishedTasks>>(std::move(found)) : read.error();
}

QByteArray putbackSource(const QString& recording, const VanishedTasks& tasks)
{
    return "lost tasks of " + tasks.name + " in " + QFileInfo(recording).fileName().toUtf8() + ", event "
        + QByteArray::number(tasks.event);
}

Result<QByteArrayList> vanishedIds(RecordFile& file, const VanishedTasks& tasks, qint64 most)
{
    QByteArrayList ids;
    const auto read = file.database().read(
        "SELECT id FROM vanished WHERE event=? AND queue=? AND how='gone' ORDER BY token, due, length(id), id LIMIT ?",
        {tasks.event, tasks.queue, most}, [&ids](const SqliteRow& row) {
            ids << row.text(0);
            return true;
        });
    return read ? Result<QByteArrayList>(std::move(ids)) : read.error();
}

VanishedLines::VanishedLines(RecordFile& file, const VanishedTasks& tasks)
    : m_file(file)
    , m_tasks(tasks)
{
    open(QIODevice::ReadOnly | QIODevice::Unbuffered);
}

Result<> VanishedLines::fill()
{
    constexpr qsizetype piece = 256 * 1024;
    if (!m_hasIds) {
        const auto read = m_file.database().read(
            "SELECT id FROM vanished WHERE event=? AND queue=? AND how='gone' AND body IS NOT NULL AND (?='' OR CASE "
            "WHEN json_valid(body) THEN json_extract(body, '$.own_queue') END=?) ORDER BY token, due, length(id), id",
            {m_tasks.event, m_tasks.queue, m_tasks.own, m_tasks.own}, [this](const SqliteRow& row) {
                m_ids.push_back(row.text(0));
                return true;
            });
        if (!read)
            return read;
        m_hasIds = true;
    }
    while (m_next < m_ids.size() && m_buffer.size() < piece) {
        const auto read = m_file.database().read("SELECT body FROM vanished WHERE event=? AND queue=? AND id=?",
            {m_tasks.event, m_tasks.queue, m_ids[m_next]}, [this](const SqliteRow& row) {
                // Keep each task on one line: another program may have written the file.
                m_buffer += row.text(0).replace('\n', ' ') + '\n';
                return true;
            });
        if (!read)
            return read;
        ++m_next;
    }
    return {};
}

qint64 VanishedLines::readData(char* data, qint64 most)
{
    if (m_buffer.isEmpty()) {
        if (const auto filled = fill(); !filled) {
            setErrorString(filled.error().message);
            return -1;
        }
    }
    const qint64 size = std::min<qint64>(most, m_buffer.size());
    std::memcpy(data, m_buffer.constData(), std::size_t(size));
    m_buffer.remove(0, size);
    return size;
}

qint64 VanishedLines::writeData(const char*, qint64) { return -1; }

} // namespace dueline
