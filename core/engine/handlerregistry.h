// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/handler.h"

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

private:
    using Handlers = std::map<QByteArray, std::shared_ptr<Handler>>;

    Handlers m_exact;
    Handlers m_prefixes; ///< without the `*`
    std::shared_ptr<Handler> m_all;
};

} // namespace dueline
