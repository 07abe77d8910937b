// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutspec.h"
#include "core/redis/redisclient.h"

#include <QDeadlineTimer>

#include <atomic>
#include <functional>

namespace dueline {

/// Queue of another framework found on the server.
struct ForeignQueue
{
    QByteArray framework; ///< name, possibly with a version: `BullMQ 5.81.5`, `Sidekiq`, `asynq`, `RQ`, `Celery`
    QByteArray name; ///< queue name as the framework writes it; may contain any bytes
    qint64 tasks = 0; ///< number of waiting, running and failed tasks, not including done tasks
    QByteArray layout = {}; ///< `--layout` value that opens the queue; empty if there is none
    bool isPart = false; ///< true if `tasks` is a lower bound

    bool operator==(const ForeignQueue&) const = default;
};

struct ForeignQueues
{
    std::vector<ForeignQueue> queues; ///< queues found, sorted by framework and name
    /// Reason there may be more queues: the scan hit its limit or isn't permitted. Empty if the list is complete.
    QString incomplete;

    bool operator==(const ForeignQueues&) const = default;
};

/// Limits on a detection's load on the server.
struct DetectionLimits
{
    qint64 keys = 200'000; ///< maximum number of keys to scan on each master, a thousand per call
    Millis within{2'000};
    std::size_t queues = 500;
    bool sought = true; ///< true to include layouts that a connection can also discover (LayoutType::isSought())
};

/// Access to one server or cluster, through which layouts find their queues. Reads no tasks and writes nothing. The
/// frameworks' own read functions aren't used, because they may also write, for example to clean up or to record a
/// version.
class Detection
{
public:
    using KeyToName = std::function<std::optional<QByteArray>(const QByteArray& key)>;

    /// Creates a detection. `cancelled`: checked before each request; null if the detection can't be canceled.
    /// `prefix`: prefix of Dueline's own keys, which keys() skips.
    Detection(RedisClient& client, const DetectionLimits& limits, const QByteArray& prefix,
        const std::atomic<bool>* cancelled = nullptr)
        : m_client(client)
        , m_limits(limits)
        , m_prefix(prefix)
        , m_cancelled(cancelled)
        , m_deadline(limits.within)
    { }

    /// Sends the commands and returns their replies. If a key has the wrong type or the user isn't allowed to read it,
    /// the call succeeds, but the result contains an error reply. Errors: same as RedisClient::pipeline(), plus
    /// Cancelled.
    Result<std::vector<Reply>> ask(const std::vector<Command>& commands) { return askOf(m_client, commands); }
    /// Returns a small set's members, sorted; empty if the key isn't a set. Errors: same as ask().
    Result<std::vector<QByteArray>> members(const QByteArray& set);
    /// Returns the keys of a type that match a pattern, on all masters, within the limits. `framework`: recorded in
    /// m_unseen if SCAN isn't permitted. Errors: same as ask().
    Result<std::vector<QByteArray>> keys(
        const QByteArray& framework, const QByteArray& pattern, const QByteArray& type);
    /// Returns the names that `nameOf` derives from the keys that match a pattern, in sorted order. `nameOf` returns
    /// nullopt to skip a key. Limits and errors: same as keys().
    Result<std::vector<QByteArray>> names(
        const QByteArray& framework, const QByteArray& pattern, const KeyToName& nameOf);
    /// Adds a queue. Its task count is the sum of the integer replies to `counts`, ignoring other replies. `layout`:
    /// see ForeignQueue::layout. Errors: same as ask().
    Result<> add(const QByteArray& framework, const QByteArray& name, const std::vector<Command>& counts,
        const QByteArray& layout = {});
    /// Adds a queue whose tasks are already counted.
    void add(ForeignQueue queue);

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
    QByteArrayList m_unseen; ///< frameworks whose queues couldn't be searched for because SCAN isn't permitted
};

/// Finds the queues of all `layouts`, on every master of a cluster. `cancelled`: checked before each request; null if
/// the search can't be canceled. Skips Dueline's own keys, which start with `prefix`. Errors: same as
/// RedisClient::open() and call(), except Permission, plus Cancelled.
Result<ForeignQueues> findForeignQueues(const std::vector<const LayoutType*>& layouts, const RedisConfig& redis,
    const DetectionLimits& limits = {}, const std::atomic<bool>* cancelled = nullptr,
    const QByteArray& prefix = "dueline");

/// Removes the queues of layouts that a connection opens: the connection lists these queues itself. The comparison
/// ignores parameters such as `?major=5`.
void removeOpened(ForeignQueues& found, const LayoutSpec& connection);

/// Returns whether a key is Dueline's own: its name starts with `prefix` or the default prefix, or it belongs to a
/// custom design's key (`{jobs}:dueline:…`). Dueline's keys are never treated as another system's queues, even if their
/// names suggest it.
bool isDuelineKey(QByteArrayView key, QByteArrayView prefix);

/// Facts about a server that show which system owns a key.
struct KnownKeys
{
    QByteArray prefix; ///< prefix of Dueline's own keys
    std::vector<ForeignQueue> queues; ///< queues found on the server
    std::vector<const LayoutType*> layouts; ///< layouts that may own a key
};

/// Returns whether a key belongs to a layout, to Dueline or to a known framework, judging by its name and the queues
/// found.
bool isKnownKey(QByteArrayView key, const KnownKeys& known);

} // namespace dueline
