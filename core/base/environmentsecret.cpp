// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/environmentsecret.h"

#include <QtGlobal>

#include <cstdlib>
#include <cstring>

namespace dueline {

Secret takeEnvironmentSecret(const char* name)
{
    char* value = ::getenv(name);
    if (!value)
        return {};
    Secret secret{QByteArray(value)};
    std::memset(value, '*', std::strlen(value));
    qunsetenv(name);
    return secret;
}

} // namespace dueline
