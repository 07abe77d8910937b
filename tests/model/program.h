// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <random>
#include <vector>

namespace dueline {

/// Random operation. Its numbers are taken modulo the size of the current state (`task`: number of tasks in the pool;
/// `lease`: number of leases so far), so a program stays valid when earlier steps are removed.
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
        Remember, ///< remembers an operator's current view, for a later action on tasks that have since changed
        Edit,
        RemoveQueue,
    };
    static constexpr int kinds = int(Kind::RemoveQueue) + 1;

    Kind kind = Kind::Add;
    int number = 0; ///< number in the original program; identifies the operation in a shortened program
    unsigned task = 0;
    unsigned lease = 0;
    unsigned variant = 0; ///< selects the action, delay, option, and so on

    QString text() const;
};

using Program = std::vector<Step>;

/// Returns `length` random steps. Adds and claims are more frequent than other steps.
Program randomProgram(std::mt19937& random, int length);

} // namespace dueline
