// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/handlers/handlerspec.h"
#include "tests/support/httpserver.h"

namespace dueline {

/// Task attempt that an http handler runs on this thread.
struct Post
{
    QByteArray payload = "{\"to\":\"you\"}";
    QueueName queue = "mail";
    Lease lease{"mail.send#9f31", "7-w.3-99", 4, fromMs(1'700'000'000'123)};
    Millis timeLimit{std::chrono::seconds(20)};
    std::stop_source stop;

    HandlerResult at(const QString& kind)
    {
        const auto handler = makeHandler(kind);
        if (!handler)
            qFatal("%s", qPrintable(handler.error().message));
        return by(**handler);
    }
    HandlerResult by(Handler& handler)
    {
        const TaskOptions options;
        const std::stop_token token = stop.get_token();
        const std::atomic<StopReason> reason = StopReason::None;
        const TimePoint start = fromMs(1'700'000'001'000);
        TaskContext context{
            queue, lease, typeOf(lease), payload, options, start, start + timeLimit, timeLimit, token, reason, nullptr};
        return handler.run(context);
    }
};

inline HttpServer::Answer always(const QByteArray& bytes)
{
    return [bytes](QTcpSocket& socket, const HttpServer::Request&) { socket.write(bytes); };
}

} // namespace dueline
