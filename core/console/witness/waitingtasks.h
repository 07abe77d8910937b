// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/recordfile.h"
#include "core/queue/backend.h"

#include <QElapsedTimer>
#include <QHash>

namespace dueline {

/// Recorder of the waiting and failed tasks in each queue, so that lost tasks can be listed and added again. Each
/// reading covers a limited number of tasks, so large queues are scanned in several readings. Errors: read() returns
/// those of the connection; the other functions return Io.
class WaitingTasks
{
public:
    struct Options
    {
        bool payloads = false; ///< true to also record complete tasks, with their payloads and errors
        bool isMasked = false; ///< true if the backend masks payloads, so recorded tasks cannot be added again
        /// maximum size of the recording in bytes; tasks may use three quarters of it
        qint64 mostBytes = 256 * 1024 * 1024;
    };
    static constexpr int mostTasks = 2'000; ///< maximum number of tasks read in one reading
    /// maximum number of tasks read in one reading if payloads are recorded
    static constexpr int mostTasksWithPayloads = 1'500;
    /// maximum number of newly due tasks of a large queue that one reading reads before it continues the scan
    static constexpr int mostArrivals = 500;
    static constexpr int arrivalsPerPage = 100;
    static constexpr std::size_t mostPayloads = 500; ///< maximum number of payloads read in one reading
    static constexpr std::size_t mostNewPayloads = 50; ///< maximum number of payloads of new tasks read in one reading
    static constexpr Millis longestPayloads{40}; ///< time after which a reading requests no more payloads

    WaitingTasks(RecordFile& file, Backend& backend, const Options& options)
        : m_file(file)
        , m_backend(backend)
        , m_options(options)
    { }

    /// Reads the next part of the queues from the server. `queues`: queues that were just counted; `isWhole`: true if
    /// the server has no other queues; `now`: time of the server.
    Result<> read(const std::vector<QueueInfo>& queues, bool isWhole, TimePoint now);
    /// Lists the recorded tasks of a queue as lost. `event`: id of the event that caused the loss. If the loss is not
    /// total, later readings look up these tasks. Tasks that the queue still contains are then removed from the list.
    /// Call this before write().
    Result<> lost(const QueueName& queue, qint64 event, bool isTotal);
    /// Writes the results of read(). Call this in a transaction. `undecided`: queues that may have lost tasks, whose
    /// recorded tasks must not be changed yet.
    Result<> write(TimePoint now, const std::vector<QueueName>& undecided);
    /// Discards the state. Call this if the last results could not be stored. The next reading loads the state from the
    /// file again.
    void forget();

private:
    /// Recorded task.
    struct Known
    {
        qint64 token = 0; ///< creation time, which distinguishes tasks that successively have the same id
        std::size_t version = 0; ///< hash that changes with the task; 0: unknown
        qint64 pass = 0; ///< number of the last scan that found the task
        bool hasBody = false;
    };
    /// Task found in the current reading.
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
        qint64 queue = 0; ///< id of the queue in the file; 0: not read yet
        QHash<QByteArray, Known> known;
        qint64 pass = 1;
        std::size_t state = 0; ///< index of the current state in scannedStates
        /// offset of the last page that was read; nullopt: no page of the current state has been read
        std::optional<qint64> offset;
        std::vector<Met> met; ///< tasks found in the current reading
        bool isComplete = false; ///< true if the scan ended in the current reading
        qint64 event = 0; ///< id of the event whose lost tasks are being looked up; 0: none
        std::vector<QByteArray> asked; ///< ids that were looked up in the current reading
        std::vector<QByteArray> present; ///< ids in `asked` that the queue still contains
    };

    /// Limits on the payloads read in one reading.
    struct PayloadBudget
    {
        std::size_t tasks = mostPayloads;
        std::size_t newTasks = mostNewPayloads;
        QElapsedTimer clock;
    };

    Result<> begin();
    Result<> load(const QueueName& name, Scan& scan);
    /// Selects the latest event whose lost tasks have not all been looked up; 0 if there is none.
    Result<> chooseEvent(Scan& scan);
    Result<> scanPart(const QueueInfo& info, Scan& scan, int& budget);
    Result<> readArrivals(const QueueInfo& info, Scan& scan, int& budget);
    static void addMet(Scan& scan, const Task& task, TaskState state);
    Result<bool> readPage(const QueueInfo& info, Scan& scan, TaskState state, int& budget);
    Result<> readBodies(const QueueName& name, Scan& scan, TimePoint now, PayloadBudget& budget);
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
    QueueName m_next; ///< queue with which the next reading starts; empty: the first queue
    bool m_hasBegun = false;
    bool m_hasRoom = true;
};

} // namespace dueline
