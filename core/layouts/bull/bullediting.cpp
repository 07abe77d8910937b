// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/bull/bullediting.h"

#include "core/layouts/bull/bullsources.h"
#include "core/layouts/bull/bullwords.h"
#include "core/layouts/port/layouttext.h"
#include "core/layouts/shared/bull/bulljobwords.h"
#include "core/layouts/shared/bull/queueowner.h"
#include "core/layouts/shared/jobs/jobwords.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace dueline {

namespace {

Error unknownToBull(const char* what) { return {ErrorCode::NotSupported, jobwords::unsupportedOption("Bull", what)}; }

/// Returns `opts` as Bull writes it, but without `delay` and `timestamp`, which the script derives from the server's
/// clock.
Result<QByteArray> bullOptions(const NewTask& task)
{
    QJsonObject opts;
    const TaskOptions& options = task.options;
    opts.insert(QLatin1StringView("attempts"), options.maxAttempts.value_or(1));
    if (options.backoff) {
        const Backoff& backoff = *options.backoff;
        if (backoff.kind == Backoff::Kind::List)
            return unknownToBull(bulljobwords::backoffListOption());
        if (backoff.kind != Backoff::Kind::None) {
            const bool isFixed = backoff.kind == Backoff::Kind::Fixed;
            opts.insert(QLatin1StringView("backoff"),
                QJsonObject{{QStringLiteral("type"), isFixed ? QStringLiteral("fixed") : QStringLiteral("exponential")},
                    {QStringLiteral("delay"), double(backoff.base.count())}});
        }
    }
    if (task.priority)
        opts.insert(QLatin1StringView("priority"), *task.priority);
    if (options.leaseFor)
        return unknownToBull(jobwords::leaseOption());
    if (options.expiresAt)
        return unknownToBull(jobwords::expiryOption());
    if (task.unique)
        return unknownToBull(jobwords::uniqueOption());
    return QJsonDocument(opts).toJson(QJsonDocument::Compact);
}

} // namespace

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
    editing.options = bullOptions;
    return editing;
}

} // namespace dueline
