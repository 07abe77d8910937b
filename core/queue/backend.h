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

/// Event published by the server. Events are only hints; the stored data is authoritative.
struct QueueEvent
{
    enum class Kind : quint8 { Wake, Results, Cancel, Schedules };

    Kind kind = Kind::Wake;
    QueueName queue;
    QByteArray
        /// event data: the due time in epoch ms for Wake, the outcomes as a JSON array for Results, the task id for
        /// Cancel, and empty for Schedules
        data;
    bool operator==(const QueueEvent&) const = default;
};

/// Source of events from selected queues. Owns its connection, and is bound to the thread that opened it.
class EventSource
{
public:
    virtual ~EventSource() = default;
    /// Opens the connection. After an error, call open() again; events may have been missed. next() returns nullopt if
    /// no event arrives within `timeout`.
    virtual Result<> open() = 0;
    virtual Result<std::optional<QueueEvent>> next(Millis timeout) = 0;
};

/// Connection to the queues of one layout, with its capabilities and ports. Bound to one thread. A read-only backend
/// has no editor and no broker; a layout without leases has no broker. A read-only layout only needs to implement
/// capabilities(), inspector() and serverTime().
class Backend
{
public:
    virtual ~Backend() = default;

    virtual const Capabilities& capabilities() const = 0;
    /// Returns a queue's capabilities. They differ from capabilities() only on connections with several layouts.
    virtual const Capabilities& capabilities(const QueueName&) const { return capabilities(); }
    /// Returns the capabilities of the connection and its queues, as a copy that outlives the backend.
    virtual QueueCapabilities queueCapabilities() const { return {capabilities(), {}}; }
    virtual QueueInspector& inspector() = 0;
    /// Returns the editor; null if the connection is read-only.
    virtual QueueEditor* editor() { return nullptr; }
    /// Returns the editor. Errors: Refused on a read-only connection.
    Result<QueueEditor*> requireEditor();
    /// Returns the broker; null if the connection is read-only or the layout can't lease tasks.
    virtual TaskBroker* broker() { return nullptr; }
    /// Returns the schedule book; null if the layout has no recurring tasks.
    virtual ScheduleBook* schedules() { return nullptr; }
    /// Returns the search for queues; null if the layout's keys list all queues.
    virtual QueueDiscovery* discovery() { return nullptr; }
    /// Creates a source of events from the selected queues. Errors: NotSupported.
    virtual Result<std::unique_ptr<EventSource>> events(const std::vector<QueueName>& queues, bool wake, bool results);
    /// Returns the server's time, the reference for relative times. Errors: same as QueueInspector.
    virtual Result<TimePoint> serverTime() = 0;
    /// Returns the server's version, such as `7.0.15`; empty if unknown.
    virtual QByteArray serverVersion() const { return {}; }
    /// Returns the server process's id as of the last reply; empty if unknown. It changes after a restart or failover.
    virtual QByteArray serverRun() const { return {}; }
    /// Returns the server process's start time on the server's clock, to the second; nullopt if unknown or if there are
    /// several servers.
    virtual std::optional<TimePoint> serverStart() const { return {}; }
    /// Returns why editor() and broker() are null although the caller requested write access: the server doesn't accept
    /// writes. Empty otherwise.
    virtual QString refusal() const { return {}; }
    /// Checks, without writing, whether this user may run all the commands that the layout uses on a queue. Errors:
    /// Permission, listing what is missing; NotSupported if the layout has no such check.
    virtual Result<> permitted(const QueueName& queue);
    /// Predicts the result of QueueEditor::act without changing anything. Also works on a read-only connection. Ignores
    /// new due times. Returns nullopt if the result can't be predicted, or if a refusal depends only on the task's
    /// state. Errors: same as QueueEditor::act.
    virtual Result<std::optional<Foresight>> foresee(const ActionStep&) { return std::optional<Foresight>(); }
    /// Performs the checks of QueueEditor::admits(). Also works on a read-only connection.
    virtual Result<> admits(const QueueName&, const std::vector<NewTask>&) { return {}; }
    /// Predicts outcomes like QueueEditor::foreseeAdd(). Also works on a read-only connection.
    virtual Result<std::optional<std::vector<AddOutcome>>> foreseeAdd(const QueueName&, const std::vector<NewTask>&)
    {
        return std::optional<std::vector<AddOutcome>>();
    }
    /// Creates an audit, which finds entries that the layout can't process; null if the layout has none.
    virtual std::unique_ptr<QueueAudit> audit(const QueueName&) { return nullptr; }
    /// Creates a checkup, which finds problems that the framework's own programs don't fix; null if the layout has
    /// none. `queue`: as returned by queues(). `called`: name of the queue in sentences and commands.
    virtual std::unique_ptr<QueueCheckup> checkup(const QueueInfo& queue, const QueueName& called)
    {
        Q_UNUSED(queue)
        Q_UNUSED(called)
        return nullptr;
    }
    /// Creates a pulse, which watches the waiting tasks and the health of the workers. By default, it uses only the
    /// counts and the workers.
    virtual std::unique_ptr<QueuePulse> pulse();
};

/// Checks whether a queue has two possible owners and the user hasn't chosen one yet. Errors: Refused if so. Sends a
/// request only if QueueInfo::note is set.
Result<> checkOwner(Backend& backend, const QueueInfo& info);

/// Function that creates and connects a backend on the thread that will use it. Backends reconnect, so there is no need
/// to call it again after losing a connection.
using BackendFactory = std::function<Result<std::unique_ptr<Backend>>()>;

/// Operations that a backend's user may perform.
enum class Access : quint8 { ReadOnly, Operate, OperateAndWork };

} // namespace dueline
