// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QHash>

namespace dueline {

/// Names for tasks in queues whose members are complete tasks. A task's name is the id in its member, or `bytes-DIGEST`
/// if there is none. Several members may contain the same id, so each task also has an exact name, `ID~DIGEST`.
class MemberNames
{
public:
    /// Result of comparing a requested id with a member.
    enum class Match : quint8 {
        None,
        /// Matches the id in the member, possibly with a number as in `ID~2`. Other members may have the same id.
        Shared,
        Exact, ///< matches the id and at least eight digits of the member's digest
    };

    /// Number of hexadecimal SHA-1 digits in an exact name, `ID~DIGEST`.
    static constexpr qsizetype digestLength = 24;

    static QByteArray digestOf(const QByteArray& member);
    /// Sets the id and the exact name of a task. `id`: the id in its member, or empty.
    static void name(Task& task, const QByteArray& id, const QByteArray& member);
    /// Renames tasks with equal ids that are displayed together: to `ID~DIGEST` if their bytes differ, and to `ID~2` if
    /// their bytes are equal. An id that looks like `ID~DIGEST` is always renamed, so that it can't be mistaken for
    /// another task's name. After the call, all names are distinct.
    static void distinguish(const std::vector<Task*>& tasks);
    static Match matches(const TaskId& asked, const Task& named);
    /// Returns the number after `ID` or `ID~DIGEST` that selects one of several equal tasks; 1 if there is no number.
    static int numberOf(const TaskId& asked);
    /// Returns the digest in an exact name, `ID~DIGEST`; empty for other names.
    static QByteArray digestIn(const TaskId& id);
    /// Returns a task's exact name, shortened so that it is easy to type.
    static TaskId shortened(const Task& named);
};

/// Last known positions of tasks, by the digest of their bytes. They can make a full search unnecessary. Tasks move, so
/// a position is only a hint; compare the bytes to check it.
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
