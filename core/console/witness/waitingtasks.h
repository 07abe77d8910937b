// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/loss.h"
#include "core/console/witness/recordfile.h"
#include "core/queue/backend.h"

#include <QHash>

namespace dueline {

/// Records the waiting and failed tasks of all queues, so that lost tasks can be listed and put back. Each reading
/// covers a limited number of tasks, so scanning a large queue takes several readings. Errors: read() can fail with any
/// connection error, all other functions with Io.
class WaitingTasks
{
public:
    struct Options
    {
        bool payloads = false; ///< true to record complete tasks, with their payloads and errors
        bool isMasked = false; ///< true if the backend masks payloads, so that recorded tasks can't be put back
        /// Maximum size of the recording in bytes. Once three quarters are used, no more tasks are recorded.
        qint64 mostBytes = 256 * 1024 * 1024;
    };
    static constexpr int mostTasks = 2'000; ///< maximum number of tasks per reading
    /// Maximum number of tasks per reading when payloads are recorded.
    static constexpr int mostTasksWithPayloads = 1'000;
    /// Maximum number of newly due tasks to read from a queue before continuing its scan.
    static constexpr int mostArrivals = 500;
    static constexpr int arrivalsPerPage = 100;
    static constexpr std::size_t mostPayloads = 500; ///< maximum number of payloads per reading
    static constexpr std::size_t mostNewPayloads = 50; ///< maximum number of new tasks' payloads per reading
    static constexpr Millis longestPayloads{40}; ///< maximum time to spend requesting payloads in one reading

    WaitingTasks(RecordFile& file, Backend& backend, const Options& options)
        : m_file(file)
        , m_backend(backend)
        , m_options(options)
    { }

    /// Reads the next tasks from the server. `queues`: queues that have just been counted. `isWhole`: true if these are
    /// all of the server's queues. `now`: server time.
    Result<> read(const std::vector<QueueInfo>& queues, bool isWhole, TimePoint now);
    /// Lists a queue's recorded tasks as lost. Unless the loss is total, the next readings look up the tasks and drop
    /// the ones that the queue still contains. Call this before write().
    Result<> lost(const QueueName& queue, const QueueLoss& loss);
    /// Writes the results of read() in the caller's transaction. `undecided`: queues that may or may not have lost
    /// tasks; their recorded tasks must not change yet.
    Result<> write(TimePoint now, const std::vector<QueueName>& undecided);
    /// Discards the in-memory state, so that the next reading reloads it from the file. Call this if the last reading
    /// couldn't be written.
    void forget();

private:
    /// Recorded task.
    struct Known
    {
        qint64 token = 0; ///< creation time, which distinguishes tasks with the same id
        /// Hash of the task's properties, used to detect changes; 0: unknown.
        std::size_t version = 0;
        qint64 pass = 0; ///< last scan that found the task
        bool hasBody = false;
    };
    /// Task found by this reading.
    struct Met
    {
        QByteArray id;
        qint64 token = 0;
        std::size_t version = 0;
        TaskState state = TaskState::Due;
        std::optional<qint64> due;
        QByteArray body;
    };
    struct Scan
    {
        qint64 queue = 0; ///< id of the queue in the file; 0: unknown
        QHash<QByteArray, Known> known;
        qint64 pass = 1;
        std::size_t state = 0; ///< index (in scannedStates) of the state being read
        std::optional<qint64> offset; ///< position in this state; nullopt: nothing has been read yet
        std::vector<Met> met; ///< tasks found by this reading
        bool isComplete = false; ///< true if this reading completed the scan
        qint64 event = 0; ///< event whose lost tasks are being looked up; 0: none
        std::vector<QByteArray> asked; ///< lost tasks that this reading looked up
        std::vector<QByteArray> present; ///< tasks in `asked` that the queue still contains
    };

    /// Payload limits for one reading.
    struct PayloadBudget
    {
        std::size_t tasks = mostPayloads;
        std::size_t newTasks = mostNewPayloads;
        qint64 spentMs = 0; ///< time spent requesting payloads
    };

    Result<> begin();
    Result<> load(const QueueName& name, Scan& scan);
    /// Selects the latest event with lost tasks that haven't been looked up yet.
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
    QueueName m_next; ///< queue that the next reading starts with; empty: the first one
    bool m_hasBegun = false;
    bool m_hasRoom = true;
};

} // namespace dueline
