// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connectiontest.h"

#include <QThread>

#include <mutex>

namespace dueline {

/// What the thread and its listener share.
struct ConnectionTest::Walking
{
    /// Runs `then` later on the listener's thread, if it still listens then.
    static void post(const std::shared_ptr<Walking>& self, std::function<void(ConnectionTest&)> then)
    {
        const std::lock_guard lock(self->mutex);
        if (!self->listener)
            return;
        QMetaObject::invokeMethod(
            self->listener,
            [self, then = std::move(then)] {
                // Of the listener's thread alone from here on: only that one takes it away.
                if (self->listener)
                    then(*self->listener);
            },
            Qt::QueuedConnection);
    }

    std::mutex mutex;
    ConnectionTest* listener = nullptr;
    std::atomic<bool> cancelled = false;
};

ConnectionTest::ConnectionTest(QObject* parent)
    : QObject(parent)
{ }

ConnectionTest::~ConnectionTest() { leave(); }

void ConnectionTest::leave()
{
    if (!m_walk)
        return;
    const std::shared_ptr<Walking> walk = std::exchange(m_walk, nullptr);
    walk->cancelled = true;
    const std::lock_guard lock(walk->mutex);
    walk->listener = nullptr;
}

void ConnectionTest::start(const ConnectionSpec& spec)
{
    leave();
    m_walk = std::make_shared<Walking>();
    m_walk->listener = this;
    auto* thread = QThread::create([walk = m_walk, spec] {
        const bool reached = walkConnection(spec, walk->cancelled, [&walk](const ConnectionStep& step) {
            Walking::post(walk, [step](ConnectionTest& test) { emit test.stepEnded(step); });
        });
        Walking::post(walk, [reached](ConnectionTest& test) {
            test.leave();
            emit test.finished(reached);
        });
    });
    thread->setObjectName(QStringLiteral("connection test"));
    connect(thread, &QThread::finished, thread, &QObject::deleteLater);
    thread->start();
}

void ConnectionTest::cancel()
{
    if (!m_walk)
        return;
    leave();
    emit finished(false);
}

} // namespace dueline
