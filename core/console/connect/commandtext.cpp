// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/commandtext.h"

#include "core/base/text.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/redis/readcommands.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <string_view>

using namespace Qt::StringLiterals;
using namespace std::string_view_literals;

namespace dueline {

namespace {

constexpr qsizetype longest = 300;
constexpr std::size_t mostWords = 12;

/// Commands shown in full, because their arguments are only keys, ids, cursors, numbers, and options.
constexpr std::array plainReads{"ACL WHOAMI"sv, "CLIENT GETNAME"sv, "CLIENT ID"sv, "CLIENT NO-TOUCH"sv,
    "CLIENT SETNAME"sv, "CLUSTER NODES"sv, "CLUSTER SLOTS"sv, "CONFIG GET"sv, "DBSIZE"sv, "EXISTS"sv, "GET"sv,
    "GETRANGE"sv, "HEXISTS"sv, "HGET"sv, "HGETALL"sv, "HLEN"sv, "HMGET"sv, "HSCAN"sv, "HSTRLEN"sv, "INFO"sv, "LLEN"sv,
    "LRANGE"sv, "MGET"sv, "PING"sv, "PSUBSCRIBE"sv, "PTTL"sv, "PUNSUBSCRIBE"sv, "QUIT"sv, "ROLE"sv, "SCAN"sv, "SCARD"sv,
    "SELECT"sv, "SENTINEL GET-MASTER-ADDR-BY-NAME"sv, "SMEMBERS"sv, "SSCAN"sv, "STRLEN"sv, "SUBSCRIBE"sv, "TIME"sv,
    "TTL"sv, "TYPE"sv, "UNSUBSCRIBE"sv, "WAIT"sv, "XLEN"sv, "XRANGE"sv, "XREVRANGE"sv, "ZCARD"sv, "ZCOUNT"sv,
    "ZMSCORE"sv, "ZRANGE"sv, "ZRANGEBYSCORE"sv, "ZRANK"sv, "ZREVRANGE"sv, "ZSCAN"sv, "ZSCORE"sv};
constexpr std::array plainWrites{"ASKING"sv, "DEL"sv, "EXEC"sv, "EXPIRE"sv, "HDEL"sv, "MULTI"sv, "PEXPIRE"sv, "SADD"sv,
    "SREM"sv, "UNLINK"sv, "ZADD"sv, "ZREM"sv, "ZREMRANGEBYRANK"sv, "ZREMRANGEBYSCORE"sv};
/// Commands whose arguments are never shown, not even their number.
constexpr std::array secret{"AUTH"sv, "HELLO"sv};

template <std::size_t n> bool stands(const std::array<std::string_view, n>& names, const QByteArray& name)
{
    return std::find(names.begin(), names.end(), std::string_view(name.constData(), std::size_t(name.size())))
        != names.end();
}

bool isScript(const QByteArray& verb) { return verb.startsWith("EVAL"); }

/// Returns the Dueline script that a command runs; nullptr if it runs another program's script.
const Script* scriptOf(const Command& command)
{
    if (command.size() < 2)
        return nullptr;
    for (const LayoutType* layout : allLayouts()) {
        for (const ScriptLibrary* library : layout->scripts()) {
            for (const auto& [name, script] : library->all()) {
                if (command[1] == script.sha || command[1] == script.source)
                    return &script;
            }
        }
    }
    return nullptr;
}

/// Returns a summary to show in place of the arguments from index `from` on, such as `[3 values, 1.2 KiB]`; empty if
/// there are none.
QString hidden(const Command& command, std::size_t from)
{
    if (from >= command.size())
        return {};
    qint64 bytes = 0;
    for (std::size_t i = from; i < command.size(); ++i)
        bytes += command[i].size();
    const std::size_t count = command.size() - from;
    return count == 1 ? u"[1 value, %1]"_s.arg(formatBytes(bytes))
                      : u"[%1 values, %2]"_s.arg(count).arg(formatBytes(bytes));
}

QString shown(const Command& command, std::size_t from, std::size_t count)
{
    QStringList words;
    const std::size_t end = std::min(command.size(), from + count);
    for (std::size_t i = from; i < std::min(end, from + mostWords); ++i)
        words << printable(command[i], 80);
    if (end > from + mostWords)
        words << u"+%1"_s.arg(end - from - mostWords);
    return words.join(u' ');
}

} // namespace

QByteArray commandName(const Command& command)
{
    const QByteArray verb = commandVerb(command);
    if (!isScript(verb))
        return verb.left(40);
    const Script* script = scriptOf(command);
    return script ? script->name : verb;
}

bool isWriting(const Command& command) { return !isReadCommand(command); }

QString commandText(const Command& command)
{
    const QByteArray verb = commandVerb(command);
    const std::size_t words = verb.contains(' ') ? 2 : 1;
    QStringList parts{printable(verb, 40)};
    if (stands(secret, verb)) {
        parts << u"•••"_s;
    } else if (isScript(verb)) {
        // EVALSHA's arguments are `sha number-of-keys keys arguments`. Show only the keys: the arguments may contain
        // payloads.
        const Script* script = scriptOf(command);
        parts << (script ? printable(script->name, 60) : u"[a script]"_s);
        const std::size_t keys
            = command.size() > 2 ? std::min<std::size_t>(std::max(0, command[2].toInt()), command.size() - 3) : 0;
        parts << shown(command, 3, std::min<std::size_t>(keys, 1));
        if (keys > 1)
            parts << u"+%1 keys"_s.arg(keys - 1);
        parts << hidden(command, 3 + keys);
    } else if (stands(plainReads, verb) || stands(plainWrites, verb)) {
        parts << shown(command, words, command.size() - words);
    } else {
        // The first argument is usually a key; all others may be secret. Two-word verbs, such as CONFIG SET and ACL
        // SETUSER, have no key, so all of their arguments are hidden.
        const std::size_t keys = words == 1 ? 1 : 0;
        parts << shown(command, words, keys) << hidden(command, words + keys);
    }
    parts.removeAll(QString());
    const QString text = parts.join(u' ');
    return text.size() <= longest ? text : text.left(longest - 1) + u'…';
}

} // namespace dueline
