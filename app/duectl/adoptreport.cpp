// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/adoptreport.h"

#include "app/duectl/fields.h"
#include "app/duectl/jsonwriter.h"
#include "app/duectl/tables.h"
#include "core/base/shellword.h"
#include "core/base/text.h"

#include <numeric>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

qint64 sumOf(const StateCounts& counts)
{
    return std::accumulate(counts.perState.begin(), counts.perState.end(), qint64(0));
}

/// Returns a sentence about the tasks in Dueline's own keys, which an adoption leaves in place; empty if there are
/// none.
QString stayingText(const StateCounts& staying)
{
    const qint64 sum = sumOf(staying);
    return sum == 0 ? QString()
                    : u"%1 in Dueline's own keys %2 not moved: %3."_s.arg(
                        tasksText(sum), sum == 1 ? u"is"_s : u"are"_s, countsText(staying));
}

void writeLeft(JsonWriter& json, const AdoptLeft& left)
{
    json.key("left").beginObject();
    json.member("locked", left.locked);
    json.member("no_time", left.timeless);
    json.member("unreadable", left.unreadable);
    json.member("taken_first", left.gone);
    json.endObject();
}

} // namespace

int reportAdoptPreview(Output& out, bool json, const LayoutSpec& layout, const AdoptPreview& preview, bool dryRun)
{
    const LayoutFacts facts = layout.facts();
    if (json) {
        JsonWriter writer;
        writer.beginObject();
        writer.member("dry_run", dryRun);
        writer.member("from", layout.text().toUtf8());
        writer.member("queue", preview.to);
        writer.member("total", preview.entries);
        if (preview.firstDue)
            writer.member("first_due_ms", toMs(*preview.firstDue));
        else
            writer.key("first_due_ms").null();
        if (preview.lastDue)
            writer.member("last_due_ms", toMs(*preview.lastDue));
        else
            writer.key("last_due_ms").null();
        writer.member("staying", sumOf(preview.staying));
        writer.member("interrupted", preview.interrupted);
        writer.key("not_kept").beginArray();
        for (const QString& sentence : facts.lostByAdoption)
            writer.string(sentence.toUtf8());
        writer.endArray();
        writer.endObject();
        out.write(writer.take());
        return 0;
    }
    if (preview.entries == 0) {
        out.line(u"There are no tasks to move in %1."_s.arg(printable(facts.queue.value_or(QueueName()), 60)));
        return 0;
    }
    out.line(u"Would move %1 of %2 into the native queue %3%4."_s.arg(tasksText(preview.entries),
        printable(layout.text().toUtf8(), 120), printable(preview.to, 60),
        preview.target ? QString() : u", which will be created"_s));
    if (preview.firstDue && preview.lastDue) {
        out.line(u"First due %1, last %2."_s.arg(
            timeText(*preview.firstDue, preview.serverNow), timeText(*preview.lastDue, preview.serverNow)));
    } else {
        out.line(u"A list has no due times: all tasks are due now, in list order."_s);
    }
    if (const QString staying = stayingText(preview.staying); !staying.isEmpty())
        out.line(staying);
    if (preview.interrupted > 0)
        out.line(u"An interrupted adoption will be completed first."_s);
    out.line(u"Not kept:"_s);
    for (const QString& sentence : facts.lostByAdoption)
        out.line(u"  - "_s + sentence);
    return 0;
}

int reportAdoption(
    Output& out, bool json, const OperationRecord& record, const AdoptProgress& progress, const StateCounts& staying)
{
    if (json) {
        JsonWriter writer;
        writer.beginObject();
        writer.member("operation", record.id);
        writer.member("queue", record.queue);
        writer.member("from", record.filter);
        writer.member("total", progress.total);
        writer.member("done", progress.done);
        writeLeft(writer, progress.left);
        writer.member("cancelled", progress.cancelled);
        writer.endObject();
        out.write(writer.take());
    } else {
        out.line(
            u"%1 moved into %2%3. Undo: duectl undo %4"_s.arg(tasksText(progress.done), printable(record.queue, 60),
                progress.cancelled ? u" (interrupted)"_s : QString(), shellOperands({record.id})));
    }
    if (progress.left.total() > 0)
        tell(u"Not moved: %1."_s.arg(progress.left.summary()));
    if (const QString text = stayingText(staying); !text.isEmpty())
        tell(text);
    return progress.left.total() > 0 || progress.cancelled ? 1 : 0;
}

} // namespace dueline::duectl
