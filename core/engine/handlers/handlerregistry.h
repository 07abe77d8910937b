// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/handlers/handler.h"

#include <functional>
#include <map>
#include <memory>

namespace dueline {

/// Which handler runs which type: the exact name wins, then the longest prefix (`mail.*`), then `*`. Filled before the
/// engine starts and not changed after; reading is thread-safe.
class HandlerRegistry
{
public:
    /// `pattern`: a type, `PREFIX*` or `*`. Errors: Usage (not a pattern), Exists (it has a handler already).
    Result<> add(const QByteArray& pattern, std::shared_ptr<Handler> handler);

    bool isEmpty() const { return m_exact.empty() && m_prefixes.empty() && !m_all; }
    /// nullptr: left to other workers. The pointer stays valid as long as the registry.
    Handler* find(QByteArrayView type) const;
    /// What to claim.
    TypeSelection types() const;
    /// The same without what these handlers would run.
    TypeSelection typesWithout(const std::function<bool(const Handler*)>& held) const;
    /// Calls it for each pattern.
    void each(const std::function<void(const QByteArray& pattern, const Handler& handler)>& visit) const;
    /// Of a handler of this registry.
    QByteArray patternOf(const Handler* handler) const;

private:
    using Handlers = std::map<QByteArray, std::shared_ptr<Handler>>;

    Handlers m_exact;
    Handlers m_prefixes; ///< without the `*`
    std::shared_ptr<Handler> m_all;
};

} // namespace dueline
