// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/commands/lookthrough.h"
#include "app/duectl/context.h"
#include "app/duectl/fields.h"
#include "app/duectl/tables.h"
#include "core/base/text.h"
#include "core/console/failures/failuregroups.h"
#include "core/layouts/catalogue/names/layoutnames.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

constexpr qsizetype shownSample = 100;

struct Counted
{
    std::vector<CountedFailures> queues;
    QStringList skipped; ///< queues that couldn't be read
    QStringList gaps; ///< one sentence for each queue that was only partly read
    QStringList notKnown; ///< queues whose layout doesn't report failed tasks
    qint64 others = 0; ///< number of failed tasks without a group, because the group limit was reached
};

QString notKnown(const QStringList& queues)
{
    return u"Failed tasks from %1 are stored elsewhere and not counted here."_s.arg(queues.mid(0, 5).join(u", "_s));
}

/// Returns the named queues, or all queues if none are named. Named queues must exist and be readable.
Result<std::vector<QueueInfo>> queuesToCount(Context& context, QueueInspector& inspector)
{
    if (context.line().words().empty()) {
        if (const auto discovered = discover(context.backend()); !discovered)
            return discovered.error();
        return inspector.queues();
    }
    std::vector<QueueInfo> queues;
    for (std::size_t word = 0; word < context.line().words().size(); ++word) {
        const auto name = context.queue(word);
        if (!name)
            return name.error();
        const auto info = inspector.queue(*name);
        if (!info)
            return info.error();
        if (const auto error = unreadable(*info))
            return *error;
        if (!info->states.contains(TaskState::Failed))
            return Error{ErrorCode::NotSupported, notKnown({printable(info->name, 64)})};
        const bool twice = std::any_of(
            queues.begin(), queues.end(), [&info](const QueueInfo& queue) { return queue.name == info->name; });
        if (!twice)
            queues.push_back(*info);
    }
    return queues;
}

Result<Counted> countFailures(Context& context, const std::vector<QueueInfo>& queues, const TaskFilter& filter)
{
    Counted counted;
    Progress progress;
    qint64 done = 0;
    for (const QueueInfo& queue : queues) {
        if (!queue.unreadable.isEmpty()) {
            counted.skipped << printable(queue.name, 64);
            continue;
        }
        if (!queue.states.contains(TaskState::Failed)) {
            // Another queue in this layout may list this queue's failed tasks. Sidekiq, for example, keeps all dead
            // jobs in one set.
            const bool isShared = std::any_of(queues.begin(), queues.end(), [&queue](const QueueInfo& other) {
                return other.layout == queue.layout && other.states.contains(TaskState::Failed);
            });
            if (!isShared)
                counted.notKnown << printable(queue.name, 64);
            continue;
        }
        if (queue.isPart) { // querying a single queue may read more keys than listing all queues
            const auto alone = context.backend().inspector().queue(queue.name);
            if (alone && alone->isPart)
                counted.gaps << u"%1: %2"_s.arg(printable(queue.name, 64), printable(alone->note, 600));
        }
        FailureCensus census(queue.name, filter);
        for (;;) {
            const auto complete = census.step(context.backend());
            if (!complete && complete.error().code == ErrorCode::NotFound && context.line().words().empty())
                break; // the queue has been removed since it was listed
            if (!complete)
                return complete.error();
            progress.show(u"%1 counted"_s.arg(tasksText(done + census.counted())));
            if (*complete)
                break;
        }
        done += census.counted();
        counted.others += census.others();
        const QByteArray layout
            = queue.layout.isEmpty() ? layoutOf(context.layout(), queue.name).text().toUtf8() : queue.layout;
        counted.queues.push_back({queue.name, layout, census.texts()});
    }
    return counted;
}

void writeFailuresJson(Context& context, const std::vector<FailureGroup>& groups, std::optional<TimePoint> newFrom)
{
    JsonWriter json;
    json.beginArray();
    const auto names = [&json](const char* member, const QByteArrayList& all) {
        json.key(member).beginArray();
        for (const QByteArray& name : all)
            json.string(name);
        json.endArray();
    };
    for (const FailureGroup& group : groups) {
        json.beginObject();
        json.member("kind", group.name);
        json.member("sample", group.sample);
        json.member("tasks", group.tasks);
        names("types", group.types());
        names("queues", group.queues());
        if (const QByteArrayList ownQueues = group.ownQueues(); !ownQueues.isEmpty())
            names("own_queues", ownQueues);
        json.member("layout", group.shares.front().layout);
        const auto known = [](TimePoint at) { return at == TimePoint() ? std::nullopt : std::optional(toMs(at)); };
        json.member("first_ms", known(group.first));
        json.member("last_ms", known(group.last));
        if (newFrom)
            json.member("new", group.first >= *newFrom);
        else
            json.key("new").null();
        json.member("filter", group.filter().toUtf8());
        json.endObject();
    }
    if (context.line().words().empty())
        writeLookedThrough(json, context.backend());
    json.endArray();
    context.out().write(json.take());
}

