// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/doctor/serverdoctor.h"

#include "core/base/duration.h"
#include "core/base/text.h"
#include "core/console/connect/teststeps.h"
#include "core/layouts/port/functionlibrary.h"
#include "core/layouts/port/redisbackend.h"
#include "core/redis/redisurl.h"
#include "core/redis/serverinfo.h"

#include <QCryptographicHash>

#include <initializer_list>
#include <map>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

using Kind = DoctorFinding::Kind;
using Severity = DoctorFinding::Severity;

constexpr double nearlyFull = 0.80;
constexpr double full = 0.95;

class ServerExamination
{
public:
    ServerExamination(RedisClient& client, QString server)
        : m_client(client)
        , m_server(std::move(server))
    { }

    Result<std::vector<DoctorFinding>> run();

private:
    Result<> readInfo();
    /// Returns a setting's value. If it can't be read, returns nullopt and adds a finding. `unknown`: clause that says
    /// what is unknown as a result.
    Result<std::optional<QByteArray>> setting(const QByteArray& name, const QString& unknown);
    QByteArray info(const char* name) const
    {
        const auto found = m_info.find(name);
        return found == m_info.end() ? QByteArray() : found->second;
    }
    void tell(Kind kind, Severity severity, const QString& reason, const QString& remedy)
    {
        m_findings.push_back({kind, severity, m_server, {}, 0, reason, remedy, {}});
    }

    /// Returns the server software's name and version, such as `Valkey 9.1.0`.
    QString kind() const;
    bool isElastiCache() const { return info("os").contains("ElastiCache"); }
    void unreported();
    void version();
    void role();
    void eviction();
    void memory();
    Result<> persistence();
    Result<> replicas();
    Result<> clock();
    Result<> scripts();
    Result<> functions();

    RedisClient& m_client;
    QString m_server;
    std::map<QByteArray, QByteArray> m_info;
    std::vector<DoctorFinding> m_findings;
};

Result<> ServerExamination::readInfo()
{
    const auto reply = m_client.call({"INFO", "default"});
    if (!reply && reply.error().code != ErrorCode::Permission && endsOneLookOnly(reply.error())) {
        m_findings.push_back(
            notLookedAt(m_server, u"INFO failed, so version, role, eviction, memory and persistence are unknown"_s,
                reply.error(), u"Check the path between this program and Redis: a proxy may block INFO."_s));
        return {};
    }
    if (!reply) {
        if (reply.error().code != ErrorCode::Permission)
            return reply.error();
        tell(Kind::Unknown, Severity::Notice,
            u"This user is not allowed to run INFO: version, role, eviction, memory and persistence are unknown."_s,
            u"Run doctor as a user with +info, or allow INFO: ACL SETUSER <user> +info."_s);
        return {};
    }
    m_info = infoFields(reply->bytes);
    return {};
}

Result<std::optional<QByteArray>> ServerExamination::setting(const QByteArray& name, const QString& unknown)
{
    const auto reply = m_client.call({"CONFIG", "GET", name});
    // Hosted servers may rename or remove CONFIG. This is minor: INFO has the other facts about persistence, and the
    // setting only determines how much data may be lost.
    if (!reply && endsOneLookOnly(reply.error())) {
        tell(Kind::Unknown, Severity::Notice,
            u"CONFIG GET %1 failed, so %2: %3"_s.arg(QString::fromLatin1(name), unknown, reply.error().message),
            isElastiCache()
                ? u"Amazon ElastiCache has no CONFIG. Check the setting in the cache's parameter group."_s
                : u"Allow CONFIG GET for this user (ACL SETUSER <user> +config|get), or check the setting on the "
                  u"server."_s);
        m_findings.back().isMinor = true;
        return std::optional<QByteArray>();
    }
    if (!reply)
        return reply.error();
    if (reply->items.size() != 2) {
        tell(Kind::Unknown, Severity::Notice,
            u"%1 does not report the setting %2, so %3."_s.arg(kind(), QString::fromLatin1(name), unknown),
            u"Check the setting where the server is configured."_s);
        m_findings.back().isMinor = true;
        return std::optional<QByteArray>();
    }
    return std::optional(reply->items[1].bytes);
}

