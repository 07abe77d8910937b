// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <random>
#include <vector>

namespace dueline {

/// One random operation. Its numbers are read against whatever is there when it runs (`task` modulo the pool, `lease`
/// modulo the leases seen so far), so that a program stays runnable when steps before it are taken out.
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
        Remember, ///< what an operator sees now, for a later act on what has moved on
        Edit,
        RemoveQueue,
    };
    static constexpr int kinds = int(Kind::RemoveQueue) + 1;

    Kind kind = Kind::Add;
    int number = 0; ///< in the whole program: names its operation, also after shrinking
    unsigned task = 0;
    unsigned lease = 0;
    unsigned variant = 0; ///< which action, delay, option, …

    QString text() const;
};

using Program = std::vector<Step>;

/// `length` random steps, adds and claims more often than the rest.
Program randomProgram(std::mt19937& random, int length);

} // namespace dueline
