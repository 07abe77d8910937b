// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"

#include "core/console/profiles/profileexchange.h"
#include "core/console/profiles/profilejson.h"
#include "core/console/profiles/profilestore.h"
#include "core/redis/redisurl.h"

namespace dueline::fuzz {

void profiles(const QByteArray& input)
{
    const QString path = QStringLiteral("profiles.json");
    if (const auto read = ProfileStore::parse(input, path)) {
        const QByteArray text = ProfileStore::asJson(*read);
        const auto again = ProfileStore::parse(text, path);
        FUZZ_HOLDS(again && *again == *read);
        FUZZ_HOLDS(ProfileStore::asJson(*again) == text);
    } else {
        FUZZ_HOLDS(!read.error().message.isEmpty());
    }
    const auto import = readProfiles(input, path, Environment::Production);
    if (!import) {
        FUZZ_HOLDS(!import.error().message.isEmpty());
        return;
    }
    QStringList names;
    for (const ImportedProfile& one : import->profiles) {
        FUZZ_HOLDS(checkProfile(one.profile).ok());
        const auto redis = parseRedisUrl(one.profile.url);
        FUZZ_HOLDS(redis && redis->password.isEmpty());
        FUZZ_HOLDS(!names.contains(one.profile.name));
        names << one.profile.name;
    }
}

} // namespace dueline::fuzz
