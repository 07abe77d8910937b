// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/doctorvisit.h"

#include <QElapsedTimer>
#include <QThread>

#include <mutex>

namespace dueline {

namespace {

constexpr qint64 tellEveryMs = 100;

} // namespace

/// What the thread and its listener share.
struct DoctorVisit::Work
{
    /// Runs `then` later on the listener's thread, if it still listens then.
    static void post(const std::shared_ptr<Work>& self, std::function<void(DoctorVisit&)> then)
    {
        const std::lock_guard lock(self->mutex);
        if (!self->listener)
            return;
        QMetaObject::invokeMethod(
            self->listener,
            [self, then = std::move(then)] {
                // Of the listener's thread alone from here on: only that one takes it away.
                if (self->listener)
                    then(*self->listener);
            },
            Qt::QueuedConnection);
    }
    /// The same as the last thing that is heard.
    static void finish(const std::shared_ptr<Work>& self, std::function<void(DoctorVisit&)> then)
    {
        post(self, [then = std::move(then)](DoctorVisit& visit) {
            visit.leave();
            then(visit);
        });
    }

    std::mutex mutex;
    DoctorVisit* listener = nullptr;
    std::atomic<bool> cancelled = false;
};

DoctorVisit::DoctorVisit(QObject* parent)
    : QObject(parent)
{ }

DoctorVisit::~DoctorVisit() { leave(); }

void DoctorVisit::leave()
{
    if (!m_work)
        return;
    const std::shared_ptr<Work> work = std::exchange(m_work, nullptr);
    work->cancelled = true;
    const std::lock_guard lock(work->mutex);
    work->listener = nullptr;
}

void DoctorVisit::cancel() { leave(); }

void DoctorVisit::start(const QString& name, std::function<void(const std::shared_ptr<Work>&)> run)
{
    leave();
    m_work = std::make_shared<Work>();
    m_work->listener = this;
    auto* thread = QThread::create([work = m_work, run = std::move(run)] { run(work); });
    thread->setObjectName(name);
    connect(thread, &QThread::finished, thread, &QObject::deleteLater);
    thread->start();
}

void DoctorVisit::examine(const ConnectionSpec& spec)
{
    start(QStringLiteral("doctor"), [spec](const std::shared_ptr<Work>& work) {
        QElapsedTimer told;
        const auto diagnosis = dueline::examine(spec, work->cancelled, [&](const QString& text) {
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