QString ServerExamination::kind() const
{
    const auto named
        = [this](const QString& name, const char* field) { return name + u' ' + printable(info(field), 20); };
    if (!info("dragonfly_version").isEmpty())
        return named(u"Dragonfly"_s, "dragonfly_version");
    if (isElastiCache())
        return named(u"Amazon ElastiCache"_s, "redis_version");
    if (info("server_name") == "valkey")
        return named(u"Valkey"_s, "valkey_version");
    return info("redis_version").isEmpty() ? u"this server"_s : named(u"Redis"_s, "redis_version");
}

/// Adds a finding for missing INFO fields. Hosted servers may omit them.
void ServerExamination::unreported()
{
    QStringList unknown;
    for (const auto& [field, what] :
        std::initializer_list<std::pair<const char*, QString>>{{"redis_version", u"version"_s}, {"role", u"role"_s},
            {"maxmemory_policy", u"eviction"_s}, {"maxmemory", u"memory"_s}, {"loading", u"persistence"_s}}) {
        if (info(field).isEmpty())
            unknown << what;
    }
    if (!unknown.isEmpty())
        tell(Kind::Unknown, Severity::Notice,
            u"The INFO reply from %1 is incomplete. Unknown: %2."_s.arg(kind(), unknown.join(u", ")),
            u"Check these settings where the server is configured, for example in the provider's console."_s);
}

void ServerExamination::version()
{
    const QByteArray version = info("redis_version");
    if (version.isEmpty() || version.left(version.indexOf('.')).toInt() >= RedisBackend::oldestMajor)
        return;
    tell(Kind::Version, Severity::Critical,
        u"This is Redis %1: it opens read-only, and workers cannot run on it."_s.arg(printable(version, 20)),
        u"Upgrade to Redis 7.0 or later, or Valkey."_s);
}

void ServerExamination::role()
{
    if (info("role") != "slave")
        return;
    tell(Kind::Role, Severity::Warning, u"This is a replica: it opens read-only, and may lag behind its master."_s,
        u"Connect to the master, %1."_s.arg(
            displayEndpoint({QString::fromUtf8(info("master_host")), quint16(info("master_port").toUInt())})));
}

void ServerExamination::eviction()
{
    const QByteArray policy = info("maxmemory_policy");
    if (policy.isEmpty() || policy == "noeviction")
        return;
    const bool limited = info("maxmemory").toLongLong() > 0;
    const bool anyKey = policy.startsWith("allkeys");
    const QString shown = printable(policy, 40);
    const QString what = anyKey ? u"entire queues with their tasks"_s
                                : u"worker heartbeats, statistics and records of completed calls"_s;
    tell(Kind::Eviction, limited && anyKey ? Severity::Critical : Severity::Warning,
        limited ? u"The eviction policy is %1: when memory use reaches %2, Redis silently deletes %3."_s.arg(
            shown, formatBytes(info("maxmemory").toLongLong()), what)
                : u"The eviction policy is %1: once maxmemory is set and reached, Redis silently deletes %2."_s.arg(
                    shown, what),
        u"Run CONFIG SET maxmemory-policy noeviction, and set it in redis.conf. A full server then rejects new "
        u"tasks, but workers continue."_s);
}

void ServerExamination::memory()
{
    const qint64 limit = info("maxmemory").toLongLong();
    const qint64 used = info("used_memory").toLongLong();
    if (limit <= 0 || double(used) < nearlyFull * double(limit))
        return;
    tell(Kind::Memory, double(used) < full * double(limit) ? Severity::Warning : Severity::Critical,
        u"Redis uses %1 of %2 (%3%). Once Redis is full, new tasks are rejected."_s.arg(
            formatBytes(used), formatBytes(limit), QString::number(100 * used / limit)),
        u"Raise maxmemory, shorten the retention of queues (duectl queue QUEUE set retention=…), or delete tasks (duectl delete QUEUE --match FILTER)."_s);
}

