// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/frameworkinspector.h"
#include "core/layouts/shared/jobs/memberids.h"
#include "core/layouts/shared/jobs/memberplaces.h"
#include "core/layouts/shared/jobs/membertrash.h"

#include <map>
#include <set>

namespace dueline {

/// Inspector for queues whose members are complete tasks, with no key that maps an id to a task. A search for a task
/// starts at its last known position, and then continues from the start of the queue. Each layout defines how to
/// convert a member to a task.
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
    /// Returns complete tasks. A task that a scan has read within the last ten seconds is returned as the scan read it.
    /// Other tasks with exact names (see MemberNames) are searched for in the full lists. Sets TaskRecord::damage if a
    /// task may be too far back in a set to be found.
    Result<std::vector<std::optional<TaskRecord>>> readRecords(
        const QueueName& queue, const std::vector<TaskId>& ids) override;
    Result<TaskDetail> taskIn(const QueueName& queue, const TaskId& id, StateSet states) override;
    void seekOnly(const QueueName&, StateSet states) override { m_sought = states; }

protected:
    using FrameworkInspector::FrameworkInspector;

    /// Task and its position.
    struct FoundMember
    {
        FoundTask found;
        QByteArray member;
    };

    /// Collects all members that have the requested id.
    class SharedId
    {
    public:
        explicit SharedId(const TaskId& id)
            : m_id(id)
        { }

        MemberNames::Match meet(const FoundMember& found);
        /// Returns the only member, or one of several equal members in one state; nullopt if no member has the id.
        /// Errors: Refused if the members differ or are in different states (the message lists them), or if `isCut` is
        /// true, because unsearched members may have the same id. `queue`: displayed queue name. `isCut`: true if the
        /// search stopped early.
        Result<std::optional<FoundMember>> found(const QByteArray& queue, bool isCut = false) const;

    private:
        static constexpr qsizetype mostNamed = 8;

        TaskId m_id;
        std::optional<FoundMember> m_first;
        std::optional<FoundMember> m_meant; ///< the equal member selected by the number in the id
        std::map<TaskId, QByteArray> m_names; ///< task states, by exact name
        StateSet m_states; ///< states of the members
        int m_equal = 0; ///< number of members equal to the first one
        int m_wanted = 1; ///< number in the id that selects one of several equal members; starts at 1
    };

    /// Returns the task for an entry, with a name from MemberNames. Even in the trash, the entry's member is the
    /// complete task.
    virtual FoundTask taskOf(const TaskSource& source, const SourceEntry& entry, TimePoint now) = 0;
    /// Renames tasks with equal ids that are displayed together.
    static void distinguish(std::vector<FoundTask>& found);
    /// Returns whether members contain their payloads exactly as taskOf() returns them.
    virtual bool payloadIsInMember() const { return false; }
    /// Returns the errors that aren't stored in a member, one per line: those of damaged members and of interrupted
    /// jobs.
    virtual QByteArray ownErrors() const { return {}; }
    /// Returns the display name of the queue.
    virtual QByteArray shownName(const QueueName& queue) const { return queue; }

    Result<std::vector<FoundTask>> tasksAt(const QueueName& queue, const std::vector<TaskSource>& sources,
        const std::vector<SourceEntry>& entries, bool withPayload) override;
    int mostExamined(const QueueName& queue) const override;
    Result<> sift(const QueueName& queue, const std::vector<TaskSource>& sources, const TaskFilter& filter,
        std::vector<SourceEntry>& entries) override;
    /// Finds a task at its last known position, or by searching all sources for the states passed to taskIn(). Errors:
    /// NotFound; Refused if several different tasks have this id.
    Result<FoundMember> findMember(const QueueName& queue, const TaskId& id);
    /// Returns the error for a task that a search didn't find. `isCut`: true if the search stopped early.
    Error notFound(const QueueName& queue, const TaskId& id, bool isCut);
    /// Returns whether searches include tasks in this state; see taskIn() and seekOnly().
    bool seeks(TaskState state) const { return m_sought.contains(state); }
    MemberTrash trash(const QueueName& queue) { return {client(), keysOf(queue)}; }

private:
    /// Returns a task that tasksAt() has read recently, or nullopt.
    std::optional<FoundMember> metLast(const QueueName& queue, const TaskId& id, TimePoint now);
    struct Met
    {
        TaskId id; ///< id shown for the task
        QByteArray key; ///< key of the entry's source
        SourceEntry entry;
    };

    FoundTask meet(const TaskSource& source, const SourceEntry& entry, TimePoint now);
    /// Searches the lists for tasks with these exact names, except the ones that metLast() returns. Adds the tasks
    /// found to m_met.
    Result<> findInLists(const QueueName& queue, const std::vector<TaskId>& ids);
    /// Looks for a task at its last known position; nullopt if it's no longer there.
    Result<std::optional<FoundMember>> findAgain(
        const QueueName& queue, KeyReader& reader, const QByteArray& digest, TimePoint now);
    Result<std::optional<FoundMember>> walkTo(
        const QueueName& queue, KeyReader& reader, const TaskId& id, TimePoint now, bool& isCut);

    MemberSightings m_sightings;
    QueueName m_metIn;
    std::map<TaskId, Met> m_met; ///< tasks in queue m_metIn that tasksAt() has read recently, by exact name
    std::chrono::steady_clock::time_point m_metAt{};
    StateSet m_sought = StateSet::all();
    bool m_isWalking = false; ///< true while readRecords() is running
    std::set<QByteArray> m_searchedLists; ///< keys of lists already searched by findInLists()
    /// exact names whose search stopped early, each with a sentence that explains why
    std::map<TaskId, QString> m_tooFar;
    MemberPlaces m_places{client(), [](const QByteArray&) { return QByteArray(); }};
    // number of entries to examine per search step, by queue; depends on the size of the last members read
    std::map<QueueName, int> m_mostExamined;
};

} // namespace dueline
