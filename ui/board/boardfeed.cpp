// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/boardfeed.h"

#include "ui/presenters/connection.h"
#include "ui/presenters/silencefeed.h"
#include "ui/presenters/windowrecord.h"

namespace dueline {

BoardFeed::BoardFeed(Connection& connection, QObject* parent)
    : PollingFeed(parent)
{
    follow(&connection);
    connect(&connection, &Connection::queuesChanged, this, [this] {
        m_memory.sample(this->connection()->queues(), session().serverNow());
        if (!m_begun) // start only the first read: PollingFeed starts all later ones
            refresh();
        Q_EMIT changed();
    });
    connect(&connection.silence(), &SilenceFeed::changed, this, &BoardFeed::changed);
    const auto followRecord = [this, from = &connection] {
        if (const WindowRecord* record = from->record())
            connect(record, &WindowRecord::forecastsChanged, this, &BoardFeed::changed, Qt::UniqueConnection);
    };
    connect(&connection, &Connection::recordChanged, this, followRecord);
    followRecord();
}

std::vector<BoardRow> BoardFeed::rows() const
{
    if (!connection())
        return {};
    auto rows = m_memory.rows(connection()->queues(), session().queueCapabilities(), session().serverNow());
    const Forecasts* expected = forecasts();
    for (BoardRow& row : rows) {
        if (const DrainForecast* drain = expected ? expected->of(row.queue) : nullptr)
            row.drain = *drain;
        const SilenceFeed::Event* event = connection()->silence().of(row.queue);
        if (event && event->stillness.kind == Stillness::Kind::Silent)
            row.silence = event->stillness;
    }
    return rows;
}

BoardFigure<BoardWorkers> BoardFeed::workers() const
{
    return connection() ? m_memory.workers(session().queueCapabilities().all) : BoardFigure<BoardWorkers>();
}

const Forecasts* BoardFeed::forecasts() const
{
    return connection() && connection()->record() ? connection()->record()->forecasts() : nullptr;
}

void BoardFeed::ask()
{
    const TimePoint now = session().serverNow();
    auto reading = m_memory.next(connection()->queues(), session().queueCapabilities(), now);
    if (!reading)
        return end(every);
    m_begun = true;
    walk(*std::move(reading), every, [this, now](const BoardReading& read) {
        m_memory.keep(read, now);
        Q_EMIT changed();
    });
}

} // namespace dueline
