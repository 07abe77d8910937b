// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/recordfile.h"

#include <QIODevice>

namespace dueline {

/// Lost tasks of a queue whose ids were recorded.
struct VanishedTasks
{
    qint64 event = 0; ///< id of the event by which the tasks were lost
    qint64 queue = 0; ///< id of the queue in the file
    QByteArray name; ///< name of the queue
    TimePoint at{}; ///< time of the event
    qint64 ids = 0; ///< number of listed tasks that are known to be lost
    qint64 complete = 0; ///< number of them that were recorded with their payloads
    /// Number of listed tasks that the recorder has not looked up yet, so that they may still be in the queue.
    qint64 unchecked = 0;
    qint64 mayHaveRun = 0; ///< number of listed tasks that were due, so that workers may have run them
    /// If several queues share one key: the queue that the tasks belong to (Task::ownQueue). Otherwise empty.
    QByteArray own = {};
    bool wasPaused = false; ///< true if the queue was paused before the loss
    TimePoint lostBy{}; ///< first count after the loss
    QByteArray layout = {}; ///< layout of the queue; empty: unknown

    /// Returns the queue into which the tasks can be put back.
    QByteArray target() const { return own.isEmpty() ? name : own + name; }
    /// Returns whether a word names the queue: its name with or without the suffix of its layout, as in
    /// `orders@bullmq`.
    bool isNamed(const QByteArray& word) const { return isQueueNamed(name, layout, word); }
};

/// Returns the lost tasks by event (oldest first) and queue; empty if no ids were recorded. Errors: Io.
Result<std::vector<VanishedTasks>> vanishedTasks(RecordFile& file);

/// Splits lost tasks by the queues that they belong to (Task::ownQueue), sorted by name. Includes only tasks that were
/// recorded with their payloads. Empty if the tasks belong to the queue in which they were stored. Errors: Io.
Result<std::vector<VanishedTasks>> tasksByOwnQueue(RecordFile& file, const VanishedTasks& tasks);

/// Returns the source that is recorded when these tasks are put back. It names both the recording and the list of lost
/// tasks, because tasks of several lists can be put back into the same queue.
QByteArray putbackSource(const QString& recording, const VanishedTasks& tasks);

/// Returns the ids of up to `most` lost tasks, in the order in which the tasks were added. Errors: Io.
Result<QByteArrayList> vanishedIds(RecordFile& file, const VanishedTasks& tasks, qint64 most);

/// Device from which the lost tasks that were recorded with their payloads can be read, as lines in the format of
/// taskLine(), in the order in which they were added. It keeps their ids in memory. The file must outlive the device.
class VanishedLines : public QIODevice
{
    Q_OBJECT

public:
    VanishedLines(RecordFile& file, const VanishedTasks& tasks);

    bool isSequential() const override { return true; }
    bool atEnd() const override { return m_hasIds && m_next == m_ids.size() && m_buffer.isEmpty(); }
    /// Returns how many tasks have been read.
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
