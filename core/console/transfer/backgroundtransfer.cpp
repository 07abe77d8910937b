// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/transfer/backgroundtransfer.h"

#include "core/base/plainfile.h"
#include "core/base/text.h"
#include "core/console/connect/findqueue.h"
#include "core/console/transfer/movetarget.h"

namespace dueline {

namespace {

/// Backends for a move's source and target. Payloads aren't masked: a move must transfer them unchanged, and never
/// displays them.
struct OpenWay
{
    std::unique_ptr<Backend> from;
    std::unique_ptr<Backend> to;
};

Result<OpenWay> openWay(MoveWay way)
{
    way.from.maskedFields.clear();
    way.to.maskedFields.clear();
    auto from = openBackend(way.from, {}, way.accessFrom);
    if (!from)
        return from.error();
    auto to = openBackend(way.to, {}, way.accessTo);
    if (!to)
        return to.error();
    return OpenWay{*std::move(from), *std::move(to)};
}

} // namespace

void BackgroundTransfer::exportTo(const ConnectionSpec& connection, const ExportRequest& request, const QString& file)
{
    m_task.start(QStringLiteral("export"),
        [this, connection, request, file](BackgroundTask::Run& running) -> BackgroundTask::Word {
            const auto backend = openBackend(connection, {}, Access::ReadOnly);
            if (!backend)
                return failing(this, backend.error());
            ExportRequest masked = request;
            masked.masked = !connection.maskedFields.isEmpty();
            TaskFile out(file);
            out.waitWhile([&running] { return running.goesOn(); });
            const auto done = ExportRun(masked).finish((*backend)->inspector(), out,
                running.telling<ExportProgress>([this](const ExportProgress& progress) { emit exporting(progress); }));
            if (!done)
                return failing(this, done.error());
            return [this, done = *done] { emit exported(done); };
        });
}

ImportSource ImportSource::file(const QString& file)
{
    return {[file]() -> Result<std::unique_ptr<QIODevice>> {
        auto in = std::make_unique<QFile>(file);
        // The file is read twice, so it must be a regular file.
        if (const QString problem = openPlain(*in, Links::Followed); !problem.isEmpty())
            return Error{ErrorCode::Io,
                QStringLiteral("Cannot read the file %1: %2.")
                    .arg(printable(file.toUtf8()), printable(problem.toUtf8()))};
        return std::unique_ptr<QIODevice>(std::move(in));
    }};
}

void BackgroundTransfer::importFrom(
    const ConnectionSpec& connection, Access access, const ImportRequest& request, const ImportSource& source)
{
    m_task.start(QStringLiteral("import"), [=, this](BackgroundTask::Run& running) -> BackgroundTask::Word {
        const auto in = source.open();
        if (!in)
            return failing(this, in.error());
        // The stored payloads are only compared with the file and never displayed, so don't mask them.
        ConnectionSpec whole = connection;
        whole.maskedFields.clear();
        const auto backend = openBackend(whole, {}, request.dryRun ? Access::ReadOnly : access);
        if (!backend)
            return failing(this, backend.error());
        ImportRequest resolved = request;
        if (source.isForeignName) {
            const auto queue = findQueue(**backend, whole.layout, request.queue, QueueUse::MayFill);
            if (!queue)
                return failing(this, queue.error());
            resolved.queue = queue->name;
        }
        ImportRun run(resolved, **in);
        const auto done = run.finish(**backend,
            running.telling<ImportProgress>([this](const ImportProgress& progress) { emit importing(progress); }));
        if (!done)
            return failing(this, done.error());
        return [this, done = *done, record = run.record()] { emit imported(done, record); };
    });
}

void BackgroundTransfer::previewMove(const MoveWay& way, const MoveRequest& request)
{
    m_task.start(
        QStringLiteral("move preview"), [this, way, request](BackgroundTask::Run& running) -> BackgroundTask::Word {
            MoveWay reading = way;
            reading.accessFrom = reading.accessTo = Access::ReadOnly;
            const auto ends = openWay(reading);
            if (!ends)
                return failing(this, ends.error());
            const auto to = findQueue(*ends->to, way.to.layout, request.to, QueueUse::MayFill);
            if (!to)
                return failing(this, to.error());
            MoveRequest resolved = request;
            resolved.to = to->name;
            if (isSamePlace(*ends->from, way.from, *ends->to, way.to))
                resolved.elsewhere.clear();
            const auto preview = dueline::previewMove(
                resolved, *ends->from, *ends->to, [&running](const MoveProgress&) { return running.goesOn(); });
            if (!preview)
                return failing(this, preview.error());
            return [this, preview = *preview] { emit previewed(preview); };
        });
}

void BackgroundTransfer::move(const MoveWay& way, const MoveRequest& request)
{
    m_task.start(QStringLiteral("move"), [this, way, request](BackgroundTask::Run& running) -> BackgroundTask::Word {
        const auto ends = openWay(way);
        if (!ends)
            return failing(this, ends.error());
        MoveRun run(request);
        const auto done = run.finish(*ends->from, *ends->to,
            running.telling<MoveProgress>([this](const MoveProgress& progress) { emit moving(progress); }));
        if (!done)
            return failing(this, done.error());
        return [this, done = *done, record = run.record()] { emit moved(done, record); };
    });
}

void BackgroundTransfer::undoMove(const MoveWay& way, const OperationRecord& move, const QByteArray& by)
{
    m_task.start(
        QStringLiteral("move undo"), [this, way, move, by](BackgroundTask::Run& running) -> BackgroundTask::Word {
            const auto ends = openWay(way);
            if (!ends)
                return failing(this, ends.error());
            const auto done = MoveUndo(move, by).finish(
                *ends->from, *ends->to, [&running](const UndoProgress&) { return running.goesOn(); });
            if (!done)
                return failing(this, done.error());
            return [this, done = *done] { emit undone(done); };
        });
}

} // namespace dueline
