// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/instant.h"
#include "core/engine/handlers/handler.h"

#include <atomic>
#include <map>
#include <mutex>
#include <optional>

namespace dueline {

/// Handlers that currently can't be started on this machine. Each is held until the next attempt to start it: for one
/// second after the first failure, doubling up to half a minute. Thread-safe. Costs nothing while no handler is held.
class HandlerHolds
{
public:
    static constexpr Millis firstWait{1'000};
    static constexpr Millis longestWait{30'000};

    bool isHeld(const Handler* handler, Instant now) const;
    /// Records a failed start at `startedAt`. Returns true if the reason is new. Ignores a start from before the
    /// current hold.
    bool hold(const Handler* handler, const QByteArray& reason, Instant startedAt, Instant now);
    /// Records a successful start at `startedAt`. Returns true if the handler was held. Ignores a start from before the
    /// hold ended.
    bool lift(const Handler* handler, Instant startedAt);
    /// Returns whether any handler has failed to start and hasn't started successfully since.
    bool any() const { return m_any.load(std::memory_order_acquire); }
    /// Returns the reason if a handler has failed to start three times in a row, at intervals of one and two seconds;
    /// empty if there is no such handler.
    QByteArray stuckBecause() const;
    /// Returns when the next hold ends.
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
