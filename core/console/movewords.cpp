// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/moverun.h"

using namespace Qt::StringLiterals;

namespace dueline {

QByteArray moveTarget(const QueueName& queue, const QByteArray& elsewhere)
{
    return "to " + queue + (elsewhere.isEmpty() ? QByteArray() : " at " + elsewhere);
}

std::optional<MoveTarget> readMoveTarget(const QByteArray& text)
{
    if (!text.startsWith("to "))
        return std::nullopt;
    const qsizetype at = text.lastIndexOf(" at ");
    const bool isElsewhere = at > 2 && text.mid(at + 4).contains(':');
    return isElsewhere ? MoveTarget{text.mid(3, at - 3), text.mid(at + 4)} : MoveTarget{text.mid(3), {}};
}

QString MoveProgress::leftSummary() const
{
    QStringList parts;
    const auto append = [&](qint64 count, const QString& what) {
        if (count > 0)
            parts << u"%1 %2"_s.arg(count).arg(what);
    };
    append(leased, u"held by a worker"_s);
    append(exists, u"there already"_s);
    append(conflicts, u"whose id another task has there"_s);
    append(noPlace, u"in a state the other layout cannot take in"_s);
    append(movedOn, u"that moved on meanwhile"_s);
    append(damaged, u"that cannot be read"_s);
    return parts.join(u", "_s);
}

QStringList lostOnTheWay(const MoveRequest& request)
{
    QStringList lost{u"Leases: what a worker holds stays where it is."_s,
        u"Defaults of the queue: where a task has no attempts, backoff or lease of its own, those of the other queue apply."_s,
        u"Statistics, and what operators did to the tasks before: they stay with the queue."_s};
    if (request.copies)
        lost << u"Being only once: both queues run their copy, under the same id."_s;
    return lost;
}

} // namespace dueline
