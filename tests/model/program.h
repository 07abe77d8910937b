// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <random>
#include <vector>

namespace dueline {

/// A random operation. Its numbers are taken modulo the current state (`task` of the pool, `lease` of the leases seen
/// so far), so a program stays runnable when earlier steps are removed.
struct Step
{
    enum class Kind : quint8 {
        Add,
        Claim,
        Ack,
        Nack,
        Release,
        Extend,
        Recover,
        Act,
        Undo,
        Cancel,
        TakeLease,
        ProlongLease,
        Pause,
        Configure,
        Sweep,
        Remember, ///< stores an operator's current view, for a later action on tasks that have changed
        Edit,
        RemoveQueue,
    };
    static constexpr int kinds = int(Kind::RemoveQueue) + 1;

    Kind kind = Kind::Add;
    int number = 0; ///< in the whole program: names its operation, also after shrinking
    unsigned task = 0;
    unsigned lease = 0;
    unsigned variant = 0; ///< selects action, delay, option, …

    QString text() const;
};

using Program = std::vector<Step>;

/// Returns `length` random steps, with more adds and claims than others.
Program randomProgram(std::mt19937& random, int length);

} // namespace dueline
