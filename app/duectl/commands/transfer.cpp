// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/commands/importing.h"
#include "app/duectl/commands/lookthrough.h"
#include "app/duectl/context.h"
#include "app/duectl/fields.h"
#include "app/duectl/interruptiblefile.h"
#include "app/duectl/movetarget.h"
#include "app/duectl/signals.h"
#include "app/duectl/tables.h"
#include "core/base/standardstreams.h"
#include "core/base/text.h"
#include "core/console/transfer/exportrun.h"

#include <QFile>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

/// Options shared by export and import.
struct TransferOptions
{
    QueueName queue;
    TaskFilter filter;
    StateSet states = StateSet::all();
    TaskFormat format = TaskFormat::Lines;
    QByteArray file; ///< file name; `-` for standard input or output
};

Result<TransferOptions> readOptions(Context& context)
{
    const CommandLine& line = context.line();
    TransferOptions options;
    const auto queue = context.queue(0, line.command()->name == "import" ? QueueUse::MayFill : QueueUse::Existing);
    if (!queue)
        return queue.error();
    options.queue = *queue;
    options.file = line.words()[1];
    if (line.has("match") && line.has("all"))
        return Error{ErrorCode::Usage, u"--match and --all cannot be used together."_s};
    const auto states = line.states("state");
    if (!states)
        return states.error();
    options.states = states->value_or(StateSet::all());
    const auto filter = parseFilter(QString::fromUtf8(line.value("match")));
    if (!filter)
        return filter.error();
    options.filter = *filter;
    const QByteArray format = line.has("format")  ? line.value("format")
        : options.file.toLower().endsWith(".csv") ? QByteArray("csv")
                                                  : QByteArray("jsonl");
    if (format != "jsonl" && format != "csv")
        return Error{ErrorCode::Usage, u"--format must be jsonl or csv, not \"%1\"."_s.arg(printable(format, 40))};
    options.format = format == "csv" ? TaskFormat::Csv : TaskFormat::Lines;
    if (options.file.isEmpty())
        return Error{ErrorCode::Usage, u"The file name is empty; use \"-\" for standard input or output."_s};
    return options;
}

int reportExport(Context& context, const TransferOptions& options, const ExportProgress& done)
{
    const bool toStream = options.file == "-";
    QString left;
    if (done.gone > 0)
        left += u"; %1 left the queue before %2 read"_s.arg(
            tasksText(done.gone), done.gone == 1 ? u"it was"_s : u"they were"_s);
    if (done.damaged > 0)
        left += u"; %1 cannot be read"_s.arg(tasksText(done.damaged));
    if (toStream) {
        if (!left.isEmpty())
            tell(u"%1 written%2."_s.arg(tasksText(done.written), left));
    } else if (context.json()) {
        JsonWriter json;
        json.beginObject();
        json.member("queue", options.queue);
        json.member("file", options.file);
        json.member("format", options.format == TaskFormat::Csv ? "csv" : "jsonl");
        json.member("written", done.written);
        json.member("gone", done.gone);
        json.member("damaged", done.damaged);
        json.member("bytes", done.bytes);
        json.member("masked", !context.maskedFields().isEmpty());
        json.endObject();
        context.out().write(json.take());
    } else {
        context.out().line(u"%1 written to %2 (%3)%4."_s.arg(
            tasksText(done.written), printable(options.file), formatBytes(done.bytes), left));
    }
    for (const QString& sentence : done.damage)
        tell(sentence);
    if (!done.gap.isEmpty())
        tell(done.gap);
    if (!context.maskedFields().isEmpty())
        tell(u"The profile masks payloads and errors, so this file cannot be imported."_s);
    return done.damaged > 0 || !done.gap.isEmpty() ? 1 : 0;
}

