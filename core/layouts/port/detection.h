// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutspec.h"
#include "core/redis/redisclient.h"

#include <QDeadlineTimer>

#include <atomic>
#include <functional>

namespace dueline {

/// A queue of another framework that was found on the server.
struct ForeignQueue
{
    QByteArray framework; ///< `BullMQ 5.81.5`, `Sidekiq`, `asynq`, `RQ`, `Celery`
    QByteArray name; ///< name in the framework's own spelling; any bytes
    qint64 tasks = 0; ///< waiting, running or failed tasks; finished ones are not counted
    QByteArray layout = {}; ///< the layout that opens it, in `--layout` syntax; empty if no layout does

    bool operator==(const ForeignQueue&) const = default;
};

struct ForeignQueues
{
    std::vector<ForeignQueue> queues; ///< sorted by framework, then name
    /// Reason why there may be more queues: the scan reached its limit or is not allowed. Empty if the list is
    /// complete.
    QString incomplete;

    bool operator==(const ForeignQueues&) const = default;
};

/// Limits on what a detection may cost the server.
struct DetectionLimits
{
    qint64 keys = 200'000; ///< limit of keys for SCAN on each master, a thousand per call
    Millis within{2'000};
    std::size_t queues = 500;
    bool sought = true; ///< includes layouts that a connection also finds (LayoutType::isSought())
};

/// Reads one server or cluster so that layouts can find their queues. It reads no task and writes nothing. It does not
/// use the framework's own read functions, because they write: they clean up or stamp a version.
class Detection
{
public:
    using KeyToName = std::function<std::optional<QByteArray>(const QByteArray& key)>;

    /// `cancelled` is checked before each request; null if the detection cannot be cancelled. `prefix` is the prefix of
    /// Dueline's own keys, which keys() skips.
    Detection(RedisClient& client, const DetectionLimits& limits, const QByteArray& prefix,
        const std::atomic<bool>* cancelled = nullptr)
        : m_client(client)
        , m_limits(limits)
        , m_prefix(prefix)
        , m_cancelled(cancelled)
        , m_deadline(limits.within)
    { }

    /// Sends the commands and returns their replies. A key of the wrong type or without permission is a reply, not an
    /// error. Errors: those of RedisClient::pipeline; Cancelled.
    Result<std::vector<Reply>> ask(const std::vector<Command>& commands) { return askOf(m_client, commands); }
    /// Returns the members of a small set, sorted; empty if the key is not a set. Errors: as ask().
    Result<std::vector<QByteArray>> members(const QByteArray& set);
    /// Returns the keys of a type that match a pattern, on all masters, within the limits. `framework` is named if SCAN
    /// is not allowed. Errors: as ask().
    Result<std::vector<QByteArray>> keys(
        const QByteArray& framework, const QByteArray& pattern, const QByteArray& type);
    /// Returns the names that `nameOf` derives from the keys that match a pattern, sorted. `nameOf` returns nullopt to
    /// skip a key. The limits and errors are those of keys().
    Result<std::vector<QByteArray>> names(
        const QByteArray& framework, const QByteArray& pattern, const KeyToName& nameOf);
    /// Adds a queue. Its number of tasks is the sum of the integer replies to `counts`; other replies are ignored.
    /// `layout` is ForeignQueue::layout. `known`: tasks that were counted before. Errors: as ask().
    Result<> add(const QByteArray& framework, const QByteArray& name, const std::vector<Command>& counts,
        const QByteArray& layout = {}, qint64 known = 0);

    ForeignQueues take();

private:
    Result<std::vector<QByteArray>> walk(
        const QByteArray& framework, const QByteArray& pattern, const QByteArray& type, const KeyToName& nameOf);
    Result<std::vector<Reply>> askOf(RedisClient& node, const std::vector<Command>& commands);

    RedisClient& m_client;
    const DetectionLimits& m_limits;
    QByteArray m_prefix;
    const std::atomic<bool>* m_cancelled;
    QDeadlineTimer m_deadline;
    ForeignQueues m_found;
    QByteArrayList m_unseen; ///< frameworks whose queues only SCAN can find, if SCAN is not allowed
};

/// Finds the queues of each of `layouts`, on every master of a cluster. `cancelled` is checked before each request;
/// null if the search cannot be cancelled. Dueline's own keys, below `prefix`, are skipped. Errors: as
/// RedisClient::open and ::call, but never Permission; Cancelled.
Result<ForeignQueues> findForeignQueues(const std::vector<const LayoutType*>& layouts, const RedisConfig& redis,
    const DetectionLimits& limits = {}, const std::atomic<bool>* cancelled = nullptr,
    const QByteArray& prefix = "dueline");

/// Returns whether a key is Dueline's own: below `prefix` or the default prefix, or next to the key of another design
/// (`{jobs}:dueline:…`). Such keys are never another system's queue, even if their name looks like one.
bool isDuelineKey(QByteArrayView key, QByteArrayView prefix);

/// Facts about a server that show which system owns a key.
struct KnownKeys
{
    QByteArray prefix; ///< prefix of Dueline's own keys
    std::vector<ForeignQueue> queues; ///< queues that detection found
    std::vector<const LayoutType*> layouts; ///< layouts that may own a key
};

/// Returns whether a key belongs to a layout, to Dueline or to a known framework. The key's name and the queues already
/// found decide.
bool isKnownKey(QByteArrayView key, const KnownKeys& known);

} // namespace dueline
