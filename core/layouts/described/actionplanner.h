// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/taskassembler.h"

#include <functional>

namespace dueline {

/// One step of an action on a task, as executed by the scripts `act` and `delete` (see include/describedact).
struct PlannedStep
{
    const char* code;
    QByteArray key;
    QByteArray a = {};
    QByteArray b = {};
    QByteArray c = {};
    QByteArray d = {};
    /// Second key, used by the script as the value `b` of the step `ch`, or as the value `c` of `ti`.
    QByteArray otherKey = {};
};

/// Steps of an action on one task, or its outcome if that is already known.
struct PlannedTask
{
    std::vector<PlannedStep> steps;
    std::optional<ItemOutcome> outcome;
    qint64 storedBytes = 0; ///< size of the stored data that the script moves, in bytes
    QByteArray foreignKey = {}; ///< known framework's key that the action would change; empty if there is none
};

/// Returns a time's score in a place whose tasks have times. If the place's scores have no fractions, a time specified
/// by the user (`isGiven`) is rounded up, and the current time is rounded down.
QByteArray describedScore(TimePoint at, const DescribedPlace& place, bool isGiven);
/// Returns the step that adds a member to a place; nullopt for unsupported kinds of places. A list's member is added at
/// the end where producers push.
std::optional<PlannedStep> arrivalStep(
    const DescribedPlace& to, const QByteArray& key, const QByteArray& member, const QByteArray& score);

/// Derives an action's steps from a description. The keys, members and values in the steps depend only on the layout
/// file and the task.
class ActionPlanner
{
public:
    /// Period before a task's due time during which actions leave it alone. Applies only if the design moves due tasks
    /// without checking whether they have changed.
    static constexpr Millis blindMargin{2'000};

    /// Creates a planner. `isForeign`: returns whether a key belongs to a known framework, and so must never be
    /// written.
    ActionPlanner(const Description& description, const std::vector<PlaceKey>& keys, TimePoint now,
        const std::function<bool(const QByteArray& key)>& isForeign)
        : m_description(description)
        , m_keys(keys)
        , m_now(now)
        , m_isForeign(isForeign)
    { }

    /// Plans an action on a task that isn't in the trash. `due`: new due time for a reschedule.
    PlannedTask plan(ActionKind kind, const DescribedTask& task, TimePoint due) const;

    /// Returns whether a layout supports an action on tasks in one of its places.
    static bool hasAction(const Description& description, std::size_t place, ActionKind kind);

private:
    class Draft;

    const Description& m_description;
    const std::vector<PlaceKey>& m_keys;
    TimePoint m_now;
    const std::function<bool(const QByteArray&)>& m_isForeign;
};

} // namespace dueline
