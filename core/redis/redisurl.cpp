// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/redisurl.h"

#include "core/base/text.h"
#include "core/redis/sshtunnel.h"

#include <QHostAddress>
#include <QStringDecoder>
#include <QUrl>

#include <algorithm>
#include <cctype>
#include <optional>

namespace dueline {

namespace {

Error bad(const QString& what)
{
    return {ErrorCode::Usage,
        QStringLiteral(
            "The Redis URL is not valid: %1. Examples: redis://127.0.0.1:6379/0, rediss://user@host:6380, unix:/run/redis.sock?db=0.")
            .arg(what)};
}

/// Returns the scheme in lowercase, with Valkey's schemes replaced by Redis's.
QString schemeOf(const QString& url)
{
    const QString scheme = url.left(std::max<qsizetype>(0, url.indexOf(u':'))).toLower();
    return scheme == u"valkey" ? QStringLiteral("redis") : scheme == u"valkeys" ? QStringLiteral("rediss") : scheme;
}

const QStringList schemeNames{QStringLiteral("redis"), QStringLiteral("rediss"), QStringLiteral("valkey"),
    QStringLiteral("valkeys"), QStringLiteral("unix"), QStringLiteral("redis-sentinel"),
    QStringLiteral("redis-cluster")};

const QStringList optionNames{QStringLiteral("db"), QStringLiteral("tls"), QStringLiteral("cacert"),
    QStringLiteral("cert"), QStringLiteral("key"), QStringLiteral("sni"), QStringLiteral("ssh")};

/// Decodes percent escapes; nullopt if a % isn't followed by two hex digits, or the result isn't UTF-8.
std::optional<QString> decoded(QStringView text)
{
    const QByteArray bytes = text.toUtf8();
    for (qsizetype i = bytes.indexOf('%'); i >= 0; i = bytes.indexOf('%', i + 1)) {
        if (i + 2 >= bytes.size() || !std::isxdigit(uchar(bytes[i + 1])) || !std::isxdigit(uchar(bytes[i + 2])))
            return std::nullopt;
    }
    QStringDecoder utf8(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    QString result = utf8(QByteArray::fromPercentEncoding(bytes));
    if (utf8.hasError())
        return std::nullopt;
    return result;
}

Error badPercent()
{
    return bad(QStringLiteral("a % must be followed by two hex digits that form UTF-8; write %25 for the % itself"));
}

/// Parses a number that consists only of digits and is at most `limit`.
std::optional<int> numberOf(QStringView text, int limit)
{
    if (text.isEmpty() || text.size() > 9
        || !std::all_of(text.begin(), text.end(), [](QChar c) { return c >= u'0' && c <= u'9'; }))
        return std::nullopt;
    const int number = text.toInt();
    return number <= limit ? std::optional(number) : std::nullopt;
}

// The messages below never repeat text that may be a password. For example, `redis://user:password` has no host, so the
// password is where the port should be.

Result<int> databaseOf(QStringView text)
{
    const std::optional<int> database = numberOf(text, 65535);
    if (!database)
        return bad(QStringLiteral("the database is not a number from 0 to 65535"));
    return *database;
}

/// Parses `host`, `host:port`, `[v6]`, `[v6]:port`.
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
        if (QHostAddress(endpoint.host).protocol() != QAbstractSocket::IPv6Protocol)
            return bad(QStringLiteral("the text in brackets is not an IPv6 address"));
        const QString rest = text.mid(end + 1);
        if (!rest.isEmpty() && !rest.startsWith(u':'))
            return bad(QStringLiteral("only a port may follow an IPv6 address"));
        port = rest.mid(1);
        if (rest == u":")
            return bad(QStringLiteral("the port is missing after the colon"));
    } else {
        const qsizetype colon = text.indexOf(u':');
        if (text.count(u':') > 1)
            return bad(QStringLiteral("put an IPv6 address in brackets, as in [::1]:6379"));
        const std::optional<QString> host = decoded(QStringView(text).first(colon < 0 ? text.size() : colon));
        if (!host)
            return badPercent();
        endpoint.host = *host;
        if (colon >= 0 && colon + 1 == text.size())
            return bad(QStringLiteral("the port is missing after the colon"));
        port = colon < 0 ? QString() : text.mid(colon + 1);
    }
    if (endpoint.host.isEmpty())
        return bad(QStringLiteral("the host is missing"));
    if (endpoint.host.size() > 253)
        return bad(QStringLiteral("a host name can have at most 253 characters"));
    // Reject characters that end a host or are displayed escaped: the displayed address would refer to a different
    // server.
    const QStringView ends = text.startsWith(u'[') ? QStringView(u"/,") : QStringView(u"/,:@?#%[]\\");
    if (printable(endpoint.host.toUtf8()) != endpoint.host
        || std::any_of(endpoint.host.begin(), endpoint.host.end(),
            [ends](QChar c) { return c.isSpace() || !c.isPrint() || ends.contains(c); }))
        return bad(QStringLiteral("the host contains a character that is not allowed in host names"));
    if (!port.isEmpty()) {
        const std::optional<int> number = numberOf(port, 65535);
        if (!number || *number == 0)
            return bad(QStringLiteral("the port is not a number from 1 to 65535"));
        endpoint.port = quint16(*number);
    }
    return endpoint;
}

/// Reads the options. `hasDatabase`: true if the path already has a database.
Result<> readQuery(const QString& query, bool hasDatabase, RedisConfig& config)
{
    QStringList seen;
    for (const QString& item : query.split(u'&', Qt::SkipEmptyParts)) {
        const qsizetype equals = item.indexOf(u'=');
        const QString key = item.left(equals < 0 ? item.size() : equals);
        if (!optionNames.contains(key))
            return bad(QStringLiteral("\"%1\" is not an option; the options are %2")
                           .arg(printable(key.toUtf8(), 16), optionNames.join(u", ")));
        const std::optional<QString> value = decoded(QStringView(item).mid(equals < 0 ? item.size() : equals + 1));
        if (!value)
            return badPercent();
        if (value->isEmpty())
            return bad(QStringLiteral("the option %1 has no value").arg(key));
        if (seen.contains(key) || (key == u"db" && hasDatabase))
            return bad(QStringLiteral("the option %1 is given twice").arg(key));
        seen << key;
        if (key == u"cacert")
            config.caCertificate = *value;
        else if (key == u"cert")
            config.clientCertificate = *value;
        else if (key == u"key")
            config.clientKey = *value;
        else if (key == u"sni")
            config.serverName = *value;
        else if (key == u"ssh") {
            if (!SshDestination::parse(*value))
                return bad(QStringLiteral("ssh must be [user@]host[:port], as for the program ssh"));
            config.sshHost = *value;
        } else if (key == u"tls") {
            if (*value != u"1" && *value != u"0")
                return bad(QStringLiteral("tls must be 1 or 0"));
            if (config.tls && *value == u"0")
                return bad(QStringLiteral("rediss:// and tls=0 contradict each other"));
            config.tls = *value == u"1";
        } else {
            const Result<int> database = databaseOf(*value);
            if (!database)
                return database.error();
            config.database = *database;
        }
    }
    const bool certificates
        = !config.caCertificate.isEmpty() || !config.clientCertificate.isEmpty() || !config.clientKey.isEmpty();
    if ((certificates || !config.serverName.isEmpty()) && !config.tls)
        return bad(QStringLiteral("cacert, cert, key and sni need TLS: write rediss:// or add tls=1"));
    if (config.clientCertificate.isEmpty() != config.clientKey.isEmpty())
        return bad(QStringLiteral("cert and key must be used together"));
    return {};
}

/// Reads the user and password from `text`, the part before the @.
Result<> readUser(const QString& text, RedisConfig& config)
{
    const qsizetype split = text.indexOf(u':');
    const std::optional<QString> user = decoded(QStringView(text).first(split < 0 ? text.size() : split));
    const std::optional<QString> password = decoded(QStringView(text).mid(split < 0 ? text.size() : split + 1));
    if (!user || !password)
        return badPercent();
    if (QStringView(text).first(split < 0 ? text.size() : split).contains(u'/'))
        return bad(QStringLiteral("a / in the user must be written as %2F"));
    config.user = *user;
    config.password = Secret(password->toUtf8());
    return {};
}

} // namespace

