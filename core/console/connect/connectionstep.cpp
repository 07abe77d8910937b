// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/connectionstep.h"

namespace dueline {

QString connectionStepName(ConnectionStep::Kind kind)
{
    using Kind = ConnectionStep::Kind;
    switch (kind) {
    case Kind::Ssh:
        return QStringLiteral("SSH");
    case Kind::Sentinels:
        return QStringLiteral("sentinels");
    case Kind::Name:
        return QStringLiteral("name");
    case Kind::Connect:
        return QStringLiteral("connect");
    case Kind::Tls:
        return QStringLiteral("TLS");
    case Kind::Answer:
        return QStringLiteral("answer");
    case Kind::Password:
        return QStringLiteral("password");
    case Kind::SignIn:
        return QStringLiteral("sign-in");
    case Kind::Database:
        return QStringLiteral("database");
    case Kind::Permissions:
        return QStringLiteral("permissions");
    case Kind::Version:
        return QStringLiteral("version");
    case Kind::Role:
        return QStringLiteral("role");
    case Kind::Eviction:
        return QStringLiteral("eviction");
    case Kind::Persistence:
        return QStringLiteral("persistence");
    case Kind::Clock:
        return QStringLiteral("clock");
    }
    Q_UNREACHABLE();
    return {};
}

} // namespace dueline
