// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands/layoutguess.h"

#include "app/duectl/context.h"
#include "app/duectl/fields.h"
#include "app/duectl/tables.h"
#include "core/base/shellword.h"
#include "core/base/text.h"
#include "core/console/discover/layoutproposal.h"
#include "core/redis/redisurl.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

constexpr Millis longestWatch = std::chrono::seconds(60);
constexpr int sampledPerState = 3; ///< number of sample rows to print per queue and state
constexpr std::size_t mostSampleRows = 12;
constexpr int checkedPerState = 500; ///< maximum number of tasks per queue and state that `check` reads
constexpr std::size_t mostProblems = 5;

/// Opens a read-only client. Errors: same as Context::open() and openForReading().
Result<std::unique_ptr<RedisClient>> openClient(Context& context)
{
    if (const auto inspector = context.inspector(); !inspector) // prompts for a password if none is set
        return inspector.error();
    return openForReading(context.connection());
}

QStringList rowOf(const LiveCheck::Row& row, TimePoint now)
{
    const Task& task = row.task.task;
    return QStringList{printable(row.queue, 40), printable(task.nativeState, 40)} + taskCells(task, now);
}

/// Watches the most likely guess's lists until it is known which end each list is consumed from, or until `time` has
/// passed.
Result<RunningEnds> watchEnds(RedisClient& client, const std::vector<LayoutGuess>& guesses, Millis time)
{
    if (guesses.empty())
        return RunningEnds();
    Progress progress;
    return watchLists(client, listsOf(guesses.front()), time, [&progress](Millis left) {
        progress.show(u"Watching the lists for up to %1…"_s.arg(roughDuration(left)));
        return true;
    });
}

/// Returns the error if none of the server's keys, or of the keys that the user named, look like part of a queue.
Error nothingFound(const UnknownKeys& unknown, bool isNamed)
{
    QString sentence = isNamed ? u"The specified keys do not look like a queue."_s
                               : u"No keys look like part of an unknown queue."_s;
    if (!unknown.known.isEmpty() && !isNamed) {
        sentence += u" To open the known queues, use --layout %1."_s.arg(
            printable(unknown.known.join(" or --layout "), 200));
    } else {
        sentence += u" A time index is a sorted set with times as scores. Specify its keys: duectl layout guess "
                    u"KEY..."_s;
    }
    const QStringList& remarks = unknown.survey.remarks;
    return {ErrorCode::NotFound, sentence + (remarks.isEmpty() ? QString() : u' ' + remarks.first())};
}

void writeProposalsJson(Context& context, const std::vector<LayoutGuess>& guesses, const LiveCheck& check)
{
    JsonWriter json;
    json.beginArray();
    for (const LayoutGuess& guess : guesses) {
        json.beginObject();
        json.member("name", guess.name);
        json.member("confidence", guess.confidence);
        json.member("entries", guess.entries);
        json.key("places").beginArray();
        for (const LayoutGuess::SampledPlace& place : guess.places) {
            json.beginObject();
            json.member("name", place.name);
            json.member("type", wordOf(place.kind));
            json.member("confidence", place.confidence);
            json.member("keys", qint64(place.keys.size()));
            json.endObject();
        }
        json.endArray();
        json.key("undetermined").beginArray();
        for (const QString& sentence : guess.open)
            json.string(sentence.toUtf8());
        json.endArray();
        if (&guess == &guesses.front()) {
            json.key("sample").beginArray();
            for (const LiveCheck::Row& row : check.rows) {
                json.beginObject();
                json.member("queue", row.queue);
                json.member("place", row.task.task.nativeState);
                writeTask(json, row.task.task);
                json.endObject();
            }
            json.endArray();
        }
        json.member("file", guess.file);
        json.endObject();
    }
    json.endArray();
    context.out().write(json.take());
}

/// Writes the most likely layout file to standard output, and its sample rows and the other guesses to standard error.
void writeProposals(Context& context, const std::vector<LayoutGuess>& guesses, const LiveCheck& check)
{
    context.out().write(guesses.front().file);
    Table table(QStringList{u"QUEUE"_s, u"PLACE"_s} + taskTitles());
    for (const LiveCheck::Row& row : check.rows)
        table.row(rowOf(row, check.now));
    for (const QString& line : table.take().split(u'\n', Qt::SkipEmptyParts))
        tell(line);
    for (std::size_t i = 1; i < std::min<std::size_t>(guesses.size(), 10); ++i) {
        QStringList keys;
        for (const LayoutGuess::SampledPlace& place : guesses[i].places)
            keys << shellName(place.keys.front());
        tell(u"Another possible queue (%1% confidence): duectl layout guess -- %2"_s.arg(guesses[i].confidence)
                 .arg(keys.mid(0, 8).join(u' ')));
    }
}

} // namespace

