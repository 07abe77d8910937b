// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"
#include "core/layouts/native/nativesweep.h"
#include "core/queue/taskbroker.h"

namespace dueline {

/// Broker for the native layout. A call keeps its nonce until it receives a reply. If the call is repeated with the
/// same arguments, the scripts recognize the nonce, do nothing, and return the original reply.
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

    /// Call whose reply was lost.
    struct Unanswered
    {
        QByteArray nonce;
        std::vector<QByteArray> arguments;
    };
    /// A queue's state on this connection. Its key names are built only once.
    struct Lane
    {
        explicit Lane(const NativeScripts& scripts, const QueueName& queue);

        NativeKeys keys;
        std::array<std::vector<QByteArray>, kinds> keyNames;
        std::array<std::optional<Unanswered>, kinds> unanswered;
        QByteArray wakeChannel;
        QByteArray resultsChannel;
        qint64 pendingRank = 0; ///< rank at which the next claim restricted to certain types starts
        qint64 retryRank = 0;
        TypeSelection types; ///< types that pendingRank applies to
        NativeSweep::Position walk;
        bool areKeysKnown = false; ///< true if the keys that tasks need after a claim have been checked
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
