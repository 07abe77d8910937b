// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/redisbackend.h"
#include "core/layouts/shared/jobs/frameworkinspector.h"

#include <functional>

namespace dueline {

/// What a layout of a framework reads by.
struct FrameworkPorts
{
    std::unique_ptr<FrameworkInspector> inspector;
    std::unique_ptr<ScheduleBook> schedules; ///< null: the layout lists none
    std::unique_ptr<QueueEditor> editor = nullptr; ///< null: the layout only reads
    /// As Backend::permitted; empty: the layout has no such question.
    std::function<Result<>(const QueueName&)> permitted = {};
    /// As Backend::foresee; empty: likewise.
    std::function<Result<std::optional<Foresight>>(const ActionStep&)> foresee = {};
    /// As Backend::checkup; empty: the layout has no such look.
    std::function<std::unique_ptr<QueueCheckup>(const QueueInfo&, const QueueName&)> checkup = {};
    /// As Backend::audit; empty: nothing here is mended by us.
    std::function<std::unique_ptr<QueueAudit>(const QueueName&)> audit = {};
    /// As Backend::events, of results alone; empty: the layout has none.
    std::function<Result<std::unique_ptr<EventSource>>(const std::vector<QueueName>&)> outcomes = {};
    /// The place that all queues share; empty: there is none.
    QueueName shared = {};
    /// Leaves in there what can be done in the shared place (`isShared`), or in any other queue. Only with `shared`.
    std::function<void(Capabilities& can, bool isShared)> narrow = {};
};

/// The queues of one framework on one connection. It never has a broker: no job of a framework is run by us.
class FrameworkBackend : public RedisBackend
{
public:
    /// Makes the ports; called once, before the connection is made. Both live as long as the ports.
    using MakePorts = std::function<FrameworkPorts(RedisClient&, RedisClock&)>;

    /// What all of them can do: layout, states and what is besides are the layout's own.
    static Capabilities abilities(const QByteArray& layout, StateSet states);

    /// Connects. `unheard`: the sentence that says why there are no events, or no wake-ups. Errors: as
    /// RedisClient::open().
    static Result<std::unique_ptr<Backend>> open(std::shared_ptr<RedisLane> lane, Access access,
        const Capabilities& able, const QString& unheard, const MakePorts& make);

    QueueInspector& inspector() override { return *m_ports.inspector; }
    QueueEditor* editor() override { return mayOperate() ? m_ports.editor.get() : nullptr; }
    TaskBroker* broker() override { return nullptr; }
    ScheduleBook* schedules() override { return m_ports.schedules.get(); }
    QueueDiscovery* discovery() override { return m_ports.inspector->discovery(); }
    /// Errors: NotSupported, where nothing is announced; wake-ups never are.
    Result<std::unique_ptr<EventSource>> events(const std::vector<QueueName>& queues, bool wake, bool results) override;
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
    using RedisBackend::capabilities;
    const Capabilities& capabilities(const QueueName& queue) const override;
    QueueCapabilities queueCapabilities() const override;

protected:
    void connected(bool again) override;

private:
    FrameworkBackend(std::shared_ptr<RedisLane> lane, Access access, const Capabilities& able, const QString& unheard,
        const MakePorts& make);

    /// Adds what the server has left, and what it throws away once it is full, where it has a limit.
    void tellMemory(Foresight& foresight);

    RedisClock m_clock;
    Capabilities m_inShared;
    Capabilities m_inQueues;
    FrameworkPorts m_ports;
    QString m_unheard;
};

} // namespace dueline
