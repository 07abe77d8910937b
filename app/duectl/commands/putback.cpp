// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/commands/importing.h"
#include "app/duectl/context.h"
#include "app/duectl/jsonwriter.h"
#include "app/duectl/movetarget.h"
#include "app/duectl/tables.h"
#include "core/base/shellword.h"
#include "core/base/text.h"
#include "core/console/transfer/taskfile.h"
#include "core/console/witness/loss.h"
#include "core/console/witness/vanished.h"
#include "core/redis/redisurl.h"

#include <QFile>

#include <algorithm>
#include <limits>
#include <set>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

QString namesText(const std::set<QByteArray>& names, const QString& separator)
{
    constexpr qsizetype most = 5;
    QStringList texts;
    for (const QByteArray& name : names) {
        if (texts.size() < most)
            texts << printable(name, 60);
    }
    return texts.join(separator) + (qsizetype(names.size()) > most ? u", …"_s : QString());
}

/// Returns the queue with lost tasks that a word refers to, with or without its layout's suffix; the word itself if
/// there is no such queue. Errors: Usage (queues in several layouts have this name).
Result<QByteArray> recordedName(const std::vector<VanishedTasks>& all, const QByteArray& word)
{
    std::set<QByteArray> names;
    for (const VanishedTasks& tasks : all) {
        if (tasks.name == word)
            return word;
        if (tasks.isNamed(word))
            names.insert(tasks.name);
    }
    if (names.size() < 2)
        return names.empty() ? word : *names.begin();
    return usage(
        u"Several queues have the name \"%1\": use %2."_s.arg(printable(word, 60), namesText(names, u" or "_s)));
}

/// Returns a queue's lost tasks: those lost in the event selected with --event, or in the last loss.
Result<VanishedTasks> lostTasksOf(
    const RecordFile& file, const std::vector<VanishedTasks>& all, const QByteArray& queue, std::optional<qint64> event)
{
    const QString path = printable(file.path().toUtf8(), 200);
    const auto keeps = file.keepsIds();
    if (!keeps)
        return keeps.error();
    if (!*keeps)
        return Error{
            ErrorCode::Refused, u"%1 contains no task ids. To list lost tasks, record with --payloads."_s.arg(path)};
    const auto found = std::find_if(all.rbegin(), all.rend(),
        [&](const VanishedTasks& tasks) { return tasks.name == queue && (!event || tasks.event == *event); });
    if (found == all.rend()) {
        std::set<QByteArray> names;
        for (const VanishedTasks& tasks : all)
            names.insert(tasks.name);
        return Error{ErrorCode::NotFound,
            u"%1 contains no lost tasks from the queue \"%2\"%3.%4"_s.arg(path, printable(queue, 60),
                event ? u" for the event %1"_s.arg(*event) : QString(),
                names.empty() ? QString() : u" It contains lost tasks from %1."_s.arg(namesText(names, u", "_s)))};
    }
    if (found->complete == 0 && found->unchecked == 0)
        return Error{ErrorCode::Refused,
            u"%1 contains only the ids of the lost tasks in %2. To put tasks back, record with --payloads."_s.arg(
                path, printable(queue, 60))};
    return *found;
}

/// If the lost tasks belong to several queues, returns those from the queue that the filter selects; otherwise returns
/// `tasks`. Errors: Usage (the filter doesn't select exactly one of the queues).
Result<VanishedTasks> oneQueueOf(RecordFile& file, const VanishedTasks& tasks, const TaskFilter& filter)
{
    const auto queues = tasksByOwnQueue(file, tasks);
    if (!queues)
        return queues.error();
    if (queues->empty())
        return tasks;
    std::vector<VanishedTasks> chosen;
    for (const VanishedTasks& each : *queues) {
        Task task;
        task.ownQueue = each.own;
        if (filter.on({TaskFilter::Term::Field::Queue}).matches(task, {}, {}))
            chosen.push_back(each);
    }
    if (chosen.size() == 1)
        return chosen.front();
    const QString match = u"queue:"_s + quotedForFilter(QString::fromUtf8(queues->front().own));
    return usage(u"The lost tasks in %1 belong to several queues. Put back one queue at a time: duectl putback --match "
                 "%2 %3"_s.arg(printable(tasks.name, 60), shellName(match.toUtf8()),
                     shellOperands({QFile::encodeName(file.path()), tasks.name})));
}

/// Returns sentences about tasks that may already have run or that can't be put back.
QStringList cautionsAbout(const VanishedTasks& tasks)
{
    QStringList cautions{u"Of the lost tasks, %1."_s.arg(mayHaveRunText(tasks.mayHaveRun))};
    if (const qint64 bare = tasks.ids - tasks.complete; bare > 0)
        cautions << (bare == 1 ? u"1 lost task was recorded without its payload and cannot be put back."_s
                               : u"%1 lost tasks were recorded without their payloads and cannot be put back."_s.arg(
                                   groupedNumber(bare)));
    if (tasks.unchecked > 0)
        cautions << u"The recorder has not finished checking %1. Run the command again later."_s.arg(
            tasksText(tasks.unchecked));
    return cautions;
}

