// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/redisurl.h"

#include <QUrl>
#include <QUrlQuery>

namespace dueline {

namespace {

Error bad(const QString& what)
{
    return {ErrorCode::Usage, QStringLiteral("The Redis URL is not usable: %1. Examples: redis://127.0.0.1:6379/0, rediss://user@host:6380, unix:/run/redis.sock?db=0.").arg(what)};
}

QString decoded(QStringView text)
{
    return QUrl::fromPercentEncoding(text.toUtf8());
}

Result<int> databaseOf(const QString& text)
{
    bool ok = false;
    const int database = text.toInt(&ok);
    if (!ok || database < 0 || database > 65535)
        return bad(QStringLiteral("\"%1\" is not a database number").arg(text.left(32)));
    return database;
}

/// `host`, `host:port`, `[v6]`, `[v6]:port`.
Result<Endpoint> endpointOf(const QString& text, quint16 defaultPort)
{
    Endpoint endpoint;
    endpoint.port = defaultPort;
    QString port;
    if (text.startsWith(u'[')) {
        const qsizetype end = text.indexOf(u']');
        if (end < 0)
            return bad(QStringLiteral("an IPv6 address lacks its closing bracket"));
        endpoint.host = text.mid(1, end - 1);
        const QString rest = text.mid(end + 1);
        if (!rest.isEmpty() && !rest.startsWith(u':'))
            return bad(QStringLiteral("after an IPv6 address only a port may follow"));
        port = rest.mid(1);
        if (rest == u":")
            return bad(QStringLiteral("the port is missing after the colon"));
    } else {
        const qsizetype colon = text.indexOf(u':');
        if (text.count(u':') > 1)
            return bad(QStringLiteral("an IPv6 address stands in brackets, as in [::1]:6379"));
        endpoint.host = decoded(colon < 0 ? text : text.left(colon));
        if (colon >= 0 && colon + 1 == text.size())
            return bad(QStringLiteral("the port is missing after the colon"));
        port = colon < 0 ? QString() : text.mid(colon + 1);
    }
    if (endpoint.host.isEmpty())
        return bad(QStringLiteral("the host is missing"));
    if (!port.isEmpty()) {
        bool ok = false;
        const uint number = port.toUInt(&ok);
        if (!ok || number == 0 || number > 65535)
            return bad(QStringLiteral("\"%1\" is not a port (1 to 65535)").arg(port.left(32)));
        endpoint.port = quint16(number);
    }
    return endpoint;
}

Result<> readQuery(const QString& query, RedisConfig& config)
{
    if (query.isEmpty())
        return {};
    for (const QString& item : query.split(u'&', Qt::SkipEmptyParts)) {
        const qsizetype equals = item.indexOf(u'=');
        const QString key = decoded(equals < 0 ? item : item.left(equals));
        const QString value = equals < 0 ? QString() : decoded(QStringView(item).mid(equals + 1));
        if (value.isEmpty())
            return bad(QStringLiteral("the option \"%1\" has no value").arg(key.left(32)));
        if (key == u"cacert")
            config.caCertificate = value;
        else if (key == u"cert")
            config.clientCertificate = value;
        else if (key == u"key")
            config.clientKey = value;
        else if (key == u"sni")
            config.serverName = value;
        else if (key == u"ssh")
            config.sshHost = value;
        else if (key == u"tls") {
            if (value != u"1" && value != u"0")
                return bad(QStringLiteral("tls is 1 or 0"));
            config.tls = config.tls || value == u"1";
        } else if (key == u"db") {
            const Result<int> database = databaseOf(value);
            if (!database)
                return database.error();
            config.database = *database;
        } else {
            return bad(QStringLiteral("the option \"%1\" is unknown (there are db, cacert, cert, key, sni, tls, ssh)").arg(key.left(32)));
        }
    }
    return {};
}

} // namespace

Result<RedisConfig> parseRedisUrl(const QString& url)
{
    RedisConfig config;
    const qsizetype colon = url.indexOf(u':');
    const QString scheme = url.left(std::max<qsizetype>(0, colon));
    QString rest = url.mid(colon + 1);
    const qsizetype hash = rest.indexOf(u'#');
    if (hash >= 0)
        return bad(QStringLiteral("\"#\" must be written %23"));
    const qsizetype question = rest.indexOf(u'?');
    const QString query = question < 0 ? QString() : rest.mid(question + 1);
    if (question >= 0)
        rest.truncate(question);

    if (scheme == u"unix") {
        if (rest.startsWith(u"//"))
            rest = rest.mid(2);
        if (!rest.startsWith(u'/'))
            return bad(QStringLiteral("a unix socket needs its whole path, as in unix:/run/redis.sock"));
        config.socketPath = decoded(rest);
        if (config.socketPath.toUtf8().size() > 107)
            return bad(QStringLiteral("the path of a unix socket may have at most 107 bytes"));
        if (auto read = readQuery(query, config); !read)
            return read.error();
        return config;
    }
    if (scheme == u"redis-sentinel")
        config.topology = Topology::Sentinel;
    else if (scheme == u"redis-cluster")
        config.topology = Topology::Cluster;
    else if (scheme == u"rediss")
        config.tls = true;
    else if (scheme != u"redis")
        return bad(colon < 0 ? QStringLiteral("it has no scheme such as redis://")
                             : QStringLiteral("the scheme \"%1\" is unknown").arg(scheme.left(16)));
    if (!rest.startsWith(u"//"))
        return bad(QStringLiteral("after %1: two slashes follow").arg(scheme));
    rest = rest.mid(2);

    const qsizetype slash = rest.indexOf(u'/', rest.lastIndexOf(u'@') + 1);
    QString authority = slash < 0 ? rest : rest.left(slash);
    QStringList path = slash < 0 ? QStringList() : rest.mid(slash + 1).split(u'/');
    const qsizetype at = authority.lastIndexOf(u'@');
    if (at >= 0) {
        const QString user = authority.left(at);
        const qsizetype split = user.indexOf(u':');
        config.user = decoded(split < 0 ? user : user.left(split));
        if (split >= 0)
            config.password = Secret(decoded(QStringView(user).mid(split + 1)).toUtf8());
        authority = authority.mid(at + 1);
    }
    const quint16 defaultPort = config.topology == Topology::Sentinel ? 26379 : 6379;
    const QStringList hosts = config.topology == Topology::Standalone ? QStringList {authority} : authority.split(u',');
    for (const QString& host : hosts) {
        Result<Endpoint> endpoint = endpointOf(host, defaultPort);
        if (!endpoint)
            return endpoint.error();
        config.hosts.push_back(*endpoint);
    }
    if (config.topology == Topology::Sentinel) {
        if (path.isEmpty() || path.first().isEmpty())
            return bad(QStringLiteral("the master's name is missing, as in redis-sentinel://host:26379/mymaster"));
        config.masterName = decoded(path.takeFirst());
    }
    if (!path.isEmpty() && !(path.size() == 1 && path.first().isEmpty())) {
        if (path.size() > 1)
            return bad(QStringLiteral("after the database nothing may follow"));
        const Result<int> database = databaseOf(path.first());
        if (!database)
            return database.error();
        config.database = *database;
    }
    if (auto read = readQuery(query, config); !read)
        return read.error();
    if (config.topology == Topology::Cluster && config.database != 0)
        return bad(QStringLiteral("a cluster has only database 0"));
    return config;
}

QString displayUrl(const RedisConfig& config)
{
    if (!config.socketPath.isEmpty())
        return QStringLiteral("unix:") + config.socketPath + (config.database ? QStringLiteral("?db=%1").arg(config.database) : QString());
    QString url = config.topology == Topology::Sentinel ? QStringLiteral("redis-sentinel://")
        : config.topology == Topology::Cluster          ? QStringLiteral("redis-cluster://")
        : config.tls                                    ? QStringLiteral("rediss://")
                                                        : QStringLiteral("redis://");
    if (!config.user.isEmpty())
        url += QString::fromLatin1(QUrl::toPercentEncoding(config.user)) + u'@';
    QStringList hosts;
    for (const Endpoint& endpoint : config.hosts)
        hosts << (endpoint.host.contains(u':') ? QStringLiteral("[%1]:%2") : QStringLiteral("%1:%2")).arg(endpoint.host).arg(endpoint.port);
    url += hosts.join(u',');
    if (!config.masterName.isEmpty())
        url += u'/' + QString::fromLatin1(QUrl::toPercentEncoding(config.masterName));
    if (config.database != 0)
        url += u'/' + QString::number(config.database);
    return url;
}

QString withoutPassword(const QString& url)
{
    const qsizetype start = url.indexOf(QLatin1String("://"));
    // The last @ before the path: passwords may hold @ and /, so everything up to the last @ is taken for user and password.
    const qsizetype at = url.lastIndexOf(u'@');
    const qsizetype from = start < 0 ? 0 : start + 3;
    if (at < from)
        return url;
    const qsizetype colon = url.indexOf(u':', from);
    if (colon < 0 || colon > at)
        return url;
    return url.left(colon + 1) + QStringLiteral("***") + url.mid(at);
}

} // namespace dueline
