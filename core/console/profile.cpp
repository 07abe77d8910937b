// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/profile.h"

#include "core/base/text.h"

namespace dueline {

namespace {

constexpr std::array allEnvironments{Environment::Production, Environment::Staging, Environment::Development};

} // namespace

QString environmentName(Environment environment)
{
    switch (environment) {
    case Environment::Production:
        return QStringLiteral("production");
    case Environment::Staging:
        return QStringLiteral("staging");
    case Environment::Development:
        return QStringLiteral("development");
    }
    Q_UNREACHABLE();
    return {};
}

std::optional<Environment> environmentFromName(QStringView name)
{
    for (const Environment environment : allEnvironments) {
        if (name == environmentName(environment))
            return environment;
    }
    return std::nullopt;
}

Result<Access> openAccess(const Profile& profile, bool unlockWrites, bool unlockWorker)
{
    const QString name = printable(profile.name.toUtf8(), 80);
    if (profile.readOnly) {
        if (unlockWrites || unlockWorker) {
            return Error{ErrorCode::Refused,
                QStringLiteral("The profile %1 is read-only; change the profile if it shall write.").arg(name)};
        }
        return Access::ReadOnly;
    }
    if (profile.environment != Environment::Production)
        return Access::OperateAndWork;
    if (unlockWorker && !unlockWrites) {
        return Error{
            ErrorCode::Refused, QStringLiteral("A worker writes: unlock writes to %1 before its worker.").arg(name)};
    }
    if (!unlockWrites)
        return Access::ReadOnly;
    return unlockWorker ? Access::OperateAndWork : Access::Operate;
}

} // namespace dueline
