// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QHash>

#include <map>

namespace dueline {

/// What tasks are called whose members are all their bytes: by the id that stands in it, one without by its bytes.
/// Where several that are read together have the same one, the second is `ID~2`, the third `ID~3`.
class MemberNaming
{
public:
    /// The id of the next task that is read.
    TaskId next(const QByteArray& id, const QByteArray& member);

private:
    std::map<QByteArray, int> m_met;
};

/// Where tasks were met last, so that one is found again without a walk through all of them. A task moves: what is
/// remembered is a hint, and its bytes say whether it still holds.
class MemberSightings
{
public:
    static constexpr qsizetype mostRemembered = 50'000;

    struct Sighting
    {
        QByteArray key;
        double score = 0;
        QByteArray digest; ///< of its bytes
    };

    void remember(const TaskId& id, const QByteArray& key, double score, const QByteArray& member);
    std::optional<Sighting> of(const TaskId& id) const;
    void forget() { m_sightings.clear(); }
    static QByteArray digestOf(const QByteArray& member);

private:
    QHash<TaskId, Sighting> m_sightings;
};

} // namespace dueline
