// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/operationjob.h"

#include "ui/presenters/connection.h"

#include <QTimer>

namespace dueline {

namespace {

constexpr int selectionStepsPerRun = 4; ///< steps of a selection, then others have their turn on the lane

} // namespace

OperationJob::OperationJob(Connection& connection, OperationRequest request, QObject* parent)
    : QObject(parent)
    , m_connection(&connection)
    , m_request(std::move(request))
{
    m_request.by = Session::identity();
    m_run = std::make_shared<OperationRun>(m_request);
    m_record = m_run->record();
}

OperationJob::OperationJob(Connection& connection, std::unique_ptr<OperationRun> resumed, QObject* parent)
    : QObject(parent)
    , m_connection(&connection)
    , m_request(resumed->request())
    , m_record(resumed->record())
    , m_run(std::move(resumed))
{ }

OperationJob::~OperationJob()
{
    if (!m_connection)
        return;
    m_connection->session().run(
        Session::Lane::Background, m_connection.data(),
        [run = m_run](Backend& backend) -> Result<> {
            run->drop(backend); // where it has not begun
            return {};
        },
        [](const Result<>&) {});
}

void OperationJob::preview(int dueGroups)
{
    if (!m_connection)
        return;
    struct Look
    {
        bool complete = false;
        qint64 examined = 0;
        OperationPreview preview; ///< once complete
        std::vector<TasksAt> dues;
    };
    m_connection->session().run(
        Session::Lane::Background, this,
        [run = m_run, dueGroups](Backend& backend) -> Result<Look> {
            Look look;
            for (int step = 0; step < selectionStepsPerRun && !look.complete; ++step) {
                const auto complete = run->selectStep(backend);
                if (!complete)
                    return complete.error();
                look.complete = *complete;
            }
            look.examined = run->progress().examined;
            if (!look.complete)
                return look;
            look.preview = run->selection();
            if (dueGroups > 0) {
                auto dues = run->dues(backend.inspector(), dueGroups);
                if (!dues)
                    return dues.error();
                look.dues = std::move(*dues);
            }
            return look;
        },
        [this, dueGroups](Result<Look> look) {
            if (!look)
                return Q_EMIT failed(look.error());
            if (look->complete) {
                m_dues = std::move(look->dues);
                return Q_EMIT previewed(look->preview);
            }
            Q_EMIT looked(look->examined);
            preview(dueGroups);
        });
}

void OperationJob::decide(
    const Action& action, const QByteArray& reason, qint64 pace, const std::optional<Canary>& canary)
{
    m_request.action = action;
    m_request.reason = reason;
    m_request.pace = pace;
    m_request.canary = canary;
    m_record.reason = reason;
    m_run->decide(action, reason, pace, canary);
}

void OperationJob::start() { step(); }

void OperationJob::setPaused(bool paused)
{
    m_paused = paused;
    if (!paused && !m_running)
        step();
}

void OperationJob::cancel()
{
    m_run->cancel();
    if (m_paused)
        setPaused(false);
}

void OperationJob::step()
{
    if (!m_connection || m_running || m_paused)
        return;
    m_running = true;
    m_connection->session().run(
        Session::Lane::Background, this,
        [run = m_run](Backend& backend) -> Result<std::pair<OperationProgress, QString>> {
            Result<OperationProgress> progress = run->step(backend);
            if (!progress)
                return progress.error();
            return std::pair(*progress, run->skipped().summary());
        },
        [this](Result<std::pair<OperationProgress, QString>> answer) {
            m_running = false;
            if (!answer) {
                Q_EMIT failed(answer.error());
                return;
            }
            const OperationProgress& progress = answer->first;
            Q_EMIT progressed(progress);
            if (progress.phase == OperationProgress::Phase::Finished)
                Q_EMIT finished(progress, answer->second);
            else
                QTimer::singleShot(progress.wait, this, &OperationJob::step);
        });
}

UndoJob::UndoJob(Connection& connection, const QueueName& queue, const OperationId& undone, QObject* parent)
    : QObject(parent)
    , m_connection(&connection)
    , m_run(std::make_shared<UndoRun>(queue, undone, Session::identity()))
{ }

UndoJob::UndoJob(Connection& connection, const OperationRecord& interrupted, QObject* parent)
    : QObject(parent)
    , m_connection(&connection)
    , m_run(std::make_shared<UndoRun>(interrupted))
{ }

void UndoJob::start()
{
    if (!m_connection)
        return;
    m_connection->session().run(
        Session::Lane::Background, this, [run = m_run](Backend& backend) { return run->step(backend); },
        [this](Result<UndoProgress> progress) {
            if (!progress)
                Q_EMIT failed(progress.error());
            else if (progress->finished)
                Q_EMIT finished(*progress);
            else
                start();
        });
}

} // namespace dueline
