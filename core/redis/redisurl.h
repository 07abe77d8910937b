// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/redisconfig.h"

#include <QStringList>

namespace dueline {

/// Parses `redis[s]://[user[:password]@]host[:port][/db]`, `unix:/path?db=N`,
/// `redis-sentinel://[user@]h1[:26379],h2/MASTER[/db]`, `redis-cluster://h1:p1,h2:p2`; query keys `cacert cert key sni
/// tls=1 ssh db`. The scheme is case-insensitive; `valkey://` and `valkeys://` mean `redis://` and `rediss://`. User
/// and password are percent-decoded; IPv6 hosts are in brackets. Errors: Usage, also for an unknown scheme or key, with
/// a sentence that has an example but never the password.
Result<RedisConfig> parseRedisUrl(const QString& url);

/// Returns the accepted schemes, in lowercase.
const QStringList& redisSchemes();

/// Returns whether a string starts like a Redis URL, valid or not, and may contain a password.
bool looksLikeRedisUrl(QStringView text);

/// Returns the address as a URL for parseRedisUrl(), without passwords.
QString displayUrl(const RedisConfig& config);

/// Returns `host:port`, with brackets around an IPv6 host. The text is safe to print on a terminal.
QString displayEndpoint(const Endpoint& endpoint);

/// Returns a server's default name: `host`, `host:port` or `host:port/db`. Only the default port and database are left
/// out, so servers on the same host have different names. A socket is named after its folder and file, and a group of
/// sentinels after its master.
QString displayName(const RedisConfig& config);

/// Returns `url` with `***` for its password, for messages and for overwriting argv. Also works on text that isn't a
/// valid URL.
QString withoutPassword(const QString& url);

} // namespace dueline
