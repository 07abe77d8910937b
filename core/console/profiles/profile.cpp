// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/profiles/profile.h"

#include "core/base/text.h"
#include "core/redis/passwordcommand.h"

#include <QRegularExpression>

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

QString secretPlaceName(const SecretPlace& place)
{
    switch (place.kind) {
    case SecretPlace::Kind::Keychain:
        return QStringLiteral("keychain");
    case SecretPlace::Kind::Ask:
        return QStringLiteral("ask");
    case SecretPlace::Kind::Variable:
        return QStringLiteral("variable:") + place.variable;
    case SecretPlace::Kind::Command:
        return QStringLiteral("command:") + place.command;
    }
    Q_UNREACHABLE();
    return {};
}

std::optional<SecretPlace> secretPlaceFromName(const QString& name)
{
    if (name == u"keychain")
        return SecretPlace{};
    if (name == u"ask")
        return SecretPlace{SecretPlace::Kind::Ask, {}};
    static const QRegularExpression variable(QStringLiteral("^variable:([A-Za-z_][A-Za-z0-9_]{0,99})$"));
    if (const auto match = variable.match(name); match.hasMatch())
        return SecretPlace{SecretPlace::Kind::Variable, match.captured(1)};
    const QString command = name.startsWith(u"command:") ? name.mid(8) : QString();
    if (!command.contains(QChar(0)) && PasswordCommand::of(command))
        return SecretPlace{SecretPlace::Kind::Command, {}, command};
    return std::nullopt;
}

Profile Profile::fresh()
{
    Profile profile;
    profile.layout = QStringLiteral("auto");
    return profile;
}

Result<Access> openAccess(const Profile& profile, bool unlockWrites, bool unlockWorker)
{
    const QString name = printable(profile.name.toUtf8(), 80);
    if (profile.readOnly) {
        if (unlockWrites || unlockWorker) {
            return Error{ErrorCode::Refused,
                QStringLiteral("The profile %1 is read-only. Edit the profile to allow changes.").arg(name)};
        }
        return Access::ReadOnly;
    }
    if (profile.environment != Environment::Production)
        return Access::OperateAndWork;
    if (unlockWorker && !unlockWrites) {
        return Error{ErrorCode::Refused,
            QStringLiteral("A worker changes tasks, so first allow changes to %1, then its worker.").arg(name)};
    }
    if (!unlockWrites)
        return Access::ReadOnly;
    return unlockWorker ? Access::OperateAndWork : Access::Operate;
}

} // namespace dueline