/// Returns a warning if the recording describes a different server from the one the tasks would be added to; otherwise
/// empty.
Result<QString> otherServer(RecordFile& file, const RedisConfig& redis)
{
    const auto recorded = file.meta("server");
    if (!recorded)
        return recorded.error();
    const QString server = displayUrl(redis);
    return *recorded == server.toUtf8()
        ? QString()
        : u"The recording describes %1, but the tasks are added to %2."_s.arg(printable(*recorded, 200), server);
}

/// Returns a warning if the queue was paused before the loss but no longer is; otherwise empty.
QString noLongerPaused(Backend& backend, const QueueName& queue, const VanishedTasks& tasks)
{
    if (!tasks.wasPaused)
        return {};
    const auto info = backend.inspector().queue(queue);
    return info && info->paused
        ? QString()
        : u"%1 was paused before the loss, but is not paused now: workers will start these tasks as soon as they are "
          u"due."_s.arg(printable(queue, 60));
}

/// Returns a warning if an operation since the loss has already put back tasks from the same list (see
/// putbackSource()); otherwise empty. Tasks that have run since then may no longer be stored, and would be added a
/// second time.
QString earlierPutback(Backend& backend, const QueueName& queue, const QByteArray& source, TimePoint since)
{
    const auto operations = backend.inspector().operations(queue);
    if (!operations)
        return {};
    const auto found = std::find_if(operations->begin(), operations->end(), [&](const OperationRecord& operation) {
        return operation.kind == "import" && operation.filter == source && operation.undoneBy.isEmpty()
            && operation.done > 0 && operation.at >= since;
    });
    return found == operations->end()
        ? QString()
        : u"Operation %1 has already put back %2 from this recording. Tasks that have run since may be added again."_s
              .arg(printable(found->id, 80), tasksText(found->done));
}

/// Returns the framework's name if only the framework itself can write its tasks; otherwise empty.
QString onlyAddingFramework(const QByteArray& layout)
{
    return layout == "celery" ? u"Celery"_s : layout == "laravel" ? u"Laravel"_s : layout == "rq" ? u"RQ"_s : QString();
}

/// Writes the lost tasks to a file that `duectl import` can read.
Result<int> exportLost(Context& context, RecordFile& file, const VanishedTasks& tasks)
{
    const QByteArray name = context.line().value("export");
    if (name.isEmpty())
        return usage(u"The file name is empty; use \"-\" for standard output."_s);
    const auto output
        = name == "-" ? std::make_unique<TaskFile>() : std::make_unique<TaskFile>(QFile::decodeName(name));
    SignalWatch signalWatch;
    output->waitWhile([&signalWatch] { return signalWatch.count() == 0; });
    VanishedLines lines(file, tasks);
    for (;;) {
        constexpr qint64 piece = 256 * 1024;
        QByteArray bytes(piece, Qt::Uninitialized);
        const qint64 got = lines.read(bytes.data(), piece);
        if (got < 0)
            return Error{ErrorCode::Io, lines.errorString()};
        if (got == 0)
            break;
        if (signalWatch.count() > 0)
            return Error{ErrorCode::Cancelled, u"Interrupted; the output is incomplete."_s};
        if (const auto written = output->write(bytes.first(got)); !written)
            return written.error();
    }
    if (const auto finished = output->finish(); !finished)
        return finished.error();
    if (name == "-") {
        tell(u"%1 written."_s.arg(tasksText(lines.lines())));
    } else if (context.json()) {
        JsonWriter json;
        json.beginObject();
        json.member("queue", tasks.name);
        json.member("file", name);
        json.member("written", lines.lines());
        json.member("may_have_run", tasks.mayHaveRun);
        json.endObject();
        context.out().write(json.take());
    } else {
        context.out().line(u"%1 written to %2."_s.arg(tasksText(lines.lines()), printable(name)));
    }
    for (const QString& sentence : cautionsAbout(tasks))
        tell(sentence);
    if (tasks.wasPaused)
        tell(u"%1 was paused before the loss."_s.arg(printable(tasks.name, 60)));
    if (const QString framework = onlyAddingFramework(tasks.layout); !framework.isEmpty())
        tell(
            u"Dueline cannot add %1 tasks, so \"duectl import\" refuses this file for %1 queues. Add the tasks with %1."_s
                .arg(framework));
    return 0;
}

