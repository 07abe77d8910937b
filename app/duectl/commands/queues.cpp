// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/commands/lookthrough.h"
#include "app/duectl/context.h"
#include "app/duectl/fields.h"
#include "app/duectl/tables.h"
#include "core/base/text.h"
#include "core/layouts/port/keyguesses.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

/// Writes another framework's queue as a JSON object. Unknown members are null.
void writeForeign(JsonWriter& json, const ForeignQueue& queue)
{
    json.beginObject();
    json.member("name", queue.name);
    for (TaskState state : allStates)
        json.key(stateName(state).data()).null();
    json.key("oldest_due_ms").null();
    json.key("paused").null();
    json.member("framework", queue.framework);
    json.member("tasks", queue.tasks);
    if (queue.isPart)
        json.member("tasks_at_least", true);
    if (queue.layout.isEmpty()) {
        json.member("unreadable", "found, not readable yet");
    } else {
        json.member("layout", queue.layout);
        json.member("unreadable", "found; --layout " + queue.layout + " opens it");
    }
    json.endObject();
}

/// Writes a key that may be a custom queue, and the layout that would open it, as a JSON object.
void writeGuess(JsonWriter& json, const LayoutSuggestion& guess)
{
    json.beginObject();
    json.member("name", guess.spec.facts().queue.value_or(QueueName()));
    for (TaskState state : allStates)
        json.key(stateName(state).data()).null();
    json.key("oldest_due_ms").null();
    json.key("paused").null();
    json.member("layout", guess.spec.text().toUtf8());
    json.member("tasks", guess.entries);
    json.member("unreadable", "possibly a custom queue: " + guess.why.toUtf8());
    json.endObject();
}

void writeQueuesJson(Context& context, const std::vector<QueueInfo>& queues, const ForeignQueues& foreign,
    const LayoutSuggestions& guesses)
{
    JsonWriter json;
    json.beginArray();
    for (const QueueInfo& queue : queues) {
        json.beginObject();
        writeQueue(json, queue);
        json.endObject();
    }
    for (const ForeignQueue& queue : foreign.queues)
        writeForeign(json, queue);
    for (const LayoutSuggestion& guess : guesses.found)
        writeGuess(json, guess);
    writeLookedThrough(json, context.backend());
    json.endArray();
    context.out().write(json.take());
}

void writeForeignText(Output& out, const ForeignQueues& foreign)
{
    // Print the OPENED BY column only if at least one queue can be opened.
    const bool opened = std::any_of(foreign.queues.begin(), foreign.queues.end(),
        [](const ForeignQueue& queue) { return !queue.layout.isEmpty(); });
    QStringList titles{u"FRAMEWORK"_s, u"QUEUE"_s, u">TASKS"_s};
    if (opened)
        titles << u"OPENED BY"_s;
    Table table(titles);
    for (const ForeignQueue& queue : foreign.queues) {
        QStringList cells{printable(queue.framework, 40), printable(queue.name, 64),
            QString::number(queue.tasks) + (queue.isPart ? u"+"_s : QString())};
        if (opened)
            cells << (queue.layout.isEmpty() ? u"-"_s : u"--layout "_s + printable(queue.layout, 100));
        table.row(cells);
    }
    out.line(opened ? u"Found queues from other frameworks. Queues without a layout cannot be read yet."_s
                    : u"Found queues from other frameworks, which cannot be read yet."_s);
    out.write(table.take());
}

/// Writes the likely custom queues as a table. Plain lists are only counted, since any list might be a queue.
void writeGuesses(Output& out, const LayoutSuggestions& guesses)
{
    Table table({u"LAYOUT"_s, u">ENTRIES"_s, u"REASON"_s});
    qsizetype telling = 0;
    for (const LayoutSuggestion& guess : guesses.found) {
        if (!guess.isTelling)
            continue;
        ++telling;
        table.row({printable(guess.spec.text().toUtf8(), 120), QString::number(guess.entries), guess.why});
    }
    if (telling > 0) {
        out.line(u"Possible custom queues. If you recognize one, open it with --layout."_s);
        out.write(table.take());
    }
    if (const qsizetype lists = qsizetype(guesses.found.size()) - telling; lists > 0)
        out.line(u"Other lists: %1; --json shows their keys. If the items of a list are tasks, open it with --layout "
                 u"list:KEY."_s.arg(lists));
    if (!guesses.found.empty())
        out.line(u"If a queue uses several keys, duectl layout guess proposes a layout file for it."_s);
}

QString note(const QueueInfo& queue)
{
    if (!queue.unreadable.isEmpty())
        return u"cannot be read: "_s + printable(queue.unreadable);
    QStringList notes;
    if (queue.paused)
        notes << u"paused"_s;
    if (queue.damaged > 0)
        notes << u"%1 quarantined"_s.arg(queue.damaged);
    if (!queue.note.isEmpty())
        notes << printable(queue.note, 300);
    return notes.join(u", "_s);
}

