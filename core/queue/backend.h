// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/capabilities.h"
#include "core/queue/queueaudit.h"
#include "core/queue/queuecheckup.h"
#include "core/queue/queuediscovery.h"
#include "core/queue/queueeditor.h"
#include "core/queue/queueinspector.h"
#include "core/queue/schedulebook.h"
#include "core/queue/taskbroker.h"

#include <functional>
#include <memory>

namespace dueline {

class QueuePulse;

/// Event published by the server. Events are only hints: the stored data is authoritative.
struct QueueEvent
{
    enum class Kind : quint8 { Wake, Results, Cancel, Schedules };

    Kind kind = Kind::Wake;
    QueueName queue;
    QByteArray
        /// data of the event: for Wake, the due time in epoch ms; for Results, the outcomes as a
        /// JSON array; for Cancel, the task id; for Schedules, empty
        data;
    bool operator==(const QueueEvent&) const = default;
};

/// Source of events from selected queues. Owns its connection, and is bound to the thread that opened it.
class EventSource
{
public:
    virtual ~EventSource() = default;
    /// Opens the connection. If an error occurs later, call open() again; events may have been missed in the meantime.
    /// next() returns nullopt if no event arrives within `timeout`.
    virtual Result<> open() = 0;
    virtual Result<std::optional<QueueEvent>> next(Millis timeout) = 0;
};

/// Connection to the queues of one layout, with its capabilities and ports. Bound to one thread. A read-only backend
/// has no editor and no broker; a layout without leases has no broker. A read-only layout only has to implement
/// capabilities(), inspector() and serverTime().
class Backend
{
public:
    virtual ~Backend() = default;

    virtual const Capabilities& capabilities() const = 0;
    /// Returns the capabilities of one queue. They differ from capabilities() only if the connection has several
    /// layouts.
    virtual const Capabilities& capabilities(const QueueName&) const { return capabilities(); }
    /// Returns the capabilities of the connection and of its queues, as a copy that outlives the backend.
    virtual QueueCapabilities queueCapabilities() const { return {capabilities(), {}}; }
    virtual QueueInspector& inspector() = 0;
    /// Returns the editor; null if the connection is read-only.
    virtual QueueEditor* editor() { return nullptr; }
    /// Returns the editor. Errors: Refused (read-only connection).
    Result<QueueEditor*> requireEditor();
    /// Returns the broker; null if the connection is read-only, or if the layout cannot lease tasks.
    virtual TaskBroker* broker() { return nullptr; }
    /// Returns the schedule book; null if the layout has no recurring tasks.
    virtual ScheduleBook* schedules() { return nullptr; }
    /// Returns the search for queues; null if the layout's keys list all queues.
    virtual QueueDiscovery* discovery() { return nullptr; }
    /// Creates a source of events from the selected channels. Errors: NotSupported.
    virtual Result<std::unique_ptr<EventSource>> events(const std::vector<QueueName>& queues, bool wake, bool results);
    /// Returns the server's time, on which relative times are based. Errors: those of QueueInspector.
    virtual Result<TimePoint> serverTime() = 0;
    /// Returns the server's version, such as `7.0.15`; empty if unknown.
    virtual QByteArray serverVersion() const { return {}; }
    /// Returns the id of the server process according to the last reply; empty if unknown. The id changes after a
    /// restart or failover.
    virtual QByteArray serverRun() const { return {}; }
    /// Returns the start time of the server process on the server's clock, to the second; nullopt if it is unknown or
    /// there are several servers.
    virtual std::optional<TimePoint> serverStart() const { return {}; }
    /// Returns why editor() and broker() are null even though the caller requested write access: the server accepts no
    /// writes. Empty in all other cases.
    virtual QString refusal() const { return {}; }
    /// Checks, without writing, whether this user may run all commands that the layout uses on a queue. Errors:
    /// Permission, with the missing permissions; NotSupported if the layout has no such check.
    virtual Result<> permitted(const QueueName& queue);
    /// Predicts the result of QueueEditor::act without changing anything. Also works on a read-only connection. Ignores
    /// new due times. Returns nullopt if the result cannot be predicted, or if a refusal depends only on the task's
    /// state. Errors: those of QueueEditor::act.
    virtual Result<std::optional<Foresight>> foresee(const ActionStep&) { return std::optional<Foresight>(); }
    /// Runs the checks of QueueEditor::admits(). Also works on a read-only connection.
    virtual Result<> admits(const QueueName&, const std::vector<NewTask>&) { return {}; }
    /// Predicts the outcomes as QueueEditor::foreseeAdd() does. Also works on a read-only connection.
    virtual Result<std::optional<std::vector<AddOutcome>>> foreseeAdd(const QueueName&, const std::vector<NewTask>&)
    {
        return std::optional<std::vector<AddOutcome>>();
    }
    /// Creates an audit, which finds entries that the layout cannot process; null if the layout has none.
    virtual std::unique_ptr<QueueAudit> audit(const QueueName&) { return nullptr; }
    /// Creates a checkup, which finds problems that the framework's own programs do not fix; null if the layout has
    /// none. `queue`: as returned by queues(). `called`: name of the queue in sentences and commands.
    virtual std::unique_ptr<QueueCheckup> checkup(const QueueInfo& queue, const QueueName& called)
    {
        Q_UNUSED(queue)
        Q_UNUSED(called)
        return nullptr;
    }
    /// Creates an observer of waiting tasks and the health of workers. The default implementation uses the counts and
    /// the workers.
    virtual std::unique_ptr<QueuePulse> pulse();
};

/// Checks whether a queue has two possible owners and the user has not yet specified one of them. Sends a request only
/// if QueueInfo::note is set. Errors: Refused in this case.
Result<> checkOwner(Backend& backend, const QueueInfo& info);

/// Function that creates and connects a backend on the thread that will use it. It need not be called again after a
/// lost connection, because backends reconnect.
using BackendFactory = std::function<Result<std::unique_ptr<Backend>>()>;

/// Operations that the user of a backend may perform.
enum class Access : quint8 { ReadOnly, Operate, OperateAndWork };

} // namespace dueline