Result<> ServerExamination::persistence()
{
    for (const auto* name : {"aof_last_write_status", "aof_last_bgrewrite_status", "rdb_last_bgsave_status"}) {
        if (info(name) == "err") {
            tell(Kind::Disk, Severity::Critical,
                u"Redis cannot write to its disk (%1). A restart would lose all changes since the last "
                u"successful write, and Redis may reject writes."_s.arg(QString::fromLatin1(name)),
                u"Check the log of Redis: usually the disk is full, or Redis has no permission to write to its "
                u"folder."_s);
            break;
        }
    }
    if (info("loading").isEmpty()) // INFO has no `persistence` section; unreported() has reported this
        return {};
    if (info("aof_enabled") == "1") {
        const auto sync = setting("appendfsync", u"the sync policy of the append-only file is unknown"_s);
        if (!sync)
            return sync.error();
        if (*sync && **sync == "no")
            tell(Kind::Persistence, Severity::Notice,
                u"The operating system decides when the append-only file is written to disk (appendfsync no): a power failure can lose 30 s of changes."_s,
                u"Run CONFIG SET appendfsync everysec."_s);
        return {};
    }
    const auto save = setting("save", u"it is unknown whether Redis writes snapshots"_s);
    if (!save)
        return save.error();
    const QString remedy = u"Run CONFIG SET appendonly yes, and set it in redis.conf."_s;
    if (*save && (**save).isEmpty())
        tell(Kind::Persistence, Severity::Critical, u"Redis writes nothing to disk: a restart loses all tasks."_s,
            remedy);
    else
        tell(Kind::Persistence, Severity::Warning,
            *save ? u"Redis writes only snapshots: a crash loses all changes since the last one."_s
                  : u"There is no append-only file: a crash loses at least the changes since the last snapshot."_s,
            remedy);
    return {};
}

/// Checks whether a master refuses writes if it has no replicas. Otherwise, a master that is cut off from its sentinels
/// keeps accepting writes, and loses them when it rejoins.
Result<> ServerExamination::replicas()
{
    if (info("role") != "master")
        return {};
    // INFO only contains this field if min-replicas-to-write is set.
    const bool required = m_info.contains("min_slaves_good_slaves");
    if (required)
        return {};
    tell(Kind::Replicas, Severity::Warning,
        u"min-replicas-to-write is 0: an isolated master still accepts tasks and acknowledgements, and a failover discards them."_s,
        u"Run CONFIG SET min-replicas-to-write 1 and CONFIG SET min-replicas-max-lag 10 on every server, and set both in redis.conf."_s);
    return {};
}

Result<> ServerExamination::clock()
{
    const TimePoint before = SystemClock().now();
    const auto reply = m_client.call({"TIME"});
    if (!reply && reply.error().code == ErrorCode::Permission) {
        tell(Kind::Permissions, Severity::Critical,
            u"This user is not allowed to run TIME, which every function requires."_s,
            u"Run ACL SETUSER <user> +time."_s);
        return {};
    }
    if (!reply && endsOneLookOnly(reply.error())) {
        m_findings.push_back(notLookedAt(m_server, u"The server clock cannot be compared with this machine's clock"_s,
            reply.error(), u"Check the path between this program and Redis: a proxy may block TIME."_s));
        return {};
    }
    if (!reply)
        return reply.error();
    const TimePoint after = SystemClock().now();
    const auto server = serverTimeIn(*reply);
    if (!server) {
        m_findings.push_back(notLookedAt(m_server, u"The server clock cannot be compared with this machine's clock"_s,
            {ErrorCode::Protocol, u"Redis returned an unexpected reply to TIME."_s},
            u"Check the path between this program and Redis."_s));
        return {};
    }
    const Millis offset = *server - (before + (after - before) / 2);
    if (std::chrono::abs(offset) <= clockTolerance + (after - before))
        return {};
    const Millis shown = std::chrono::abs(offset) - std::chrono::abs(offset) % Millis(100);
    tell(Kind::Clock, Severity::Warning,
        u"The server clock is %1 %2 this machine's. Due times use the server clock, so times from this machine's clock "
        u"are off by this much."_s.arg(formatDuration(shown), offset < Millis::zero() ? u"behind"_s : u"ahead of"_s),
        u"Synchronize both clocks with NTP (timedatectl set-ntp true)."_s);
    return {};
}

