// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/adoptvisit.h"

#include "core/console/visitwork.h"

#include <utility>

namespace dueline {

AdoptVisit::AdoptVisit(QObject* parent)
    : QObject(parent)
{ }

AdoptVisit::~AdoptVisit() { leave(); }

void AdoptVisit::leave()
{
    if (const auto work = std::exchange(m_work, nullptr))
        work->leave();
}

void AdoptVisit::cancel()
{
    if (m_work)
        m_work->stop();
}

void AdoptVisit::begin(const QString& name, std::function<void(const std::shared_ptr<Work>&)> run)
{
    leave();
    m_work = std::make_shared<Work>(*this);
    Work::start(name, [work = m_work, run = std::move(run)] { run(work); });
}

void AdoptVisit::preview(const AdoptRequest& request)
{
    begin(QStringLiteral("adopt preview"), [request](const std::shared_ptr<Work>& work) {
        const auto preview = AdoptRun(request).preview();
        if (!preview)
            return Work::fail(work, preview.error());
        Work::finish(work, [preview = *preview](AdoptVisit& visit) { emit visit.previewed(preview); });
    });
}

void AdoptVisit::start(const AdoptRequest& request)
{
    begin(QStringLiteral("adopt"), [request](const std::shared_ptr<Work>& work) {
        AdoptRun run(request);
        const auto done = run.finish(Work::telling(work, &AdoptVisit::progressed));
        if (!done)
            return Work::fail(work, done.error());
        Work::finish(
            work, [done = *done, record = run.record()](AdoptVisit& visit) { emit visit.finished(done, record); });
    });
}

void AdoptVisit::undo(
    const ConnectionSpec& connection, const OperationRecord& adoption, Access access, const QByteArray& by)
{
    begin(QStringLiteral("adopt undo"), [=](const std::shared_ptr<Work>& work) {
        AdoptUndo undo(connection, adoption, access, by);
        const auto done = undo.finish([&work](const UndoProgress&) { return work->goesOn(); });
        if (!done)
            return Work::fail(work, done.error());
        Work::finish(work, [done = *done](AdoptVisit& visit) { emit visit.undone(done); });
    });
}

} // namespace dueline
