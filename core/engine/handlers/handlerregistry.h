// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/handlers/handler.h"

#include <functional>
#include <map>
#include <memory>

namespace dueline {

/// Handlers by type. An exact name takes precedence over the longest matching prefix (`mail.*`), and a prefix over `*`.
/// Fill the registry before the engine starts; it never changes afterwards, so reading it is thread-safe.
class HandlerRegistry
{
public:
    /// Adds a handler. `pattern`: TYPE, `PREFIX*` or `*`. Errors: Usage (not a pattern), Exists (the pattern already
    /// has a handler).
    Result<> add(const QByteArray& pattern, std::shared_ptr<Handler> handler);

    bool isEmpty() const { return m_exact.empty() && m_prefixes.empty() && !m_all; }
    /// Returns the handler for a type; nullptr if this worker doesn't handle it. The pointer remains valid for the
    /// registry's lifetime.
    Handler* find(QByteArrayView type) const;
    /// Returns the types to claim.
    TypeSelection types() const;
    /// Returns the types to claim, excluding those of held handlers.
    TypeSelection typesWithout(const std::function<bool(const Handler*)>& held) const;
    /// Calls `visit` for each pattern.
    void each(const std::function<void(const QByteArray& pattern, const Handler& handler)>& visit) const;
    /// Returns the pattern that a handler is registered under.
    QByteArray patternOf(const Handler* handler) const;

private:
    using Handlers = std::map<QByteArray, std::shared_ptr<Handler>>;

    Handlers m_exact;
    Handlers m_prefixes; ///< prefixes without the `*`
    std::shared_ptr<Handler> m_all;
};

} // namespace dueline
