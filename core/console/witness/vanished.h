// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/recordfile.h"

#include <QIODevice>

namespace dueline {

/// Lost tasks from one queue, with recorded ids.
struct VanishedTasks
{
    qint64 event = 0; ///< id of the loss event
    qint64 queue = 0; ///< queue id in the file
    QByteArray name;
    TimePoint at{};
    qint64 ids = 0; ///< number of listed tasks known to be lost
    qint64 complete = 0; ///< number of lost tasks recorded with their payloads
    /// Number of listed tasks that haven't been looked up yet, so they may still be in the queue.
    qint64 unchecked = 0;
    qint64 mayHaveRun = 0; ///< number of listed tasks that were already due, so workers may have run them
    /// Queue that owns the tasks (Task::ownQueue), if several queues share one key; otherwise empty.
    QByteArray own = {};
    bool wasPaused = false;
    TimePoint lostBy{}; ///< time of the first count after the loss
    QByteArray layout = {}; ///< the queue's layout; empty: unknown

    /// Returns the queue to put the tasks back into.
    QByteArray target() const { return own.isEmpty() ? name : own + name; }
    /// Returns whether a word names the queue: its name with or without the suffix of its layout, as in
    /// `orders@bullmq`.
    bool isNamed(const QByteArray& word) const { return isQueueNamed(name, layout, word); }
};

/// Returns the lost tasks, grouped by event (oldest first) and queue; empty if no ids were recorded. Errors: Io.
Result<std::vector<VanishedTasks>> vanishedTasks(RecordFile& file);

/// Splits lost tasks by owning queue (Task::ownQueue), sorted by name. Includes only tasks recorded with their
/// payloads. Empty if the tasks belong to the queue that stored them. Errors: Io.
Result<std::vector<VanishedTasks>> tasksByOwnQueue(RecordFile& file, const VanishedTasks& tasks);

/// Returns the source to record when these tasks are put back. It names both the recording and the list of lost tasks,
/// because tasks from several lists can be put back into the same queue.
QByteArray putbackSource(const QString& recording, const VanishedTasks& tasks);

/// Returns the ids of up to `most` lost tasks, in the order the tasks were added. Errors: Io.
Result<QByteArrayList> vanishedIds(RecordFile& file, const VanishedTasks& tasks, qint64 most);

/// Device for reading the lost tasks that were recorded with their payloads: one taskLine() per task, in the order they
/// were added. Keeps their ids in memory. The file must outlive the device.
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
