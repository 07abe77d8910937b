// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/profiles/profileexchange.h"

#include "core/base/text.h"
#include "core/console/profiles/profilejson.h"
#include "core/console/profiles/profilestore.h"
#include "core/redis/redisurl.h"

namespace dueline {

Result<ProfileImport> readProfiles(const QByteArray& text, const QString& path, Environment environment)
{
    ProfileImport import;
    if (text.trimmed().startsWith('{')) {
        auto profiles = ProfileStore::parse(text, path);
        if (!profiles)
            return profiles.error();
        for (Profile& profile : *profiles) {
            // Another person's file must not determine which program runs here.
            if (profile.secret.kind == SecretPlace::Kind::Command) {
                profile.secret = {SecretPlace::Kind::Ask, {}};
                import.problems << QStringLiteral(
                    "%1 gets its password from a command, which is not imported. Enter the command in the connection's "
                    "settings.")
                                       .arg(printable(profile.name.toUtf8(), 80));
            }
            import.profiles.push_back({std::move(profile), {}});
        }
        return import;
    }
    std::vector<Profile> named;
    int number = 0;
    for (const QByteArray& raw : text.split('\n')) {
        ++number;
        const QString line = QString::fromUtf8(raw).simplified();
        if (line.isEmpty() || line.startsWith(u'#'))
            continue;
        const qsizetype space = line.indexOf(u' ');
        auto redis = parseRedisUrl(line.left(space));
        if (!redis) {
            import.problems << QStringLiteral("Line %1: %2").arg(number).arg(redis.error().message);
            continue;
        }
        ImportedProfile imported;
        imported.password = redis->password;
        redis->password = {};
        Profile& profile = imported.profile;
        profile.url = displayUrl(*redis);
        profile.environment = environment;
        profile.name = ProfileStore::freeName(space < 0 ? displayName(*redis) : line.mid(space + 1), named);
        if (const auto checked = checkProfile(profile); !checked) {
            import.problems << QStringLiteral("Line %1: %2").arg(number).arg(checked.error().message);
            continue;
        }
        named.push_back(profile);
        import.profiles.push_back(std::move(imported));
    }
    if (import.profiles.empty() && import.problems.isEmpty()) {
        return Error{ErrorCode::Usage,
            QStringLiteral("%1 contains neither profiles nor URLs such as redis://host:6379.")
                .arg(printable(path.toUtf8()))};
    }
    return import;
}

} // namespace dueline
