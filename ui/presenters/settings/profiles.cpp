// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/settings/profiles.h"

#include "core/base/text.h"
#include "core/redis/redisurl.h"

#include <algorithm>

namespace dueline {

bool isSameServer(const RedisConfig& a, const RedisConfig& b)
{
    return a.topology == b.topology && a.hosts == b.hosts && a.socketPath == b.socketPath
        && a.masterName == b.masterName && a.sshHost == b.sshHost;
}

Profiles::Profiles(ProfileStore store, SecretStore& secrets, Credentials environment, QObject* parent)
    : QObject(parent)
    , m_store(std::move(store))
    , m_secrets(secrets, std::move(environment))
    , m_webhooks(secrets)
{
    connect(&m_webhooks, &Webhooks::problem, this, &Profiles::secretsProblem);
}

const Profile* Profiles::find(const QString& name) const
{
    for (const Profile& profile : m_all) {
        if (profile.name == name)
            return &profile;
    }
    return nullptr;
}

const Profile* Profiles::ofTarget(const RedisConfig& target) const
{
    const auto found = std::find_if(m_all.begin(), m_all.end(), [&target](const Profile& profile) {
        const auto saved = parseRedisUrl(profile.url);
        return saved && isSameServer(*saved, target) && saved->database == target.database;
    });
    return found == m_all.end() ? nullptr : &*found;
}

Result<Profile> Profiles::unsaved(const QString& url) const
{
    const auto target = parseRedisUrl(url);
    if (!target)
        return target.error();
    Profile profile = Profile::fresh();
    profile.url = url;
    profile.name = ProfileStore::freeName(displayName(*target), m_all); // don't use a saved connection's name
    for (const Profile& saved : m_all) {
        const auto known = parseRedisUrl(saved.url);
        if (!known || !isSameServer(*known, *target))
            continue;
        // Use the most critical environment; production has the lowest value.
        profile.environment = std::min(profile.environment, saved.environment);
        profile.readOnly = profile.readOnly || saved.readOnly;
        profile.maskedFields += saved.maskedFields;
    }
    profile.maskedFields.removeDuplicates();
    return profile;
}

Result<> Profiles::load()
{
    m_all.clear();
    auto loaded = m_store.load();
    const Result<> result = loaded ? Result<>() : Result<>(loaded.error());
    if (loaded)
        m_all = *std::move(loaded);
    Q_EMIT changed();
    return result;
}

Result<> Profiles::save(const Profile& profile, const QString& replaces, const std::optional<Secret>& password)
{
    if (replaces.isEmpty() && find(profile.name)) {
        return Error{ErrorCode::Exists,
            tr("A connection named %1 already exists. Choose another name.").arg(printable(profile.name.toUtf8(), 80))};
    }
    const Profile* before = find(replaces);
    const bool moves = before && before->name != profile.name;
    const Profile old = before ? *before : Profile();
    if (const auto saved = m_store.save(profile, replaces); !saved)
        return saved;
    if (moves)
        m_webhooks.rename(old.name, profile.name);
    if (password) {
        if (moves)
            m_secrets.forget(old.name, this, [](const Result<>&) {});
        keep(profile, {*password, {}});
    } else if (moves && old.secret.kind == SecretPlace::Kind::Keychain) {
        m_secrets.find(old, this, [this, profile, name = old.name](const FoundSecrets& found) {
            if (found.withheld) // never replace a password that can't be read
                return Q_EMIT secretsProblem(found.missing);
            // Passwords from the environment are never stored.
            const bool foreign = found.credentials.password == m_secrets.environment().password;
            keep(profile, foreign ? Credentials() : found.credentials);
            m_secrets.forget(name, this, [](const Result<>&) {});
        });
    } else if (before && old.secret.kind != profile.secret.kind) {
        keep(profile, {});
    }
    return load();
}

void Profiles::keepPassword(const QString& name, const Credentials& credentials)
{
    if (const Profile* profile = find(name))
        keep(*profile, credentials);
}

void Profiles::keep(const Profile& profile, const Credentials& credentials)
{
    m_secrets.keep(profile, credentials, this, [this](const SecretKeeping& keeping) {
        if (!keeping.lasts)
            Q_EMIT secretsProblem(keeping.reason);
    });
}

void Profiles::findSecrets(const Profile& entered, const QString& replaces, QObject* context,
    const std::function<void(const FoundSecrets&)>& answer)
{
    Profile known = entered;
    if (!replaces.isEmpty())
        known.name = replaces;
    if (!replaces.isEmpty() || known.secret.kind != SecretPlace::Kind::Keychain)
        return m_secrets.find(known, context, answer);
    FoundSecrets found;
    found.credentials = m_secrets.environment();
    QMetaObject::invokeMethod(
        context, [answer, found] { answer(found); }, Qt::QueuedConnection);
}

Result<> Profiles::remove(const QString& name)
{
    if (const auto removed = m_store.remove(name); !removed)
        return removed;
    m_webhooks.remove(name);
    m_secrets.forget(name, this, [this](const Result<>& forgotten) {
        // Without a keyring, there is no password to remove.
        if (!forgotten && forgotten.error().code != ErrorCode::Io)
            Q_EMIT secretsProblem(forgotten.error().message);
    });
    return load();
}

Profile Profiles::copyOf(const Profile& profile) const
{
    Profile copy = profile;
    copy.name = ProfileStore::freeName(profile.name, m_all);
    return copy;
}

} // namespace dueline
