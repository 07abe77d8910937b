// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/profiles/profilestore.h"

#include "core/base/plainfile.h"
#include "core/base/text.h"
#include "core/console/profiles/profilejson.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

#include <algorithm>
#include <cerrno>
#include <sys/stat.h>

namespace dueline {

namespace {

constexpr int currentVersion = 1;
constexpr int keptBackups = 5;
constexpr auto privately = QFileDevice::ReadOwner | QFileDevice::WriteOwner;

QString quoted(const QString& text) { return QStringLiteral("\"%1\"").arg(printable(text.toUtf8(), 80)); }

/// Returns whether a file doesn't exist. Returns false if that can't be determined, for example because its folder is
/// inaccessible; reading the file then reports why.
bool isMissing(const QString& path)
{
    struct stat found
    { };
    return ::stat(QFile::encodeName(path).constData(), &found) != 0 && errno == ENOENT;
}

/// Returns `$DUELINE_PROFILES` if it is an absolute path, otherwise the default path.
QString defaultPath()
{
    const QString named = qEnvironmentVariable("DUELINE_PROFILES");
    return QDir::isAbsolutePath(named) ? named : configFolder() + QStringLiteral("/profiles.json");
}

Result<QByteArray> contentOf(const QString& path)
{
    QFile file(path);
    if (const QString problem = openPlain(file, Links::Followed); !problem.isEmpty()) {
        return Error{ErrorCode::Io,
            QStringLiteral("Cannot read the profiles in %1: %2.").arg(printable(path.toUtf8()), problem)};
    }
    return file.readAll();
}

QString lineAndColumn(const QByteArray& text, int offset)
{
    const QByteArray before = text.left(offset);
    return QStringLiteral("line %1, column %2")
        .arg(before.count('\n') + 1)
        .arg(before.size() - (before.lastIndexOf('\n') + 1) + 1);
}

/// Replaces a file atomically. The new file is readable only by its owner. If the path is a link, replaces the link's
/// target. Returns the reason for a failure; empty on success.
QString putPrivately(const QString& path, const QByteArray& text, Links links)
{
    if (const QString problem = notPlain(path, links); !problem.isEmpty())
        return problem;
    if (const QString problem = notOwnFolder(QFileInfo(path).path()); !problem.isEmpty())
        return problem;
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || !file.setPermissions(privately))
        return file.errorString();
    file.write(text);
    return file.commit() ? QString() : file.errorString();
}

} // namespace

QString configFolder()
{
    const QString config = qEnvironmentVariable("XDG_CONFIG_HOME");
    // The XDG specification says to ignore relative paths.
    const QString base = QDir::isAbsolutePath(config) ? config : QDir::homePath() + QStringLiteral("/.config");
    return base + QStringLiteral("/dueline");
}

ProfileStore::ProfileStore(QString path)
    : m_path(path.isEmpty() ? defaultPath() : std::move(path))
{ }

Result<std::vector<Profile>> ProfileStore::load() const
{
    if (isMissing(m_path))
        return std::vector<Profile>();
    const auto text = contentOf(m_path);
    if (!text)
        return text.error();
    auto profiles = parse(*text, m_path);
    if (profiles || profiles.error().code != ErrorCode::Usage)
        return profiles;
    Error error = profiles.error();
    for (const QString& path : backups()) {
        const auto before = contentOf(path);
        if (before && parse(*before, path)) {
            error.message
                += QStringLiteral(" The previous version is in %1; copy it back.").arg(printable(path.toUtf8()));
            break;
        }
    }
    return error;
}

