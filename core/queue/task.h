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

using QueueName = QByteArray; ///< queue name: 1 to 256 bytes, no `{` or `}`
using TaskId = QByteArray; ///< task id: `TYPE#unique`
using OperationId = QByteArray; ///< operation id: `QUEUE/unique`

/// Returns the part before the first `#`, or the entire id if there is none.
QByteArrayView typeOf(QByteArrayView id);

/// Creates an id from `type`, `#` and 16 characters of an order-preserving base64url alphabet, which encode 48 bits of
/// time and 48 random bits. The id is unique without asking the server.
TaskId makeTaskId(QByteArrayView type, TimePoint now);
/// Returns the time in an id from makeTaskId(); nullopt for other ids, including those with a time outside the years
/// 2020 to 2100.
std::optional<TimePoint> timeOfId(QByteArrayView id);
/// Returns an id with the given type and unique part: `order-7` becomes `mail.send#order-7`. A part that already starts
/// with `type#` is returned unchanged.
TaskId taskIdFor(QByteArrayView type, QByteArrayView given);

/// Checks a name. Errors: Usage if it is empty, is longer than 256 bytes, or contains `#` (in a type) or `{` or `}` (in
/// a queue).
Result<> checkType(QByteArrayView type);
Result<> checkQueueName(QByteArrayView queue);

/// Task options; unset members use the queue's defaults.
struct TaskOptions
{
    std::optional<int> maxAttempts;
    std::optional<Backoff> backoff;
    std::optional<Millis> leaseFor;
    std::optional<TimePoint> expiresAt; ///< latest time when the task may start
    bool keepResult = false;

    bool operator==(const TaskOptions&) const = default;
};

/// Key that prevents duplicate adds. The first add holds the key for `holdFor`, even if the task ends earlier. Until
/// then, further adds with this key add nothing and return "exists".
struct UniqueKey
{
    static constexpr Millis longest{std::chrono::hours(24 * 366)};

    QByteArray key; ///< name of the key: 1 to 256 bytes, unique within its queue
    Millis holdFor{}; ///< from 1 ms to `longest`

    bool operator==(const UniqueKey&) const = default;
};

/// Checks a unique key. Errors: Usage, with a description of the problem.
Result<> checkUniqueKey(const UniqueKey& unique);

/// Task to add.
struct NewTask
{
    TaskId id; ///< id set by the client, so that a repeated add returns "exists"
    // due time; if neither dueAt nor dueIn is set, the task is due now on the server's clock
    std::optional<TimePoint> dueAt;
    std::optional<Millis> dueIn; ///< time until the task is due, from the server's current time
    TaskOptions options;
    QByteArray payload;
    std::optional<UniqueKey> unique = {};
    /// Creation time of a task from another queue, used if the id doesn't contain a time.
    std::optional<TimePoint> addedAt = {};
    /// priority, 1 to Capabilities::mostPriority; the lowest number runs first; unset: no priority
    std::optional<int> priority = {};
    /// Data of an exported task as stored by its framework: Bull's and BullMQ's options, or the entire job; empty if
    /// there is none. Layouts ignore other frameworks' data. `options` and `priority` take precedence.
    QByteArray stored = {};
    /// Id of the import that adds the task; the import's record counts the tasks that arrived. Empty if the task isn't
    /// imported.
    OperationId importId = {};
    /// true if the id comes from another queue; a layout that refuses such ids derives a new one from it
    bool isTransferred = false;

    bool operator==(const NewTask&) const = default;
};

/// Checks whether a layout accepts a task's priority. `most`: the layout's Capabilities::mostPriority. Errors:
/// NotSupported (the layout has no priorities), Usage (the priority is too large, or below 1).
Result<> checkPriority(const NewTask& task, int most, QByteArrayView layout);

/// Task as shown in lists.
struct Task
{
    static constexpr qsizetype previewBytes = 160;
    static constexpr qsizetype previewedPayload = 64 * 1024;

    TaskId id;
    QByteArray type; ///< type that determines the handler, if it isn't the type in the id; empty: typeOf(id)
    TaskState state = TaskState::Scheduled;
    /// Time of the state: due time (pending), lease expiry (leased), or time when the task entered the state (failed,
    /// done, trash).
    TimePoint at{};
    /// due time: `at` while pending, afterward the due time at the first lease, if known
    std::optional<TimePoint> dueAt;
    /// True if the state's time isn't recorded. For a waiting task, `at` and `dueAt` are then the time of the read. For
    /// a leased task, the lease doesn't expire, and `at` is the time of the claim. If `at` is the epoch, the time when
    /// the task was claimed or ended is unknown.
    bool untimed = false;
    int attempt = 0; ///< number of attempts started, including the current one
    int maxAttempts = 0; ///< maximum number of attempts, from the task or else from the queue
    qint64 size = 0; ///< payload size in bytes
    // first `previewBytes` of the payload, if it has at most `previewedPayload` bytes; used in lists; untrusted
    QByteArray preview;
    QByteArray token; ///< lease token if leased, or empty
    QByteArray worker; ///< session of the worker that holds a leased task, or empty
    QByteArray error; ///< error of the last failed attempt, or empty; untrusted text
    std::optional<TimePoint> addedAt; ///< time in the id (timeOfId()), or else the time recorded by the server
    /// true if the task failed and has been retried; nativeState shows how the retry ended
    bool retried = false;
    /// True if the task can never run, because a task it depends on failed or no longer exists. `error` says why.
    bool stuck = false;
    /// Name of the state in the framework, such as `waiting-children`; empty if `state` is precise enough.
    QByteArray nativeState = {};
    /// Queue that the task belongs to, if it is stored together with other queues' tasks (`@sidekiq`). Empty: the queue
    /// that it was read from.
    QueueName ownQueue = {};
    /// Unique name of a task whose id may not be unique: `ID~DIGEST`, with a digest of the task's bytes. Empty if the
    /// id is unique. QueueInspector accepts it in place of an id.
    TaskId exact = {};