/// Checks whether scripts can run. Like Dueline's scripts, the test script passes its key to a command in a variable,
/// which not all servers accept.
Result<> ServerExamination::scripts()
{
    static const Script script = [] {
        Script one;
        one.name = "doctor/scripts";
        one.source = "#!lua flags=no-writes\nlocal call, key = redis.call, KEYS[1]\nreturn call('EXISTS', key)\n";
        one.sha = QCryptographicHash::hash(one.source, QCryptographicHash::Sha1).toHex();
        one.readsOnly = true;
        return one;
    }();
    const QByteArray version = info("redis_version");
    if (!version.isEmpty() && version.left(version.indexOf('.')).toInt() < RedisBackend::oldestMajor)
        return {}; // version() has already reported that the version is too old
    const auto reply = m_client.run(script, {"dueline:doctor"}, {});
    if (reply)
        return {};
    const Error& error = reply.error();
    if (!endsOneLookOnly(error))
        return error;
    // Ignore a missing permission for this key: the user may be allowed to run scripts on the queues' keys. Other
    // checks report a full or busy server.
    const bool isMissing = error.code == ErrorCode::Permission && !error.detail.startsWith(u"NOPERM");
    if (error.code != ErrorCode::Server && !isMissing)
        return {};
    QString remedy
        = u"Use a server with Lua. An Alibaba Cloud cluster proxy accepts all scripts with script_check_enable 0."_s;
    if (!info("dragonfly_version").isEmpty())
        remedy = u"Start Dragonfly with --default_lua_flags=allow-undeclared-keys."_s;
    else if (info("server_name") == "valkey")
        remedy = u"Load the Lua module of Valkey."_s;
    tell(Kind::Scripts, Severity::Critical,
        u"Scripts do not run on %1, so native queues cannot be used and no queue can be changed. %2"_s.arg(
            kind(), error.message),
        remedy);
    return {};
}

/// Checks the function library's version. Adds no finding if the user may not list functions, because such users
/// usually can't call them either.
Result<> ServerExamination::functions()
{
    using State = FunctionLibrary::State;
    const auto library = FunctionLibrary::look(m_client);
    if (!library)
        return endsOneLookOnly(library.error()) ? Result<>() : library.error();
    if (library->state == State::Missing || library->state == State::Current)
        return {};
    const QString ours = QStringLiteral(DUELINE_VERSION);
    const QString version = printable(library->version, 20);
    if (library->state == State::Foreign)
        tell(Kind::Functions, Severity::Warning,
            u"The function library named dueline is not from Dueline: FCALL dueline_add and the other functions run "
            u"its code."_s,
            u"Inspect the library (FUNCTION LIST LIBRARYNAME dueline WITHCODE), then run duectl functions load "
            u"--force."_s);
    else if (library->state == State::Newer)
        tell(Kind::Functions, Severity::Notice,
            u"The functions (FCALL dueline_add, …) are from Dueline %1; this program is %2."_s.arg(version, ours),
            u"Update this program."_s);
    else
        tell(Kind::Functions, Severity::Warning,
            library->state == State::Older
                ? u"The functions (FCALL dueline_add, …) are from Dueline %1, and this program is %2: programs that call them use the older version."_s
                      .arg(version, ours)
                : u"The functions (FCALL dueline_add, …) claim to be from Dueline %1, but differ from this program's."_s
                      .arg(version),
            u"duectl functions load"_s);
    return {};
}

Result<std::vector<DoctorFinding>> ServerExamination::run()
{
    if (const auto read = readInfo(); !read)
        return read.error();
    if (!m_info.empty()) {
        unreported();
        version();
        role();
        eviction();
        memory();
        if (const auto looked = persistence(); !looked)
            return looked.error();
        if (m_client.config().topology == Topology::Sentinel) {
            if (const auto looked = replicas(); !looked)
                return looked.error();
        }
    }
    if (const auto looked = clock(); !looked)
        return looked.error();
    if (const auto looked = scripts(); !looked)
        return looked.error();
    if (const auto looked = functions(); !looked)
        return looked.error();
    return std::move(m_findings);
}

} // namespace

Result<std::vector<DoctorFinding>> examineServer(RedisClient& client, const QString& server)
{
    return ServerExamination(client, server).run();
}

} // namespace dueline