const QStringList& redisSchemes() { return schemeNames; }

Result<RedisConfig> parseRedisUrl(const QString& url)
{
    RedisConfig config;
    const qsizetype colon = url.indexOf(u':');
    const QString scheme = schemeOf(url);
    QString rest = url.mid(colon + 1);
    const qsizetype hash = rest.indexOf(u'#');
    if (hash >= 0)
        return bad(QStringLiteral("\"#\" must be written as %23"));
    const qsizetype question = rest.indexOf(u'?');
    const QString query = question < 0 ? QString() : rest.mid(question + 1);
    if (question >= 0)
        rest.truncate(question);
    if (!rest.contains(u'@') && query.contains(u'@') && !query.contains(QLatin1String("ssh=")))
        return bad(QStringLiteral("a ? in the user or password must be written as %3F"));

    if (scheme == u"unix") {
        if (rest.startsWith(u"//"))
            rest = rest.mid(2);
        if (!rest.startsWith(u'/'))
            return bad(QStringLiteral("a Unix socket needs its absolute path, as in unix:/run/redis.sock"));
        const std::optional<QString> path = decoded(rest);
        if (!path)
            return badPercent();
        config.socketPath = *path;
        if (config.socketPath.toUtf8().size() > 107)
            return bad(QStringLiteral("the path of a Unix socket can have at most 107 bytes"));
        if (auto read = readQuery(query, false, config); !read)
            return read.error();
        if (config.tls || !config.sshHost.isEmpty())
            return bad(QStringLiteral("a Unix socket supports neither TLS nor ssh"));
        return config;
    }
    if (scheme == u"redis-sentinel")
        config.topology = Topology::Sentinel;
    else if (scheme == u"redis-cluster")
        config.topology = Topology::Cluster;
    else if (scheme == u"rediss")
        config.tls = true;
    else if (scheme != u"redis")
        return bad(colon < 0 || !rest.startsWith(u"//") // the scheme is missing, as in `localhost:6379`
                ? QStringLiteral("it has no scheme such as redis://")
                : QStringLiteral("its scheme is not one of %1").arg(schemeNames.join(u", ")));
    if (!rest.startsWith(u"//"))
        return bad(QStringLiteral("two slashes must follow %1:").arg(scheme));
    rest = rest.mid(2);

    const qsizetype slash = rest.indexOf(u'/', rest.lastIndexOf(u'@') + 1);
    QString authority = slash < 0 ? rest : rest.left(slash);
    QStringList path = slash < 0 ? QStringList() : rest.mid(slash + 1).split(u'/');
    const qsizetype at = authority.lastIndexOf(u'@');
    if (at >= 0) {
        if (auto read = readUser(authority.left(at), config); !read)
            return read.error();
        authority = authority.mid(at + 1);
    }
    const quint16 defaultPort = config.topology == Topology::Sentinel ? 26379 : 6379;
    const QStringList hosts = config.topology == Topology::Standalone ? QStringList{authority} : authority.split(u',');
    for (const QString& host : hosts) {
        Result<Endpoint> endpoint = endpointOf(host, defaultPort);
        if (!endpoint)
            return endpoint.error();
        config.hosts.push_back(*endpoint);
    }
    if (config.topology == Topology::Sentinel) {
        if (path.isEmpty() || path.first().isEmpty())
            return bad(QStringLiteral("the master's name is missing, as in redis-sentinel://host:26379/mymaster"));
        const std::optional<QString> master = decoded(path.takeFirst());
        if (!master)
            return badPercent();
        config.masterName = *master;
    }
    bool hasDatabase = false;
    if (!path.isEmpty() && !(path.size() == 1 && path.first().isEmpty())) {
        if (path.size() > 1)
            return bad(QStringLiteral("nothing may follow the database"));
        const Result<int> database = databaseOf(path.first());
        if (!database)
            return database.error();
        config.database = *database;
        hasDatabase = true;
    }
    if (auto read = readQuery(query, hasDatabase, config); !read)
        return read.error();
    return config;
}