Result<ImportRequest> putbackRequest(Context& context, const QueueName& queue)
{
    const CommandLine& line = context.line();
    const auto states = line.states("state");
    if (!states)
        return states.error();
    const auto filter = parseFilter(QString::fromUtf8(line.value("match")));
    if (!filter)
        return filter.error();
    return importRequest(context, queue, *filter, states->value_or(StateSet::all()), {});
}

/// Asks for confirmation before putting back more than one task.
Result<> confirmPutback(const Context& context, qint64 count, const VanishedTasks& tasks)
{
    if (count <= 1 || context.line().has("yes"))
        return {};
    const QString what = u"put %1 back into %2"_s.arg(tasksText(count), printable(tasks.target(), 60));
    if (!canAsk())
        return Error{
            ErrorCode::Refused, u"This would %1: add --yes to continue, or --dry-run for details."_s.arg(what)};
    for (const QString& sentence : cautionsAbout(tasks))
        tell(sentence);
    const QString question = what.left(1).toUpper() + what.mid(1) + u"? "_s;
    return confirmCount(question, count, context.isProduction());
}

/// Returns how many tasks would be added, without adding any.
Result<qint64> countAdded(Backend& backend, ImportRequest request, VanishedLines& lines, const SignalWatch& signalWatch)
{
    request.dryRun = true;
    ImportRun run(std::move(request), lines);
    const auto preview
        = run.finish(backend, [&signalWatch](const ImportProgress&) { return signalWatch.count() == 0; });
    if (!preview)
        return preview.error();
    if (preview->cancelled)
        return Error{ErrorCode::Cancelled, u"Interrupted. Nothing was changed."_s};
    return preview->added;
}

} // namespace

Result<int> runPutback(Context& context)
{
    const CommandLine& line = context.line();
    const auto event = line.number("event", 1, std::numeric_limits<qint64>::max());
    if (!event)
        return event.error();
    auto file = RecordFile::read(QFile::decodeName(line.words().front()));
    if (!file)
        return file.error();
    const QByteArray& word = line.words()[1];
    const auto all = vanishedTasks(**file);
    if (!all)
        return all.error();
    const auto name = recordedName(*all, word);
    if (!name)
        return name.error();
    if (line.has("export")) {
        if (line.has("match") || line.has("state"))
            return usage(
                u"--export writes all of the queue's lost tasks. Use --match and --state with duectl import."_s);
        const auto tasks = lostTasksOf(**file, *all, *name, *event);
        return tasks ? exportLost(context, **file, *tasks) : tasks.error();
    }
    // Use the longer of the two spellings, which includes the layout's suffix.
    const auto queue = context.queueOf(name->size() > word.size() ? *name : word, QueueUse::MayFill);
    if (!queue)
        return queue.error();
    auto tasks = lostTasksOf(**file, *all, *name, *event);
    if (!tasks && tasks.error().code == ErrorCode::NotFound && *queue != *name)
        tasks = lostTasksOf(**file, *all, *queue, *event);
    if (!tasks)
        return tasks.error();
    auto request = putbackRequest(context, *queue);
    if (!request)
        return request.error();
    tasks = oneQueueOf(**file, *tasks, request->filter);
    if (!tasks)
        return tasks.error();
    if (!tasks->own.isEmpty()) {
        const auto own = context.queueOf(tasks->target(), QueueUse::MayFill);
        if (!own)
            return own.error();
        request->queue = *own;
    }
    request->source = putbackSource((*file)->path(), *tasks);
    const bool dryRun = request->dryRun;
    const auto backend = openWhole(context, dryRun ? Access::ReadOnly : Access::Operate);
    if (!backend)
        return backend.error();
    const auto remark = otherServer(**file, context.connection().redis);
    if (!remark)
        return remark.error();
    if (!remark->isEmpty())
        tell(*remark);
    if (const QString warning = earlierPutback(**backend, request->queue, request->source, tasks->at);
        !warning.isEmpty())
        tell(warning);
    if (const QString warning = noLongerPaused(**backend, request->queue, *tasks); !warning.isEmpty())
        tell(warning);
    SignalWatch signalWatch;
    if (!dryRun) {
        if (const auto editor = context.editor(); !editor)
            return editor.error();
        VanishedLines preview(**file, *tasks);
        const auto count = countAdded(**backend, *request, preview, signalWatch);
        if (!count)
            return count.error();
        if (const auto agreed = confirmPutback(context, *count, *tasks); !agreed)
            return agreed.error();
    }
    VanishedLines lines(**file, *tasks);
    const auto code = importInto(context, **backend, *std::move(request), lines, signalWatch,
        u"run the command again to add the rest"_s,
        {{"may_have_run", tasks->mayHaveRun}, {"without_payload", tasks->ids - tasks->complete},
            {"not_looked_up", tasks->unchecked}});
    if (code) {
        for (const QString& sentence : cautionsAbout(*tasks))
            tell(sentence);
    }
    return code;
}

} // namespace dueline::duectl
