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

using QueueName = QByteArray; ///< name of a queue: 1 to 256 bytes, no `{` or `}`
using TaskId = QByteArray; ///< id of a task: `TYPE#unique`
using OperationId = QByteArray; ///< id of an operation: `QUEUE/unique`

/// Returns the part before the first `#`, or the entire id if it contains no `#`.
QByteArrayView typeOf(QByteArrayView id);

/// Creates an id that consists of `type`, `#` and 16 characters. The characters are from an order-preserving base64url
/// alphabet and encode 48 bits of time and 48 random bits. The id is unique without a request to the server.
TaskId makeTaskId(QByteArrayView type, TimePoint now);
/// Returns the instant in an id that makeTaskId() generated; nullopt for other ids, including ids whose instant would
/// not be in the years 2020 to 2100.
std::optional<TimePoint> timeOfId(QByteArrayView id);
/// Returns an id that consists of the type and the given unique part: `order-7` becomes `mail.send#order-7`. A part
/// that already starts with `type#` is returned unchanged.
TaskId taskIdFor(QByteArrayView type, QByteArrayView given);

/// Checks a name. Errors: Usage if it is empty, is longer than 256 bytes, or contains `#` (in a type) or `{` or `}` (in
/// a queue).
Result<> checkType(QByteArrayView type);
Result<> checkQueueName(QByteArrayView queue);

/// Options of a task; unset members use the queue's defaults.
struct TaskOptions
{
    std::optional<int> maxAttempts;
    std::optional<Backoff> backoff;
    std::optional<Millis> leaseFor;
    std::optional<TimePoint> expiresAt; ///< latest time at which the task may start
    bool keepResult = false;

    bool operator==(const TaskOptions&) const = default;
};

/// Key that prevents duplicate adds. After the first add, the key is held for `holdFor`, even if the task ends earlier.
/// Until then, another add with this key adds nothing and returns "exists".
struct UniqueKey
{
    static constexpr Millis longest{std::chrono::hours(24 * 366)};

    QByteArray key; ///< name of the key: 1 to 256 bytes, unique within its queue
    Millis holdFor{}; ///< duration, from 1 ms to `longest`

    bool operator==(const UniqueKey&) const = default;
};

/// Checks a unique key. Errors: Usage, with a description of the problem.
Result<> checkUniqueKey(const UniqueKey& unique);

/// Task to add.
struct NewTask
{
    TaskId id; ///< id set by the client, so that a repeated add returns "exists"
    // due time; if neither dueAt nor dueIn is set, the task is due immediately on the server's clock
    std::optional<TimePoint> dueAt;
    std::optional<Millis> dueIn; ///< time from the server's current time until the task is due
    TaskOptions options;
    QByteArray payload;
    std::optional<UniqueKey> unique = {};
    /// Creation time of a task from another queue; used if the id contains no time.
    std::optional<TimePoint> addedAt = {};
    /// priority, 1 to Capabilities::mostPriority; tasks with the lowest number run first; unset: no priority
    std::optional<int> priority = {};
    /// Data of an exported task as stored by its framework: the options of Bull and BullMQ, or the entire job; empty if
    /// there is none. Layouts ignore the data of other frameworks. `options` and `priority` take precedence.
    QByteArray stored = {};
    /// Id of the import that adds the task; the record of the import counts the tasks that arrived. Empty if the task
    /// is not imported.
    OperationId importId = {};
    /// true if the id is from another queue; a layout that refuses such ids derives a new id from it
    bool isTransferred = false;

    bool operator==(const NewTask&) const = default;
};

/// Checks whether a layout accepts the priority of a task. `most`: the layout's Capabilities::mostPriority. Errors:
/// NotSupported (the layout has no priorities), Usage (the priority is too large, or below 1).
Result<> checkPriority(const NewTask& task, int most, QByteArrayView layout);

/// Task as shown in lists.
struct Task
{
    static constexpr qsizetype previewBytes = 160;
    static constexpr qsizetype previewedPayload = 64 * 1024;

    TaskId id;
    QByteArray type; ///< type that selects the handler, if it differs from the type in the id; empty: typeOf(id)
    TaskState state = TaskState::Scheduled;
    /// Instant of the state: due time (pending), lease expiry (leased), or time when the task entered the state
    /// (failed, done, trash).
    TimePoint at{};
    /// due time: `at` while pending, otherwise the due time at the first lease, if known
    std::optional<TimePoint> dueAt;
    /// True if the instant of the state is not recorded. For a waiting task, `at` and `dueAt` are then the time of the
    /// read. For a leased task, the lease does not expire, and `at` is the time of the claim. If `at` is the epoch, the
    /// time of the claim or of the end is unknown.
    bool untimed = false;
    int attempt = 0; ///< number of attempts started, including the current one
    int maxAttempts = 0; ///< maximum number of attempts, as set for the task or else for the queue
    qint64 size = 0; ///< payload size in bytes
    // first `previewBytes` of the payload, if it is at most `previewedPayload` bytes long; used in lists; untrusted
    QByteArray preview;
    QByteArray token; ///< lease token if leased, otherwise empty
    QByteArray worker; ///< session of the worker that holds the task if leased, otherwise empty
    QByteArray error; ///< error of the last failed attempt, or empty; untrusted text
    std::optional<TimePoint> addedAt; ///< time in the id (timeOfId), or else the time that the server recorded
    /// true if the task failed and was already retried; nativeState indicates how the retry ended
    bool retried = false;
    /// True if the task can never run, because a task on which it depends failed or no longer exists. `error` contains
    /// the reason.
    bool stuck = false;
    /// Name of the state in the framework, such as `waiting-children`; empty if `state` is sufficient.
    QByteArray nativeState = {};
    /// Queue to which the task belongs, if it is stored together with tasks of other queues (`@sidekiq`). Empty: the
    /// task belongs to the queue from which it was read.
    QueueName ownQueue = {};
    /// Unique name of a task whose id may not be unique, `ID~DIGEST`: the id and a digest of the task's bytes. Empty if
    /// the id is unique. QueueInspector accepts this name in place of an id.
    TaskId exact = {};