bool looksLikeRedisUrl(QStringView text)
{
    const QString scheme = schemeOf(text.toString());
    if (scheme == u"unix")
        return text.mid(5).startsWith(u'/');
    return schemeNames.contains(scheme) && text.mid(text.indexOf(u':')).startsWith(u"://");
}

QString displayUrl(const RedisConfig& config)
{
    const auto encoded = [](const QString& text, const QByteArray& kept = {}) {
        return QString::fromLatin1(QUrl::toPercentEncoding(text, kept));
    };
    QStringList options;
    const auto option = [&](QLatin1String name, const QString& value) {
        // Encode an @ except in an SSH host, or it would be read as the end of a password.
        if (!value.isEmpty())
            options << name + u'=' + encoded(value, name == QLatin1String("ssh") ? "/:@," : "/:,");
    };
    QString url;
    if (!config.socketPath.isEmpty()) {
        // Write two leading slashes as unix:////path, because unix://path would be read as unix:///path.
        const bool twoSlashes = config.socketPath.startsWith(QLatin1String("//"));
        url = (twoSlashes ? QStringLiteral("unix://") : QStringLiteral("unix:")) + encoded(config.socketPath, "/:@,");
        option(QLatin1String("db"), config.database != 0 ? QString::number(config.database) : QString());
    } else {
        const bool standalone = config.topology == Topology::Standalone;
        url = config.topology == Topology::Sentinel ? QStringLiteral("redis-sentinel://")
            : config.topology == Topology::Cluster  ? QStringLiteral("redis-cluster://")
            : config.tls                            ? QStringLiteral("rediss://")
                                                    : QStringLiteral("redis://");
        if (!config.user.isEmpty())
            url += encoded(config.user) + u'@';
        QStringList hosts;
        for (const Endpoint& endpoint : config.hosts)
            hosts << displayEndpoint(endpoint);
        url += hosts.join(u',');
        if (!config.masterName.isEmpty())
            url += u'/' + encoded(config.masterName);
        if (config.database != 0)
            url += u'/' + QString::number(config.database);
        option(QLatin1String("tls"), config.tls && !standalone ? QStringLiteral("1") : QString());
        option(QLatin1String("cacert"), config.caCertificate);
        option(QLatin1String("cert"), config.clientCertificate);
        option(QLatin1String("key"), config.clientKey);
        option(QLatin1String("sni"), config.serverName);
        option(QLatin1String("ssh"), config.sshHost);
    }
    return options.isEmpty() ? url : url + u'?' + options.join(u'&');
}

