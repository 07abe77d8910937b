// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/pollingfeed.h"

#include "ui/presenters/connection.h"

namespace dueline {

PollingFeed::PollingFeed(QObject* parent)
    : QObject(parent)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &PollingFeed::refresh);
}

Session& PollingFeed::session() const { return m_connection->session(); }

void PollingFeed::follow(Connection* connection)
{
    if (m_connection)
        m_connection->disconnect(this);
    m_connection = connection;
    if (connection) // requests from before a reconnection are never answered
        connect(connection, &Connection::stateChanged, this, &PollingFeed::refresh);
}

void PollingFeed::drop()
{
    ++m_question;
    m_owed = {};
    m_timer.stop();
}

void PollingFeed::setActive(bool active)
{
    if (active == m_active)
        return;
    m_active = active;
    if (active)
        refresh();
    else
        m_timer.stop();
}

void PollingFeed::setLive(bool live)
{
    if (live == m_live)
        return;
    m_live = live;
    if (live)
        refresh();
    else
        m_timer.stop();
}

void PollingFeed::refresh()
{
    if (!m_active || !m_connection || !session().isOnline())
        return;
    if (m_owed.isOwedBy(session()))
        return m_owed.wantAgain();
    m_timer.stop();
    ask();
}

int PollingFeed::begin()
{
    m_owed.ask(session());
    m_asked.start();
    return ++m_question;
}

void PollingFeed::end(Millis pause)
{
    const bool again = m_owed.isWantedAgain();
    m_owed = {};
    if (again)
        refresh();
    else if (m_active && isLive())
        m_timer.start(m_connection && !m_connection->isSeen() ? pause * Connection::unseenPace : pause);
}

/// Returns whether to continue after a time slice: false if the feed is inactive or different data is needed.
bool PollingFeed::goesOn(int question)
{
    if (isAsked(question) && !m_active)
        m_owed.end();
    return isAsked(question) && m_active;
}

} // namespace dueline
