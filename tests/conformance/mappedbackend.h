// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/forwardingbackend.h"

#include <map>

namespace dueline {

/// Maps the suite's task names to the ids that a design generates. All of a fixture's backends share one mapping.
class SuiteIds
{
public:
    void note(const TaskId& suite, const TaskId& made)
    {
        m_made[suite] = made;
        m_suite[made] = suite;
    }
    /// Returns the id generated for one of the suite's tasks, or `suite` itself if the suite hasn't added it.
    TaskId made(const TaskId& suite) const { return find(m_made, suite); }
    TaskId suite(const TaskId& made) const { return find(m_suite, made); }

private:
    static TaskId find(const std::map<TaskId, TaskId>& names, const TaskId& id)
    {
        const auto found = names.find(id);
        return found == names.end() ? id : found->second;
    }
    std::map<TaskId, TaskId> m_made;
    std::map<TaskId, TaskId> m_suite;
};

/// Backend that translates ids to the suite's names. An added task's payload is its name in the suite. All tasks have
/// the same type.
class MappedBackend : public ForwardingBackend
{
public:
    MappedBackend(std::unique_ptr<Backend> inner, std::shared_ptr<SuiteIds> ids, const QByteArray& type);
    ~MappedBackend() override;

    QueueInspector& inspector() override;
    QueueEditor* editor() override;
    TaskBroker* broker() override;
    Result<std::unique_ptr<EventSource>> events(const std::vector<QueueName>& queues, bool wake, bool results) override;

private:
    class Inspector;
    class Editor;
    class Broker;
    class Events;

    std::shared_ptr<SuiteIds> m_ids;
    std::unique_ptr<Inspector> m_inspector;
    std::unique_ptr<Editor> m_editor;
    std::unique_ptr<Broker> m_broker;
};

} // namespace dueline
