// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"
#include "core/layouts/native/nativesweep.h"
#include "core/queue/taskbroker.h"

namespace dueline {

/// The worker's side of the native layout. A call that failed without an answer keeps its nonce: made again with the
/// same arguments, it is the same call to the scripts, so that nothing is done twice and the first answer comes.
class NativeBroker : public TaskBroker
{
public:
    explicit NativeBroker(NativeScripts& scripts);

    Result<Claim> claim(const ClaimRequest& request) override;
    Result<std::vector<TaskLoad>> load(const QueueName& queue, const std::vector<Lease>& leases) override;
    Result<std::vector<WriteOutcome>> ack(
        const QueueName& queue, const std::vector<Ack>& acks, const QByteArray& results) override;
    Result<std::vector<WriteOutcome>> nack(
        const QueueName& queue, const std::vector<Nack>& nacks, const QByteArray& results) override;
    Result<std::vector<WriteOutcome>> release(const QueueName& queue, const std::vector<Lease>& leases) override;
    Result<std::vector<ExtendOutcome::Value>> extend(
        const QueueName& queue, const std::vector<Lease>& leases, Millis leaseFor) override;
    Result<Recovered> recover(const QueueName& queue, int limit) override;
    Result<> quarantine(const QueueName& queue, const std::vector<Lease>& leases, const QByteArray& reason) override;
    Result<> beat(const WorkerInfo& worker, Millis leaseFor, bool leaving) override;
    Result<bool> sweep(const QueueName& queue) override;

private:
    enum Kind : quint8 { ClaimCall, AckCall, NackCall, ReleaseCall, kinds };

    /// A call whose answer never came.
    struct Unanswered
    {
        QByteArray nonce;
        std::vector<QByteArray> arguments;
    };
    /// What is known of a queue on this connection; the key names are made once.
    struct Lane
    {
        explicit Lane(const NativeScripts& scripts, const QueueName& queue);

        NativeKeys keys;
        std::array<std::vector<QByteArray>, kinds> keyNames;
        std::array<std::optional<Unanswered>, kinds> unanswered;
        QByteArray wakeChannel;
        QByteArray resultsChannel;
        qint64 pendingRank = 0; ///< where the next claim of some types goes on
        qint64 retryRank = 0;
        TypeSelection types; ///< those ranks belong to
        NativeSweep::Walk walk;
        bool areKeysKnown = false; ///< what a task needs on its way was looked at
    };

    Result<Lane*> laneOf(const QueueName& queue);
    Result<> checkKeys(Lane& lane);
    Result<Reply> once(const char* script, Lane& lane, Kind kind, std::vector<QByteArray> arguments);
    Result<std::vector<WriteOutcome>> write(
        const char* script, Lane& lane, Kind kind, std::vector<QByteArray> arguments, std::size_t asked);

    NativeScripts& m_scripts;
    std::map<QueueName, Lane> m_lanes;
};

} // namespace dueline
