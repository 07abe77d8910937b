// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/frameworkinspector.h"
#include "core/layouts/shared/jobs/memberids.h"
#include "core/layouts/shared/jobs/membertrash.h"

#include <map>

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
    Result<TaskDetail> taskIn(const QueueName& queue, const TaskId& id, StateSet states) override;

protected:
    using FrameworkInspector::FrameworkInspector;

    /// A task as it stands somewhere.
    struct FoundMember
    {
        FoundTask found;
        QByteArray member;
    };

    /// Gathers the members that share an id which somebody asks for.
    class SharedId
    {
    public:
        explicit SharedId(const TaskId& id)
            : m_id(id)
        { }

        MemberNames::Match meet(const FoundMember& found);
        /// The only one, or one of equal ones; nullopt: there is none. Errors: Refused (they differ; it names them).
        /// `queue`: as people name it.
        Result<std::optional<FoundMember>> found(const QByteArray& queue) const;

    private:
        static constexpr qsizetype mostNamed = 8;

        TaskId m_id;
        std::optional<FoundMember> m_first;
        std::optional<FoundMember> m_meant; ///< the one of equal ones that the number in the id asks for
        std::map<TaskId, QByteArray> m_names; ///< exact names, each with the state of its task
        int m_equal = 0; ///< members with the bytes of the first one
        int m_wanted = 1; ///< equal members that the id asks for
    };

    /// Returns the task at an entry, named by MemberNames; the entry's member is its bytes, of the trash, too.
    virtual FoundTask taskOf(const TaskSource& source, const SourceEntry& entry, TimePoint now) = 0;
    /// Tells tasks of equal ids apart that are shown together.
    static void distinguish(std::vector<FoundTask>& found);
    /// Whether a payload, as taskOf() tells it, is a part of its member as it is written there.
    virtual bool payloadIsInMember() const { return false; }
    /// As people name the queue.
    virtual QByteArray shownName(const QueueName& queue) const { return queue; }

    Result<std::vector<FoundTask>> tasksAt(const QueueName& queue, const std::vector<TaskSource>& sources,
        const std::vector<SourceEntry>& entries, bool withPayload) override;
    int mostExamined(const QueueName& queue) const override;
    Result<> sift(const QueueName& queue, const std::vector<TaskSource>& sources, const TaskFilter& filter,
        std::vector<SourceEntry>& entries) override;
    /// Finds a task where it was met last, else by a walk through all places, of the states that taskIn() names.
    /// Errors: NotFound, Refused (several different tasks have this id).
    Result<FoundMember> findMember(const QueueName& queue, const TaskId& id);
    /// Whether taskIn() looks for a task in this state.
    bool seeks(TaskState state) const { return m_sought.contains(state); }
    MemberTrash trash(const QueueName& queue) { return {client(), keysOf(queue)}; }

private:
    /// Of what tasksAt() read last; nullopt: it is not among them, or that was too long ago.
    std::optional<FoundMember> metLast(const QueueName& queue, const TaskId& id, TimePoint now);
    struct Met
    {
        TaskId id; ///< as it was shown
        SourceEntry entry;
    };

    FoundTask meet(const TaskSource& source, const SourceEntry& entry, TimePoint now);
    /// nullopt: it is not there any more.
    Result<std::optional<FoundMember>> findAgain(
        const QueueName& queue, SourceReader& reader, const QByteArray& digest, TimePoint now);
    Result<std::optional<FoundMember>> walkTo(
        const QueueName& queue, SourceReader& reader, const TaskId& id, TimePoint now, bool& isCut);

    MemberSightings m_sightings;
    QueueName m_metIn;
    std::map<TaskId, Met> m_met; ///< what tasksAt() read last, of m_metIn, by exact names
    std::chrono::steady_clock::time_point m_metAt{};
    StateSet m_sought = StateSet::all();
    bool m_isWalking = false; ///< whole() is at work
    std::map<QueueName, int> m_mostExamined; ///< of queues that were searched, by the lengths of what was read last
};

} // namespace dueline
