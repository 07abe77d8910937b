// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/bullmq/bullmqediting.h"

#include "core/base/text.h"
#include "core/layouts/bullmq/bullmqsources.h"
#include "core/layouts/port/layouttext.h"
#include "core/layouts/shared/bull/queueowner.h"
#include "core/layouts/shared/jobs/jobwords.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace dueline {

namespace {

QString refusalOf(const BullmqSpec& spec, const QByteArray& why)
{
    if (why == "both")
        return QString::fromUtf8(bothOpened(spec.prefix));
    if (why == "unproven")
        return QString::fromUtf8(unprovenOwner(spec.prefix));
    if (why == "lost") {
        return QStringLiteral(
            "The queue's key \"meta\" is missing or has no version, so Dueline changes nothing until BullMQ opens the queue "
            "or you state its version: bullmq:%1?major=6 (or 5).")
            .arg(encodedPart(spec.prefix));
    }
    if (why == "keys") {
        return QStringLiteral("Bull and BullMQ have both opened this queue, and Bull's own keys \"meta-paused\" or "
                              "\"priority\" are still there. If its jobs are Bull's, open it as bull:%1?stamped=yes; "
                              "if they are BullMQ's, delete these two keys first.")
            .arg(encodedPart(spec.prefix));
    }
    if (why == "version") {
        return QStringLiteral(
            "This queue does not record its BullMQ version and has traces of BullMQ 3 or 4; if its workers run 5.x or "
            "6.x, open it as bullmq:%1?major=5 or bullmq:%1?major=6.")
            .arg(encodedPart(spec.prefix));
    }
    if (why.startsWith("version ")) {
        return QStringLiteral("Unsupported queue version %1. Only queues of BullMQ 5 and 6 can be changed.")
            .arg(printable(why.mid(8), 40));
    }
    return {};
}

Error unknownOption(const char* what) { return {ErrorCode::NotSupported, jobwords::unsupportedOption("BullMQ", what)}; }

/// Returns `opts` as BullMQ writes them, without options that are not given.
Result<QByteArray> optionsOf(const NewTask& task)
{
    QJsonObject opts;
    const TaskOptions& options = task.options;
    if (options.maxAttempts)
        opts.insert(QLatin1StringView("attempts"), *options.maxAttempts);
    if (options.backoff) {
        const Backoff& backoff = *options.backoff;
        if (backoff.kind == Backoff::Kind::List)
            return unknownOption("backoff that is a list");
        if (backoff.kind != Backoff::Kind::None) {
            opts.insert(QLatin1StringView("backoff"),
                QJsonObject{
                    {QStringLiteral("type"),
                        backoff.kind == Backoff::Kind::Fixed ? QStringLiteral("fixed") : QStringLiteral("exponential")},
                    {QStringLiteral("delay"), double(backoff.base.count())}});
        }
    }
    if (task.priority)
        opts.insert(QLatin1StringView("priority"), *task.priority);
    if (options.leaseFor)
        return unknownOption(jobwords::leaseOption());
    if (options.expiresAt)
        return unknownOption(jobwords::expiryOption());
    if (task.unique)
        return unknownOption(jobwords::uniqueOption());
    return QJsonDocument(opts).toJson(QJsonDocument::Compact);
}

} // namespace

JobEditing bullmqEditing(const BullmqSpec& spec, const QByteArray& ours)
{
    JobEditing editing;
    editing.layout = "bullmq";
    editing.prefix = spec.prefix;
    editing.mostPriority = bullmqPriorities;
    editing.word = spec.major;
    editing.sources = [spec, ours](const QueueName& queue) {
        const QByteArray base = spec.base(queue);
        return bullmqSources(base, OverlayKeys::beside(ours, base).trash());
    };
    editing.refusal = [spec](const QByteArray& why) { return refusalOf(spec, why.trimmed()); };
    editing.options = optionsOf;
    return editing;
}

} // namespace dueline
