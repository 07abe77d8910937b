// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/movetarget.h"

#include "core/console/transfer/movetarget.h"
#include "core/redis/redisurl.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

Result<std::unique_ptr<Backend>> openWhole(Context& context, Access access)
{
    const auto opened = context.open(access); // prompts for a password if none is set
    if (!opened)
        return opened.error();
    ConnectionSpec connection = context.connection();
    connection.maskedFields.clear();
    return openBackend(connection, {}, access);
}

Result<MoveEnds> openEnds(Context& context, Access access, bool writesFrom)
{
    const CommandLine& line = context.line();
    if (line.has("to-url") && line.has("to-profile"))
        return Error{
            ErrorCode::Usage, u"--to-url and --to-profile cannot be used together: both specify the target server."_s};
    const bool isElsewhere = line.has("to-url") || line.has("to-profile");
    std::optional<Context> other;
    if (isElsewhere) {
        std::vector<QByteArray> words{line.has("to-url") ? "--url" : "--profile",
            line.value(line.has("to-url") ? "to-url" : "to-profile"), "queues"};
        if (line.has("unlock"))
            words.push_back("--unlock");
        const auto way = CommandLine::parse(words);
        if (!way)
            return way.error();
        other.emplace(*way, Credentials());
        if (const auto prepared = other->prepare(); !prepared)
            return prepared.error();
    }
    MoveEnds ends;
    auto from = openWhole(context, writesFrom || !isElsewhere ? access : Access::ReadOnly);
    if (!from)
        return from.error();
    auto to = openWhole(other ? *other : context, access);
    if (!to)
        return to.error();
    ends.from = *std::move(from);
    ends.to = *std::move(to);
    ends.toLayout = other ? other->layout() : context.layout();
    ends.production = context.isProduction() || (other && other->isProduction());
    if (other) {
        const ConnectionSpec there = other->connection();
        if (!isSamePlace(*ends.from, context.connection(), *ends.to, there))
            ends.elsewhere = displayUrl(there.redis).toUtf8();
    }
    return ends;
}

} // namespace dueline::duectl
