// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/connection.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QEvent>
#include <QTest>
#include <QTimer>

#include <climits>

namespace dueline::test {

/// What tests wait for in place of time. Each function waits for something that comes after everything that was begun
/// before the call, so that what has not happened by then does not happen. False: it did not come on a machine however
/// slow.
inline constexpr int factsComeWithin = 20'000; ///< ms

/// One turn of the event loop after the other, and whether one of them laid out, changed or painted a widget.
class TurnWatch : public QObject
{
public:
    TurnWatch() { qApp->installEventFilter(this); }
    ~TurnWatch() override { qApp->removeEventFilter(this); }

    /// Takes one turn: everything that is posted, every timer that is due, and what these post.
    bool turn(const QDeadlineTimer& deadline)
    {
        m_changes = 0;
        m_turned = false;
        QTimer::singleShot(0, this, [this] { QCoreApplication::postEvent(this, new QEvent(mark()), lastPriority); });
        while (!m_turned && !deadline.hasExpired())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        return m_turned;
    }
    bool hasChangedSomething() const { return m_changes > 0; }
    /// What changed last, for whoever has to find out why it does not end.
    const QString& lastChange() const { return m_last; }

    bool event(QEvent* event) override
    {
        if (event->type() != mark())
            return QObject::event(event);
        m_turned = true;
        return true;
    }
    bool eventFilter(QObject* whose, QEvent* event) override
    {
        switch (event->type()) {
        case QEvent::LayoutRequest:
        case QEvent::UpdateRequest:
        case QEvent::Paint:
        case QEvent::Resize:
        case QEvent::Move:
        case QEvent::Show:
        case QEvent::Hide:
        case QEvent::Polish:
        case QEvent::StyleChange:
        case QEvent::FontChange:
        case QEvent::PaletteChange:
        case QEvent::LanguageChange:
        case QEvent::DeferredDelete:
            ++m_changes;
            m_last = QStringLiteral("event %1 of %2")
                         .arg(int(event->type()))
                         .arg(QLatin1String(whose->metaObject()->className()));
            break;
        default:
            break;
        }
        return false;
    }

private:
    static constexpr int lastPriority = INT_MIN; // after requests to paint, which are posted with a low priority
    static QEvent::Type mark()
    {
        static const auto type = QEvent::Type(QEvent::registerEventType());
        return type;
    }

    int m_changes = 0;
    QString m_last;
    bool m_turned = false;
};

/// Waits until what has changed is laid out and painted: until a turn of the event loop changes nothing on screen.
inline bool isSettled()
{
    const QDeadlineTimer deadline(factsComeWithin);
    TurnWatch watch;
    while (watch.turn(deadline)) {
        if (!watch.hasChangedSomething())
            return true;
    }
    qWarning("the screen goes on changing: %s", qPrintable(watch.lastChange()));
    return false;
}

/// Waits until all that was asked of this server is answered, what is asked because of these answers too, and until
/// that is on screen. A lane answers in order: the answer to a question of ours comes after those to earlier ones.
inline bool isAnswered(Connection& connection)
{
    constexpr int questions = 3; // one after the other: what there is of time, its bars, the task below the cursor
    for (int i = 0; i < questions; ++i) {
        int owed = 2;
        QObject context;
        for (const Session::Lane lane : {Session::Lane::Interactive, Session::Lane::Background}) {
            connection.session().runAgain(
                lane, &context, [](Backend& backend) { return backend.serverTime(); },
                [&owed](const Result<TimePoint>&) { --owed; });
        }
        if (!QTest::qWaitFor([&owed] { return owed == 0; }, factsComeWithin) || !isSettled())
            return false;
    }
    return true;
}

/// Waits until the server's clock shows a later millisecond than now.
inline bool isLater(Backend& backend)
{
    const auto before = backend.serverTime();
    return before
        && QTest::qWaitFor(
            [&] {
                const auto now = backend.serverTime();
                return now && *now > *before;
            },
            factsComeWithin);
}

} // namespace dueline::test
