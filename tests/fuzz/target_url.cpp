// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"

#include "core/redis/redisurl.h"

namespace dueline::fuzz {

void url(const QByteArray& input)
{
    const QString text = QString::fromUtf8(input);
    auto parsed = parseRedisUrl(text);
    const QString bare = withoutPassword(text);
    if (parsed) {
        FUZZ_HOLDS(parsed->socketPath.isEmpty() != parsed->hosts.empty());
        // The displayed URL must name the same server, without the password.
        const auto again = parseRedisUrl(displayUrl(*parsed));
        FUZZ_HOLDS(again.ok());
        parsed->password = {};
        FUZZ_HOLDS(*again == *parsed);
        FUZZ_HOLDS(!displayUrl(*parsed).contains(u'\n'));
        if (const auto masked = parseRedisUrl(bare); masked)
            FUZZ_HOLDS(masked->password.isEmpty() || masked->password.bytes() == "***");
    } else {
        FUZZ_HOLDS(parsed.error().code == ErrorCode::Usage && !parsed.error().message.isEmpty());
    }

    // A password in its usual position is never displayed, even if the rest of the address is invalid.
    const QString canary = QStringLiteral("Canary9137");
    for (const char* head : {"redis://:", "rediss://user:", "redis-sentinel://user:", "redis-cluster://:"}) {
        const QString address = QLatin1String(head) + canary + u'@' + text;
        FUZZ_HOLDS(!withoutPassword(address).contains(canary));
        const auto config = parseRedisUrl(address);
        FUZZ_HOLDS(config ? !displayUrl(*config).contains(canary) : !config.error().message.contains(canary));
    }
}

} // namespace dueline::fuzz
