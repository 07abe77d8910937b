// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/bull/bullediting.h"

#include "core/layouts/bull/bullsources.h"
#include "core/layouts/bull/bullwords.h"
#include "core/layouts/port/layouttext.h"
#include "core/layouts/shared/bull/bulljobwords.h"
#include "core/layouts/shared/bull/queueowner.h"

namespace dueline {

JobEditing bullEditing(const BullSpec& spec, const QByteArray& ours)
{
    JobEditing editing;
    editing.layout = "bull";
    editing.prefix = spec.prefix;
    editing.mostPriority = bullPriorities;
    editing.word = spec.isStamped ? "yes" : "";
    editing.sources = [prefix = spec.prefix, ours](const QueueName& queue) {
        const QByteArray base = prefix + ':' + queue + ':';
        return bullSources(base, OverlayKeys::beside(ours, base).trash());
    };
    editing.refusal = [prefix = spec.prefix](const QByteArray& why) {
        if (why.trimmed() == "long")
            return bullwords::tooManyForPriority();
        if (why.trimmed() == "lost")
            return bullwords::counterIsLost(encodedPart(prefix));
        if (why.trimmed() == "removed")
            return bulljobwords::queueIsAbsent();
        return why.trimmed() == "both"    ? QString::fromUtf8(bothOpened(prefix))
            : why.trimmed() == "unproven" ? QString::fromUtf8(unprovenOwner(prefix))
                                          : QString();
    };
    editing.framework = "Bull";
    editing.usualAttempts = 1;
    return editing;
}

} // namespace dueline
