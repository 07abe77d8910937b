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
    qint64 ids = 0; ///< number of tasks that the queue no longer contains
    qint64 complete = 0; ///< number of these tasks that were recorded completely, with their payloads
    qint64 unchecked = 0; ///< tasks that the queue may still contain, because the recorder has not looked them up
    qint64 mayHaveRun = 0; ///< QueueLoss::mayHaveRun
};

/// Returns the lost tasks by event, oldest first, and queue; empty if the recording keeps no ids. Errors: Io.
Result<std::vector<VanishedTasks>> vanishedTasks(RecordFile& file);

/// Reader of completely recorded lost tasks as JSON lines, in the format of taskLine(), in the order in which they were
/// added. It keeps the ids in memory. The file must outlive it.
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
