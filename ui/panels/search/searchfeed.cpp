// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/search/searchfeed.h"

#include "ui/presenters/connection.h"

#include <utility>

namespace dueline {

namespace {

constexpr qint64 toldEveryMs = 150; // minimum interval between updates; more frequent updates would be unreadable

} // namespace

SearchFeed::SearchFeed(QObject* parent)
    : QObject(parent)
{ }

void SearchFeed::show(Connection* connection)
{
    if (connection == m_connection)
        return;
    if (m_connection)
        disconnect(&m_connection->session(), nullptr, this, nullptr);
    m_connection = connection;
    if (connection) {
        // Start over after a reconnection: earlier requests are never answered.
        connect(&connection->session(), &Session::accessChanged, this, [this] {
            if (m_phase == Phase::Running)
                begin(m_keepsFound);
        });
    }
    search({});
}

void SearchFeed::search(const TaskFilter& filter)
{
    m_filter = filter;
    begin(false);
}

void SearchFeed::searchAgain()
{
    if (m_phase == Phase::Running)
        m_isOutdated = true;
    else if (m_phase == Phase::Complete)
        begin(true);
}

void SearchFeed::begin(bool keepsFound)
{
    const int question = ++m_question;
    m_keepsFound = keepsFound;
    m_isOutdated = false;
    m_trouble.clear();
    if (!keepsFound) {
        m_found.clear();
        m_skipped.clear();
        m_examined = m_unread = 0;
        m_queuesDone = m_queues = 0;
        m_isCut = false;
    }
    if (m_filter.isEmpty() || !m_connection)
        return tell(Phase::Idle);
    if (!m_connection->session().isOnline()) {
        m_trouble = m_connection->session().connection().error.message;
        return tell(Phase::Failed);
    }
    m_told.start();
    tell(Phase::Running);
    if (question != m_question)
        return; // a slot connected to the signal has started a different search
    m_connection->session().runInTurns(
        Session::Lane::Background, this, ConnectionSearch(m_filter, StateSet::all(), most),
        [this, question](const Result<ConnectionSearch>& search) {
            if (question != m_question)
                return;
            if (!search) {
                m_trouble = search.error().message;
                return tell(Phase::Failed);
            }
            take(*search);
            tell(Phase::Complete);
            if (question == m_question && m_isOutdated)
                searchAgain();
        },
        [this, question](const ConnectionSearch& search) { return goesOn(question, search); });
}

bool SearchFeed::goesOn(int question, const ConnectionSearch& search)
{
    if (question != m_question)
        return false;
    const bool isFirst = m_found.empty() && !search.found().empty(); // the first result is reported immediately
    if (!m_keepsFound && (isFirst || m_told.elapsed() >= toldEveryMs)) {
        m_told.start();
        take(search);
        tell(Phase::Running);
    }
    return question == m_question;
}

void SearchFeed::take(const ConnectionSearch& search)
{
    m_found = search.found();
    m_skipped = search.skipped();
    m_examined = search.examined();
    m_unread = search.unread();
    m_queuesDone = search.queuesDone();
    m_queues = search.queues();
    m_isCut = search.isCut();
}

void SearchFeed::stop()
{
    if (m_phase != Phase::Running)
        return;
    ++m_question;
    tell(Phase::Stopped);
}

void SearchFeed::tell(Phase phase)
{
    m_phase = phase;
    Q_EMIT changed();
}

} // namespace dueline
