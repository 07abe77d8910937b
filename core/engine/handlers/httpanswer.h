// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/cappedoutput.h"
#include "core/engine/handlers/handler.h"

#include <QUrl>

namespace dueline {

/// A server's response to the request that posted a task.
struct HttpAnswer
{
    /// Upper limit for a wait requested by Retry-After, which is an untrusted header.
    static constexpr Millis longestWait{std::chrono::hours(24)};

    int status = 0;
    QByteArray reason; ///< reason phrase that follows the status code; untrusted
    QByteArray retryAfter; ///< Retry-After header as received; empty: none
    QByteArray date; ///< Date header as received; empty: none
    QUrl location; ///< target of a redirect
    CappedOutput body;

    /// Returns the result for the task. 2xx: done, with the body as the result. 408, 425, 429 and 5xx: retry, after the
    /// time in Retry-After if present. Any other status is a permanent failure: repeating the request would get the
    /// same response. A redirect is also a permanent failure, because the payload and token are intended only for the
    /// configured address.
    HandlerResult result(TimePoint now) const;
    /// Returns the wait requested by Retry-After, which may be a number of seconds, a date, or an instant given as a
    /// number (see instantInOurTime()). Dates are compared with the response's Date header, or with `now` if there is
    /// none. Returns nullopt if the header is missing or unreadable.
    std::optional<Millis> waitAsked(TimePoint now) const;

private:
    QByteArray describe() const;
};

} // namespace dueline
