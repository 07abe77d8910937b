// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/memory/memorystore.h"

namespace dueline {

class MemoryInspector;
class MemoryEditor;
class MemoryBroker;
class MemorySchedules;

/// Reference layout in plain C++, without Redis. It defines how every layout must behave: the conformance suite
/// compares the other layouts with it. Tests that need no server also use it.
class MemoryBackend : public Backend
{
public:
    /// Creates a backend. `session`: name of the worker or operator; generated if empty.
    MemoryBackend(std::shared_ptr<MemoryStore> store, QByteArray session, Access access);
    ~MemoryBackend() override;

    using Backend::capabilities;
    const Capabilities& capabilities() const override { return m_capabilities; }
    QueueInspector& inspector() override;
    QueueEditor* editor() override;
    TaskBroker* broker() override;
    ScheduleBook* schedules() override;
    Result<std::unique_ptr<EventSource>> events(const std::vector<QueueName>& queues, bool wake, bool results) override;
    Result<TimePoint> serverTime() override;

private:
    std::shared_ptr<MemoryStore> m_store;
    Capabilities m_capabilities;
    std::unique_ptr<MemoryInspector> m_inspector;
    std::unique_ptr<MemoryEditor> m_editor;
    std::unique_ptr<MemoryBroker> m_broker;
    std::unique_ptr<MemorySchedules> m_schedules;
};

} // namespace dueline
