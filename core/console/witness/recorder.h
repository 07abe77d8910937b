// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/losswatch.h"
#include "core/console/witness/minuterates.h"
#include "core/console/witness/recordtiers.h"
#include "core/console/witness/serverreading.h"
#include "core/console/witness/silencewatch.h"
#include "core/console/witness/stillnesslog.h"
#include "core/console/witness/versionwatch.h"
#include "core/console/witness/waitingtasks.h"
#include "core/queue/backend.h"

#include <map>
#include <set>

namespace dueline {

struct RecorderOptions
{
    std::vector<QueueName> queues; ///< queues to record; empty: all
    Millis every{secondMs}; ///< interval at which the owner calls look()
    RecordLimits limits;
    bool ids = false; ///< true to record waiting and failed tasks' ids; the file must have the tables for ids
    bool payloads = false; ///< with `ids`: true to record complete tasks
    bool isMasked = false; ///< true if the backend masks payloads
};

/// Recorder of a server's figures. It has no thread: the backend's owner calls look() at each interval. It only reads
/// from the server. Unless requested in RecorderOptions, no ids, payloads, or errors of tasks are recorded.
class Recorder
{
public:
    Recorder(RecordFile& file, Backend& backend, ServerReader& server, RecorderOptions options);

    /// Takes a reading and records it in one transaction. After an error, the next call continues the recording after a
    /// gap. Errors: Io (the file can't be written, for example because the disk is full); any other error means that
    /// the server can't be read.
    Result<> look();
    /// Ends the current span. Errors: Io.
    Result<> end();
    /// Returns the number of queues in the last successful reading.
    std::size_t queueCount() const { return m_queueCount; }
    /// Returns whether the last reading couldn't be written because another program had locked the file.
    bool isLocked() const { return m_isLocked; }

private:
    /// Reading that hasn't been written yet.
    struct Reading
    {
        ServerReading server;
        std::vector<QueueInfo> queues;
        std::vector<Stillness> stillness;
        std::vector<OperationRecord> operations;
        bool isWhole = false; ///< true if `queues` contains all queues
        bool isEvicting = false; ///< true if Redis evicted keys during the reading
    };

    Result<> begin();
    Result<Reading> readAll();
    Result<Reading> readOnce();
    Result<> readQueues(Reading& reading);
    Result<> discover();
    Result<> readOperations(Reading& reading);
    Result<> write(const Reading& reading);
    Result<> writeSpan(const ServerReading& server);
    Result<> writeServerEvents(const ServerReading& server);
    Result<> writeEviction(const ServerReading& server);
    Result<> beginLosses(const ServerReading& server);
    Result<> compareQueue(
        const Reading& reading, const QueueName& queue, const RecordSample& sample, const QueueInfo& info);
    Result<> loadQueues();
    Result<> writeQueues(const Reading& reading);
    Result<> writeSample(const QueueInfo& info, const RecordSample& sample);
    Result<> writeMarks(const ServerReading& server);
    Result<> writeOperations(const Reading& reading);
    Result<> writeEvent(const ServerReading& server, const QByteArray& kind, const QString& text);
    Result<> interrupt(const QByteArray& ended);

    RecordFile& m_file;
    Backend& m_backend;
    ServerReader& m_server;
    RecorderOptions m_options;
    RecordTiers m_tiers;
    SilenceWatch m_silence;
    StillnessLog m_stillness;
    LossWatch m_losses;
    VersionWatch m_versions;
    MinuteRates m_rates;
    std::optional<WaitingTasks> m_waiting; ///< nullopt: ids aren't recorded

    bool m_isBegun = false;
    bool m_isDiscovered = false;
    qint64 m_span = 0; ///< id of the current span; 0: none
    bool m_hasFailed = false; ///< true if the last reading couldn't be written
    bool m_isLocked = false; ///< true if the file was locked when writing the last reading
    std::optional<ServerReading> m_last; ///< last server reading written
    std::optional<TimePoint> m_seen; ///< time of the last reading, possibly from an earlier run
    QByteArray m_run; ///< server's run id at m_seen
    QByteArray m_role;
    ServerSample m_known; ///< server's figures at m_seen
    QByteArray m_mark; ///< id of the last mark recorded; empty: none
    std::map<QueueName, RecordQueue> m_queues;
    std::map<QueueName, RecordSample> m_samples; ///< last sample written for each queue
    std::map<QueueName, TimePoint> m_counted; ///< time of each queue's last count, if queues are counted in turns
    std::map<QueueName, TimePoint> m_operations; ///< start of each queue's last recorded operation
    /// first event in the current reading that may have lost tasks
    std::optional<RecordEvent> m_discontinuity;
    std::optional<RecordEvent> m_eviction; ///< event that further evictions will extend
    bool m_isEvicting = false; ///< true if Redis evicted keys during the last reading
    qint64 m_evicted = 0; ///< number of keys evicted during m_eviction
    TimePoint m_evictedAt{};
    TimePoint m_evictingSince{}; ///< time of the last reading before m_eviction
    std::size_t m_queueCount = 0;
};

} // namespace dueline
