// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/retrypolicy.h"
#include "core/queue/taskstate.h"

#include <QByteArray>
#include <QString>

#include <algorithm>
#include <optional>
#include <vector>

namespace dueline {

using QueueName = QByteArray; ///< 1 to 256 bytes, no `{` or `}`
using TaskId = QByteArray; ///< `TYPE#unique`
using OperationId = QByteArray; ///< `QUEUE/unique`

/// Returns the part before the first `#`; the whole id if there is none.
QByteArrayView typeOf(QByteArrayView id);

/// Creates an id: `type` + `#` + 16 characters of an order-preserving base64url alphabet, 48 bits of time and 48
/// random bits. Unique without a request to the server.
TaskId makeTaskId(QByteArrayView type, TimePoint now);
/// Returns the instant in a generated id; nullopt for other ids. An instant outside 2020 to 2100 means that the id was
/// not generated.
std::optional<TimePoint> timeOfId(QByteArrayView id);
/// Returns an id made of the type and the given unique part: `order-7` becomes `mail.send#order-7`. A part that starts
/// with `type#` stays unchanged.
TaskId taskIdFor(QByteArrayView type, QByteArrayView given);

/// Checks a name. Errors: Usage if it is empty, over 256 bytes, or contains `#` (type), `{` or `}` (queue).
Result<> checkType(QByteArrayView type);
Result<> checkQueueName(QByteArrayView queue);

/// Options of a task; unset members use the queue's defaults.
struct TaskOptions
{
    std::optional<int> maxAttempts;
    std::optional<Backoff> backoff;
    std::optional<Millis> leaseFor;
    std::optional<TimePoint> expiresAt; ///< latest start time
    bool keepResult = false;

    bool operator==(const TaskOptions&) const = default;
};

/// Key that allows only the first of several adds. While the key is held, another add with the key adds nothing and
/// returns "exists". The hold lasts `holdFor` from the first add, whatever happens to the task.
struct UniqueKey
{
    static constexpr Millis longest{std::chrono::hours(24 * 366)};

    QByteArray key; ///< 1 to 256 bytes, unique in its queue
    Millis holdFor{}; ///< 1 ms to `longest`

    bool operator==(const UniqueKey&) const = default;
};

/// Checks a unique key. Errors: Usage, naming what is wrong with it.
Result<> checkUniqueKey(const UniqueKey& unique);

/// A task to add.
struct NewTask
{
    TaskId id; ///< made by the client, so that a repeated add returns "exists"
    std::optional<TimePoint> dueAt; ///< due time; if neither dueAt nor dueIn is set: now, by the server's clock
    std::optional<Millis> dueIn; ///< counted from the server's clock
    TaskOptions options;
    QByteArray payload;
    std::optional<UniqueKey> unique = {};
    /// Creation time of a task from another queue; used if its id contains no time.
    std::optional<TimePoint> addedAt = {};
    std::optional<int> priority = {}; ///< 1 to Capabilities::mostPriority, lower runs first; unset: none
    /// Data of an exported task as its framework stored it: the options of Bull and BullMQ, or the whole job; empty if
    /// none. A layout ignores the data of other frameworks. `options` and `priority` take precedence.
    QByteArray stored = {};
    /// Import that adds the task; its record counts the tasks that arrived. Empty: none.
    OperationId importId = {};

    bool operator==(const NewTask&) const = default;
};

/// Checks whether a layout accepts the priority of a task. `most`: the layout's Capabilities::mostPriority. Errors:
/// NotSupported (it has no priorities), Usage (too large, or below 1).
Result<> checkPriority(const NewTask& task, int most, QByteArrayView layout);

/// Task as lists show it.
struct Task
{
    static constexpr qsizetype previewBytes = 160;
    static constexpr qsizetype previewedPayload = 64 * 1024;

    TaskId id;
    QByteArray type; ///< names the handler if the id does not (layouts without types); empty: typeOf(id)
    TaskState state = TaskState::Scheduled;
    /// Instant of the state: due time (pending), lease expiry (leased), time of entry (failed, done, trash).
    TimePoint at{};
    std::optional<TimePoint> dueAt; ///< equals `at` while pending; else the due time of its first lease, if known
    /// True if the instant is not recorded. For a waiting task, `at` and `dueAt` are then the time of the read. For a
    /// leased task, the lease has no end, and `at` is the claim time. The epoch stands for an unknown claim or end.
    bool untimed = false;
    int attempt = 0; ///< attempts started, including the running one
    int maxAttempts = 0; ///< limit of the task or of the queue
    qint64 size = 0; ///< payload size, bytes
    QByteArray preview; ///< first `previewBytes` of a payload of up to `previewedPayload` bytes, in lists; untrusted
    QByteArray token; ///< lease token while leased, else empty
    QByteArray worker; ///< session that holds it while leased, else empty
    QByteArray error; ///< error of the last failed attempt, empty if none; untrusted text
    std::optional<TimePoint> addedAt; ///< time in the id (timeOfId), else the time that the server recorded
    bool retried = false; ///< failed and was already retried; nativeState says how the retry ended
    /// True if the task never runs: the task it waits for failed or no longer exists; `error` gives the reason.
    bool stuck = false;
    /// Name of its state in the framework, `waiting-children`; empty if the state says everything.
    QByteArray nativeState = {};
    /// Queue of the task, if it is stored with tasks of other queues (`@sidekiq`); empty: the queue in which it was
    /// read.
    QueueName ownQueue = {};
    /// Unique name of a task whose id other tasks may share: its id and a digest of its bytes, `ID~DIGEST`. Empty if
    /// the id is unique. QueueInspector accepts it in place of an id.
    TaskId exact = {};

