// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QHash>

namespace dueline {

/// Names for tasks in queues whose members are complete tasks. The name of a task is the id that its member contains,
/// or `bytes-DIGEST` if the member has no id. Members may contain the same id, so each task also has an exact name,
/// `ID~DIGEST`.
class MemberNames
{
public:
    /// Result of comparing a requested id with a member.
    enum class Match : quint8 {
        None,
        /// Matches the id in the member, possibly with a number as in `ID~2`. Other members may contain the same id.
        Shared,
        Exact, ///< matches the id and at least eight digits of the member's digest
    };

    /// Number of hexadecimal SHA-1 digits in an exact name, `ID~DIGEST`.
    static constexpr qsizetype digestLength = 24;

    static QByteArray digestOf(const QByteArray& member);
    /// Sets the id and the exact name of a task. `id`: the id in its member, or empty.
    static void name(Task& task, const QByteArray& id, const QByteArray& member);
    /// Renames tasks with equal ids that are displayed together: to `ID~DIGEST` if their bytes differ, and to `ID~2` if
    /// their bytes are equal. An id that looks like `ID~DIGEST` is always renamed, because it could otherwise be
    /// mistaken for the name of a different task. After the call, all names are distinct.
    static void distinguish(const std::vector<Task*>& tasks);
    static Match matches(const TaskId& asked, const Task& named);
    /// Returns the number after `ID` or `ID~DIGEST` that selects one of several equal tasks; 1 if there is no number.
    static int numberOf(const TaskId& asked);
    /// Returns the digest in an exact name, `ID~DIGEST`; empty for other names.
    static QByteArray digestIn(const TaskId& id);
    /// Returns a short form of a task's exact name that is convenient to type.
    static TaskId shortened(const Task& named);
};

/// Last known positions of tasks, by the digests of their bytes. They make it possible to find a task again without a
/// full search. Tasks move, so a position is only a hint; comparing the bytes shows whether it is still correct.
class MemberSightings
{
public:
    static constexpr qsizetype mostRemembered = 50'000;

    struct Sighting
    {
        QByteArray key;
        double score = 0;
    };

    void remember(const QByteArray& digest, const QByteArray& key, double score);
    std::optional<Sighting> of(const QByteArray& digest) const;
    void forget() { m_sightings.clear(); }

private:
    QHash<QByteArray, Sighting> m_sightings;
};

} // namespace dueline
