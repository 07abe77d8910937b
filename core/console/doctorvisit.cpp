// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/doctorvisit.h"

#include "core/console/listenedwork.h"

#include <QElapsedTimer>

#include <utility>

namespace dueline {

struct DoctorVisit::Work : ListenedWork<DoctorVisit>
{
    using ListenedWork::ListenedWork;

    /// Posts the last thing that is heard.
    static void finish(const std::shared_ptr<Work>& self, std::function<void(DoctorVisit&)> then)
    {
        post(self, [then = std::move(then)](DoctorVisit& visit) {
            visit.leave();
            then(visit);
        });
    }
};

DoctorVisit::DoctorVisit(QObject* parent)
    : QObject(parent)
{ }

DoctorVisit::~DoctorVisit() { leave(); }

void DoctorVisit::leave()
{
    if (const auto work = std::exchange(m_work, nullptr))
        work->leave();
}

void DoctorVisit::cancel() { leave(); }

void DoctorVisit::start(const QString& name, std::function<void(const std::shared_ptr<Work>&)> run)
{
    leave();
    m_work = std::make_shared<Work>(*this);
    Work::start(name, [work = m_work, run = std::move(run)] { run(work); });
}

void DoctorVisit::examine(const ConnectionSpec& spec)
{
    start(QStringLiteral("doctor"), [spec](const std::shared_ptr<Work>& work) {
        QElapsedTimer told;
        const auto diagnosis = dueline::examine(spec, work->cancelled(), [&](const QString& text) {
            if (told.isValid() && told.elapsed() < tellEveryMs)
                return;
            told.start();
            Work::post(work, [text](DoctorVisit& visit) { emit visit.progressed(text); });
        });
        Work::finish(work, [diagnosis](DoctorVisit& visit) {
            if (diagnosis)
                emit visit.examined(*diagnosis);
            else
                emit visit.failed(diagnosis.error());
        });
    });
}

void DoctorVisit::repair(
    const ConnectionSpec& spec, Access access, const DoctorFinding& finding, const QByteArray& who)
{
    start(QStringLiteral("repair"), [spec, access, finding, who](const std::shared_ptr<Work>& work) {
        const auto done = dueline::repair(spec, access, finding, who);
        Work::finish(work, [done](DoctorVisit& visit) {
            if (done)
                emit visit.repaired(*done);
            else
                emit visit.failed(done.error());
        });
    });
}

} // namespace dueline
