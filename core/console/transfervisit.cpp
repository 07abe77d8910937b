// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/transfervisit.h"

#include "core/base/text.h"
#include "core/console/visitwork.h"

#include <utility>

namespace dueline {

namespace {

/// Both ends, payloads whole whatever the connections mask: nothing of them is shown.
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

TransferVisit::TransferVisit(QObject* parent)
    : QObject(parent)
{ }

TransferVisit::~TransferVisit() { leave(); }

void TransferVisit::leave()
{
    if (const auto work = std::exchange(m_work, nullptr))
        work->leave();
}

void TransferVisit::cancel()
{
    if (m_work)
        m_work->stop();
}

void TransferVisit::begin(const QString& name, std::function<void(const std::shared_ptr<Work>&)> run)
{
    leave();
    m_work = std::make_shared<Work>(*this);
    Work::start(name, [work = m_work, run = std::move(run)] { run(work); });
}

void TransferVisit::exportTo(const ConnectionSpec& connection, const ExportRequest& request, const QString& file)
{
    begin(QStringLiteral("export"), [connection, request, file](const std::shared_ptr<Work>& work) {
        const auto backend = openBackend(connection, {}, Access::ReadOnly);
        if (!backend)
            return Work::fail(work, backend.error());
        ExportRequest masked = request;
        masked.masked = !connection.maskedFields.isEmpty();
        TaskFile out(file);
        const auto done = ExportRun(masked).finish((*backend)->inspector(), out, Work::telling(work, &TransferVisit::exporting));
        if (!done)
            return Work::fail(work, done.error());
        Work::finish(work, [done = *done](TransferVisit& visit) { emit visit.exported(done); });
    });
}

void TransferVisit::importFrom(
    const ConnectionSpec& connection, Access access, const ImportRequest& request, const QString& file)
{
    begin(QStringLiteral("import"), [=](const std::shared_ptr<Work>& work) {
        QFile in(file);
        if (!in.open(QIODevice::ReadOnly | QIODevice::Unbuffered)) {
            return Work::fail(work,
                {ErrorCode::Io,
                    QStringLiteral("The file %1 cannot be read: %2.")
                        .arg(printable(file.toUtf8()), printable(in.errorString().toUtf8()))});
        }
        ConnectionSpec whole = connection; // what is there is compared with the file, and not shown
        whole.maskedFields.clear();
        const auto backend = openBackend(whole, {}, request.dryRun ? Access::ReadOnly : access);
        if (!backend)
            return Work::fail(work, backend.error());
        ImportRun run(request, in);
        const auto done = run.finish(**backend, Work::telling(work, &TransferVisit::importing));
        if (!done)
            return Work::fail(work, done.error());
        Work::finish(work,
            [done = *done, record = run.record()](TransferVisit& visit) { emit visit.imported(done, record); });
    });
}

void TransferVisit::previewMove(const MoveWay& way, const MoveRequest& request)
{
    begin(QStringLiteral("move preview"), [way, request](const std::shared_ptr<Work>& work) {
        MoveWay reading = way;
        reading.accessFrom = reading.accessTo = Access::ReadOnly;
        const auto ends = openWay(reading);
        if (!ends)
            return Work::fail(work, ends.error());
        const auto preview
            = MoveRun(request).preview(*ends->from, *ends->to, [&work](const MoveProgress&) { return work->goesOn(); });
        if (!preview)
            return Work::fail(work, preview.error());
        Work::finish(work, [preview = *preview](TransferVisit& visit) { emit visit.previewed(preview); });
    });
}

void TransferVisit::move(const MoveWay& way, const MoveRequest& request)
{
    begin(QStringLiteral("move"), [way, request](const std::shared_ptr<Work>& work) {
        const auto ends = openWay(way);
        if (!ends)
            return Work::fail(work, ends.error());
        MoveRun run(request);
        const auto done = run.finish(*ends->from, *ends->to, Work::telling(work, &TransferVisit::moving));
        if (!done)
            return Work::fail(work, done.error());
        Work::finish(
            work, [done = *done, record = run.record()](TransferVisit& visit) { emit visit.moved(done, record); });
    });
}

void TransferVisit::undoMove(const MoveWay& way, const OperationRecord& move, const QByteArray& by)
{
    begin(QStringLiteral("move undo"), [way, move, by](const std::shared_ptr<Work>& work) {
        const auto ends = openWay(way);
        if (!ends)
            return Work::fail(work, ends.error());
        const auto done = MoveUndo(move, by).finish(*ends->from, *ends->to, [&work](const UndoProgress&) { return work->goesOn(); });
        if (!done)
            return Work::fail(work, done.error());
        Work::finish(work, [done = *done](TransferVisit& visit) { emit visit.undone(done); });
    });
}

} // namespace dueline
