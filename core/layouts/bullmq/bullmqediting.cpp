// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/bullmq/bullmqediting.h"

#include "core/base/text.h"
#include "core/layouts/bullmq/bullmqsources.h"
#include "core/layouts/bullmq/bullmqwords.h"
#include "core/layouts/port/layouttext.h"
#include "core/layouts/shared/bull/bulljobwords.h"
#include "core/layouts/shared/bull/queueowner.h"

namespace dueline {

namespace {

QString refusalOf(const BullmqSpec& spec, const QByteArray& why)
{
    if (why == "both")
        return QString::fromUtf8(bothOpened(spec.prefix));
    if (why == "unproven")
        return QString::fromUtf8(unprovenOwner(spec.prefix));
    if (why == "removed")
        return bulljobwords::queueIsAbsent();
    if (why == "lost") {
        return bullmqwords::metaIsLost(encodedPart(spec.prefix));
    }
    if (why == "keys") {
        return bullmqwords::bullKeysAreLeft(encodedPart(spec.prefix));
    }
    if (why == "version") {
        return bullmqwords::versionIsUnknown(encodedPart(spec.prefix));
    }
    if (why.startsWith("version ")) {
        return bullmqwords::versionIsUnsupported(printable(why.mid(8), 40));
    }
    return {};
}

} // namespace

JobEditing bullmqEditing(const BullmqSpec& spec, const QByteArray& ours)
{
    JobEditing editing;
    editing.layout = "bullmq";
    editing.prefix = spec.prefix;
    editing.mostPriority = bullmqPriorities;
    editing.keepsOptions = true;
    editing.word = spec.major;
    editing.sources = [spec, ours](const QueueName& queue) {
        const QByteArray base = spec.base(queue);
        return bullmqSources(base, OverlayKeys::beside(ours, base).trash());
    };
    editing.refusal = [spec](const QByteArray& why) { return refusalOf(spec, why.trimmed()); };
    editing.framework = "BullMQ";
    return editing;
}

} // namespace dueline
