// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutspec.h"
#include "core/redis/redisclient.h"

#include <QDeadlineTimer>

#include <atomic>

namespace dueline {

/// A queue of another framework that was found.
struct ForeignQueue
{
    QByteArray framework; ///< `BullMQ 5.81.5`, `Sidekiq`, `asynq`, `RQ`, `Celery`
    QByteArray name; ///< as its framework calls it; any bytes
    qint64 tasks = 0; ///< that wait, run or failed; finished ones are not counted
    QByteArray layout = {}; ///< as `--layout` has the one that opens it; empty: none does yet

    bool operator==(const ForeignQueue&) const = default;
};

struct ForeignQueues
{
    std::vector<ForeignQueue> queues; ///< by framework, then name
    /// Why there may be more: the walk over the keys came to its limit, or is not allowed; empty: that is all.
    QString incomplete;

    bool operator==(const ForeignQueues&) const = default;
};

/// How much a look may cost the server.
struct DetectionLimits
{
    qint64 keys = 200'000; ///< looked at by SCAN, a thousand a call, on each master
    Millis within{2'000};
    std::size_t queues = 500;
    bool sought = true; ///< also of layouts that a connection finds itself (LayoutType::isSought())
};

/// A look at one server or cluster, by which layouts find their queues: reads no task and writes nothing. A framework's
/// own reading calls write (clean up, stamp a version); these do not.
class Detection
{
public:
    /// `cancelled` is looked at between two questions; null: it cannot be cancelled.
    /// `prefix`: of our own keys, which keys() passes over.
    Detection(RedisClient& client, const DetectionLimits& limits, const QByteArray& prefix,
        const std::atomic<bool>* cancelled = nullptr)
        : m_client(client)
        , m_limits(limits)
        , m_prefix(prefix)
        , m_cancelled(cancelled)
        , m_deadline(limits.within)
    { }

    /// A key of another type or one that is not allowed is an answer here, too. Errors: those of RedisClient::pipeline;
    /// Cancelled.
    Result<std::vector<Reply>> ask(const std::vector<Command>& commands) { return askOf(m_client, commands); }
    /// Of a small set, sorted; empty for what is none. Errors: as ask().
    Result<std::vector<QByteArray>> members(const QByteArray& set);
    /// Keys of that type by a pattern, on all masters, as far as the limits go, for `framework`. Errors: as ask().
    Result<std::vector<QByteArray>> keys(
        const QByteArray& framework, const QByteArray& pattern, const QByteArray& type);
    /// Adds a queue whose tasks are what these commands count; what is no number counts nothing. Errors: as ask().
    /// `layout`: as ForeignQueue::layout.
    Result<> add(const QByteArray& framework, const QByteArray& name, const std::vector<Command>& counts,
        const QByteArray& layout = {});

    ForeignQueues take();

private:
    Result<std::vector<Reply>> askOf(RedisClient& node, const std::vector<Command>& commands);

    RedisClient& m_client;
    const DetectionLimits& m_limits;
    QByteArray m_prefix;
    const std::atomic<bool>* m_cancelled;
    QDeadlineTimer m_deadline;
    ForeignQueues m_found;
    QByteArrayList m_unseen; ///< frameworks that are found by SCAN alone, which is not allowed
};

/// Asks each of `layouts` for the queues it finds. In a cluster every master is asked. `cancelled` is looked at between
/// two questions; null: it cannot be. `prefix`: of our own keys, which are passed over. Errors: as RedisClient::open
/// and ::call, but never Permission; Cancelled.
Result<ForeignQueues> findForeignQueues(const std::vector<const LayoutType*>& layouts, const RedisConfig& redis,
    const DetectionLimits& limits = {}, const std::atomic<bool>* cancelled = nullptr,
    const QByteArray& prefix = "dueline");

/// Returns whether a key is Dueline's own: below `prefix` or the usual one, or beside the key of a design
/// (`{jobs}:dueline:…`). Such keys are no queues of others, whatever their names look like.
bool isDuelineKey(QByteArrayView key, QByteArrayView prefix);

/// What is known of a server's keys, for telling whose another one is.
struct KnownKeys
{
    QByteArray prefix; ///< of our own
    std::vector<ForeignQueue> queues; ///< that were found
    std::vector<const LayoutType*> layouts; ///< that may own a key
};

/// Whether a key belongs to a layout, to what Dueline keeps beside other designs, or to a framework: by its name alone,
/// and by the queues of others that were found.
bool isKnownKey(QByteArrayView key, const KnownKeys& known);

} // namespace dueline