QString displayEndpoint(const Endpoint& endpoint)
{
    const QString host = printable(endpoint.host.toUtf8());
    return (host.contains(u':') ? QStringLiteral("[%1]:%2") : QStringLiteral("%1:%2")).arg(host).arg(endpoint.port);
}

QString displayName(const RedisConfig& config)
{
    QString name;
    if (!config.socketPath.isEmpty()) {
        name = config.socketPath.section(u'/', -2);
    } else if (!config.masterName.isEmpty()) {
        name = config.masterName;
    } else if (config.hosts.empty()) {
        name = QStringLiteral("redis");
    } else {
        const Endpoint& first = config.hosts.front();
        const bool usual = first.port == Endpoint().port && config.database == 0;
        name = usual ? first.host : displayEndpoint(first);
    }
    name = printable(name.toUtf8(), 60);
    return config.database == 0 ? name : QStringLiteral("%1/%2").arg(name).arg(config.database);
}

QString withoutPassword(const QString& url)
{
    const QString mask = QStringLiteral("***");
    const qsizetype scheme = url.indexOf(QLatin1String("://"));
    const qsizetype from = scheme < 0 ? 0 : scheme + 3;
    // In a valid URL, an @ after the ? belongs to an option. In an invalid URL, everything up to the last @ may contain
    // the password.
    const qsizetype question = url.indexOf(u'?');
    const bool readable = parseRedisUrl(url).ok();
    const qsizetype at = readable && question >= 0 ? url.lastIndexOf(u'@', question) : url.lastIndexOf(u'@');
    if (readable && at < from)
        return url;
    const qsizetype colon = url.indexOf(u':', from);
    if (at >= from)
        return colon < 0 || colon > at ? url : url.left(colon + 1) + mask + url.mid(at);
    // Text without an @ may still contain a password: `redis://:secret` has no host, and `?password=secret` isn't an
    // option.
    if (scheme >= 0 && colon >= 0)
        return url.left(colon + 1) + mask;
    const qsizetype equals = url.indexOf(u'=', std::max<qsizetype>(question, 0));
    return question >= 0 && equals > question ? url.left(equals + 1) + mask : url;
}

} // namespace dueline
