// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/bulkparts.h"

#include "core/redis/errorclass.h"

#include <algorithm>

namespace dueline {

namespace {

QByteArray timingWord(Action::Time time)
{
    return time == Action::Time::Shift ? "shift" : time == Action::Time::Spread ? "spread" : "at";
}

} // namespace

std::vector<QByteArray> BulkParts::arguments(const BulkStep& step, int limit, const QByteArray& third)
{
    const Action& action = step.action;
    const bool shifts = action.time == Action::Time::Shift;
    return {step.holder, uniquePartOf(step.operation), third, actionName(action.kind).toByteArray(),
        number(step.holdFor), number(limit), number(listKept), timingWord(action.time),
        shifts ? number(action.by) : number(toMs(action.at)), number(action.until - action.at), number(step.gaps)};
}

Result<BulkState> BulkParts::stateOf(const Reply& reply, const OutcomeCodes& codes, int& tasks)
{
    const std::vector<Reply>& items = reply.items;
    if (items.size() != 11 || !items[7].isArray() || items[7].items.size() % 2 != 0 || items[10].items.size() % 2 != 0)
        return unexpectedReply();
    BulkState state;
    state.isLeft = items[0].integer > 0;
    state.place = items[1].integer;
    state.done = items[2].integer;
    state.skipped = items[3].integer;
    state.notFound = items[4].integer;
    state.refused = items[5].integer;
    state.asked = items[6].bytes;
    state.busyUs = items[8].integer;
    tasks = int(items[9].integer);
    const auto outcomeFor = [&codes](const QByteArray& code) {
        return codes.outcomeOf(code.isEmpty() ? '\0' : code[0]).value_or(ItemOutcome::Refused);
    };
    for (std::size_t i = 0; i < items[7].items.size(); i += 2)
        state.told.emplace_back(items[7].items[i].bytes, outcomeFor(items[7].items[i + 1].bytes));
    for (std::size_t i = 0; i < items[10].items.size(); i += 2)
        state.reasons[outcomeFor(items[10].items[i].bytes)] += items[10].items[i + 1].bytes.toLongLong();
    return state;
}

std::pair<QByteArray, QByteArray> BulkParts::scoresOf(const TaskSource& source, const BulkWalk& walk)
{
    if (!source.isDated())
        return {"-inf", "+inf"};
    return source.scoresBetween(walk.from, walk.until ? std::optional(*walk.until + Millis(1)) : std::nullopt);
}

QByteArrayList BulkParts::wordsAndRest(const QByteArray& text, int count)
{
    QByteArrayList words;
    qsizetype at = 0;
    for (int i = 0; i < count; ++i) {
        const qsizetype space = text.indexOf(' ', at);
        if (space < 0)
            return {};
        words << text.mid(at, space - at);
        at = space + 1;
    }
    return words << text.mid(at);
}

void BulkParts::widen(BulkTaken& taken, TimePoint first, TimePoint last)
{
    taken.first = std::min(taken.first.value_or(first), first);
    taken.last = std::max(taken.last.value_or(last), last);
}

} // namespace dueline
