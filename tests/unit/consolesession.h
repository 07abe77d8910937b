// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/session.h"
#include "tests/unit/consolefakes.h"

#include <QTest>

namespace dueline::test {

/// Workshop (an in-memory queue) that acts as the sessions' server. The sessions reconnect after short delays.
class SessionPlace
{
public:
    std::unique_ptr<Session> makeSession(Environment environment = Environment::Development)
    {
        Profile profile;
        profile.name = QStringLiteral("shop");
        profile.url = QStringLiteral("redis://nowhere");
        profile.environment = environment;
        auto session = std::make_unique<Session>(
            profile, [this](Access access) { return FaultyBackend::factory(m_shop->store, m_shop->faults, access); });
        session->setRetryDelays(std::chrono::milliseconds(20), std::chrono::milliseconds(80));
        return session;
    }
    std::unique_ptr<Session> online()
    {
        auto session = makeSession();
        session->open();
        if (!QTest::qWaitFor([&] { return session->isOnline(); }))
            qFatal("the session did not come online");
        return session;
    }

protected:
    std::unique_ptr<Workshop> m_shop;
};

} // namespace dueline::test
