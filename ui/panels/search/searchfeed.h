// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/connectionsearch.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>

namespace dueline {

class Connection;

/// One search over all queues of a connection: in turns on the background lane, told as it goes on, and stopped at
/// `most`, at the last queue, or when somebody says so.
class SearchFeed : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t most = 1'000;

    enum class Phase : quint8 { Idle, Running, Stopped, Failed, Complete };

    explicit SearchFeed(QObject* parent = nullptr);

    /// Another connection, or none: what was found is forgotten.
    void show(Connection* connection);
    Connection* connection() const { return m_connection; }
    /// Begins from the start. An empty filter finds nothing: every queue lists its tasks itself.
    void search(const TaskFilter& filter);
    const TaskFilter& filter() const { return m_filter; }
    /// The same anew, after something was done; what was found stays until the answer is whole.
    void searchAgain();
    /// What was found so far stays.
    void stop();

    Phase phase() const { return m_phase; }
    const std::vector<SearchHit>& found() const { return m_found; }
    qint64 examined() const { return m_examined; }
    /// Of these: what their payloads say is not known.
    qint64 unread() const { return m_unread; }
    std::size_t queuesDone() const { return m_queuesDone; }
    std::size_t queues() const { return m_queues; }
    const std::vector<ConnectionSearch::Skipped>& skipped() const { return m_skipped; }
    /// There may be more than `most`.
    bool isCut() const { return m_isCut; }
    /// Failed: why.
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
    int m_question = 0; ///< counts the searches: an answer to an older one is not wanted
    bool m_keepsFound = false; ///< until the new answer is whole
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
