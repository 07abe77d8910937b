// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"

#include <set>

namespace dueline {

/// Looks at a queue for tasks the layout cannot work with, a bounded step at a time, and mends what it found. Reading
/// needs no right to write.
class NativeAudit
{
public:
    /// What can be wrong with an entry.
    enum class Fault : quint8 {
        Missing, ///< a task without an envelope
        Unreadable, ///< an envelope that is none
        Stray, ///< an envelope whose task is in no state
        Quarantined, ///< put aside by a worker or by housekeeping
        Doubled, ///< a task in two states at once
        Leftover, ///< attempts, errors, results or leases of a task that is gone
    };
    static constexpr std::array allFaults{
        Fault::Missing, Fault::Unreadable, Fault::Stray, Fault::Quarantined, Fault::Doubled, Fault::Leftover};
    /// More of one kind are counted and not kept.
    static constexpr std::size_t mostKept = 100'000;

    NativeAudit(NativeScripts& scripts, const QueueName& queue);

    /// One step of at most a few hundred entries; true: there is more. Every entry that is there from the beginning to
    /// the end is looked at. Errors: as QueueInspector.
    Result<bool> step();
    qint64 looked() const { return m_looked; }
    /// Of one kind, each in one kind only.
    const std::set<TaskId>& found(Fault fault) const { return m_found[std::size_t(fault)]; }

    /// Mends tasks as mend.lua says, and drops nothing; what is as it should be is left alone. How many were mended.
    /// `who` stands in the queue's event stream. Errors: as QueueEditor.
    Result<qint64> mend(const std::set<TaskId>& ids, const QByteArray& who);
    /// Removes what is left over of tasks that are gone. How many entries were removed. Errors: as QueueEditor.
    Result<qint64> tidy(const std::set<TaskId>& ids);

private:
    Result<> note(const std::vector<Reply>& faults);
    Result<bool> isUnreadable(const TaskId& id);
    Result<bool> entriesAddUp();
    bool nextKey();

    NativeScripts& m_scripts;
    NativeKeys m_keys;
    int m_walked = 0; ///< the key of examine.lua that is walked, from 1; 0: none yet
    QByteArray m_cursor = "0";
    qint64 m_looked = 0;
    std::array<std::set<TaskId>, allFaults.size()> m_found;
};

} // namespace dueline
