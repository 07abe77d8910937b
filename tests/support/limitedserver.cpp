// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/limitedserver.h"

#include "core/redis/codec.h"

#include <QCryptographicHash>
#include <QEventLoop>
#include <QLocalSocket>
#include <QMutex>
#include <QRegularExpression>
#include <QTcpServer>
#include <QTcpSocket>
#include <QThread>

#include <atomic>
#include <map>
#include <optional>

namespace dueline {

namespace {

using Service = LimitedServer::Service;

/// Code inserted at the start of a script: replaces `redis` with a table that refuses keys that are not in KEYS.
constexpr const char* declaredKeysOnly = R"(local redis = (function(redis, KEYS)
  local declared = {}
  for _, key in ipairs(KEYS) do declared[key] = true end
  local function refusal(...)
    local keys = redis.pcall('COMMAND', 'GETKEYS', ...)
    for _, key in ipairs(keys.err and {} or keys) do
      if not declared[key] then
        return {err = 'ERR script tried accessing undeclared key, key: ' .. key}
      end
    end
  end
  return {error_reply = redis.error_reply, status_reply = redis.status_reply, sha1hex = redis.sha1hex,
    pcall = function(...) return refusal(...) or redis.pcall(...) end,
    call = function(...)
      local refused = refusal(...)
      if refused then error(refused) end
      return redis.call(...)
    end}
end)(redis, KEYS) )";

/// Code inserted at the start of a script: removes redis.acl_check_cmd.
constexpr const char* withoutAclCheck = R"(local redis = setmetatable({acl_check_cmd = false}, {__index = redis}) )";

/// Code inserted at the start of a script: refuses MEMORY.
constexpr const char* withoutMemory = R"(local redis = (function(redis)
  local refused = {err = 'ERR This Redis command is not allowed from script'}
  local function isRefused(name) return string.upper(name) == 'MEMORY' end
  return setmetatable({
    pcall = function(name, ...) if isRefused(name) then return refused end return redis.pcall(name, ...) end,
    call = function(name, ...) if isRefused(name) then error(refused) end return redis.call(name, ...) end,
  }, {__index = redis})
end)(redis) )";

/// Code inserted at the start of a script: turns certain keys into arrays, and makes hash fields expire as the
/// `expiries:KEY` hash specifies.
constexpr const char* withArraysAndExpiries = R"(local redis = (function(redis)
  local array = redis.status_reply('array')
  local function fake(name, key, ...)
    local rest, expiries = {...}, 'expiries:' .. (key or '')
    name = string.upper(name)
    if name == 'TYPE' and string.find(key, 'array', 1, true) then
      return array
    elseif name == 'HPEXPIRETIME' then
      local found = {}
      for i = 3, #rest do found[i - 2] = tonumber(redis.call('HGET', expiries, rest[i]) or -1) end
      return found
    elseif name == 'HPEXPIREAT' then
      for i = 4, #rest do redis.call('HSET', expiries, rest[i], rest[1]) end
      return {1}
    elseif name == 'HSET' then
      for i = 1, #rest, 2 do redis.call('HDEL', expiries, rest[i]) end
    elseif name == 'HDEL' then
      redis.call('HDEL', expiries, unpack(rest))
    elseif name == 'DEL' then
      redis.call('DEL', expiries)
    end
  end
  return setmetatable({
    pcall = function(...) return fake(...) or redis.pcall(...) end,
    call = function(...) return fake(...) or redis.call(...) end,
    acl_check_cmd = function(name, ...)
      return string.find(name, '^HPEXPIRE') ~= nil or redis.acl_check_cmd(name, ...)
    end,
  }, {__index = redis})
end)(redis) )";