    bool operator==(const Task&) const = default;
};

/// Returns whether the instant of the task is known. The epoch stands for a claim or an end that is not recorded.
inline bool isRecorded(const Task& task) { return task.at != TimePoint(); }

/// Returns the type that selects the handler of a task.
inline QByteArrayView typeOf(const Task& task)
{
    return task.type.isEmpty() ? typeOf(task.id) : QByteArrayView(task.type);
}

/// One finished or expired attempt.
struct Attempt
{
    int number = 0;
    QByteArray worker;
    TimePoint startedAt{};
    TimePoint endedAt{};
    QByteArray outcome; ///< `failed`, `retry`, `expired`, `released`, `cancelled`, `done`
    QByteArray error; ///< untrusted text, may be empty

    bool operator==(const Attempt&) const = default;
};

/// State and instant of a task.
struct TaskPlace
{
    TaskState state = TaskState::Scheduled;
    TimePoint at{}; ///< instant of the state

    bool operator==(const TaskPlace&) const = default;
};

/// Framework data of a task that no other field covers: a label and the stored value. Untrusted.
struct TaskFact
{
    QByteArray name; ///< `logs`, `progress`
    QByteArray value;

    bool operator==(const TaskFact&) const = default;
};

/// Everything about one task except the payload's bytes.
struct TaskDetail
{
    Task task;
    TaskOptions options;
    qint64 fence = 0; ///< number of leases so far
    int expiries = 0; ///< number of expired leases
    std::vector<Attempt> attempts; ///< oldest first, the last 20 at most
    std::optional<QByteArray> result;
    OperationId lastOperation; ///< last operator action on the task, empty if unknown
    /// due time of the first lease, for tasks that were leased before and are not done
    std::optional<TimePoint> firstDue;
    std::vector<TaskFact> facts = {}; ///< further data of the layout, in display order
    /// Stored form of a payload that was decoded (a pickle, a message); empty if the payload is stored as it is. For
    /// files, not for the screen.
    QByteArray stored = {};
    std::optional<TaskPlace> restoresTo; ///< state and instant that restore() returns a task in the trash to, if known
    bool inFlow = false; ///< True if the task waits for other tasks or they wait for it: see QueueInspector::flow()

    /// Returns the number of ended attempts that are not in `attempts`. A leased task counts as running if its lease
    /// has an end or a named worker. For any other leased task this is unknown.
    int attemptsNotKept() const
    {
        const bool isRunning = task.state == TaskState::Leased && (!task.untimed || !task.worker.isEmpty());
        const bool hasEnded = task.state == TaskState::Failed || task.state == TaskState::Done;
        return std::max(task.attempt - (isRunning ? 1 : 0), hasEnded ? 1 : 0) - int(attempts.size());
    }
    bool operator==(const TaskDetail&) const = default;
};

/// Complete task, for files or another queue.
struct TaskRecord
{
    TaskDetail detail;
    QByteArray payload;
    QString damage = {}; ///< sentence that says why the stored data cannot be read: then only its id is known

    static TaskRecord unreadable(const TaskId& id, const QString& why);
    bool operator==(const TaskRecord&) const = default;
};

/// Reference to a task as the operator saw it. An action applies only while the task is unchanged.
struct TaskRef
{
    TaskId id;
    TaskState seenState = TaskState::Scheduled;
    QByteArray seenToken; ///< lease token while leased
    TimePoint seenAt{}; ///< instant of the state
    TaskId exact = {}; ///< Task::exact

    bool operator==(const TaskRef&) const = default;
};

/// Returns a reference to a task as it was seen.
inline TaskRef refOf(const Task& task) { return {task.id, task.state, task.token, task.at, task.exact}; }
/// Returns the unique id.
inline const TaskId& exactId(const Task& task) { return task.exact.isEmpty() ? task.id : task.exact; }
inline const TaskId& exactId(const TaskRef& ref) { return ref.exact.isEmpty() ? ref.id : ref.exact; }
/// Returns the shared id within an exact name; empty if the name is not exact.
QByteArrayView ownIdIn(QByteArrayView exact);
/// Returns the id that the task itself contains.
QByteArrayView ownIdOf(const Task& task);
/// Returns whether an id names a task, or another task with the same own id.
bool goesBy(const Task& task, const TaskId& id);

} // namespace dueline
