// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secret.h"

#include <mutex>
#include <optional>

namespace dueline {

/// Password that can be replaced while connections are open. Connections that share this object use the new password
/// when they next connect. Thread-safe.
class RenewablePassword
{
public:
    void renew(Secret password)
    {
        const std::lock_guard lock(m_mutex);
        m_password = std::move(password);
    }
    /// Returns the password; nullopt if none has been set.
    std::optional<Secret> current() const
    {
        const std::lock_guard lock(m_mutex);
        return m_password;
    }

private:
    mutable std::mutex m_mutex;
    std::optional<Secret> m_password;
};

} // namespace dueline
