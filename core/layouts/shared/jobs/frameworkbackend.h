// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/redisbackend.h"
#include "core/layouts/shared/jobs/frameworkinspector.h"

#include <functional>

namespace dueline {

/// Objects through which a framework's layout reads and changes queues.
struct FrameworkPorts
{
    std::unique_ptr<FrameworkInspector> inspector;
    std::unique_ptr<ScheduleBook> schedules; ///< null if the layout has no schedules
    std::unique_ptr<QueueEditor> editor = nullptr; ///< null if the layout is read-only
    /// Implements Backend::permitted; empty if the layout needs no check.
    std::function<Result<>(const QueueName&)> permitted = {};
    /// Implements Backend::foresee; empty if the layout can't predict an action's result.
    std::function<Result<std::optional<Foresight>>(const ActionStep&)> foresee = {};
    /// Implements Backend::checkup; empty if the layout has no checkup.
    std::function<std::unique_ptr<QueueCheckup>(const QueueInfo&, const QueueName&)> checkup = {};
    /// Implements Backend::pulse; empty if the default pulse, which reads only counts and workers, is enough.
    std::function<std::unique_ptr<QueuePulse>()> pulse = {};
    /// Implements Backend::audit; empty if Dueline doesn't repair this layout's queues.
    std::function<std::unique_ptr<QueueAudit>(const QueueName&)> audit = {};
    /// Implements Backend::events, but only for outcomes; empty if the layout doesn't publish them.
    std::function<Result<std::unique_ptr<EventSource>>(const std::vector<QueueName>&)> outcomes = {};
    /// Pseudo-queue for data shared by all queues; empty if there is none.
    QueueName shared = {};
    /// Removes capabilities that the shared pseudo-queue (if `isShared`) or the other queues don't have. Set only
    /// together with `shared`.
    std::function<void(Capabilities& can, bool isShared)> narrow = {};

    /// Sets `editor`, and the functions that it implements.
    template <class Editor> void setEditor(std::unique_ptr<Editor> made)
    {
        permitted = [made = made.get()](const QueueName& queue) { return made->permitted(queue); };
        foresee = [made = made.get()](const ActionStep& step) { return made->foresee(step); };
        editor = std::move(made);
    }
};

/// Backend for one framework's queues on one connection. It has no broker, because Dueline doesn't run frameworks'
/// jobs.
class FrameworkBackend : public RedisBackend
{
public:
    /// Function that creates the ports. Called once, before the connection opens. Both arguments outlive the ports.
    using MakePorts = std::function<FrameworkPorts(RedisClient&, RedisClock&)>;

    /// Returns the capabilities that all frameworks share. Each layout adds its own.
    static Capabilities abilities(const QByteArray& layout, StateSet states);

    /// Opens the connection. `unheard`: sentence that explains why the backend has no events or wake-ups. Errors: same
    /// as RedisClient::open().
    static Result<std::unique_ptr<Backend>> open(std::shared_ptr<RedisLane> lane, Access access,
        const Capabilities& able, const QString& unheard, const MakePorts& make);

    QueueInspector& inspector() override { return *m_ports.inspector; }
    QueueEditor* editor() override { return mayOperate() ? m_ports.editor.get() : nullptr; }
    TaskBroker* broker() override { return nullptr; }
    ScheduleBook* schedules() override { return m_ports.schedules.get(); }
    QueueDiscovery* discovery() override { return m_ports.inspector->discovery(); }
    /// Returns events from these queues, without wake-ups. Errors: NotSupported if the framework doesn't publish
    /// events.
    Result<std::unique_ptr<EventSource>> events(const std::vector<QueueName>& queues, bool wake, bool results) override;
    /// Returns the server's time. Also sets the ports' clock, so that the ports never use an earlier time.
    Result<TimePoint> serverTime() override;
    Result<> permitted(const QueueName& queue) override;
    Result<std::optional<Foresight>> foresee(const ActionStep& step) override;
    Result<> admits(const QueueName& queue, const std::vector<NewTask>& tasks) override
    {
        return m_ports.editor ? m_ports.editor->admits(queue, tasks) : Result<>();
    }
    Result<std::optional<std::vector<AddOutcome>>> foreseeAdd(
        const QueueName& queue, const std::vector<NewTask>& tasks) override
    {
        return m_ports.editor ? m_ports.editor->foreseeAdd(queue, tasks) : std::optional<std::vector<AddOutcome>>();
    }
    std::unique_ptr<QueueAudit> audit(const QueueName& queue) override;
    std::unique_ptr<QueueCheckup> checkup(const QueueInfo& queue, const QueueName& called) override;
    std::unique_ptr<QueuePulse> pulse() override;
    using RedisBackend::capabilities;
    const Capabilities& capabilities(const QueueName& queue) const override;
    QueueCapabilities queueCapabilities() const override;

protected:
    void connected(bool again) override;

private:
    FrameworkBackend(std::shared_ptr<RedisLane> lane, Access access, const Capabilities& able, const QString& unheard,
        const MakePorts& make);

    RedisClock m_clock;
    Capabilities m_inShared;
    Capabilities m_inQueues;
    FrameworkPorts m_ports;
    QString m_unheard;
};

} // namespace dueline
