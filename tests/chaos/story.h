// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativecodec.h"
#include "tests/chaos/checker.h"
#include "tests/chaos/edits.h"
#include "tests/chaos/uniquekeys.h"

#include <QHash>

#include <algorithm>

namespace dueline::chaos {

/// Calls for one lease: ack, nack or release. The engine repeats unanswered calls. The second reply may be "stale" if
/// the first call succeeded.
struct Calls
{
    int sent = 0;
    int answered = 0;
    QByteArray answer;

    void take(const QByteArray& code)
    {
        ++answered;
        if (!surelyHappened())
            answer = code;
    }
    bool surelyHappened() const { return answer == "accepted" || answer == "late"; }
    bool mayHaveHappened() const { return surelyHappened() || sent > answered; }
};

using CallsPerToken = std::map<QByteArray, Calls>;

inline bool anySurely(const CallsPerToken& calls)
{
    return std::any_of(calls.begin(), calls.end(), [](const auto& call) { return call.second.surelyHappened(); });
}

inline bool anyPerhaps(const CallsPerToken& calls)
{
    return std::any_of(calls.begin(), calls.end(), [](const auto& call) { return call.second.mayHaveHappened(); });
}

inline bool perhaps(const CallsPerToken& calls, const QByteArray& token)
{
    const auto call = calls.find(token);
    return call != calls.end() && call->second.mayHaveHappened();
}

/// Journal entries of one task.
struct Checker::Story
{
    struct Action
    {
        QByteArray kind;
        QByteArray token; ///< token of the lease that the operator saw, if any
        QByteArray outcome; ///< the reply; empty if unknown (the server may have acted)
        bool mayHaveHappened() const { return outcome == "done" || outcome.isEmpty(); }
    };
    struct Claim
    {
        NativeCodec::Token token;
        QByteArray text;
        TimePoint dueAt;
    };

    struct Ran
    {
        QByteArray token;
        TimePoint at; ///< time on the local clock
        int version = 0; ///< version of the payload
    };

    bool sent = false;
    bool answered = false;
    bool unknown = false;
    bool damagedPayload = false;
    int ticksMade = 0; ///< number of calls that created this task for a schedule's tick
    Edits edits; ///< edits, including the time after which the task has expired and must not be leased
    std::vector<Ran> ran;
    std::vector<Claim> claims;
    std::map<QByteArray, int> runs; ///< number of runs by lease token
    CallsPerToken acks; ///< calls by lease token
    CallsPerToken nacks;
    CallsPerToken releases;
    std::vector<QByteArray> quarantined; ///< tokens of the quarantined leases
    std::vector<Action> actions;

    /// Returns whether the operator may have performed an action of this kind on the task.
    bool acted(const QByteArray& kind) const
    {
        return std::any_of(actions.begin(), actions.end(),
            [&kind](const Action& action) { return action.kind == kind && action.mayHaveHappened(); });
    }
};

struct Checker::Queue
{
    QHash<TaskId, Story> stories;
    std::vector<std::pair<TimePoint, TimePoint>> pauses;
    UniqueKeys keys;
    QSet<QByteArray> undone; ///< operations whose undo was attempted
};

} // namespace dueline::chaos
