// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QHash>

namespace dueline {

/// Names of tasks whose members are all their bytes. A task is called by the id in its member, or `bytes-DIGEST` where
/// there is none. Several members may hold the same id, so each also has an exact name, `ID~DIGEST`.
class MemberNames
{
public:
    /// Result of comparing a requested id with a member.
    enum class Match : quint8 {
        None,
        Shared, ///< the id in the member, which other members may hold, too; perhaps with a number, `ID~2`
        Exact, ///< the id with the digest of these bytes, or at least eight digits of it
    };

    /// Hexadecimal digits of the SHA-1 in an exact name.
    static constexpr qsizetype digestLength = 24;

    static QByteArray digestOf(const QByteArray& member);
    /// Sets the id and the exact name of a task. `id`: the one in its member, or empty.
    static void name(Task& task, const QByteArray& id, const QByteArray& member);
    /// Tells tasks of equal ids apart that are shown together: `ID~DIGEST` where their bytes differ, `ID~2` where they
    /// are equal.
    static void distinguish(const std::vector<Task*>& tasks);
    static Match matches(const TaskId& asked, const Task& named);
    /// The number behind `ID` or `ID~DIGEST` of equal tasks, 1 where there is none.
    static int numberOf(const TaskId& asked);
    /// The digest in an exact name; empty: it is none.
    static QByteArray digestIn(const TaskId& id);
    /// An exact name with as many digits as a person types.
    static TaskId shortened(const Task& named);
};

/// Last known places of tasks, by the digests of their bytes, so that one is found again without a walk through all of
/// them. A task moves: a sighting is a hint, and the bytes say whether it still holds.
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
