// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/connectiontest.h"

#include "core/redis/loginguard.h"

namespace dueline {

void ConnectionTest::start(const ConnectionSpec& spec)
{
    LoginGuard::forget(spec.redis); // the user started this test, so try even rejected passwords
    m_task.start(QStringLiteral("connection test"), [this, spec](BackgroundTask::Run& run) -> BackgroundTask::Word {
        const bool reached = testConnection(spec, run.cancelled(),
            [&](const ConnectionStep& step) { run.tell([this, step] { emit stepEnded(step); }); });
        return [this, reached] { emit finished(reached); };
    });
}

void ConnectionTest::cancel()
{
    if (!isRunning())
        return;
    m_task.leave();
    emit finished(false);
}

} // namespace dueline
