// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/cappedoutput.h"
#include "core/engine/handlers/handler.h"

#include <QUrl>

namespace dueline {

/// What a server answered to a task that was posted to it.
struct HttpAnswer
{
    static constexpr Millis longestWait{std::chrono::hours(24)}; ///< of a Retry-After; it is a stranger's word

    int status = 0;
    QByteArray reason; ///< the words behind the status; untrusted
    QByteArray retryAfter; ///< the header as it came; empty: none
    QByteArray date; ///< likewise
    QUrl location; ///< where a redirect points
    CappedOutput body;

    /// 2xx: done, the body is the result. 408, 425, 429 and 5xx: come back, after Retry-After where it is given.
    /// Anything else fails for good, since the same request would be answered the same; a redirect, too: it is not
    /// followed, because payload and token are meant for the address that was configured.
    HandlerResult result(TimePoint now) const;
    /// How long Retry-After asks to wait: seconds, or a date, or the number of one (instantInOurTime()), against the
    /// answer's own Date (`now` without one).
    /// nullopt: there is none that can be read.
    std::optional<Millis> waitAsked(TimePoint now) const;

private:
    QByteArray describe() const;
};

} // namespace dueline
