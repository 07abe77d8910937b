// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/handlers/builtinhandlers.h"

#include <QRandomGenerator>

#include <condition_variable>
#include <mutex>

namespace dueline {

HandlerResult EchoHandler::run(TaskContext& context) { return HandlerResult::done(context.payload); }

HandlerResult SleepHandler::run(TaskContext& context)
{
    std::mutex mutex;
    std::condition_variable_any sleeper;
    std::unique_lock lock(mutex);
    sleeper.wait_for(lock, context.stop, m_duration, [] { return false; });
    return context.stop.stop_requested() ? HandlerResult::stopped() : HandlerResult::done();
}

HandlerResult FailHandler::run(TaskContext&)
{
    if (m_percent < 100 && int(QRandomGenerator::global()->bounded(100)) >= m_percent)
        return HandlerResult::done();
    return HandlerResult::fail("the handler fails on purpose (fail:" + QByteArray::number(m_percent) + ')');
}

} // namespace dueline
