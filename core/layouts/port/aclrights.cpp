// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/port/aclrights.h"

#include "core/redis/scriptlibrary.h"

#include <QRegularExpression>

#include <array>

namespace dueline {

namespace {

constexpr std::array roleNames{"viewer", "operator", "worker"};

} // namespace

QByteArray aclRoleName(AclRole role) { return roleNames[std::size_t(role)]; }

std::optional<AclRole> aclRoleFromName(QByteArrayView name)
{
    for (std::size_t i = 0; i < roleNames.size(); ++i) {
        if (name == roleNames[i])
            return AclRole(i);
    }
    return std::nullopt;
}

void AclRights::add(const AclRights& more)
{
    const auto join = [](QByteArrayList& own, const QByteArrayList& others) {
        for (const QByteArray& other : others) {
            if (!own.contains(other))
                own << other;
        }
    };
    join(keys, more.keys);
    join(channels, more.channels);
    commands.insert(more.commands.begin(), more.commands.end());
}

QByteArrayList AclRights::rules() const
{
    QByteArrayList rules = keys;
    rules << "resetchannels";
    for (const QByteArray& channel : channels)
        rules << '&' + channel;
    rules << "-@all";
    for (const QByteArray& command : commands)
        rules << '+' + command.toLower();
    return rules;
}

const std::set<QByteArray>& aclGreeting()
{
    static const std::set<QByteArray> greeting{
        "SELECT", "CLIENT|SETNAME", "INFO", "PING", "TIME", "CLUSTER|SLOTS", "ASKING"};
    return greeting;
}

std::set<QByteArray> commandsOf(const Script& script)
{
    // Matches calls such as `call('HGET', …`, `try(some and 'HMGET' or 'ZMSCORE', …`, `redis.pcall('GET', …` and
    // `lacking({{'SADD', key, …`.
    static const QRegularExpression calls(QStringLiteral("\\b(?:call|try|pcall)\\(([^,()]*)|\\{('[A-Z]+'), "));
    // Other subcommands of XGROUP could delete an entire group.
    static const QRegularExpression groups(QStringLiteral("\\bcall\\('(XGROUP)', '([A-Z]+)'"));
    static const QRegularExpression words(QStringLiteral("'([A-Z]+)'"));
    std::set<QByteArray> commands;
    const QString source = QString::fromUtf8(script.source);
    for (auto call = calls.globalMatch(source); call.hasNext();) {
        const auto found = call.next();
        for (auto word = words.globalMatch(found.captured(1) + found.captured(2)); word.hasNext();)
            commands.insert(word.next().captured(1).toLatin1());
    }
    for (auto call = groups.globalMatch(source); call.hasNext();) {
        const auto found = call.next();
        commands.erase(found.captured(1).toLatin1());
        commands.insert(found.captured(1).toLatin1() + '|' + found.captured(2).toLatin1());
    }
    return commands;
}

QByteArray aclQuoted(const QByteArray& name)
{
    QByteArray pattern;
    for (const char c : name) {
        if (QByteArrayView("*?[]\\^-").contains(c))
            pattern += '\\';
        pattern += c;
    }
    return pattern;
}

} // namespace dueline