    bool operator==(const Task&) const = default;
};

/// Returns whether the task's time is known. It is unknown if `at` is the epoch.
inline bool isRecorded(const Task& task) { return task.at != TimePoint(); }

/// Returns the type that determines a task's handler.
inline QByteArrayView typeOf(const Task& task)
{
    return task.type.isEmpty() ? typeOf(task.id) : QByteArrayView(task.type);
}

/// Finished or expired attempt.
struct Attempt
{
    int number = 0;
    QByteArray worker;
    TimePoint startedAt{};
    TimePoint endedAt{};
    QByteArray outcome; ///< one of `failed`, `retry`, `expired`, `released`, `cancelled`, `done`
    QByteArray error; ///< error of the attempt, or empty; untrusted text

    bool operator==(const Attempt&) const = default;
};

/// State of a task, with its time.
struct TaskPlace
{
    TaskState state = TaskState::Scheduled;
    TimePoint at{}; ///< time of the state

    bool operator==(const TaskPlace&) const = default;
};

/// Framework data about a task that no other field contains: a label and the stored value; untrusted.
struct TaskFact
{
    QByteArray name; ///< label, such as `logs` or `progress`
    QByteArray value;

    bool operator==(const TaskFact&) const = default;
};

/// All of a task's data except the contents of its payload.
struct TaskDetail
{
    Task task;
    TaskOptions options;
    qint64 fence = 0; ///< number of times the task was leased
    int expiries = 0; ///< number of leases that expired
    std::vector<Attempt> attempts; ///< the latest attempts, at most 20, oldest first
    std::optional<QByteArray> result;
    OperationId lastOperation; ///< last user action on the task; empty if unknown
    /// due time when the task was first leased; set only if it has been leased and isn't done
    std::optional<TimePoint> firstDue;
    std::vector<TaskFact> facts = {}; ///< additional layout-specific data, in display order
    /// Stored form of a payload that was decoded (from a pickle or a message). Empty if the payload was stored as is.
    /// Written to files, not displayed.
    QByteArray stored = {};
    std::optional<TaskPlace> restoresTo; ///< state and time that a task in the trash would be restored to, if known
    // true if the task depends on other tasks, or others depend on it; see QueueInspector::flow()
    bool inFlow = false;

    /// Returns the number of finished attempts that aren't in `attempts`. A leased task counts as running if its lease
    /// expires or it names a worker; otherwise, it may or may not be running.
    int attemptsNotKept() const
    {
        const bool isRunning = task.state == TaskState::Leased && (!task.untimed || !task.worker.isEmpty());
        const bool hasEnded = task.state == TaskState::Failed || task.state == TaskState::Done;
        return std::max(task.attempt - (isRunning ? 1 : 0), hasEnded ? 1 : 0) - int(attempts.size());
    }
    bool operator==(const TaskDetail&) const = default;
};

/// Complete task, for writing it to a file or another queue.
struct TaskRecord
{
    TaskDetail detail;
    QByteArray payload;
    QString damage = {}; ///< sentence that says why the stored data can't be read; if set, only the id is valid

    static TaskRecord unreadable(const TaskId& id, const QString& why);
    bool operator==(const TaskRecord&) const = default;
};

/// Reference to a task as the user saw it. An action applies only if the task hasn't changed since.
struct TaskRef
{
    TaskId id;
    TaskState seenState = TaskState::Scheduled;
    QByteArray seenToken; ///< lease token if leased, or empty
    TimePoint seenAt{}; ///< time of the state
    TaskId exact = {}; ///< see Task::exact

    bool operator==(const TaskRef&) const = default;
};

/// Returns a reference to a task that was read.
inline TaskRef refOf(const Task& task) { return {task.id, task.state, task.token, task.at, task.exact}; }
/// Returns a task's unique id.
inline const TaskId& exactId(const Task& task) { return task.exact.isEmpty() ? task.id : task.exact; }
inline const TaskId& exactId(const TaskRef& ref) { return ref.exact.isEmpty() ? ref.id : ref.exact; }
/// Returns the id in an exact name; empty for other names.
QByteArrayView ownIdIn(QByteArrayView exact);
/// Returns the id in the task's own data, even if Task::id is an exact name.
QByteArrayView ownIdOf(const Task& task);
/// Returns whether `id` refers to the task, as its exact name or as its own id, which other tasks may share.
bool goesBy(const Task& task, const TaskId& id);

} // namespace dueline