Result<std::vector<Profile>> ProfileStore::parse(const QByteArray& text, const QString& path)
{
    const QString shownPath = printable(path.toUtf8());
    std::vector<Profile> profiles;
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
            QStringLiteral("%1 does not contain profiles: \"version\" and a list \"profiles\" are missing.")
                .arg(shownPath)};
    }
    if (version.toDouble() > currentVersion) {
        return Error{ErrorCode::Refused,
            QStringLiteral("%1 was written by a newer Dueline. Use that version, or move the file.").arg(shownPath)};
    }
    const QJsonArray array = root.value(QStringLiteral("profiles")).toArray();
    for (qsizetype i = 0; i < array.size(); ++i) {
        auto profile = profileFromJson(array.at(i).toObject());
        if (!profile) {
            return Error{ErrorCode::Usage,
                QStringLiteral("Profile %1 in %2 is not valid: %3.")
                    .arg(i + 1)
                    .arg(shownPath, profile.error().message)};
        }
        if (const auto checked = checkProfile(*profile); !checked)
            return Error{checked.error().code, QStringLiteral("In %1: %2").arg(shownPath, checked.error().message)};
        const bool taken = std::any_of(
            profiles.begin(), profiles.end(), [&](const Profile& other) { return other.name == profile->name; });
        if (taken) {
            return Error{ErrorCode::Usage,
                QStringLiteral("%1 has two profiles named %2; rename one.").arg(shownPath, quoted(profile->name))};
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
    const QString there = names.isEmpty()
        ? QStringLiteral("No profiles are saved in %1.").arg(printable(m_path.toUtf8()))
        : QStringLiteral("The profiles are: %1.").arg(names.join(QStringLiteral(", ")));
    return Error{ErrorCode::NotFound, QStringLiteral("There is no profile %1. %2").arg(quoted(name), there)};
}

Result<> ProfileStore::save(const Profile& profile, const QString& replaces)
{
    if (const auto checked = checkProfile(profile); !checked)
        return checked;
    auto profiles = load();
    if (!profiles)
        return profiles.error();
    const auto named = [&profiles](const QString& name) {
        return std::find_if(
            profiles->begin(), profiles->end(), [&](const Profile& other) { return other.name == name; });
    };
    const QString before = replaces.isEmpty() ? profile.name : replaces;
    if (before != profile.name && named(profile.name) != profiles->end()) {
        return Error{ErrorCode::Exists,
            QStringLiteral("A profile named %1 already exists; choose another name.").arg(quoted(profile.name))};
    }
    if (const auto same = named(before); same != profiles->end())
        *same = profile;
    else
        profiles->push_back(profile);
    return write(*profiles, {{profile.name, before}});
}

Result<QStringList> ProfileStore::add(const std::vector<Profile>& more)
{
    auto profiles = load();
    if (!profiles)
        return profiles.error();
    QStringList names;
    for (Profile profile : more) {
        if (const auto checked = checkProfile(profile); !checked)
            return checked.error();
        // Another person's file must not determine what is recorded on this computer.
        profile.recordedTasks = RecordedTasks::None;
        const auto isSame = [&profile](Profile known) {
            known.mutedFailures = profile.mutedFailures;
            known.recordedTasks = profile.recordedTasks;
            return known == profile;
        };
        if (std::any_of(profiles->begin(), profiles->end(), isSame)) {
            names << profile.name;
            continue;
        }
        profile.name = freeName(profile.name, *profiles);
        names << profile.name;
        profiles->push_back(std::move(profile));
    }
    if (const auto written = write(*profiles, {}); !written)
        return written.error();
    return names;
}

QString ProfileStore::freeName(const QString& wanted, const std::vector<Profile>& profiles)
{
    QString name = wanted;
    for (int i = 2; std::any_of(
             profiles.begin(), profiles.end(), [&name](const Profile& profile) { return profile.name == name; });
         ++i)
        name = QStringLiteral("%1 (%2)").arg(wanted).arg(i);
    return name;
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
    return write(*profiles, {});
}

QStringList ProfileStore::backups() const
{
    QStringList paths;
    for (int i = 1; i <= keptBackups; ++i) {
        if (QFile::exists(backupPath(i)))
            paths << backupPath(i);
    }
    return paths;
}

QString ProfileStore::backupPath(int number) const { return QStringLiteral("%1.%2").arg(m_path).arg(number); }

QByteArray ProfileStore::asJson(const std::vector<Profile>& profiles)
{
    QJsonArray array;
    for (Profile profile : profiles) {
        // Muting a failure group is a personal choice, and exported files shouldn't contain error messages.
        profile.mutedFailures.clear();
        profile.recordedTasks = RecordedTasks::None;
        array.append(profileToJson(profile));
    }
    return QJsonDocument(QJsonObject{{QStringLiteral("version"), currentVersion}, {QStringLiteral("profiles"), array}})
        .toJson();
}

/// Writes the profiles, keeping unknown members of the file. `renamed`: previous names of renamed profiles, by new
/// name.
Result<> ProfileStore::write(const std::vector<Profile>& profiles, const std::map<QString, QString>& renamed) const
{
    QJsonObject root;
    std::map<QString, QJsonObject> before;
    if (!isMissing(m_path)) {
        const auto text = contentOf(m_path);
        if (!text)
            return text.error();
        root = QJsonDocument::fromJson(*text).object();
        const QJsonArray old = root.value(QStringLiteral("profiles")).toArray();
        for (const auto& value : old)
            before[value.toObject().value(QStringLiteral("name")).toString()] = value.toObject();
    }
    QJsonArray array;
    for (const Profile& profile : profiles) {
        const auto old = renamed.find(profile.name);
        array.append(profileToJson(profile, before[old == renamed.end() ? profile.name : old->second]));
    }
    root.insert(QStringLiteral("version"), currentVersion);
    root.insert(QStringLiteral("profiles"), array);
    return replace(QJsonDocument(root).toJson());
}

/// Replaces the file atomically after copying its previous version to the newest backup.
Result<> ProfileStore::replace(const QByteArray& text) const
{
    const auto failed = [&](const QString& reason) {
        return Error{ErrorCode::Io,
            QStringLiteral("Cannot save the profiles to %1: %2.").arg(printable(m_path.toUtf8()), reason)};
    };
    const QString folder = QFileInfo(m_path).path();
    if (!makePrivateFolder(folder))
        return failed(QStringLiteral("the folder cannot be created"));
    if (!isMissing(m_path)) {
        const auto old = contentOf(m_path);
        if (!old)
            return old.error();
        if (*old != text) {
            QFile::remove(backupPath(keptBackups));
            for (int i = keptBackups - 1; i >= 1; --i)
                QFile::rename(backupPath(i), backupPath(i + 1));
            if (const QString problem = putPrivately(backupPath(1), *old, Links::Refused); !problem.isEmpty())
                return failed(problem);
        }
    }
    if (const QString problem = putPrivately(m_path, text, Links::Followed); !problem.isEmpty())
        return failed(problem);
    return {};
}

} // namespace dueline
