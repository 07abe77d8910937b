// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/bulkcommands.h"

#include "core/console/operations/operationrules.h"
#include "ui/commands/progressnotice.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/rescheduledialog.h"
#include "ui/presenters/windowrecord.h"
#include "ui/text/duectlcommand.h"
#include "ui/text/formatting.h"
#include "ui/theme/theme.h"
#include "ui/workbench/operationnotice.h"

#include <algorithm>
#include <memory>
#include <numeric>

namespace dueline {

namespace {

OperationRequest requestOf(
    const Connection& connection, ActionKind kind, const QueueName& queue, const TaskFilter& filter, StateSet states)
{
    OperationRequest request;
    request.queue = queue;
    request.action.kind = kind;
    request.action.force = isForEndedWorkers(kind, connection.session().capabilities(queue), states);
    request.selection.kind = filter.isEmpty() ? TaskSelection::Kind::All : TaskSelection::Kind::Filter;
    request.selection.filter = filter;
    request.states = states;
    return request;
}

/// Returns the capabilities that all requests' layouts have in common.
Capabilities commonCapabilities(const Connection& connection, const std::vector<OperationRequest>& requests)
{
    Capabilities can = connection.session().capabilities(requests.front().queue);
    for (const OperationRequest& request : requests) {
        const Capabilities one = connection.session().capabilities(request.queue);
        can.undo = can.undo && one.undo;
        can.retryLater = can.retryLater && one.retryLater;
        can.stages = can.stages && one.stages;
    }
    return can;
}

/// Combines the previews. All of them must be set.
OperationPreview together(const std::vector<std::optional<OperationPreview>>& previews)
{
    OperationPreview all = *previews.front();
    for (std::size_t i = 1; i < previews.size(); ++i) {
        const OperationPreview& one = *previews[i];
        all.total += one.total;
        for (const TaskState state : allStates)
            all.counts[state] += one.counts[state];
        if (one.firstDue)
            all.firstDue = std::min(all.firstDue.value_or(*one.firstDue), *one.firstDue);
        if (one.lastDue)
            all.lastDue = std::max(all.lastDue.value_or(*one.lastDue), *one.lastDue);
        for (const auto& [reason, count] : one.skipped.counts())
            all.skipped.add(reason, count);
        all.foreseen.asked += one.foreseen.asked;
        all.foreseen.followed += one.foreseen.followed;
        for (const auto& [reason, count] : one.foreseen.reasons)
            all.foreseen.reasons[reason] += count;
        for (const QByteArray& caution : one.cautions) {
            if (std::find(all.cautions.begin(), all.cautions.end(), caution) == all.cautions.end())
                all.cautions.push_back(caution);
        }
        all.undoable = all.undoable && one.undoable;
        all.undoBytes += one.undoBytes;
        if (one.freeBytes)
            all.freeBytes = std::min(all.freeBytes.value_or(*one.freeBytes), *one.freeBytes);
        all.listBytes += one.listBytes;
        all.undoFor = std::min(all.undoFor, one.undoFor);
        all.heldFor = std::max(all.heldFor, one.heldFor);
    }
    return all;
}

/// Returns the subject of the notice about tasks being selected.
QString checking() { return QStringLiteral("checking"); }

} // namespace

BulkCommands::BulkCommands(
    const Theme& theme, const Formatting& formatting, ActionRunner& runner, Toasts& messages, QWidget* window)
    : m_theme(theme)
    , m_formatting(formatting)
    , m_runner(runner)
    , m_messages(messages)
    , m_window(window)
{
    new ProgressNotice(runner.events(), messages, this);
}

Millis BulkCommands::undoTime(const Connection& connection, const QueueName& queue)
{
    const QueueInfo* info = connection.queue(queue);
    return !connection.session().capabilities(queue).undo ? Millis(0)
        : info                                            ? info->settings.keepUndo
                                                          : QueueSettings().keepUndo;
}

void BulkCommands::act(const FilterAction& wanted)
{
    const QPointer<Connection> connection = m_runner.view().current();
    if (!connection || wanted.queue.isEmpty())
        return;
    if (wanted.kind == ActionKind::Reschedule)
        return reschedule({wanted.queue, wanted.states, wanted.filter}, wanted.mode);
    std::vector<OperationRequest> requests{
        requestOf(*connection, wanted.kind, wanted.queue, wanted.filter, wanted.states)};
    qint64 expected = wanted.expected;
    for (const FilterAction::Part& part : wanted.further) {
        requests.push_back(requestOf(*connection, wanted.kind, part.queue, part.filter, wanted.states));
        expected += part.expected;
    }
    ConfirmDialog dialog(m_theme, m_formatting, requests.front(), connection->profile(), m_runner.view().now(),
        m_window, expected, {requests.begin() + 1, requests.end()});
    dialog.setCapabilities(commonCapabilities(*connection, requests));
    dialog.setMode(wanted.mode);
    if (const WindowRecord* record = connection->record(); record && requests.size() == 1) {
        dialog.setForecast([connection, queue = wanted.queue](qint64 extra, Millis lasts) {
            const bool isRecorded = connection && connection->record();
            const Forecasts* forecasts = isRecorded ? connection->record()->forecasts() : nullptr;
            return forecasts ? DrainPromise::after(*forecasts, queue, extra, lasts) : std::nullopt;
        });
        connect(record, &WindowRecord::forecastsChanged, &dialog, &ConfirmDialog::updateForecast);
    }
    // The jobs act only on the previewed tasks, not on later matches.
    std::vector<std::unique_ptr<OperationJob>> jobs;
    std::vector<qint64> looked(requests.size());
    std::vector<std::optional<OperationPreview>> previews(requests.size());
    for (std::size_t i = 0; i < requests.size(); ++i) {
        OperationJob* job = jobs.emplace_back(std::make_unique<OperationJob>(*connection, requests[i])).get();
        connect(job, &OperationJob::looked, &dialog, [&looked, &dialog, i](qint64 examined) {
            looked[i] = examined;
            dialog.setLooked(std::accumulate(looked.begin(), looked.end(), qint64(0)));
        });
        connect(job, &OperationJob::previewed, &dialog, [&previews, &dialog, i](const OperationPreview& preview) {
            previews[i] = preview;
            if (std::all_of(previews.begin(), previews.end(), [](const auto& one) { return one.has_value(); }))
                dialog.setPreview(together(previews));
        });
        connect(job, &OperationJob::failed, &dialog, &ConfirmDialog::setFailure);
        job->preview();
    }
    if (dialog.exec() != QDialog::Accepted)
        return;
    if (!connection)
        return m_runner.events().tell(OperationNotice::connectionClosed());
    const ActionRunner::OneAction together(m_runner);
    for (std::unique_ptr<OperationJob>& job : jobs) {
        job->disconnect(&dialog);
        job->decide(dialog.action(), dialog.reason(), dialog.pace(), dialog.canary(), dialog.keepsUndo());
        if (dialog.promise() && connection->record())
            connection->record()->promises().keep(*job, *dialog.promise());
        m_runner.run(job.release());
    }
}

void BulkCommands::reschedule(const TaskScope& scope, FilterAction::Mode mode)
{
    const QPointer<Connection> connection = m_runner.view().current();
    if (!connection)
        return;
    const OperationRequest request
        = requestOf(*connection, ActionKind::Reschedule, scope.queue, scope.filter, scope.states);
    auto* job = new OperationJob(*connection, request, this);
    m_messages.show(Notice::worded([this, job = QPointer(job)] {
        Notice notice{
            Notice::Kind::Result, QStringLiteral("reschedule"), tr("Checking which tasks to reschedule"), {}, {}};
        notice.links.push_back({tr("Cancel"), {}, [this, job] {
                                    delete job.data();
                                    m_messages.end(checking());
                                }});
        notice.subject = checking();
        notice.progress = -1;
        return notice;
    }));
    connect(job, &OperationJob::looked, this, [this](qint64 examined) {
        m_messages.setProgress(checking(), tr("%1 checked").arg(Formatting::count(examined)), -1);
    });
    connect(job, &OperationJob::failed, this, [this, job](const Error& error) {
        const QString of = job->connection() ? job->connection()->id() : QString();
        m_messages.end(checking());
        m_messages.show({Notice::Kind::Failure, QStringLiteral("warning"), error.message, {}, {}, {}, {}, of});
        job->deleteLater();
    });
    connect(job, &OperationJob::previewed, this, [this, job, connection, mode](const OperationPreview& preview) {
        m_messages.end(checking());
        askWhen(job, connection, preview, mode);
    });
    job->preview(RescheduleDialog::dueGroups);
}

void BulkCommands::askWhen(OperationJob* looked, const QPointer<Connection>& connection,
    const OperationPreview& preview, FilterAction::Mode mode)
{
    looked->disconnect(this);
    looked->setParent(nullptr);
    // Defer the deletion: the job may be the sender of the signal being handled.
    std::unique_ptr<OperationJob, QScopedPointerDeleteLater> job(looked);
    const OperationRequest request = looked->request();
    if (!connection || connection != m_runner.view().current())
        return; // ignore the result if the connection has been closed or is no longer current
    RescheduleDialog::Subject subject;
    subject.moving = job->dues();
    subject.count = preview.total;
    subject.untouched = preview.skipped.total();
    subject.command = [request](const Action& action, const QByteArray& reason, qint64 pace) {
        return filterCommand(request.queue, action, request.selection.filter.fixedText(), request.states, reason, pace);
    };
    RescheduleDialog dialog(m_theme, m_formatting, std::move(subject), request.queue, connection->profile().environment,
        m_runner.view().now(), undoTime(*connection, request.queue), m_window);
    dialog.choose(mode);
    if (dialog.exec() != QDialog::Accepted)
        return;
    if (!connection)
        return m_runner.events().tell(OperationNotice::connectionClosed());
    job->decide(dialog.action(), dialog.reason(), dialog.pace());
    m_runner.run(job.release());
}

} // namespace dueline