    bool operator==(const Task&) const = default;
};

/// Returns whether the instant of the task is known; it is unknown if `at` is the epoch.
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
    QByteArray outcome; ///< one of `failed`, `retry`, `expired`, `released`, `cancelled`, `done`
    QByteArray error; ///< error of the attempt, or empty; untrusted text

    bool operator==(const Attempt&) const = default;
};

/// State and instant of a task.
struct TaskPlace
{
    TaskState state = TaskState::Scheduled;
    TimePoint at{}; ///< instant of the state

    bool operator==(const TaskPlace&) const = default;
};

/// Framework data about a task that no other field contains: a label and the stored value; untrusted.
struct TaskFact
{
    QByteArray name; ///< label of the data, such as `logs` or `progress`
    QByteArray value;

    bool operator==(const TaskFact&) const = default;
};

/// All data of one task except the content of its payload.
struct TaskDetail
{
    Task task;
    TaskOptions options;
    qint64 fence = 0; ///< number of times the task was leased
    int expiries = 0; ///< number of leases that expired
    std::vector<Attempt> attempts; ///< up to 20 of the latest attempts, oldest first
    std::optional<QByteArray> result;
    OperationId lastOperation; ///< last action of a user on the task; empty if unknown
    /// due time when the task was first leased; only for tasks that have been leased and are not done
    std::optional<TimePoint> firstDue;
    std::vector<TaskFact> facts = {}; ///< additional layout-specific data, in display order
    /// Stored form of a payload that was decoded (from a pickle or a message). Empty if the payload was stored
    /// unchanged. Written to files, not displayed.
    QByteArray stored = {};
    std::optional<TaskPlace> restoresTo; ///< state and instant to which a task in the trash is restored, if known
    // true if the task depends on other tasks, or other tasks depend on it; see QueueInspector::flow()
    bool inFlow = false;

    /// Returns the number of finished attempts that are not in `attempts`. A leased task counts as running if its lease
    /// expires or it names a worker; otherwise, it is unknown whether the task is running.
    int attemptsNotKept() const
    {
        const bool isRunning = task.state == TaskState::Leased && (!task.untimed || !task.worker.isEmpty());
        const bool hasEnded = task.state == TaskState::Failed || task.state == TaskState::Done;
        return std::max(task.attempt - (isRunning ? 1 : 0), hasEnded ? 1 : 0) - int(attempts.size());
    }
    bool operator==(const TaskDetail&) const = default;
};

/// Complete task, to be written to a file or to another queue.
struct TaskRecord
{
    TaskDetail detail;
    QByteArray payload;
    QString damage = {}; ///< sentence that explains why the stored data cannot be read; if set, only the id is valid

    static TaskRecord unreadable(const TaskId& id, const QString& why);
    bool operator==(const TaskRecord&) const = default;
};

/// Reference to a task in the state in which the user saw it. An action applies only if the task has not changed since.
struct TaskRef
{
    TaskId id;
    TaskState seenState = TaskState::Scheduled;
    QByteArray seenToken; ///< lease token if leased, otherwise empty
    TimePoint seenAt{}; ///< instant of the state
    TaskId exact = {}; ///< exact name of the task; see Task::exact

    bool operator==(const TaskRef&) const = default;
};

/// Creates a reference to a task that was read.
inline TaskRef refOf(const Task& task) { return {task.id, task.state, task.token, task.at, task.exact}; }
/// Returns the unique id of a task.
inline const TaskId& exactId(const Task& task) { return task.exact.isEmpty() ? task.id : task.exact; }
inline const TaskId& exactId(const TaskRef& ref) { return ref.exact.isEmpty() ? ref.id : ref.exact; }
/// Returns the id contained in an exact name; empty if the name is not exact.
QByteArrayView ownIdIn(QByteArrayView exact);
/// Returns the id in the task's own data, even if Task::id is an exact name.
QByteArrayView ownIdOf(const Task& task);
/// Returns whether `id` refers to the task, either as its exact name or as its own id, which other tasks may share.
bool goesBy(const Task& task, const TaskId& id);

} // namespace dueline
