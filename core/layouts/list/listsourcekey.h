// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/customsourcekey.h"
#include "core/layouts/list/listitemid.h"
#include "core/layouts/list/listmemory.h"
#include "core/layouts/list/listspec.h"
#include "core/layouts/native/nativescripts.h"

#include <chrono>
#include <memory>
#include <set>

namespace dueline {

/// List items that no worker has claimed. Items have no due times, so all of them are due now, in the order workers
/// claim them: from the tail. Items are cached by hash once read, so that an id can be resolved to its bytes.
class ListSourceKey : public CustomSourceKey
{
public:
    /// Number of items at the tail among which equal items are numbered starting from the tail. On pages farther away,
    /// and after many large items, numbering starts at the beginning of the page.
    static constexpr qint64 numberedFromTail = 10'000;

    ListSourceKey(NativeScripts& scripts, const ListSpec& spec, std::shared_ptr<ListMemory> memory);

    Result<HomeCounts> counts(TimePoint now) override;
    Result<TaskPage> page(StateSet states, TimePoint now, qint64 offset, int limit) override;
    /// Searches from the head, because workers remove items only at the tail. That way, the search continues at the
    /// right position even if items are discarded, claimed, or pushed to the head between steps.
    Result<SearchStep> search(const SearchRequest& request, TimePoint now) override;
    Result<std::optional<Task>> find(const TaskId& id, TimePoint now) override;
    Result<std::optional<QByteArray>> payload(const TaskId& id) override;
    void useFound(bool uses) override { m_usesFound = uses; }
    Result<> addTo(std::vector<TimelineBin>& bins, TimePoint now) override;
    Result<std::optional<TimePoint>> lastDue(TimePoint now) override;

    /// Returns the items with these hashes, omitting items that no longer exist. If an item isn't cached, searches the
    /// list from the head.
    Result<std::map<QByteArray, QByteArray>> bytesOf(const std::set<QByteArray>& hashes);
    /// Returns the number of items in the list.
    Result<qint64> length();
    /// Converts a command or script error. If the design's key has the wrong type, adds the key's name.
    static Error errorOf(const CustomSpec& spec, const Error& error);

private:
    struct Item
    {
        QByteArray hash;
        QByteArray bytes;
    };

    /// Returns the estimated number of items that fit in one reply.
    qint64 fitting() const;
    /// Reads the items [first, first + count), counted from the tail, nearest to the tail first. Returns fewer if the
    /// items are large.
    Result<std::vector<Item>> read(qint64 first, qint64 count);
    /// Passes each item in [first, first + count) to `meet`, until it returns false.
    Result<> walk(qint64 first, qint64 count, const std::function<bool(const Item&)>& meet);
    /// Returns the ids that tasks in the overlay already use for items with these hashes.
    Result<std::set<TaskId>> takenOf(const std::set<QByteArray>& hashes);
    Result<QByteArray> taken(const std::vector<TaskId>& ids);
    static TaskId nextFree(ListItemNumbers& numbers, const QByteArray& hash, const std::set<TaskId>& taken);
    /// Returns the item that currently has this id in the list.
    Result<std::optional<QByteArray>> at(const TaskId& id);
    /// Caches an item found by a search.
    void noteFound(const TaskId& id, const QByteArray& item);
    Task taskOf(const TaskId& id, const QByteArray& item, TimePoint now) const;

    NativeScripts& m_scripts;
    const ListSpec& m_spec;
    qint64 m_meanSize = 256; ///< mean size of the items read so far, in bytes
    std::shared_ptr<ListMemory> m_memory;
    /// State of a search in progress.
    struct Search
    {
        QByteArray cursor;
        ListItemNumbers numbers;
    };
    Search m_walk;
    struct Found
    {
        QByteArray item;
        std::chrono::steady_clock::time_point at;
    };
    std::map<TaskId, Found> m_found; ///< items found by recent searches
    qint64 m_foundBytes = 0;
    bool m_usesFound = false;
};

} // namespace dueline
