// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences of BoardPane about the queues, the servers' memory and lost connections.
#include "core/base/text.h"
#include "ui/board/boardpane.h"
#include "ui/presenters/connection.h"
#include "ui/text/drainwords.h"
#include "ui/timeline/feed/showntimeline.h"
#include "ui/widgets/connectionbar.h"
#include "ui/workbench/viewedplace.h"

#include <algorithm>

namespace dueline {

QString BoardPane::subject() const
{
    if (m_timeline.isOfAll())
        return tr("All servers");
    return m_view.current() ? printable(m_view.current()->profile().name.toUtf8(), 40) : QString();
}

/// Returns the number of queues and problems. `ofAll`: true to ignore the search words.
QString BoardPane::note(bool ofAll) const
{
    const int all = int(m_model.all());
    QString count = tr("%Ln queue(s)", nullptr, all);
    if (m_model.read() < m_model.all())
        return Formatting::commas({count, tr("%1 read so far").arg(Formatting::count(qint64(m_model.read())))});
    const QString problems
        = m_model.troubled() > 0 ? tr("%Ln need attention", nullptr, int(m_model.troubled())) : tr("no problems");
    const auto lost = std::count_if(m_feeds.begin(), m_feeds.end(), [this](const auto& feed) {
        return feed.second->connection() && !lostWords(*feed.second->connection()).isEmpty();
    });
    if (m_model.isGrouped() && lost > 0)
        return Formatting::commas({problems, tr("%Ln server(s) lost", nullptr, int(lost))});
    if (!ofAll && !m_model.isGrouped() && m_model.rowCount() != all)
        count = tr("%1 of %2 queues").arg(Formatting::count(m_model.rowCount()), Formatting::count(all));
    return Formatting::commas({count, problems});
}

/// Returns a sentence saying since when a server has not responded; empty if it responds.
QString BoardPane::lostWords(const Connection& connection) const
{
    if (!ConnectionBar::isLost(&connection) && !connection.session().silentSince())
        return {};
    return connection.refreshedAt() == TimePoint{}
        ? tr("Not connected to %1").arg(connection.address())
        : tr("No response from %1 since %2")
              .arg(connection.address(), m_formatting.clock(connection.refreshedAt(), Millis(1000)));
}

/// Returns a sentence about the earliest time when a displayed server will run out of memory or start evicting keys;
/// empty if there is no estimate.
QString BoardPane::memoryWords() const
{
    const BoardFeed* first = nullptr;
    const auto fullAt = [](const Forecasts& of) { return of.at + *of.memory.left; };
    for (const auto& [id, feed] : m_feeds) {
        const Forecasts* forecasts = feed->forecasts();
        if (forecasts && forecasts->memory.left && (!first || fullAt(*forecasts) < fullAt(*first->forecasts())))
            first = feed.get();
    }
    if (!first)
        return {};
    const Forecasts& forecasts = *first->forecasts();
    const QString at = DrainWords::clock(fullAt(forecasts), m_formatting);
    const QString name = m_feeds.size() > 1 ? printable(first->connection()->profile().name.toUtf8(), 40) : QString();
    const bool evicts = forecasts.memory.evicts();
    const QString words = name.isEmpty()
        ? (evicts ? tr("At this rate, Redis will start evicting keys by %1") : tr("Memory full by %1 at this rate"))
              .arg(at)
        : (evicts ? tr("%1: at this rate, Redis will start evicting keys by %2")
                  : tr("%1: memory full by %2 at this rate"))
              .arg(name, at);
    if (!forecasts.memory.leftLately)
        return words;
    const QString lately = DrainWords::clock(forecasts.at + *forecasts.memory.leftLately, m_formatting);
    return Formatting::commas({words, tr("by %1 at the most recent rate").arg(lately)});
}

QString BoardPane::ageOf(const Connection& connection) const
{
    const QString when = m_formatting.clock(connection.refreshedAt(), Millis(1000));
    if (!ConnectionBar::isStale(&connection))
        return tr("updated %1").arg(when);
    return m_feeds.size() > 1
        ? tr("%1 is not responding, last data %2").arg(printable(connection.profile().name.toUtf8(), 40), when)
        : tr("not responding, last data %1").arg(when);
}

} // namespace dueline
