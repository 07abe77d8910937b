// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/customhome.h"
#include "core/layouts/list/listitemid.h"
#include "core/layouts/list/listmemory.h"
#include "core/layouts/list/listspec.h"
#include "core/layouts/native/nativescripts.h"

#include <memory>
#include <set>

namespace dueline {

/// The items of a list that no worker has taken. They have no times, so they are all due now; the order is that in
/// which workers take them, from the tail. What is met is remembered by its hash, so that an id finds its bytes again.
class ListHome : public CustomHome
{
public:
    /// Pages this near to the tail number equal items from the tail on; farther ones, and those behind many large
    /// items, from their own beginning.
    static constexpr qint64 numberedFromTail = 10'000;

    ListHome(NativeScripts& scripts, const ListSpec& spec, std::shared_ptr<ListMemory> memory);

    Result<HomeCounts> counts(TimePoint now) override;
    Result<TaskPage> page(StateSet states, TimePoint now, qint64 offset, int limit) override;
    /// Walks from the head, where nobody takes anything away: what is discarded on the way, taken at the tail or pushed
    /// at the head moves nothing that is still ahead.
    Result<SearchStep> search(const SearchRequest& request, TimePoint now) override;
    Result<std::optional<Task>> find(const TaskId& id, TimePoint now) override;
    Result<std::optional<QByteArray>> payload(const TaskId& id) override;
    Result<> addTo(std::vector<TimelineBin>& bins, TimePoint now) override;
    Result<std::optional<TimePoint>> lastDue(TimePoint now) override;

    /// The bytes of the items with these hashes; those that are nowhere in the list are left out. For one that was not
    /// met before, or is forgotten, the list is read from its head on.
    Result<std::map<QByteArray, QByteArray>> bytesOf(const std::set<QByteArray>& hashes);
    /// How many items there are.
    Result<qint64> length();
    /// An error of a command or script, which names their key where it holds something else.
    static Error errorOf(const CustomSpec& spec, const Error& error);

private:
    struct Item
    {
        QByteArray hash;
        QByteArray bytes;
    };

    /// How many items one answer may hold.
    qint64 fitting() const;
    /// Items [first, first + count) by distance from the tail, the nearest first; fewer where they are large.
    Result<std::vector<Item>> read(qint64 first, qint64 count);
    /// All of [first, first + count) to `meet`, until it returns false.
    Result<> walk(qint64 first, qint64 count, const std::function<bool(const Item&)>& meet);
    /// Of the ids that these items could have, those that the overlay has tasks of.
    Result<std::set<TaskId>> takenOf(const std::set<QByteArray>& hashes);
    Result<QByteArray> taken(const std::vector<TaskId>& ids);
    static TaskId nextFree(ListItemNumbers& numbers, const QByteArray& hash, const std::set<TaskId>& taken);
    /// The bytes of an item that is in the list under this id now.
    Result<std::optional<QByteArray>> at(const TaskId& id);
    Task taskOf(const TaskId& id, const QByteArray& item, TimePoint now) const;

    NativeScripts& m_scripts;
    const ListSpec& m_spec;
    qint64 m_meanSize = 256; ///< of items met, bytes
    std::shared_ptr<ListMemory> m_memory;
    /// The numbers of a search that goes on.
    struct Walk
    {
        QByteArray cursor;
        ListItemNumbers numbers;
    };
    Walk m_walk;
};

} // namespace dueline