/// Returns the first name and the number of remaining names.
QString shortList(const QByteArrayList& names)
{
    const QString first = printable(names.front(), 40);
    return names.size() == 1 ? first : u"%1 +%2"_s.arg(first).arg(names.size() - 1);
}

void writeFailuresText(
    Output& out, const std::vector<FailureGroup>& groups, std::optional<TimePoint> newFrom, TimePoint now)
{
    Table table(
        {u">TASKS"_s, newFrom ? u"NEW"_s : QString(), u"FIRST"_s, u"LAST"_s, u"QUEUE"_s, u"TYPE"_s, u"LAST ERROR"_s});
    for (const FailureGroup& group : groups) {
        const QByteArray line = group.sample.trimmed();
        const QString sample = group.name.isEmpty() ? u"(no error message)"_s
            : line.startsWith("Traceback (")        ? printable(line.sliced(line.lastIndexOf('\n') + 1), shownSample)
                                                    : printable(line.split('\n').front(), shownSample);
        const QByteArrayList ownQueues = group.ownQueues();
        table.row({QString::number(group.tasks), newFrom && group.first >= *newFrom ? u"new"_s : QString(),
            relativeTime(group.first, now), relativeTime(group.last, now),
            shortList(group.queues()) + (ownQueues.isEmpty() ? QString() : u": "_s + shortList(ownQueues)),
            shortList(group.types()), sample});
    }
    out.write(table.take());
}

} // namespace

Result<int> runFailures(Context& context)
{
    const auto newSince = context.line().duration("new-since");
    if (!newSince)
        return newSince.error();
    const auto filter = parseFilter(QString::fromUtf8(context.line().value("match")));
    if (!filter)
        return filter.error();
    const auto inspector = context.inspector();
    if (!inspector)
        return inspector.error();
    const auto now = context.now();
    if (!now)
        return now.error();
    const auto queues = queuesToCount(context, **inspector);
    if (!queues)
        return queues.error();
    const auto counted = countFailures(context, *queues, *filter);
    if (!counted)
        return counted.error();
    std::vector<FailureGroup> groups = splitByLayout(failureGroupsOf(counted->queues));
    for (FailureGroup& group : groups) {
        // Combine both filters, so that the group's filter matches exactly the tasks that were counted.
        if (!filter->isEmpty())
            group.terms += u' ' + filter->fixedText();
    }
    std::optional<TimePoint> newFrom;
    if (*newSince)
        newFrom = *now - **newSince;
    const auto isNew = [&newFrom](const FailureGroup& group) { return newFrom && group.first >= *newFrom; };
    std::stable_partition(groups.begin(), groups.end(), isNew);
    if (context.json())
        writeFailuresJson(context, groups, newFrom);
    else if (!groups.empty())
        writeFailuresText(context.out(), groups, newFrom, *now);
    context.out().flush();
    if (counted->others > 0)
        tell(u"%1 more failed tasks are in groups beyond the limit of %2 per queue."_s.arg(
            tasksText(counted->others), QString::number(FailureCensus::mostGroups)));
    if (!counted->notKnown.isEmpty())
        tell(notKnown(counted->notKnown));
    if (!counted->skipped.isEmpty())
        tell(u"Not included: %1, which cannot be read. \"duectl queues\" shows the reason."_s.arg(
            counted->skipped.mid(0, 5).join(u", "_s)));
    for (const QString& gap : counted->gaps.mid(0, 5))
        tell(u"Count incomplete: %1"_s.arg(gap));
    const QString looked = context.line().words().empty() ? lookedThrough(context.backend()) : QString();
    if (counted->skipped.isEmpty() && groups.empty()) {
        tell(!filter->isEmpty()    ? u"No failed tasks match."_s
                : looked.isEmpty() ? u"No failed tasks."_s
                                   : u"No failed tasks in the queues that were found."_s);
    }
    if (!looked.isEmpty())
        tell(looked);
    const bool some = newFrom ? std::any_of(groups.begin(), groups.end(), isNew) : !groups.empty();
    return some || counted->others > 0 || !counted->skipped.isEmpty() || !counted->gaps.isEmpty() ? 1 : 0;
}

} // namespace dueline::duectl
