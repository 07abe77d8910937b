// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/framework/frameworkinspector.h"
#include "core/layouts/framework/memberids.h"
#include "core/layouts/framework/membertrash.h"

namespace dueline {

/// Reads queues whose members are all bytes of a task, so that no key finds one by its id: it is looked for where it
/// was met last, then among the first ones of its queue. A layout tells what a member is as a task.
class MemberInspector : public FrameworkInspector
{
public:
    static constexpr qint64 mostLookedThrough = 100'000;

    void forget() override
    {
        m_sightings.forget();
        m_mostExamined.clear();
        m_met.clear();
    }
    /// What a walk has just met is not looked for once more: it is as it was then, less than ten seconds ago.
    Result<std::vector<std::optional<TaskRecord>>> whole(
        const QueueName& queue, const std::vector<TaskId>& ids) override;

protected:
    using FrameworkInspector::FrameworkInspector;

    /// A task as it stands somewhere.
    struct FoundMember
    {
        FoundTask found;
        QByteArray member;
    };

    /// What stands at an entry, called by `naming`; its member are its bytes, of the trash, too.
    virtual FoundTask taskOf(const TaskSource& source, const SourceEntry& entry, MemberNaming& naming, TimePoint now)
        = 0;
    /// Whether a payload, as taskOf() tells it, is a part of its member as it is written there.
    virtual bool payloadIsInMember() const { return false; }
    /// As people name the queue.
    virtual QByteArray shownName(const QueueName& queue) const { return queue; }

    Result<std::vector<FoundTask>> tasksAt(const QueueName& queue, const std::vector<TaskSource>& sources,
        const std::vector<SourceEntry>& entries, bool withPayload) override;
    int mostExamined(const QueueName& queue) const override;
    Result<> sift(const QueueName& queue, const std::vector<TaskSource>& sources, const TaskFilter& filter,
        std::vector<SourceEntry>& entries) override;
    /// Where it was met last, then through all of its places in the order in which lists show them. Errors: NotFound.
    Result<FoundMember> findMember(const QueueName& queue, const TaskId& id);
    MemberTrash trash(const QueueName& queue) { return {client(), keysOf(queue)}; }

private:
    /// Of what tasksAt() read last; nullopt: it is not among them, or that was too long ago.
    std::optional<FoundMember> metLast(const QueueName& queue, const TaskId& id, TimePoint now);
    FoundTask meet(const TaskSource& source, const SourceEntry& entry, MemberNaming& naming, TimePoint now);
    /// nullopt: it is not there any more.
    Result<std::optional<FoundMember>> findAgain(
        const QueueName& queue, SourceReader& reader, const TaskId& id, TimePoint now);

    MemberSightings m_sightings;
    QueueName m_metIn;
    std::map<TaskId, SourceEntry> m_met; ///< what tasksAt() read last, of m_metIn
    std::chrono::steady_clock::time_point m_metAt{};
    bool m_isWalking = false; ///< whole() is at work
    std::map<QueueName, int> m_mostExamined; ///< of queues that were searched, by the lengths of what was read last
};

} // namespace dueline
