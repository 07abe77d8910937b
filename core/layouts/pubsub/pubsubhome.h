// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/customhome.h"
#include "core/layouts/native/nativescripts.h"
#include "core/layouts/pubsub/pubsubspec.h"

#include <QDeadlineTimer>

namespace dueline {

/// Tasks that are keys: found by SCAN, each with its time as its value. One that ran with the value it has is none any
/// more, although its key stays.
class PubsubHome : public CustomHome
{
public:
    /// A key that matches, as it was seen.
    struct Entry
    {
        enum class Place : quint8 {
            Home, ///< waits
            Ran, ///< ran with this value
            Overlay, ///< is leased, or waits in the overlay
            Strange, ///< no text, or no time
            Gone,
        };
        TaskId id;
        QByteArray value;
        Place place = Place::Gone;
        TimePoint due{}; ///< rounded up, so that nothing runs early; of strange ones in lists: now
    };

    PubsubHome(NativeScripts& scripts, const PubsubSpec& spec);

    Result<HomeCounts> counts(TimePoint now) override;
    Result<TaskPage> page(StateSet states, TimePoint now, qint64 offset, int limit) override;
    Result<SearchStep> search(const SearchRequest& request, TimePoint now) override;
    Result<std::optional<Task>> find(const TaskId& id, TimePoint now) override;
    Result<std::optional<QByteArray>> payload(const TaskId& id) override;
    Result<> addTo(std::vector<TimelineBin>& bins, TimePoint now) override;
    Result<std::optional<TimePoint>> lastDue(TimePoint now) override;

    /// One SCAN: names of keys that match and are not ours; the cursor goes on, `0` at the end.
    Result<std::vector<TaskId>> scan(QByteArray& cursor);
    /// What these keys hold, in their order, and when that was.
    Result<std::vector<Entry>> look(const std::vector<TaskId>& ids, TimePoint& now);
    bool isTask(const TaskId& id) const; ///< by its name
    /// The time that a value is; nullopt: it is none. `inf` is the end of time.
    static std::optional<TimePoint> timeOf(const QByteArray& value);
    /// How a time is written.
    static QByteArray valueOf(TimePoint at);

private:
    /// Those that wait, soonest first, and the strange ones behind them. Where finding them took long they are believed
    /// for a while: ten times as long.
    Result<std::vector<Entry>> all(TimePoint now);
    Result<std::vector<Entry>> findAll(TimePoint now);
    Task taskOf(const Entry& entry, TimePoint now) const;

    NativeScripts& m_scripts;
    const PubsubSpec& m_spec;
    /// What a search that goes on has still to look at.
    struct Walk
    {
        QByteArray cursor;
        std::vector<Entry> entries;
    };
    Walk m_walk;
    std::vector<Entry> m_all; ///< as they were found last
    QDeadlineTimer m_believed{0}; ///< how long
};

} // namespace dueline