Result<> openInput(const QByteArray& name, QFile& file)
{
    if (standardStreamWasClosed(name == "-" ? STDIN_FILENO : standardStreamNamed(name.constData())))
        return Error{ErrorCode::Io, u"Cannot read tasks: standard input is closed."_s};
    const bool opened = name == "-" ? file.open(STDIN_FILENO, QIODevice::ReadOnly | QIODevice::Unbuffered)
                                    : file.open(QIODevice::ReadOnly | QIODevice::Unbuffered);
    if (opened)
        return {};
    return Error{
        ErrorCode::Io, u"Cannot read the file %1: %2."_s.arg(printable(name), printable(file.errorString().toUtf8()))};
}

} // namespace

Result<int> runExport(Context& context)
{
    const auto options = readOptions(context);
    if (!options)
        return options.error();
    if (context.line().has("bom") && options->format != TaskFormat::Csv)
        return Error{ErrorCode::Usage, u"--bom requires CSV: add --format csv, or remove --bom."_s};
    const auto inspector = context.inspector();
    if (!inspector)
        return inspector.error();
    const auto queue = (*inspector)->queue(options->queue);
    const auto trash
        = queue && options->states.contains(TaskState::Trash) ? checkTrash(context.backend(), *queue) : Result<>();
    if (!trash && options->states == StateSet{TaskState::Trash})
        return trash.error();
    ExportRequest request;
    request.queue = options->queue;
    request.states = options->states;
    request.format = options->format;
    request.marked = context.line().has("bom");
    request.masked = !context.maskedFields().isEmpty();
    if (!options->filter.isEmpty()) {
        request.selection.kind = TaskSelection::Kind::Filter;
        request.selection.filter = options->filter;
    }
    auto file = options->file == "-" ? std::make_unique<TaskFile>()
                                     : std::make_unique<TaskFile>(QFile::decodeName(options->file));
    ExportRun run(std::move(request));
    SignalWatch signalWatch;
    file->waitWhile([&signalWatch] { return signalWatch.count() == 0; });
    Progress progress;
    const auto finished = run.finish(**inspector, *file, [&](const ExportProgress& now) {
        progress.show(u"%1 written (%2), %3 of %4 checked"_s.arg(now.written)
                          .arg(formatBytes(now.bytes))
                          .arg(now.examined)
                          .arg(now.expected));
        return signalWatch.count() == 0;
    });
    progress.clear();
    if (!finished)
        return finished.error();
    if (finished->cancelled) {
        return Error{ErrorCode::Cancelled,
            u"Interrupted after %1; %2."_s.arg(tasksText(finished->written),
                options->file == "-" ? u"the output is incomplete"_s
                                     : u"the file %1 was not written"_s.arg(printable(options->file)))};
    }
    if (!trash)
        tell(trash.error().message);
    const int code = reportExport(context, *options, *finished);
    return !trash && context.line().has("state") ? exitCodeOf(trash.error().code) : code;
}

Result<int> runImport(Context& context)
{
    const auto options = readOptions(context);
    if (!options)
        return options.error();
    const auto longest = context.line().size("max-line");
    if (!longest)
        return longest.error();
    const bool dryRun = context.line().has("dry-run");
    // Watch for signals only after opening the file: opening a pipe without a writer blocks, and Ctrl+C must still end
    // the program.
    std::optional<SignalWatch> signalWatch;
    InterruptibleFile file(QFile::decodeName(options->file), [&signalWatch] { return signalWatch->count() == 0; });
    if (const auto opened = openInput(options->file, file); !opened)
        return opened.error();
    const auto backend = openWhole(context, dryRun ? Access::ReadOnly : Access::Operate);
    if (!backend)
        return backend.error();
    if (!dryRun) {
        if (const auto editor = context.editor(); !editor)
            return editor.error();
    }
    auto request = importRequest(context, options->queue, options->filter, options->states, "from " + options->file);
    if (!request)
        return request.error();
    request->format = options->format;
    if (*longest)
        request->longestLine = **longest;
    signalWatch.emplace();
    return importInto(
        context, **backend, *std::move(request), file, *signalWatch, u"import the file again to add the rest"_s);
}

} // namespace dueline::duectl
