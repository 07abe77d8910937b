// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/actionrequest.h"

#include "app/duectl/taskselection.h"
#include "core/console/operations/findtask.h"
#include "core/console/operations/operationrules.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

Result<Canary> readCanary(const CommandLine& line)
{
    Canary canary;
    if (line.has("canary-failures")) {
        QByteArray text = line.value("canary-failures");
        if (text.endsWith('%'))
            text.chop(1);
        bool fine = false;
        canary.failuresPercent = text.toInt(&fine);
        if (!fine || canary.failuresPercent < 0 || canary.failuresPercent > 100)
            return usage(u"--canary-failures needs a percentage from 0 to 100, such as 20%."_s);
    }
    const auto wait = line.duration("canary-wait");
    if (!wait)
        return wait.error();
    canary.wait = wait->value_or(canary.wait);
    return canary;
}

} // namespace

Result<> readActionTimes(const CommandLine& line, Action& action, TimePoint now, bool tells)
{
    if (line.has("in")) {
        const auto in = line.duration("in");
        if (!in)
            return in.error();
        action.time = Action::Time::In;
        action.by = **in;
    } else if (line.has("at")) {
        const auto at = line.moment("at", now);
        if (!at)
            return at.error();
        action.time = Action::Time::At;
        const QString text = QString::fromUtf8(line.value("at"));
        action.at = tells ? settledDue(text, **at, now) : (*at)->at;
    } else if (line.has("shift")) {
        const auto shift = line.duration("shift", true);
        if (!shift)
            return shift.error();
        action.time = Action::Time::Shift;
        action.by = **shift;
    } else {
        const QString text = QString::fromUtf8(line.value("spread"));
        const qsizetype dots = text.indexOf(u".."_s);
        if (dots < 0)
            return usage(u"--spread needs FROM..TO, such as --spread now..+2h."_s);
        const auto from = parseMoment(text.left(dots), now);
        if (!from)
            return usage(u"--spread: "_s + from.error().message);
        const auto to = parseMoment(text.mid(dots + 2), now);
        if (!to)
            return usage(u"--spread: "_s + to.error().message);
        if (to->at < from->at)
            return usage(u"In --spread, the earlier time must come first."_s);
        action.time = Action::Time::Spread;
        action.at = tells ? settled(text.left(dots), *from) : from->at;
        action.until = tells ? settledDue(text.mid(dots + 2), *to, now) : to->at;
    }
    return {};
}

Result<OperationRequest> readActionRequest(Context& context)
{
    const CommandLine& line = context.line();
    OperationRequest request;
    const auto queue = context.queue();
    if (!queue)
        return queue.error();
    request.queue = *queue;
    request.action.kind = *actionFromName(line.command()->name);
    request.action.force = line.has("force");
    const auto idle = line.duration("idle");
    if (!idle)
        return idle.error();
    if (*idle && !request.action.force)
        return usage(u"--idle requires --force."_s);
    request.action.idle = *idle;
    request.by = Context::operatorName();
    request.reason = line.value("reason");
    request.keepsUndo = !line.has("no-undo");
    const auto speed = readSpeed(line);
    if (!speed)
        return speed.error();
    request.pace = speed->pace;
    request.duty = speed->duty;
    if (line.has("canary")) {
        const auto canary = readCanary(line);
        if (!canary)
            return canary.error();
        request.canary = *canary;
    } else if (line.has("canary-failures") || line.has("canary-wait")) {
        return usage(u"--canary-failures and --canary-wait require --canary."_s);
    }

    const auto selected = readSelection(line);
    if (!selected)
        return selected.error();
    request.selection = selected->selection;
    request.states = selected->states;
    const bool retries = request.action.kind == ActionKind::Retry;
    const bool hasTime = line.has("in") || line.has("at") || line.has("spread");
    if (request.action.kind == ActionKind::Reschedule || (retries && hasTime)) {
        const int times = int(line.has("in")) + int(line.has("at")) + int(line.has("shift")) + int(line.has("spread"));
        if (retries && (times != 1 || request.action.force))
            return usage(request.action.force ? u"A retry at a set time cannot revoke leases: remove --force."_s
                                              : u"Use only one of --in, --at and --spread with retry."_s);
        if (times != 1)
            return usage(u"Use %1 of --in, --at, --shift and --spread with reschedule."_s.arg(
                times == 0 ? u"one"_s : u"only one"_s));
        if (const auto read = readActionTimes(line, request.action, SystemClock().now(), !line.has("spread")); !read)
            return read.error();
    }
    return request;
}

Result<> resolveIds(Context& context, QueueInspector& inspector, OperationRequest& request)
{
    const auto& words = context.line().words();
    const std::vector<QByteArray> given(words.begin() + 1, words.end());
    if (given.empty())
        return {};
    if (const auto settled = checkOwnerOf(context.backend(), request.queue); !settled)
        return settled;
    // If several tasks share an id, only look for one that the action applies to: for a restore, the one in the trash.
    const Capabilities& can = context.backend().capabilities(request.queue);
    const auto found
        = findTasks(inspector, request.queue, given, {}, request.states.intersected(statesFor(request.action, can)));
    if (!found)
        return found.error();
    for (std::size_t i = 0; i < given.size(); ++i) {
        const Result<TaskId>& id = (*found)[i];
        if (!id && (id.error().code != ErrorCode::NotFound || given.size() == 1))
            return id.error();
        request.selection.ids.push_back(id ? *id : given[i]);
    }
    return {};
}

} // namespace dueline::duectl
