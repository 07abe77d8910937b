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

/// Something that was published: a hint, never the truth.
struct QueueEvent
{
    enum class Kind : quint8 { Wake, Results, Cancel, Schedules };

    Kind kind = Kind::Wake;
    QueueName queue;
    QByteArray
        data; ///< Wake: due in epoch ms; Results: the outcomes (JSON array); Cancel: the task id; Schedules: nothing
    bool operator==(const QueueEvent&) const = default;
};

/// Events of some queues, on a connection of its own. Bound to the thread that opened it.
class EventSource
{
public:
    virtual ~EventSource() = default;
    /// nullopt: nothing came within `timeout`. After an error: open() again, and expect to have missed some.
    virtual Result<> open() = 0;
    virtual Result<std::optional<QueueEvent>> next(Millis timeout) = 0;
};

/// One connection's worth of a layout, bound to one thread: what it can do, and the ports. A read-only backend has no
/// editor and no broker; a layout that cannot lease has no broker. One that only reads implements capabilities(),
/// inspector() and serverTime().
class Backend
{
public:
    virtual ~Backend() = default;

    virtual const Capabilities& capabilities() const = 0;
    /// What can be done in one queue: less than capabilities() where the connection has several layouts.
    virtual const Capabilities& capabilities(const QueueName&) const { return capabilities(); }
    /// Both, for whoever asks without a backend at hand.
    virtual QueueCapabilities queueCapabilities() const { return {capabilities(), {}}; }
    virtual QueueInspector& inspector() = 0;
    virtual QueueEditor* editor() { return nullptr; } ///< null: read-only
    virtual TaskBroker* broker() { return nullptr; } ///< null: read-only, or the layout cannot lease
    virtual ScheduleBook* schedules() { return nullptr; } ///< null: the layout has no recurring tasks
    virtual QueueDiscovery* discovery() { return nullptr; } ///< null: keys of the layout list all its queues
    /// `results`, `wake`: which channels. Errors: NotSupported.
    virtual Result<std::unique_ptr<EventSource>> events(const std::vector<QueueName>& queues, bool wake, bool results);
    /// The server's clock, for people's offsets. Errors: as QueueInspector.
    virtual Result<TimePoint> serverTime() = 0;
    /// What the server calls its version, `7.0.15`; empty where there is none or it does not say.
    virtual QByteArray serverVersion() const { return {}; }
    /// Changes when another process answers than before: the server was restarted, or another one took over. Of the
    /// last answer; empty where there is none or it does not say.
    virtual QByteArray serverRun() const { return {}; }
    /// When that process began, by the server's clock, to the second; nullopt: it does not say, or there are several.
    virtual std::optional<TimePoint> serverStart() const { return {}; }
    /// Why editor() and broker() are null although more was asked for: the server takes no writes. Empty otherwise.
    virtual QString refusal() const { return {}; }
    /// Whether this user may do everything the layout does to a queue; asks, and writes nothing. Errors: Permission,
    /// naming what is missing; NotSupported: the layout has no such question.
    virtual Result<> permitted(const QueueName& queue);
    /// What QueueEditor::act would answer; changes nothing, and needs no right to write. New due times play no part.
    /// nullopt: that is not known before, or the layout leaves no task alone but for its state. Errors: as
    /// QueueEditor::act.
    virtual Result<std::optional<Foresight>> foresee(const ActionStep&) { return std::optional<Foresight>(); }
    /// Checks like QueueEditor::admits, also on a connection that may not write.
    virtual Result<> admits(const QueueName&, const std::vector<NewTask>&) { return {}; }
    /// Predicts the outcomes like QueueEditor::foreseeAdd, also on a connection that may not write.
    virtual Result<std::optional<std::vector<AddOutcome>>> foreseeAdd(const QueueName&, const std::vector<NewTask>&)
    {
        return std::optional<std::vector<AddOutcome>>();
    }
    /// Looks at a queue for what the layout cannot work with; null where it has no such look.
    virtual std::unique_ptr<QueueAudit> audit(const QueueName&) { return nullptr; }
    /// Looks at a queue for what its framework's programs leave as it is; null where the layout has no such look.
    /// `queue`: as queues() told it. `called`: what the queue is called in sentences and commands.
    virtual std::unique_ptr<QueueCheckup> checkup(const QueueInfo& queue, const QueueName& called)
    {
        Q_UNUSED(queue)
        Q_UNUSED(called)
        return nullptr;
    }
};

/// Checks that a queue is not one of two possible owners, which nobody changes before it is said whose it is. Asks only
/// about a queue with a note. Errors: Refused.
Result<> checkOwner(Backend& backend, const QueueInfo& info);

/// Makes a backend, on the thread that will use it; opening connects. Called again after a lost connection is not
/// needed: backends heal.
using BackendFactory = std::function<Result<std::unique_ptr<Backend>>()>;

/// What the user of a backend may do with it.
enum class Access : quint8 { ReadOnly, Operate, OperateAndWork };

} // namespace dueline