constexpr const char* replyWithError = "return redis.error_reply(ARGV[1])";
/// Script that returns INFO with a different Redis version, without the real server's name, and with extra lines at the
/// top.
constexpr const char* replyWithInfo = R"(
local info = redis.call('INFO', unpack(ARGV, 3))
info = string.gsub(info, 'server_name:[^\n]*\n', '')
info = string.gsub(info, 'valkey_%w+:[^\n]*\n', '')
info = string.gsub(info, 'redis_version:[^\r]*', ARGV[1])
return (string.gsub(info, '# Server\r\n', '# Server\r\n' .. ARGV[2])))";

/// Script that returns CLUSTER SLOTS for a cluster of one node.
constexpr const char* replyWithSlots
    = "return {{0, 16383, {'127.0.0.1', tonumber(ARGV[1]), '0123456789012345678901234567890123456789'}}}";
constexpr const char* replyWithArray = "return redis.status_reply('array')";

/// Inserts `start` at the beginning of a script, after the shebang if there is one, without adding lines.
QByteArray withStart(const QByteArray& source, const char* start)
{
    const qsizetype at = source.startsWith("#!") ? source.indexOf('\n') + 1 : 0;
    return source.left(at) + QByteArray(start).replace('\n', ' ') + source.mid(at);
}

