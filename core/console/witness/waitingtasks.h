// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/recordfile.h"
#include "core/queue/backend.h"

#include <QHash>

namespace dueline {

/// Recorder of the tasks that wait in each queue, by id, so that lost tasks can be listed and put back. It reads a
/// limited number of tasks in each reading and scans large queues in several readings. Errors: those of the connection
/// from read(), Io from the other calls.
class WaitingTasks
{
public:
    struct Options
    {
        bool payloads = false; ///< also records complete tasks, with their payloads and errors
        bool isMasked = false; ///< the backend masks payloads, so recorded tasks cannot be put back
        qint64 mostBytes = 256 * 1024 * 1024; ///< size of the file above which no tasks are added
    };
    static constexpr int mostTasks = 2'000; ///< number of tasks read in one reading
    static constexpr std::size_t mostPayloads = 500; ///< number of payloads read in one reading

    WaitingTasks(RecordFile& file, Backend& backend, const Options& options)
        : m_file(file)
        , m_backend(backend)
        , m_options(options)
    { }

    /// Reads the next part of the queues from the server. `queues`: queues that were just counted; `isWhole`: there are
    /// no other queues.
    Result<> read(const std::vector<QueueInfo>& queues, bool isWhole);
    /// Lists the known tasks of a queue that has lost tasks. `event`: id of the event that caused the loss. If the loss
    /// is not total, the next readings look up the tasks and remove the tasks that the queue still contains from the
    /// list. Call it before write().
    Result<> lost(const QueueName& queue, qint64 event, bool isTotal);
    /// Writes the result of read(). Call it in a transaction. `undecided`: queues that may have lost tasks; their known
    /// tasks remain unchanged.
    Result<> write(TimePoint now, const std::vector<QueueName>& undecided);
    /// Reads the state from the file again, because nothing that was written was stored.
    void forget();

private:
    /// Task as it was recorded.
    struct Known
    {
        qint64 token = 0; ///< creation time, which distinguishes tasks that have the same id one after the other
        std::size_t version = 0; ///< hash that changes with the task; 0: unknown
        qint64 pass = 0; ///< last scan that found the task
        bool hasBody = false;
    };
    /// Task in the current reading.
    struct Met
    {
        QByteArray id;
        qint64 token = 0;
        std::size_t version = 0;
        TaskState state = TaskState::Due;
        std::optional<qint64> due;
        QByteArray body;
    };
    /// Scan of one queue.
    struct Scan
    {
        qint64 queue = 0; ///< id in the file; 0: not read yet
        QHash<QByteArray, Known> known;
        qint64 pass = 1;
        std::size_t state = 0; ///< index in scannedStates
        std::optional<qint64> offset; ///< start of the part that was read last; nullopt: the state has not begun
        std::vector<Met> met; ///< result of the current reading
        bool isComplete = false; ///< the scan ended in the current reading
        qint64 event = 0; ///< event whose lost tasks are being looked up; 0: none
        std::vector<QByteArray> asked; ///< ids that were looked up in the current reading
        std::vector<QByteArray> present; ///< those of the `asked` ids that are in the queue
    };

    Result<> begin();
    Result<> load(const QueueName& name, Scan& scan);
    Result<> scanPart(const QueueInfo& info, Scan& scan, int& budget);
    Result<bool> readPage(const QueueInfo& info, Scan& scan, TaskState state, int& budget);
    Result<> readBodies(const QueueName& name, Scan& scan, std::size_t& budget);
    Result<> lookUp(const QueueName& name, Scan& scan, bool exists);
    Result<> writeScan(Scan& scan, TimePoint now);
    Result<> writeMet(Scan& scan, const Met& met, TimePoint now);
    Result<> removeUnmet(Scan& scan);
    Result<> writeLookUp(Scan& scan);
    Result<bool> hasRoom();

    RecordFile& m_file;
    Backend& m_backend;
    Options m_options;
    std::map<QueueName, Scan> m_scans;
    QueueName m_next; ///< first queue of the next reading
    bool m_hasBegun = false;
    bool m_hasRoom = true;
};

} // namespace dueline
