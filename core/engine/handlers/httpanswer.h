// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/cappedoutput.h"
#include "core/engine/handlers/handler.h"

#include <QUrl>

namespace dueline {

/// Response from a server to which a task was posted.
struct HttpAnswer
{
    static constexpr Millis longestWait{std::chrono::hours(24)}; ///< limit for a Retry-After, which is untrusted

    int status = 0;
    QByteArray reason; ///< reason phrase that follows the status code; untrusted
    QByteArray retryAfter; ///< header as received; empty: none
    QByteArray date; ///< header as received; empty: none
    QUrl location; ///< target of a redirect
    CappedOutput body;

    /// Returns the result for the task. 2xx: done, with the body as result. 408, 425, 429 and 5xx: retry, after
    /// Retry-After if present. Any other status is a permanent failure, because a repeated request would get the same
    /// response. A redirect is also a failure, because the payload and token are intended only for the configured
    /// address.
    HandlerResult result(TimePoint now) const;
    /// Returns the wait that Retry-After requests, in seconds, as a date, or as an instant in a number
    /// (instantInOurTime()). Dates are relative to the response's Date header, or to `now` without one. Returns nullopt
    /// if there is no readable header.
    std::optional<Millis> waitAsked(TimePoint now) const;

private:
    QByteArray describe() const;
};

} // namespace dueline
