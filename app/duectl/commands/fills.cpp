// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/context.h"
#include "app/duectl/fields.h"
#include "app/duectl/jsonwriter.h"
#include "app/duectl/tables.h"
#include "core/base/groupednumber.h"
#include "core/base/shellword.h"
#include "core/base/text.h"
#include "core/console/shares/queueshares.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

QString percent(double share) { return QString::number(share * 100, 'f', 1) + u'%'; }

void writeJson(Output& out, const QueueName& queue, TaskState state, const QueueShares& shares)
{
    JsonWriter json;
    json.beginObject();
    json.member("queue", queue);
    json.member("state", stateName(state));
    json.member("total", shares.total);
    json.member("read", shares.read);
    json.member("skipped", shares.skipped);
    json.member("exact", shares.isExact);
    json.member("by", shares.by);
    json.member("chosen", shares.isChosen);
    json.key("candidates").beginArray();
    for (const QByteArray& member : shares.candidates)
        json.string(member);
    json.endArray();
    json.key("values").beginArray();
    for (const ValueShare& share : shares.shares) {
        json.beginObject();
        json.member("value", share.value);
        json.member("counted", share.counted);
        json.member("tasks", shares.inQueue(share.counted));
        for (const auto& [name, fraction] :
            {std::pair("share", share.share), {"low", share.low}, {"high", share.high}}) {
            json.key(name);
            json.real(fraction);
        }
        if (const QString filter = shareFilter(shares.by, share.value); !filter.isEmpty())
            json.member("filter", filter.toUtf8());
        json.endObject();
    }
    json.endArray();
    json.member("other_values", shares.otherValues);
    json.member("others", shares.others);
    json.member("without", shares.without);
    if (shares.isCut)
        json.member("cut", true);
    json.endObject();
    out.write(json.take());
}

void writeText(Output& out, const QueueName& queue, TaskState state, const QueueShares& shares)
{
    const auto inAll = [&shares](qint64 counted) {
        return (shares.isExact ? QString() : u"about "_s) + groupedNumber(shares.inQueue(counted));
    };
    out.line(u"%1: %2 %3, by %4%5"_s.arg(printable(queue, 64), groupedNumber(shares.total),
        QString::fromLatin1(stateName(state)), printable(shares.by, 100),
        shares.isChosen ? u" (chosen by duectl)"_s : QString()));
    Table table({u">TASKS"_s, u">SHARE"_s, shares.isExact ? QString() : u"95% RANGE"_s, u"VALUE"_s});
    for (const ValueShare& share : shares.shares) {
        table.row({inAll(share.counted), percent(share.share),
            shares.isExact ? QString() : u"%1 to %2"_s.arg(percent(share.low), percent(share.high)),
            share.value.isEmpty() ? u"(empty)"_s : printable(share.value, 100)});
    }
    if (shares.otherValues > 0)
        table.row({inAll(shares.others), percent(double(shares.others) / double(shares.read)), {},
            u"(%1 other values)"_s.arg(groupedNumber(shares.otherValues))});
    if (shares.without > 0)
        table.row(
            {inAll(shares.without), percent(double(shares.without) / double(shares.read)), {}, u"(no such value)"_s});
    out.write(table.take());
}

/// Prints how many tasks were sampled or skipped, and suggests commands to run next.
void tellRest(Context& context, const QueueName& queue, TaskState state, const QueueShares& shares)
{
    if (!shares.isExact)
        tell(u"Estimated from a sample of %1. \"--exact\" reads all tasks."_s.arg(tasksText(shares.read)));
    if (shares.skipped > 0)
        tell(u"Not counted: %1 (too large, damaged, or removed during the count)."_s.arg(tasksText(shares.skipped)));
    if (!shares.candidates.empty() && shares.isChosen) {
        QStringList members;
        for (const QByteArray& member : shares.candidates)
            members << printable(member, 60);
        tell(u"Other values for --by: %1"_s.arg(members.mid(0, 5).join(u", "_s)));
    }
    if (shares.isCut)
        tell(u"There are too many different values; some rare ones are missing."_s);
    const QString match = shares.shares.empty() ? QString() : shareFilter(shares.by, shares.shares.front().value);
    if (match.isEmpty() || match.contains(QChar::Null) || !StateSet::pending().contains(state))
        return;
    const bool canWait = shares.isTimed && context.backend().capabilities(queue).can(ActionKind::Reschedule);
    const QString operands = u"--state %1 --dry-run --match %2"_s.arg(
        QLatin1StringView(stateName(state)), shellOperands({match.toUtf8(), queue}));
    tell(u"To %1 the tasks with the first value, start with this preview: duectl %2 %3"_s.arg(
        canWait ? u"postpone"_s : u"discard"_s, canWait ? u"reschedule --at +30d"_s : u"discard"_s, operands));
}

} // namespace

Result<int> runFills(Context& context)
{
    const CommandLine& line = context.line();
    SharesRequest request;
    request.by = line.value("by");
    request.isExact = line.has("exact");
    request.masked = context.maskedFields();
    const auto sample = line.number("sample", 100, SharesRequest::largestSample);
    if (!sample)
        return sample.error();
    request.sample = sample->value_or(SharesRequest::usualSample);
    if (line.has("state")) {
        const auto state = stateFromName(line.value("state"));
        if (!state)
            return Error{ErrorCode::Usage, u"There is no state \"%1\"."_s.arg(printable(line.value("state"), 40))};
        request.state = *state;
    }
    const auto inspector = context.inspector();
    if (!inspector)
        return inspector.error();
    const auto queue = context.queue();
    if (!queue)
        return queue.error();
    const auto info = (*inspector)->queue(*queue);
    if (!info)
        return info.error();
    if (const auto error = unreadable(*info))
        return *error;
    request.queue = *queue;
    ShareCount count(request);
    Progress progress;
    for (;;) {
        const auto finished = count.step(context.backend());
        if (!finished)
            return finished.error();
        if (*finished)
            break;
        progress.show(u"%1 read"_s.arg(tasksText(count.read())));
    }
    const QueueShares shares = count.result();
    if (context.json()) {
        writeJson(context.out(), *queue, request.state, shares);
        return 0;
    }
    if (shares.total == 0) {
        tell(u"%1 has no tasks in the state %2."_s.arg(
            printable(*queue, 64), QString::fromLatin1(stateName(request.state))));
        return 0;
    }
    if (shares.by.isEmpty()) {
        tell(u"No payload field divides the tasks into groups. Name one with --by, or use \"--by type\"."_s);
        return 0;
    }
    writeText(context.out(), *queue, request.state, shares);
    context.out().flush();
    tellRest(context, *queue, request.state, shares);
    return 0;
}

} // namespace dueline::duectl
