// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/customsourcekey.h"
#include "core/layouts/native/nativescripts.h"
#include "core/layouts/pubsub/pubsubspec.h"

#include <QDeadlineTimer>

namespace dueline {

/// Tasks that are keys, found by SCAN. A key's value is the task's due time. After a run, a key with the same value
/// still exists but is no longer a task.
class PubsubSourceKey : public CustomSourceKey
{
public:
    /// Key that matches the pattern, as last read.
    struct Entry
    {
        enum class Location : quint8 {
            Home, ///< waiting task that exists only as its key
            Ran, ///< task that has already run with the key's current value
            Overlay, ///< task that is leased or waiting in the overlay (see NativeOverlay)
            Strange, ///< key whose value isn't a string or isn't a time
            Gone,
        };
        TaskId id;
        QByteArray value;
        Location place = Location::Gone;
        /// Due time, rounded up so that no task runs early. For a key that isn't a task: the current time.
        TimePoint due{};
    };

    PubsubSourceKey(NativeScripts& scripts, const PubsubSpec& spec);

    Result<HomeCounts> counts(TimePoint now) override;
    Result<TaskPage> page(StateSet states, TimePoint now, qint64 offset, int limit) override;
    Result<SearchStep> search(const SearchRequest& request, TimePoint now) override;
    Result<std::optional<Task>> find(const TaskId& id, TimePoint now) override;
    Result<std::optional<QByteArray>> payload(const TaskId& id) override;
    Result<> addTo(std::vector<TimelineBin>& bins, TimePoint now) override;
    Result<std::optional<TimePoint>> lastDue(TimePoint now) override;

    /// Performs one SCAN. Returns the matching keys that aren't Dueline's. Advances the cursor, which is `0` after the
    /// last step.
    Result<std::vector<TaskId>> scan(QByteArray& cursor);
    /// Reads the values of these keys, in this order. `now`: receives the time of the read.
    Result<std::vector<Entry>> look(const std::vector<TaskId>& ids, TimePoint& now);
    bool isTask(const TaskId& id) const; ///< returns whether the key's name matches the pattern for tasks
    /// Parses a value as a time; nullopt if it isn't one. `inf` is the latest possible time.
    static std::optional<TimePoint> timeOf(const QByteArray& value);
    /// Formats a time as a value.
    static QByteArray valueOf(TimePoint at);

private:
    /// Returns the waiting tasks, soonest first, followed by the keys that aren't tasks. If the scan takes long, its
    /// result is cached for ten times the scan's duration.
    Result<std::vector<Entry>> all(TimePoint now);
    Result<std::vector<Entry>> findAll(TimePoint now);
    Task taskOf(const Entry& entry, TimePoint now) const;

    NativeScripts& m_scripts;
    const PubsubSpec& m_spec;
    /// Remaining entries of a search in progress.
    struct Search
    {
        QByteArray cursor;
        std::vector<Entry> entries;
    };
    Search m_walk;
    std::vector<Entry> m_all; ///< latest result of all()
    QDeadlineTimer m_believed{0}; ///< time until which m_all is reused
};

} // namespace dueline