Result<int> guessLayoutFile(Context& context, const std::vector<QByteArray>& keys)
{
    const auto watched = context.line().duration("watch");
    if (!watched)
        return watched.error();
    if (watched->value_or(Millis(0)) > longestWatch)
        return usage(u"--watch can be at most %1."_s.arg(roughDuration(longestWatch)));
    const auto client = openClient(context);
    if (!client)
        return client.error();
    const ConnectionSpec connection = context.connection();
    const auto unknown = UnknownKeys::read(**client, connection, keys);
    if (!unknown)
        return unknown.error();
    std::vector<LayoutGuess> guesses = unknown->guesses();
    if (*watched) {
        const auto ends = watchEnds(**client, guesses, **watched);
        if (!ends)
            return ends.error();
        guesses = unknown->guesses({.ends = *ends});
    }
    if (guesses.empty())
        return nothingFound(*unknown, !keys.empty());
    const auto description = Description::parse(guesses.front().file);
    if (!description)
        return description.error();
    auto check = sampleTasks(**client, connection, *description, sampledPerState);
    // The guessed key patterns also match keys of other types.
    if (!check && check.error().code == ErrorCode::WrongType) {
        tell(check.error().message);
        check = LiveCheck();
    }
    if (!check)
        return check.error();
    if (check->rows.size() > mostSampleRows)
        check->rows.erase(check->rows.begin() + qptrdiff(mostSampleRows), check->rows.end());
    if (context.json())
        writeProposalsJson(context, guesses, *check);
    else
        writeProposals(context, guesses, *check);
    for (const QString& remark : unknown->survey.remarks)
        tell(remark);
    for (const QByteArray& name : layoutsLike(guesses.front())) {
        tell(u"The keys look like the layout \"%1\", which is part of this program: --layout %1"_s.arg(
            QString::fromLatin1(name)));
    }
    return 0;
}

Result<int> checkOnServer(Context& context, const Description& description, const QString& path)
{
    const auto client = openClient(context);
    if (!client)
        return client.error();
    const auto check = sampleTasks(**client, context.connection(), description, checkedPerState);
    if (!check)
        return check.error();
    std::vector<const LiveCheck::Row*> problems;
    for (const LiveCheck::Row& row : check->rows) {
        if (!row.task.damage.isEmpty())
            problems.push_back(&row);
    }
    const std::size_t all = problems.size();
    problems.resize(std::min(all, mostProblems));
    if (context.json()) {
        JsonWriter json;
        json.beginObject();
        json.member("name", description.name);
        json.member("queues", qint64(check->queues));
        json.member("tasks", qint64(check->rows.size()));
        json.member("matching", check->matching());
        json.key("problems").beginArray();
        for (const LiveCheck::Row* row : problems) {
            json.beginObject();
            json.member("queue", row->queue);
            json.member("place", row->task.task.nativeState);
            json.member("id", row->task.task.id);
            json.member("problem", row->task.damage.toUtf8());
            json.endObject();
        }
        json.endArray();
        json.key("missing_fields").beginArray();
        for (const QByteArray& field : check->missing)
            json.string(field);
        json.endArray();
        json.endObject();
        context.out().write(json.take());
    } else {
        context.out().line(u"%1 on %2: %3, %4 read: %5 match the layout, %6 do not."_s
                               .arg(path, displayUrl(context.redis()),
                                   check->queues == 1 ? u"1 queue"_s : u"%1 queues"_s.arg(check->queues),
                                   tasksText(qint64(check->rows.size())))
                               .arg(check->matching())
                               .arg(all));
        for (const LiveCheck::Row* row : problems) {
            const bool isShared = row->queue == '@' + description.name;
            const QString queue = isShared ? u"@file:"_s + path : printable(row->queue, 60);
            context.out().line(u"  %1, %2, %3: %4"_s.arg(
                queue, printable(row->task.task.nativeState, 40), printable(row->task.task.id, 64), row->task.damage));
        }
    }
    if (!check->missing.isEmpty())
        tell(u"No task has a value for these fields, so check their paths: %1."_s.arg(
            QString::fromUtf8(check->missing.join(", "))));
    const auto& patterns = description.queues.patterns;
    const bool hasStar = std::any_of(
        patterns.begin(), patterns.end(), [](const KeyPattern& pattern) { return pattern.text().contains('*'); });
    if (check->queues == 0 && hasStar)
        tell(u"In a pattern, * is a literal character; use a variable such as <id> instead."_s);
    if (!check->gap.isEmpty())
        tell(check->gap);
    return all > 0 || check->rows.empty() ? 1 : 0;
}

} // namespace dueline::duectl
