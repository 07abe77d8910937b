// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/profiles/profilesecrets.h"

#include "core/base/environmentsecret.h"
#include "core/base/text.h"
#include "core/redis/redisurl.h"

#include <QEventLoop>

namespace dueline {

namespace {

bool hasSentinels(const Profile& profile)
{
    const auto redis = parseRedisUrl(profile.url);
    return redis && redis->topology == Topology::Sentinel;
}

} // namespace

ProfileSecrets::ProfileSecrets(SecretStore& store, Credentials environment)
    : m_store(store)
    , m_environment(std::move(environment))
{ }

QString ProfileSecrets::passwordKey(const QString& profileName)
{
    return QStringLiteral("profile/%1/password").arg(profileName);
}

QString ProfileSecrets::sentinelKey(const QString& profileName)
{
    return QStringLiteral("profile/%1/sentinel").arg(profileName);
}

Secret ProfileSecrets::variable(const QString& name)
{
    const QByteArray bytes = name.toUtf8();
    if (qEnvironmentVariableIsSet(bytes.constData())) {
        m_variables[name] = takeEnvironmentSecret(bytes.constData());
    }
    return m_variables[name];
}

void ProfileSecrets::find(const Profile& profile, QObject* context, const std::function<void(FoundSecrets)>& answer)
{
    FoundSecrets found;
    found.credentials = m_environment;
    const auto later = [context, answer](FoundSecrets value) {
        QMetaObject::invokeMethod(
            context, [answer, value = std::move(value)] { answer(value); }, Qt::QueuedConnection);
    };
    const bool sentinels = hasSentinels(profile);
    const bool complete
        = !found.credentials.password.isEmpty() && (!sentinels || !found.credentials.sentinelPassword.isEmpty());
    if (complete)
        return later(std::move(found));
    switch (profile.secret.kind) {
    case SecretPlace::Kind::Ask:
        found.ask = found.credentials.password.isEmpty();
        return later(std::move(found));
    case SecretPlace::Kind::Command: // each connection runs the command itself
        return later(std::move(found));
    case SecretPlace::Kind::Variable:
        if (found.credentials.password.isEmpty()) {
            found.credentials.password = variable(profile.secret.variable);
            if (found.credentials.password.isEmpty()) {
                found.missing = QStringLiteral("The variable %1, which should contain the password of %2, is not set.")
                                    .arg(profile.secret.variable, printable(profile.name.toUtf8(), 80));
                found.withheld = true;
            }
        }
        return later(std::move(found));
    case SecretPlace::Kind::Keychain:
        break;
    }
    const auto take = [profile](FoundSecrets& into, Secret& where, const Result<Secret>& read) {
        if (!where.isEmpty())
            return;
        if (read) {
            where = *read;
        } else if (into.missing.isEmpty()) {
            into.missing = read.error().code == ErrorCode::NotFound
                ? QStringLiteral("The keyring has no password for %1.").arg(printable(profile.name.toUtf8(), 80))
                : read.error().message;
            into.withheld = read.error().code == ErrorCode::Authentication || read.error().code == ErrorCode::Timeout;
        }
    };
    m_store.read(passwordKey(profile.name), context,
        [store = &m_store, profile, context, found, take, sentinels, answer](const Result<Secret>& read) mutable {
            take(found, found.credentials.password, read);
            // if the user refused access, don't prompt again for the sentinels' password
            if (!sentinels || found.withheld)
                return answer(found);
            store->read(
                sentinelKey(profile.name), context, [found, take, answer](const Result<Secret>& second) mutable {
                    if (second)
                        take(found, found.credentials.sentinelPassword, second);
                    answer(found);
                });
        });
}

FoundSecrets ProfileSecrets::waitFor(const Profile& profile)
{
    QObject context;
    QEventLoop loop;
    FoundSecrets result;
    find(profile, &context, [&](FoundSecrets found) {
        result = std::move(found);
        loop.quit();
    });
    loop.exec(QEventLoop::ExcludeUserInputEvents);
    return result;
}

void ProfileSecrets::keep(const Profile& profile, const Credentials& credentials, QObject* context,
    const std::function<void(SecretKeeping)>& answer)
{
    if (profile.secret.kind != SecretPlace::Kind::Keychain) {
        forget(profile.name, context, [answer](const Result<>&) { answer({true, {}}); });
        return;
    }
    const auto keepOne = [store = &m_store, context](const QString& key, const Secret& secret, auto then) {
        if (!secret.isEmpty())
            store->write(key, secret, context, then);
        else
            store->remove(key, context, [then](const Result<>&) { then(SecretKeeping{true, {}}); });
    };
    keepOne(passwordKey(profile.name), credentials.password,
        [store = &m_store, keepOne, answer, key = sentinelKey(profile.name), second = credentials.sentinelPassword](
            const SecretKeeping& first) {
            if (second.isEmpty()) // sentinel passwords are rare, so don't access the keyring just to remove one
                return answer(first);
            if (!first.lasts) { // the keyring didn't store the first password, so don't try the second one
                store->hold(key, second);
                return answer(first);
            }
            keepOne(key, second, [answer, first](const SecretKeeping& last) { answer(first.lasts ? last : first); });
        });
}

void ProfileSecrets::forget(const QString& profileName, QObject* context, const std::function<void(Result<>)>& answer)
{
    m_store.remove(
        passwordKey(profileName), context, [store = &m_store, profileName, context, answer](const Result<>& first) {
            store->remove(sentinelKey(profileName), context,
                [answer, first](const Result<>& second) { answer(first ? second : first); });
        });
}

} // namespace dueline
