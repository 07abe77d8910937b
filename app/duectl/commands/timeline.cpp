// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/commands/lookthrough.h"
#include "app/duectl/context.h"
#include "app/duectl/fields.h"
#include "app/duectl/tables.h"
#include "core/base/duration.h"
#include "core/base/text.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

/// State shown in a timeline, with its letter in the bars.
struct BarPart
{
    TaskState state;
    char16_t letter;
};
constexpr std::array barParts{BarPart{TaskState::Done, u'.'}, BarPart{TaskState::Failed, u'F'},
    BarPart{TaskState::Leased, u'L'}, BarPart{TaskState::Retrying, u'r'}, BarPart{TaskState::Due, u'd'},
    BarPart{TaskState::Scheduled, u's'}};
constexpr qint64 barWidth = 40;

qint64 totalOf(const StateCounts& counts)
{
    qint64 total = 0;
    for (const BarPart& part : barParts)
        total += counts[part.state];
    return total;
}

/// Returns the bar for a bin, scaled so that `highest` tasks fill the width. Each state that has tasks gets at least
/// one letter.
QString bar(const StateCounts& counts, qint64 highest)
{
    QString out;
    for (const BarPart& part : barParts) {
        if (const qint64 count = counts[part.state]; count > 0)
            out += QString(std::max<qint64>(1, qint64(double(count) * barWidth / double(highest))), QChar(part.letter));
    }
    return out;
}

void writeTimelineJson(Context& context, const std::vector<TimelineBin>& bins)
{
    JsonWriter json;
    json.beginArray();
    for (const TimelineBin& bin : bins) {
        json.beginObject();
        json.member("from_ms", toMs(bin.from));
        json.member("to_ms", toMs(bin.to));
        for (TaskState state : allStates) {
            if (state != TaskState::Trash)
                json.member(stateName(state).data(), bin.counts[state]);
        }
        json.endObject();
    }
    if (context.line().words().empty())
        writeLookedThrough(json, context.backend());
    json.endArray();
    context.out().write(json.take());
}

void writeTimelineText(Output& out, const std::vector<TimelineBin>& bins, TimePoint now)
{
    qint64 highest = 1;
    for (const TimelineBin& bin : bins)
        highest = std::max(highest, totalOf(bin.counts));
    Table table({u"FROM"_s, u""_s, u">TASKS"_s, u"s scheduled  d due  r retrying  L leased  F failed  . done"_s});
    for (const TimelineBin& bin : bins) {
        const bool current = bin.from <= now && now < bin.to;
        const qint64 total = totalOf(bin.counts);
        table.row({instantText(bin.from), current ? u"now"_s : QString(), total > 0 ? QString::number(total) : u"-"_s,
            bar(bin.counts, highest)});
    }
    out.write(table.take());
}

/// Sums the bins of all readable queues. Appends the names of unreadable queues to `skipped`.
Result<std::vector<TimelineBin>> timelineOfAll(
    QueueInspector& inspector, TimePoint from, TimePoint to, int bins, QStringList& skipped)
{
    const auto queues = inspector.queues();
    if (!queues)
        return queues.error();
    std::vector<TimelineBin> sum(static_cast<std::size_t>(bins));
    for (int i = 0; i < bins; ++i) {
        const auto edge = [&](int k) { return from + Millis((to - from).count() * k / bins); };
        sum[std::size_t(i)].from = edge(i);
        sum[std::size_t(i)].to = edge(i + 1);
    }
    for (const QueueInfo& queue : *queues) {
        if (!queue.unreadable.isEmpty()) {
            skipped << printable(queue.name, 64);
            continue;
        }
        const auto one = inspector.timeline(queue.name, from, to, bins);
        if (!one && endsReadingOfLongMembers(one.error().code))
            return one.error();
        if (!one) {
            skipped << printable(queue.name, 64);
            continue;
        }
        for (std::size_t i = 0; i < sum.size() && i < one->size(); ++i) {
            sum[i].from = (*one)[i].from;
            sum[i].to = (*one)[i].to;
            for (TaskState state : allStates)
                sum[i].counts[state] += (*one)[i].counts[state];
        }
    }
    return sum;
}

} // namespace

Result<int> runTimeline(Context& context)
{
    const CommandLine& line = context.line();
    const bool one = !line.words().empty();
    if (one) {
        if (const auto name = context.queue(); !name)
            return name.error();
    }
    const auto bins = line.number("bins", 1, 2000);
    if (!bins)
        return bins.error();
    for (const char* option : {"from", "to"}) {
        if (const auto moment = line.moment(option, SystemClock().now()); !moment)
            return moment.error();
    }
    const auto inspector = context.inspector();
    if (!inspector)
        return inspector.error();
    if (one) {
        const auto queue = (*inspector)->queue(*context.queue());
        if (!queue)
            return queue.error();
        if (const auto error = unreadable(*queue))
            return *error;
    }
    const auto now = context.now();
    if (!now)
        return now.error();
    const auto end = [&line, &now](const char* option, Millis without) {
        const auto moment = line.moment(option, *now);
        return *moment ? settled(QString::fromUtf8(line.value(option)), **moment) : *now + without;
    };
    const TimePoint from = end("from", -std::chrono::hours(1));
    const TimePoint to = end("to", std::chrono::hours(1));
    const int binCount = int(bins->value_or(60));
    if (to - from < Millis(binCount))
        return Error{ErrorCode::Usage,
            u"--to must be later than --from by at least 1 ms per bin: %1 to %2 is too short for %3 bins."_s.arg(
                formatInstant(from), formatInstant(to), QString::number(binCount))};

    QStringList skipped;
    if (!one) {
        if (const auto discovered = discover(context.backend()); !discovered)
            return discovered.error();
    }
    const auto timeline = one ? (*inspector)->timeline(*context.queue(), from, to, binCount)
                              : timelineOfAll(**inspector, from, to, binCount, skipped);
    if (!timeline)
        return timeline.error();
    if (context.json())
        writeTimelineJson(context, *timeline);
    else
        writeTimelineText(context.out(), *timeline, *now);
    context.out().flush();
    if (const QString gap = one ? QString() : lookedThrough(context.backend()); !gap.isEmpty())
        tell(gap);
    if (skipped.isEmpty())
        return 0;
    tell(u"Not included: %1, which cannot be read. \"duectl queues\" shows the reason."_s.arg(
        skipped.mid(0, 5).join(u", "_s)));
    return 1;
}

} // namespace dueline::duectl
