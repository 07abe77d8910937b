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

/// Conditions to wait for instead of sleeping. Each function waits for an event that follows everything started before
/// the call, so an effect that hasn't happened by then never will. Returns false on timeout; the timeout allows for
/// slow machines.
inline constexpr int factsComeWithin = 20'000; ///< ms

/// Runs one event loop iteration at a time, and reports whether any widget was laid out, changed or painted.
class TurnWatch : public QObject
{
public:
    TurnWatch() { qApp->installEventFilter(this); }
    ~TurnWatch() override { qApp->removeEventFilter(this); }

    /// Runs one iteration: handles all posted events and expired timers, and the events that they post.
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
    /// Returns the last change, for debugging an event loop that never settles.
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
    static constexpr int lastPriority = INT_MIN; // priority below that of paint requests
    static QEvent::Type mark()
    {
        static const auto type = QEvent::Type(QEvent::registerEventType());
        return type;
    }

    int m_changes = 0;
    QString m_last;
    bool m_turned = false;
};

/// Waits until all changes have been laid out and painted: until an event loop iteration changes nothing on screen.
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

/// Waits until the server has answered all requests and their follow-ups, and the results are on screen. Each lane
/// answers in order, so a new request is answered after all earlier ones.
inline bool isAnswered(Connection& connection)
{
    constexpr int questions = 3; // number of consecutive requests: time range, its bars, task under the cursor
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

/// Waits until the server's clock has advanced by at least a millisecond.
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
