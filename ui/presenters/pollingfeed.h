// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/pendingrequest.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <algorithm>

namespace dueline {

class Connection;

/// Base class of feeds that read a panel's data from a connection. A feed sends requests only while active, and polls
/// periodically only while live. It sends one request at a time, repeats it after a change, and polls less often if
/// requests are slow.
class PollingFeed : public QObject
{
    Q_OBJECT

public:
    Connection* connection() const { return m_connection; }
    /// Starts or stops the feed. An inactive feed sends no requests.
    void setActive(bool active);
    /// Sets whether the feed polls periodically.
    void setLive(bool live);

public Q_SLOTS:
    /// Sends a request immediately, or after the answer to the pending request.
    void refresh();

Q_SIGNALS:
    void failed(const dueline::Error& error);

protected:
    explicit PollingFeed(QObject* parent);

    bool isActive() const { return m_active; }
    virtual bool isLive() const { return m_live; }
    /// Sends the request, using walk(), or begin() and end(). Called when the feed is active and online and no request
    /// is pending.
    virtual void ask() = 0;

    /// Sets the connection; null for none. Each change of the connection's state triggers a request.
    void follow(Connection* connection);
    /// Ignores the pending request's answer, because different data is needed.
    void drop();
    Session& session() const;

    /// Begins a request and returns its number. isAsked() returns true for this number until different data is needed.
    int begin();
    bool isAsked(int question) const { return question == m_question; }
    /// Ends a request. Repeats it immediately if data has changed since the request began, or after `pause` if the feed
    /// is live.
    void end(Millis pause);
    /// Sends a request after `pause`, regardless of setLive().
    void askIn(Millis pause) { m_timer.start(pause); }

    /// Reads data in time slices on the background lane (Session::runInTurns), then calls `take(Walk)` or emits
    /// failed(). Afterward, the feed pauses for at least `atLeast`, and for at least `restOfWork` times as long as the
    /// read took.
    template <typename Walk, typename Take> void walk(Walk walk, Millis atLeast, Take take)
    {
        const int question = begin();
        session().runInTurns(
            Session::Lane::Background, this, std::move(walk),
            [this, question, atLeast, take = std::move(take)](Result<Walk> read) mutable {
                if (!isAsked(question))
                    return;
                m_owed.end();
                const Millis rest = read ? Millis(m_asked.elapsed() * restOfWork) : Millis(0);
                if (read)
                    take(std::move(*read));
                else
                    Q_EMIT failed(read.error());
                if (isAsked(question)) // a slot connected to the signal may have started a different request
                    end(std::max(atLeast, rest));
            },
            [this, question](const Walk&) { return goesOn(question); });
    }

private:
    static constexpr int restOfWork = 10;

    bool goesOn(int question);

    QPointer<Connection> m_connection;
    bool m_active = false;
    bool m_live = true;
    PendingRequest m_owed;
    int m_question = 0;
    QElapsedTimer m_asked;
    QTimer m_timer;
};

} // namespace dueline
