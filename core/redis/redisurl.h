// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/redisconfig.h"

#include <QStringList>

namespace dueline {

/// Reads `redis[s]://[user[:password]@]host[:port][/db]`, `unix:/path?db=N`,
/// `redis-sentinel://[user@]h1[:26379],h2/MASTER[/db]`, `redis-cluster://h1:p1,h2:p2`; query keys `cacert cert key sni
/// tls=1 ssh db`. The scheme may be written large; `valkey://` and `valkeys://` are `redis://` and `rediss://`. User
/// and password are percent-decoded; IPv6 hosts stand in brackets. An unknown scheme, key, port or database is an
/// error. Errors: Usage, one sentence with an example; it never repeats the password.
Result<RedisConfig> parseRedisUrl(const QString& url);

/// The schemes it accepts, in small letters.
const QStringList& redisSchemes();

/// Whether it begins as such a URL does, right or wrong: it is one, and may hold a password.
bool looksLikeRedisUrl(QStringView text);

/// The address for people: as parseRedisUrl reads it, without any password.
QString displayUrl(const RedisConfig& config);

/// `host:port`, an IPv6 host in brackets; nothing in it can trick a terminal.
QString displayEndpoint(const Endpoint& endpoint);

/// What a server is called that nobody has named: `host`, or `host:port` and `host:port/db` where those are not the
/// usual ones, so that two servers on one host, and two databases of one server, are told apart; a socket by its folder
/// and file, a group of sentinels by its master.
QString displayName(const RedisConfig& config);

/// `url` with its password replaced by `***`, for overwriting argv and for messages; works on text that does not parse,
/// too.
QString withoutPassword(const QString& url);

} // namespace dueline
