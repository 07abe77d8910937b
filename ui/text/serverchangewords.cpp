// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/serverchangewords.h"

#include "core/base/text.h"
#include "ui/text/formatting.h"

#include <QStringList>

#include <algorithm>

namespace dueline {

namespace {

constexpr std::size_t namedQueues = 12;

} // namespace

QString ServerChangeWords::text(const QString& connection, bool another, const ServerChange& change)
{
    if (change.isLoss())
        return another ? tr("%1: another Redis server is now the master, and tasks were lost").arg(connection)
                       : tr("%1: Redis was restarted and has lost tasks").arg(connection);
    return another ? tr("%1: another Redis server is now the master").arg(connection)
                   : tr("%1: Redis was restarted").arg(connection);
}

QString ServerChangeWords::brief(const ServerChange& change) { return Formatting::sentences(sums(change)); }

QStringList ServerChangeWords::sums(const ServerChange& change)
{
    QStringList sentences;
    if (const qint64 gone = change.gone(); gone > 0)
        sentences << tr("%Ln task(s) no longer exist.", nullptr, Formatting::plural(gone));
    if (const qint64 reopened = change.reopened(); reopened > 0)
        sentences << tr("%Ln task(s) that had already ended are waiting again and may run twice.", nullptr,
            Formatting::plural(reopened));
    if (change.sharedWork && change.gone() > 0)
        sentences << tr("Other programs' workers may have finished some of these tasks in the meantime.");
    return sentences;
}

QString ServerChangeWords::detail(const ServerChange& change)
{
    if (!change.isLoss())
        return tr("No queue has fewer tasks than before.");
    QStringList sentences = sums(change);
    QStringList queues;
    for (std::size_t i = 0; i < std::min(namedQueues, change.losses.size()); ++i) {
        const ServerChange::Loss& loss = change.losses[i];
        queues << tr("%1 now has %2 of %3 tasks", "queue, tasks now, tasks before")
                      .arg(printable(loss.queue, 40), Formatting::count(loss.now), Formatting::count(loss.before));
    }
    if (change.losses.size() > namedQueues)
        queues << tr("%Ln more queue(s)", nullptr, int(change.losses.size() - namedQueues));
    return Formatting::sentences(sentences << Formatting::list(queues));
}

} // namespace dueline
