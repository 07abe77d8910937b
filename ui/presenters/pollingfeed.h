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

/// What a panel shows of a connection, kept fresh while somebody looks: asked for while active, by itself only while
/// live, never twice at once, again when something changed meanwhile, and less often where it takes long.
class PollingFeed : public QObject
{
    Q_OBJECT

public:
    Connection* connection() const { return m_connection; }
    /// Asks only while active.
    void setActive(bool active);
    /// Whether it asks again by itself.
    void setLive(bool live);

public Q_SLOTS:
    /// Asks now, or once the answer that is on its way has come.
    void refresh();

Q_SIGNALS:
    void failed(const dueline::Error& error);

protected:
    explicit PollingFeed(QObject* parent);

    bool isActive() const { return m_active; }
    virtual bool isLive() const { return m_live; }
    /// What is asked, by walk() or between begin() and end(). The feed is active, online, and owed no answer.
    virtual void ask() = 0;

    /// Null: nothing. Each change of its state is a reason to ask.
    void follow(Connection* connection);
    /// Something else is wanted: what is on its way is nobody's any more.
    void drop();
    Session& session() const;

    /// A question is on its way from here on; its number, which isAsked() knows until something else is wanted.
    int begin();
    bool isAsked(int question) const { return question == m_question; }
    /// It was answered; asks again at once where something changed meanwhile, else after `pause` while it is live.
    void end(Millis pause);
    /// Asks after this, live or not.
    void askIn(Millis pause) { m_timer.start(pause); }

    /// Reads in turns on the background lane (Session::runInTurns), then gives it to `take(Walk)`, or tells failed().
    /// Rests for `atLeast`, and `restOfWork` times as long as it took.
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
                if (isAsked(question)) // else it was asked anew by who heard of it
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
