// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/connectionsearch.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QTimer>

namespace dueline {

class Connection;

/// Search for a value that the user is typing, in all queues of several connections. It searches the connections in
/// parallel, in time slices on their background lanes, and reports matches as it finds them. ConnectionSearch::Limits
/// bound its work.
class TaskSearch : public QObject
{
    Q_OBJECT

public:
    static constexpr ConnectionSearch::Limits limits{80, 10, 1'000'000, 100'000};

    /// Results of one connection.
    struct Part
    {
        enum class Phase : quint8 { Idle, NotConnected, Running, Stopped, Failed, Complete };

        QPointer<Connection> connection;
        Phase phase = Phase::Idle;
        QSet<QByteArray> keys = {}; ///< queues and ids of the matches
        std::size_t queuesDone = 0;
        std::size_t queues = 0;
        qint64 examined = 0;
        std::size_t skipped = 0; ///< number of queues that could not be searched completely
        bool isCut = false; ///< true if more tasks may match
        QString trouble = {}; ///< error, if the search failed
    };

    struct Found : SearchHit
    {
        std::size_t part = 0; ///< index of the connection in parts()
    };

    explicit TaskSearch(const std::vector<Connection*>& connections, QObject* parent = nullptr);

    /// Searches for tasks that contain `value` in their id, error or payload. The search starts when the user stops
    /// typing. An empty value ends the search.
    void look(const QString& value);
    /// Stops the search, and keeps the results.
    void stop();

    const QString& value() const { return m_value; }
    bool isRunning() const;
    const std::vector<Part>& parts() const { return m_parts; }
    /// Returns the matches in the order in which they were found.
    const std::vector<Found>& found() const { return m_found; }

Q_SIGNALS:
    void changed();

private:
    void begin();
    void begin(std::size_t at);
    bool take(std::size_t at, const ConnectionSearch& search);
    void end(std::size_t at, Part::Phase phase, const QString& trouble = {});

    std::vector<Part> m_parts;
    std::vector<Found> m_found;
    QString m_value;
    TaskFilter m_filter;
    QTimer m_pause; ///< timer that delays the search while the user types
    QElapsedTimer m_told; ///< started at the last changed()
    int m_question = 0; ///< sequence number of the last search; answers to earlier searches are ignored
};

} // namespace dueline
