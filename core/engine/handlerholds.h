// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/instant.h"
#include "core/engine/handlers/handler.h"

#include <atomic>
#include <map>
#include <mutex>
#include <optional>

namespace dueline {

/// Which handlers cannot be started on this machine now, and until when nobody tries: a second after the first failure,
/// then twice as long each time, at most half a minute. Thread-safe; costs nothing while there is none.
class HandlerHolds
{
public:
    static constexpr Millis firstWait{1'000};
    static constexpr Millis longestWait{30'000};

    bool isHeld(const Handler* handler, Instant now) const;
    /// A start at `startedAt` failed. True: the reason is another one than is known. What was begun before the handler
    /// was held tells nothing new.
    bool hold(const Handler* handler, const QByteArray& reason, Instant startedAt, Instant now);
    /// It was started at `startedAt`. True: it was held before; what began while it was held tells nothing.
    bool lift(const Handler* handler, Instant startedAt);
    /// Some handler has failed to start, and not been started since.
    bool any() const { return m_any.load(std::memory_order_acquire); }
    /// Some handler could not be started three times, with a second and two between; why. Empty: none.
    QByteArray stuckBecause() const;
    /// When the next of the waits ends.
    std::optional<Instant> nextEnd(Instant now) const;

private:
    struct Hold
    {
        Instant until{};
        Millis wait{};
        QByteArray reason;
    };

    mutable std::mutex m_mutex;
    std::map<const Handler*, Hold> m_holds;
    std::atomic<bool> m_any = false;
};

} // namespace dueline
