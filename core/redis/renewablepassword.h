// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secret.h"

#include <mutex>
#include <optional>

namespace dueline {

/// A password that may be given anew while connections with the former one are in use: whoever shares this takes it the
/// next time it connects. From any thread.
class RenewablePassword
{
public:
    void renew(Secret password)
    {
        const std::lock_guard lock(m_mutex);
        m_password = std::move(password);
    }
    /// nullopt: none was given since the start.
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
