// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/transfer/moveprogress.h"

using namespace Qt::StringLiterals;

namespace dueline {

QString MoveProgress::leftSummary() const
{
    QStringList parts;
    const auto append = [&](qint64 count, const QString& what) {
        if (count > 0)
            parts << u"%1 %2"_s.arg(count).arg(what);
    };
    append(leased, u"held by a worker"_s);
    append(exists, u"already there"_s);
    append(conflicts, u"whose id is in use there"_s);
    append(noPlace, u"whose state the other layout does not support"_s);
    append(movedOn, u"that changed in the meantime"_s);
    append(damaged, u"that cannot be read"_s);
    return parts.join(u", "_s);
}

} // namespace dueline
