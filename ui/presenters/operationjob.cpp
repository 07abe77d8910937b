// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/operationjob.h"

#include "ui/presenters/connection.h"

namespace dueline {

namespace {

OperationRequest signedHere(OperationRequest request)
{
    request.by = Session::identity();
    return request;
}

} // namespace

OperationJob::OperationJob(Connection& connection, OperationRequest request, QObject* parent)
    : RunningJob(connection, {}, parent)
    , m_request(signedHere(std::move(request)))
{
    if (ShortOperation::fits(m_request)) {
        m_short = std::make_shared<ShortOperation>(m_request);
        m_record = m_short->record();
    } else {
        longRun();
    }
}

OperationJob::OperationJob(Connection& connection, std::unique_ptr<OperationRun> resumed, QObject* parent)
    : RunningJob(connection, resumed->record(), parent)
    , m_request(resumed->request())
    , m_run(std::move(resumed))
{ }

OperationJob::~OperationJob()
{
    if (!m_connection || !m_run)
        return;
    m_connection->session().run(
        lastLane(), m_connection.data(), // a step may still be running on this lane
        [run = m_run](Backend& backend) -> Result<> {
            run->drop(backend); // no effect once the run has begun to act
            return {};
        },
        [](const Result<>&) {});
}

void OperationJob::preview(int dueGroups)
{
    if (!m_connection)
        return;
    struct PreviewStep
    {
        bool complete = false;
        qint64 examined = 0;
        OperationPreview preview; ///< result, set when the preview is complete
        std::vector<TasksAt> dues;
    };
    longRun();
    m_connection->session().runAgain(
        nextLane(), this,
        [run = m_run, dueGroups](Backend& backend) -> Result<PreviewStep> {
            PreviewStep step;
            const Result<bool> complete = runForTimeSlice([&] { return run->selectStep(backend); });
            if (!complete)
                return complete.error();
            step.complete = *complete;
            step.examined = run->progress().examined;
            if (!step.complete)
                return step;
            step.preview = run->selection();
            if (dueGroups > 0) {
                auto dues = run->dues(backend.inspector(), dueGroups);
                if (!dues)
                    return dues.error();
                step.dues = std::move(*dues);
            }
            return step;
        },
        [this, dueGroups](Result<PreviewStep> step) {
            if (!step)
                return Q_EMIT failed(step.error());
            if (step->complete) {
                m_found = step->preview.total;
                m_dues = std::move(step->dues);
                return Q_EMIT previewed(step->preview);
            }
            Q_EMIT looked(step->examined);
            preview(dueGroups);
        });
}

void OperationJob::decide(
    const Action& action, const QByteArray& reason, qint64 pace, const std::optional<Canary>& canary, bool keepsUndo)
{
    m_request.action = action;
    m_request.reason = reason;
    m_request.pace = pace;
    m_request.canary = canary;
    m_request.keepsUndo = keepsUndo;
    m_record.reason = reason;
    longRun().decide(action, reason, pace, canary, keepsUndo);
}

/// Returns the step-by-step run that previews and decide() need. Creates the run if necessary.
OperationRun& OperationJob::longRun()
{
    if (!m_run) {
        m_short.reset();
        m_run = std::make_shared<OperationRun>(m_request);
        m_record = m_run->record();
    }
    return *m_run;
}

/// Pauses or resumes the run. Short operations can't be paused.
void OperationJob::pauseRun(bool paused)
{
    if (m_run)
        m_run->setPaused(paused);
}

void OperationJob::cancelRun()
{
    if (m_short)
        m_short->cancel();
    else
        m_run->cancel();
}

std::optional<qint64> OperationJob::tasks() const
{
    if (m_found)
        return m_found;
    switch (m_request.selection.kind) {
    case TaskSelection::Kind::Ids:
        return qint64(m_request.selection.ids.size());
    case TaskSelection::Kind::Refs:
        return qint64(m_request.selection.refs.size());
    case TaskSelection::Kind::Filter:
    case TaskSelection::Kind::All:
        break;
    }
    return {};
}

RunningJob::Step OperationJob::step()
{
    if (m_short)
        return [run = m_short](Backend& backend) { return run->run(backend); };
    return [run = m_run](Backend& backend) { return run->step(backend); };
}

} // namespace dueline
