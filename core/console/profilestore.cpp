// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/profilestore.h"

#include "core/base/text.h"
#include "core/layouts/layoutregistry.h"
#include "core/redis/redisurl.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

#include <algorithm>

namespace dueline {

namespace {

constexpr int currentVersion = 1;

QString quoted(const QString& text) { return QStringLiteral("\"%1\"").arg(printable(text.toUtf8(), 80)); }

/// What is wrong with a profile, wherever it came from. Errors: Usage, NotSupported.
Result<> check(const Profile& profile)
{
    if (profile.name.trimmed().isEmpty())
        return Error{ErrorCode::Usage, QStringLiteral("A profile needs a name.")};
    const QString who = QStringLiteral("The profile %1").arg(quoted(profile.name));
    const auto redis = parseRedisUrl(profile.url);
    if (!redis)
        return Error{redis.error().code, QStringLiteral("%1 has no usable URL: %2").arg(who, redis.error().message)};
    if (!redis->password.isEmpty()) {
        return Error{ErrorCode::Usage,
            QStringLiteral("%1 has a password in its URL; take it out: passwords are never stored there.").arg(who)};
    }
    if (const auto layout = parseLayout(profile.layout); !layout)
        return Error{layout.error().code, QStringLiteral("%1: %2").arg(who, layout.error().message)};
    if (profile.prefix.isEmpty() || profile.prefix.contains('{') || profile.prefix.contains('}'))
        return Error{ErrorCode::Usage, QStringLiteral("%1 needs a prefix, without { and }.").arg(who)};
    return {};
}

QJsonObject toJson(const Profile& profile)
{
    return {{QStringLiteral("name"), profile.name}, {QStringLiteral("url"), profile.url},
        {QStringLiteral("layout"), profile.layout}, {QStringLiteral("prefix"), QString::fromUtf8(profile.prefix)},
        {QStringLiteral("environment"), environmentName(profile.environment)},
        {QStringLiteral("readOnly"), profile.readOnly}};
}

/// A member of a kind, or what is to be said instead.
Result<> take(const QJsonObject& object, const QString& key, QJsonValue::Type type, QJsonValue& value)
{
    const QJsonValue found = object.value(key);
    if (found.isUndefined())
        return {};
    if (found.type() != type) {
        const QString kind = type == QJsonValue::Bool ? QStringLiteral("true or false") : QStringLiteral("a text");
        return Error{ErrorCode::Usage, QStringLiteral("\"%1\" is not %2").arg(key, kind)};
    }
    value = found;
    return {};
}

Result<Profile> fromJson(const QJsonObject& object)
{
    Profile profile;
    QJsonValue name = QString();
    QJsonValue url = QString();
    QJsonValue layout = profile.layout;
    QJsonValue prefix = QString::fromUtf8(profile.prefix);
    QJsonValue environment = environmentName(profile.environment);
    QJsonValue readOnly = false;
    for (const auto& [key, value] : {std::pair(QStringLiteral("name"), &name), {QStringLiteral("url"), &url},
             {QStringLiteral("layout"), &layout}, {QStringLiteral("prefix"), &prefix},
             {QStringLiteral("environment"), &environment}, {QStringLiteral("readOnly"), &readOnly}}) {
        if (const auto taken = take(object, key, value->type(), *value); !taken)
            return taken.error();
    }
    profile.name = name.toString();
    profile.url = url.toString();
    profile.layout = layout.toString();
    profile.prefix = prefix.toString().toUtf8();
    profile.readOnly = readOnly.toBool();
    // A word we do not know must not make a server look less precious than it is.
    const auto known = environmentFromName(environment.toString());
    if (!known) {
        return Error{
            ErrorCode::Usage, QStringLiteral("\"environment\" is none of production, staging and development")};
    }
    profile.environment = *known;
    return profile;
}

QString lineAndColumn(const QByteArray& text, int offset)
{
    const QByteArray before = text.left(offset);
    return QStringLiteral("line %1, column %2")
        .arg(before.count('\n') + 1)
        .arg(before.size() - (before.lastIndexOf('\n') + 1) + 1);
}

} // namespace

QString configFolder()
{
    const QString config = qEnvironmentVariable("XDG_CONFIG_HOME");
    // The specification asks to ignore a relative one.
    const QString base = QDir::isAbsolutePath(config) ? config : QDir::homePath() + QStringLiteral("/.config");
    return base + QStringLiteral("/dueline");
}

ProfileStore::ProfileStore(QString path)
    : m_path(path.isEmpty() ? configFolder() + QStringLiteral("/profiles.json") : std::move(path))
{ }

Result<std::vector<Profile>> ProfileStore::load() const
{
    const QString shownPath = printable(m_path.toUtf8());
    std::vector<Profile> profiles;
    QFile file(m_path);
    if (!file.exists())
        return profiles;
    if (!file.open(QIODevice::ReadOnly)) {
        return Error{
            ErrorCode::Io, QStringLiteral("The profiles in %1 cannot be read: %2.").arg(shownPath, file.errorString())};
    }
    const QByteArray text = file.readAll();
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(text, &problem);
    if (problem.error != QJsonParseError::NoError) {
        return Error{ErrorCode::Usage,
            QStringLiteral("%1 is not valid JSON at %2: %3.")
                .arg(shownPath, lineAndColumn(text, problem.offset), problem.errorString())};
    }
    const QJsonObject root = document.object();
    const QJsonValue version = root.value(QStringLiteral("version"));
    if (!version.isDouble() || !root.value(QStringLiteral("profiles")).isArray()) {
        return Error{ErrorCode::Usage,
            QStringLiteral("%1 does not hold profiles: \"version\" and a list \"profiles\" are missing.")
                .arg(shownPath)};
    }
    if (version.toDouble() > currentVersion) {
        return Error{ErrorCode::Refused,
            QStringLiteral("%1 was written by a newer Dueline; use that one, or move the file away.").arg(shownPath)};
    }
    const QJsonArray array = root.value(QStringLiteral("profiles")).toArray();
    for (qsizetype i = 0; i < array.size(); ++i) {
        auto profile = fromJson(array.at(i).toObject());
        if (!profile) {
            return Error{ErrorCode::Usage,
                QStringLiteral("Profile %1 in %2 does not parse: %3.")
                    .arg(i + 1)
                    .arg(shownPath, profile.error().message)};
        }
        if (const auto checked = check(*profile); !checked)
            return Error{checked.error().code, QStringLiteral("In %1: %2").arg(shownPath, checked.error().message)};
        const bool taken = std::any_of(
            profiles.begin(), profiles.end(), [&](const Profile& other) { return other.name == profile->name; });
        if (taken) {
            return Error{ErrorCode::Usage,
                QStringLiteral("In %1 there are two profiles named %2; rename one.")
                    .arg(shownPath, quoted(profile->name))};
        }
        profiles.push_back(*std::move(profile));
    }
    return profiles;
}

Result<Profile> ProfileStore::find(const QString& name) const
{
    const auto profiles = load();
    if (!profiles)
        return profiles.error();
    QStringList names;
    for (const Profile& profile : *profiles) {
        if (profile.name == name)
            return profile;
        names << quoted(profile.name);
    }
    const QString there = names.isEmpty() ? QStringLiteral("None are saved in %1.").arg(printable(m_path.toUtf8()))
                                          : QStringLiteral("There are: %1.").arg(names.join(QStringLiteral(", ")));
    return Error{ErrorCode::NotFound, QStringLiteral("There is no profile %1. %2").arg(quoted(name), there)};
}

Result<> ProfileStore::save(const Profile& profile)
{
    if (const auto checked = check(profile); !checked)
        return checked;
    auto profiles = load();
    if (!profiles)
        return profiles.error();
    const auto same = std::find_if(
        profiles->begin(), profiles->end(), [&](const Profile& other) { return other.name == profile.name; });
    if (same != profiles->end())
        *same = profile;
    else
        profiles->push_back(profile);
    return write(*profiles);
}

Result<> ProfileStore::remove(const QString& name)
{
    const auto found = find(name);
    if (!found)
        return found.error();
    auto profiles = load();
    if (!profiles)
        return profiles.error();
    std::erase_if(*profiles, [&](const Profile& profile) { return profile.name == name; });
    return write(*profiles);
}

Result<> ProfileStore::write(const std::vector<Profile>& profiles) const
{
    QJsonArray array;
    for (const Profile& profile : profiles)
        array.append(toJson(profile));
    const QJsonObject root{{QStringLiteral("version"), currentVersion}, {QStringLiteral("profiles"), array}};
    const auto failed = [&](const QString& reason) {
        return Error{ErrorCode::Io,
            QStringLiteral("The profiles cannot be saved to %1: %2.").arg(printable(m_path.toUtf8()), reason)};
    };
    const QString folder = QFileInfo(m_path).path();
    if (!QDir().mkpath(folder))
        return failed(QStringLiteral("the folder cannot be made"));
    QSaveFile file(m_path);
    if (!file.open(QIODevice::WriteOnly) || !file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner))
        return failed(file.errorString());
    file.write(QJsonDocument(root).toJson());
    if (!file.commit())
        return failed(file.errorString());
    return {};
}

} // namespace dueline