/// Returns whether any key in redis.call() or redis.pcall() is not literally `KEYS[n]`.
bool hasOtherKeys(const QByteArray& source)
{
    static const QRegularExpression calls(QStringLiteral(R"(redis\.p?call\(\s*['"](\w+)['"]\s*(?:,\s*([^,)]*))?)"));
    static const QRegularExpression literal(QStringLiteral(R"(^KEYS\[\d+\]$)"));
    auto found = calls.globalMatch(QString::fromLatin1(source));
    while (found.hasNext()) {
        const auto call = found.next();
        const QString name = call.captured(1).toUpper();
        if (name != u"TIME" && name != u"PUBLISH" && !literal.match(call.captured(2).trimmed()).hasMatch())
            return true;
    }
    return false;
}

/// Removes the first complete command from `bytes`.
std::optional<Command> takeCommand(QByteArray& bytes)
{
    qsizetype at = 0;
    const auto number = [&](char mark) -> qsizetype {
        const qsizetype end = bytes.indexOf("\r\n", at);
        if (end < 0 || bytes.at(at) != mark)
            return -1;
        const qsizetype read = bytes.mid(at + 1, end - at - 1).toLongLong();
        at = end + 2;
        return read;
    };
    Command command;
    const qsizetype parts = number('*');
    for (qsizetype i = 0; i < parts; ++i) {
        const qsizetype length = number('$');
        if (length < 0 || at + length + 2 > bytes.size())
            return std::nullopt;
        command.push_back(bytes.mid(at, length));
        at += length + 2;
    }
    if (parts <= 0)
        return std::nullopt;
    bytes.remove(0, at);
    return command;
}

Command refusedWith(const QByteArray& text) { return {"EVAL", replyWithError, "0", text}; }

} // namespace

struct LimitedServer::State
{
    RedisConfig server;
    Service service = Service::ElastiCacheServerless;
    bool refusesVariables = false;
    std::atomic<quint16> port{0};
    /// Maps each script's SHA-1, as clients know it, to the SHA-1 used by the server.
    std::map<QByteArray, QByteArray> scripts;

    mutable QMutex mutex;
    QByteArrayList refusals;

    /// Returns the command to execute in place of the client's command. A refusal becomes a script that returns the
    /// error, so that replies stay in order.
    Command translated(const Command& command);
    Command refusal(const QByteArray& text);
    std::optional<QByteArray> refusalOf(const QByteArray& verb, const Command& command) const;
    std::optional<QByteArray> refusalOfSource(const QByteArray& source) const;
    QByteArray wrapped(const QByteArray& source) const;
    Command informed(const Command& command) const;
    void serve(QTcpSocket* client);
};

Command LimitedServer::State::refusal(const QByteArray& text)
{
    const QMutexLocker lock(&mutex);
    refusals << text;
    return refusedWith(text);
}

std::optional<QByteArray> LimitedServer::State::refusalOf(const QByteArray& verb, const Command& command) const
{
    const bool runs = verb.startsWith("EVAL") || verb.startsWith("FCALL");
    const bool keyless = runs && command.size() > 2 && command[2] == "0";
    switch (service) {
    case Service::ElastiCacheServerless:
        if (verb == "CONFIG")
            return "ERR unknown command 'CONFIG', with args beginning with: '" + command.at(1) + "' ";
        if (keyless)
            return "ERR Lua scripts without any input keys are not supported.";
        break;
    case Service::AlibabaProxy:
        if (keyless)
            return "ERR for redis cluster, eval/evalsha number of keys can't be negative or zero";
        break;
    case Service::Dragonfly:
        if (verb == "FUNCTION" || verb.startsWith("FCALL"))
            return "ERR unknown command `" + verb + "`";
        break;
    case Service::ValkeyWithoutLua:
        if (verb.startsWith("EVALSHA"))
            return "NOSCRIPT No matching script. Please use EVAL.";
        if (verb.startsWith("EVAL"))
            return "ERR Could not find scripting engine 'lua'";
        if (verb == "FUNCTION" && command.at(1).toUpper() == "LOAD")
            return "ERR Engine 'lua' not found";
        break;
    case Service::ValkeyCluster:
    case Service::Redis88:
        break;
    }
    return std::nullopt;
}

std::optional<QByteArray> LimitedServer::State::refusalOfSource(const QByteArray& source) const
{
    switch (service) {
    case Service::AlibabaProxy:
        if (hasOtherKeys(source) || (refusesVariables && source.contains("redis.call,")))
            return "ERR bad lua script for redis cluster, all the keys that the script uses should be passed using the "
                   "KEYS array, and KEYS should not be in expression";
        break;
    case Service::Dragonfly:
        if (source.startsWith("#!"))
            return "ERR Error compiling script (new function): user_script:1: unexpected symbol near '#'";
        break;
    case Service::ValkeyWithoutLua:
        return "ERR Could not find scripting engine 'lua'";
    case Service::ElastiCacheServerless:
    case Service::ValkeyCluster:
    case Service::Redis88:
        break;
    }
    return std::nullopt;
}

QByteArray LimitedServer::State::wrapped(const QByteArray& source) const
{
    switch (service) {
    case Service::ElastiCacheServerless:
        return withStart(source, withoutMemory);
    case Service::Dragonfly:
        if (source.startsWith("--!df flags=allow-undeclared-keys\n"))
            return withStart(source, withoutAclCheck);
        return withStart(source, declaredKeysOnly);
    case Service::Redis88:
        return withStart(source, withArraysAndExpiries);
    case Service::AlibabaProxy:
    case Service::ValkeyWithoutLua:
    case Service::ValkeyCluster:
        break;
    }
    return source;
}

Command LimitedServer::State::informed(const Command& command) const
{
    QByteArray version;
    QByteArray lines;
    switch (service) {
    case Service::ElastiCacheServerless:
        version = "7.1.0";
        lines = "os:Amazon ElastiCache\r\n";
        break;
    case Service::Dragonfly:
        version = "7.4.0";
        lines = "dragonfly_version:df-v1.34.0\r\n";
        break;
    case Service::ValkeyWithoutLua:
        version = "7.2.4";
        lines = "server_name:valkey\r\nvalkey_version:9.1.0\r\n";
        break;
    case Service::ValkeyCluster:
        version = "7.2.4";
        lines = "redis_mode:cluster\r\nserver_name:valkey\r\nvalkey_version:9.0.0\r\n";
        break;
    case Service::Redis88:
        version = "8.8.0";
        break;
    case Service::AlibabaProxy:
        version = "7.0.5";
        break;
    }
    Command script{"EVAL", replyWithInfo, "0", "redis_version:" + version, lines};
    script.insert(script.end(), command.begin() + 1, command.end());
    return script;
}

Command LimitedServer::State::translated(const Command& command)
{
    const QByteArray verb = command.front().toUpper();
    if (verb == "INFO")
        return informed(command);
    if (service == Service::ValkeyCluster && verb == "CLUSTER" && command.at(1).toUpper() == "SLOTS")
        return {"EVAL", replyWithSlots, "0", QByteArray::number(port)};
    if (service == Service::Redis88 && verb == "TYPE" && command.at(1).contains("array"))
        return {"EVAL", replyWithArray, "0"};
    if (const auto text = refusalOf(verb, command))
        return refusal(*text);
    const bool loads = verb == "SCRIPT" && command.size() == 3 && command[1].toUpper() == "LOAD";
    Command sent = command;
    if (loads || verb == "EVAL" || verb == "EVAL_RO") {
        QByteArray& source = sent[loads ? 2 : 1];
        if (const auto text = refusalOfSource(source))
            return refusal(*text);
        const auto shaOf
            = [](const QByteArray& text) { return QCryptographicHash::hash(text, QCryptographicHash::Sha1).toHex(); };
        const QByteArray known = shaOf(source);
        source = wrapped(source);
        scripts[known] = shaOf(source);
    } else if (verb == "EVALSHA" || verb == "EVALSHA_RO") {
        if (const auto found = scripts.find(command.at(1)); found != scripts.end())
            sent[1] = found->second;
    }
    return sent;
}

void LimitedServer::State::serve(QTcpSocket* client)
{
    auto* upstream = new QLocalSocket(client);
    auto held = std::make_shared<QByteArray>();
    QObject::connect(client, &QTcpSocket::readyRead, upstream, [this, client, upstream, held] {
        *held += client->readAll();
        QByteArray wire;
        while (const auto command = takeCommand(*held))
            appendCommand(wire, translated(*command));
        upstream->write(wire);
    });
    QObject::connect(
        upstream, &QLocalSocket::readyRead, client, [client, upstream] { client->write(upstream->readAll()); });
    QObject::connect(upstream, &QLocalSocket::disconnected, client, &QTcpSocket::disconnectFromHost);
    QObject::connect(client, &QTcpSocket::disconnected, client, &QObject::deleteLater);
    client->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    upstream->connectToServer(server.socketPath);
    if (!upstream->waitForConnected(1000))
        client->abort();
}

LimitedServer::LimitedServer(const RedisConfig& server, Service service)
    : m_state(std::make_unique<State>())
{
    m_state->server = server;
    m_state->service = service;
    m_thread.reset(QThread::create([state = m_state.get()] {
        QTcpServer listener;
        QObject::connect(&listener, &QTcpServer::newConnection, &listener, [state, &listener] {
            while (QTcpSocket* client = listener.nextPendingConnection())
                state->serve(client);
        });
        if (!listener.listen(QHostAddress::LocalHost, 0))
            qFatal("LimitedServer: no free loopback port");
        state->port = listener.serverPort();
        QEventLoop().exec();
    }));
    m_thread->start();
    while (m_state->port == 0)
        QThread::yieldCurrentThread();
}

LimitedServer::~LimitedServer()
{
    m_thread->quit();
    m_thread->wait();
}

RedisConfig LimitedServer::config() const
{
    RedisConfig config = m_state->server;
    config.socketPath.clear();
    config.hosts = {{QStringLiteral("127.0.0.1"), m_state->port}};
    return config;
}

QString LimitedServer::url() const { return QStringLiteral("redis://127.0.0.1:%1").arg(m_state->port); }

void LimitedServer::refuseVariables() { m_state->refusesVariables = true; }

QByteArrayList LimitedServer::refusals() const
{
    const QMutexLocker lock(&m_state->mutex);
    return m_state->refusals;
}

} // namespace dueline
