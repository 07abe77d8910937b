// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/connectionsearch.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>

namespace dueline {

class Connection;

/// Search in all queues on a connection. It runs in time slices on the background lane and reports intermediate
/// results. It ends after `most` matches, after the last queue, or when stop() is called.
class SearchFeed : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t most = 1'000;

    enum class Phase : quint8 { Idle, Running, Stopped, Failed, Complete };

    explicit SearchFeed(QObject* parent = nullptr);

    /// Sets the connection to search (null for none) and discards the results.
    void show(Connection* connection);
    Connection* connection() const { return m_connection; }
    /// Starts a new search. An empty filter finds nothing: all of a queue's tasks can be listed without a search.
    void search(const TaskFilter& filter);
    const TaskFilter& filter() const { return m_filter; }
    /// Repeats a completed search after an operation. If a search is running, repeats it when it ends. Keeps the old
    /// results until the new ones are complete.
    void searchAgain();
    /// Stops the search and keeps the results.
    void stop();

    Phase phase() const { return m_phase; }
    const std::vector<SearchHit>& found() const { return m_found; }
    qint64 examined() const { return m_examined; }
    /// Returns how many of the searched tasks had unreadable payloads.
    qint64 unread() const { return m_unread; }
    std::size_t queuesDone() const { return m_queuesDone; }
    std::size_t queues() const { return m_queues; }
    const std::vector<ConnectionSearch::Skipped>& skipped() const { return m_skipped; }
    /// Returns whether there may be more matches than `most`.
    bool isCut() const { return m_isCut; }
    /// Returns the error of a failed search; empty otherwise.
    const QString& trouble() const { return m_trouble; }

Q_SIGNALS:
    void changed();

private:
    void begin(bool keepsFound);
    bool goesOn(int question, const ConnectionSearch& search);
    void take(const ConnectionSearch& search);
    void tell(Phase phase);

    QPointer<Connection> m_connection;
    TaskFilter m_filter;
    Phase m_phase = Phase::Idle;
    int m_question = 0; ///< sequence number of the last search; answers to earlier searches are ignored
    bool m_keepsFound = false; ///< true until the results of a repeated search are complete
    /// True if an operation has ended since the running search began, so that it must be repeated.
    bool m_isOutdated = false;
    QElapsedTimer m_told;
    std::vector<SearchHit> m_found;
    qint64 m_examined = 0;
    qint64 m_unread = 0;
    std::size_t m_queuesDone = 0;
    std::size_t m_queues = 0;
    std::vector<ConnectionSearch::Skipped> m_skipped;
    bool m_isCut = false;
    QString m_trouble;
};

} // namespace dueline
