// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connectiontest.h"

#include "core/console/listenedwork.h"

#include <utility>

namespace dueline {

struct ConnectionTest::Walking : ListenedWork<ConnectionTest>
{
    using ListenedWork::ListenedWork;
};

ConnectionTest::ConnectionTest(QObject* parent)
    : QObject(parent)
{ }

ConnectionTest::~ConnectionTest() { leave(); }

void ConnectionTest::leave()
{
    if (const auto walk = std::exchange(m_walk, nullptr))
        walk->leave();
}

void ConnectionTest::start(const ConnectionSpec& spec)
{
    leave();
    m_walk = std::make_shared<Walking>(*this);
    Walking::start(QStringLiteral("connection test"), [walk = m_walk, spec] {
        const bool reached = walkConnection(spec, walk->cancelled(), [&walk](const ConnectionStep& step) {
            Walking::post(walk, [step](ConnectionTest& test) { emit test.stepEnded(step); });
        });
        Walking::post(walk, [reached](ConnectionTest& test) {
            test.leave();
            emit test.finished(reached);
        });
    });
}

void ConnectionTest::cancel()
{
    if (!m_walk)
        return;
    leave();
    emit finished(false);
}

} // namespace dueline
