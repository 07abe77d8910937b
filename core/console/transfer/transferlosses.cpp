// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/transfer/transferlosses.h"

using namespace Qt::StringLiterals;

namespace dueline {

KeptData keptData(const MoveRequest& request, const Backend& from, const Backend& to)
{
    const Capabilities& target = to.capabilities(request.to);
    if (target.place)
        return KeptData::All;
    return from.capabilities(request.from).layout == target.layout ? KeptData::Options : KeptData::Limits;
}

TransferLosses lossesOf(const MoveRequest& request, const Backend& from, const Backend& to)
{
    const Capabilities& target = to.capabilities(request.to);
    const KeptData kept = keptData(request, from, to);
    TransferLosses losses{u"id, type, payload, options, state, due time, attempts, errors and result"_s, {}};
    QStringList& lost = losses.notKept;
    if (kept != KeptData::All) {
        const bool isSame = kept == KeptData::Options;
        losses.kept = isSame ? u"id, type, payload, options and due time"_s
                             : u"id, type, payload, attempt limit, backoff and due time"_s;
        const bool keepsAttempts = isSame && !target.attemptsMarker.isEmpty();
        lost << (keepsAttempts ? u"State and result"_s : u"State, attempts, errors and result"_s)
                + u": the other queue's layout adds each task as a new one."_s;
        if (!isSame)
            lost << u"Other options: the other queue's layout does not support them."_s;
    }
    lost << QStringList{u"Leases: leased tasks remain in their queue."_s,
        u"Queue defaults: tasks without their own attempts, backoff or lease use those of the other queue."_s,
        u"Statistics and operation history: they remain with the queue."_s};
    if (request.copies)
        lost << u"Uniqueness: both queues contain the task with the same id, and both run it. If a framework's task "
                u"is copied, its type is added to the copy's id (TYPE#ID)."_s;
    return losses;
}

} // namespace dueline
