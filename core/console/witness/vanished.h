// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/recordfile.h"

#include <QIODevice>

namespace dueline {

/// Lost tasks of one queue whose ids are in a recording.
struct VanishedTasks
{
    qint64 event = 0; ///< id of the event that caused the loss
    qint64 queue = 0; ///< id of the queue in the recording
    QByteArray name; ///< name of the queue
    TimePoint at{}; ///< time of the event
    qint64 ids = 0; ///< number of lost tasks that are listed
    qint64 complete = 0; ///< number of listed tasks that were recorded completely, with their payloads
    /// number of listed tasks that may still be in the queue, because they have not been looked up yet
    qint64 unchecked = 0;
    qint64 mayHaveRun = 0; ///< upper limit for the number of lost tasks that may have run; see QueueLoss::mayHaveRun
    /// If set, the tasks belong to this queue, one of several queues whose tasks are stored
    /// together (Task::ownQueue).
    QByteArray own = {};

    /// Returns the queue to which the tasks can be added.
    QByteArray target() const { return own.isEmpty() ? name : own + name; }
};

/// Returns the lost tasks, sorted by event (oldest first) and queue; empty if the recording contains no ids. Errors:
/// Io.
Result<std::vector<VanishedTasks>> vanishedTasks(RecordFile& file);

/// Splits a list of lost tasks by the queues to which the tasks belong (Task::ownQueue), sorted by
/// name. The result contains only completely recorded tasks, and is empty if the tasks belong to
/// the queue in which they are listed. Errors: Io.
Result<std::vector<VanishedTasks>> tasksByOwnQueue(RecordFile& file, const VanishedTasks& tasks);

/// Returns the source to record in the operation that puts the tasks back. It names the recording and the list of lost
/// tasks, because lists of several queues can be put back into one queue.
QByteArray putbackSource(const QString& recording, const VanishedTasks& tasks);

/// Returns the ids of lost tasks in the order in which the tasks were added, but at most `most` of them. Errors: Io.
Result<QByteArrayList> vanishedIds(RecordFile& file, const VanishedTasks& tasks, qint64 most);

/// Reader of the lost tasks that were recorded completely. It returns them as JSON lines in the format of taskLine(),
/// in the order in which they were added. The reader keeps the ids in memory. The file must outlive the reader.
class VanishedLines : public QIODevice
{
    Q_OBJECT

public:
    VanishedLines(RecordFile& file, const VanishedTasks& tasks);

    bool isSequential() const override { return true; }
    bool atEnd() const override { return m_hasIds && m_next == m_ids.size() && m_buffer.isEmpty(); }
    /// Returns the number of tasks read so far.
    qint64 lines() const { return qint64(m_next); }

protected:
    qint64 readData(char* data, qint64 most) override;
    qint64 writeData(const char* data, qint64 size) override;

private:
    Result<> fill();

    RecordFile& m_file;
    VanishedTasks m_tasks;
    bool m_hasIds = false;
    std::vector<QByteArray> m_ids;
    std::size_t m_next = 0;
    QByteArray m_buffer;
};

} // namespace dueline