void writeQueuesText(Output& out, const std::vector<QueueInfo>& queues)
{
    QStringList titles{u"QUEUE"_s};
    for (TaskState state : allStates)
        titles << u'>' + stateText(state).toUpper();
    titles << u"OLDEST DUE"_s << u"NOTE"_s;
    Table table(titles);
    for (const QueueInfo& queue : queues) {
        QStringList cells{printable(queue.name, 64)};
        for (TaskState state : allStates) {
            cells << (!queue.states.contains(state) ? u"-"_s
                    : !queue.unreadable.isEmpty()
                    ? u"?"_s
                    : QString::number(queue.counts[state]) + (queue.isPart ? u"+"_s : QString()));
        }
        cells << (queue.oldestDue     ? relativeTime(*queue.oldestDue, queue.serverNow)
                : queue.oldestUnknown ? u"?"_s
                                      : u"-"_s)
              << note(queue);
        table.row(cells);
    }
    out.write(table.take());
}

} // namespace

Result<int> runQueues(Context& context)
{
    const auto inspector = context.inspector();
    if (!inspector)
        return inspector.error();
    if (const auto discovered = discover(context.backend()); !discovered)
        return discovered.error();
    const auto queues = (*inspector)->queues();
    if (!queues)
        return queues.error();

    // Ignore errors from here on: even if the connection is lost, print the queues read so far.
    const ConnectionSpec connection = context.connection();
    const std::vector<LayoutSpec> layouts = connection.layout.parts();
    ForeignQueues foreign;
    if (connection.layout.facts().needsServer) {
        DetectionLimits limits;
        limits.sought = !connection.layout.finds();
        if (auto looked = findForeignQueues(allLayouts(), connection.redis, limits, nullptr, connection.prefix))
            foreign = *std::move(looked);
        removeOpened(foreign, connection.layout); // omit queues already in the table of open queues
        // Two frameworks may share a queue ("Bull and BullMQ"), or it may be unclear which one owns it ("Bull or
        // BullMQ"). Omit such queues if they are already in the table of open queues.
        std::erase_if(foreign.queues, [&queues](const ForeignQueue& found) {
            const auto isListed = [&found](const QueueInfo& info) {
                return !info.note.isEmpty() && (info.name == found.name || info.name.startsWith(found.name + '@'));
            };
            const bool isOfTwo = found.framework.contains(" and ") || found.framework.contains(" or ");
            return isOfTwo && std::any_of(queues->begin(), queues->end(), isListed);
        });
    }
    const QString gap = lookedThrough(context.backend());
    LayoutSuggestions guesses;
    const bool isNativeOpen = std::find(layouts.begin(), layouts.end(), defaultLayout()) != layouts.end();
    if (isNativeOpen) {
        if (auto guessed = suggestLayouts(allLayouts(), connection.redis, connection.prefix))
            guesses = *std::move(guessed);
        std::erase_if(guesses.found, [&layouts](const LayoutSuggestion& guess) {
            return std::any_of(layouts.begin(), layouts.end(), [&guess](const LayoutSpec& open) {
                const auto key = open.facts().queue;
                return key && key == guess.spec.facts().queue;
            });
        });
    }
    if (context.json()) {
        writeQueuesJson(context, *queues, foreign, guesses);
    } else {
        if (!queues->empty())
            writeQueuesText(context.out(), *queues);
        if (!queues->empty() && !foreign.queues.empty())
            context.out().line({});
        if (!foreign.queues.empty())
            writeForeignText(context.out(), foreign);
        if (!guesses.found.empty() && (!queues->empty() || !foreign.queues.empty()))
            context.out().line({});
        writeGuesses(context.out(), guesses);
        if (queues->empty() && foreign.queues.empty() && guesses.found.empty())
            tell(gap.isEmpty() && isNativeOpen
                    ? u"No queues yet. Create the first one with \"duectl add QUEUE TYPE\"."_s
                    : u"No queues found."_s);
    }
    if (!foreign.queues.empty() && !foreign.incomplete.isEmpty())
        tell(foreign.incomplete);
    else if (!guesses.found.empty() && !guesses.incomplete.isEmpty())
        tell(guesses.incomplete);
    if (!gap.isEmpty())
        tell(gap);

    std::vector<Error> errors;
    for (const QueueInfo& queue : *queues) {
        if (const auto error = unreadable(queue))
            errors.push_back(*error);
    }
    if (errors.empty())
        return 0;
    context.out().flush();
    const QString others = errors.size() < 2 ? QString()
        : errors.size() == 2                 ? u" The same applies to another queue."_s
                                             : u" The same applies to %1 other queues."_s.arg(errors.size() - 1);
    tell(errors.front().message + others);
    return 1;
}

} // namespace dueline::duectl
