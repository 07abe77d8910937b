// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actionperformer.h"

#include "core/base/text.h"
#include "ui/actions/commandpalette.h"
#include "ui/dialogs/addtaskdialog.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/connectdialog.h"
#include "ui/dialogs/keysdialog.h"
#include "ui/dialogs/rescheduledialog.h"
#include "ui/theme/theme.h"
#include "ui/timeline/timelinewidget.h"
#include "ui/widgets/filterline.h"
#include "ui/widgets/tasktable.h"

#include <QApplication>
#include <QClipboard>
#include <QJsonDocument>
#include <QJsonObject>

namespace dueline {

ActionPerformer::ActionPerformer(
    Theme& theme, const Formatting& formatting, Workbench& bench, const Actions& actions, Parts parts, QWidget* window)
    : QObject(window)
    , m_theme(theme)
    , m_formatting(formatting)
    , m_bench(bench)
    , m_actions(actions)
    , m_parts(parts)
    , m_window(window)
{ }

void ActionPerformer::perform(const QByteArray& id)
{
    const auto is = [&id](const char* wanted) { return id == wanted; };
    Connection* current = m_bench.current();
    TimelineWidget& timeline = m_parts.timeline;
    if (is("connection.new"))
        askConnect();
    else if (is("connection.sandbox"))
        Q_EMIT sandboxWished();
    else if (is("connection.reconnect") && current)
        current->session().reconnect();
    else if (is("connection.close") && current)
        m_bench.close(current->id());
    else if (is("app.quit"))
        Q_EMIT closeWished();
    else if (is("edit.undo"))
        m_bench.undoLast();
    else if (is("edit.filter"))
        m_parts.filter.setFocus(Qt::ShortcutFocusReason);
    else if (is("edit.clearFilter"))
        m_parts.filter.clear();
    else if (is("edit.selectAll"))
        m_parts.table.selectAll();
    else if (is("edit.copyId") || is("edit.copyJson") || is("task.copyCommand"))
        copySelection(id);
    else if (is("view.refresh"))
        m_bench.refresh();
    else if (is("view.live"))
        m_bench.setLive(m_actions["view.live"]->isChecked());
    else if (is("view.now"))
        m_parts.view.follow(m_bench.now());
    else if (is("view.fit"))
        m_parts.view.show({m_bench.now() - std::chrono::hours(24), m_bench.now() + std::chrono::hours(48)});
    else if (is("view.zoomIn"))
        timeline.zoomBy(0.5);
    else if (is("view.zoomOut"))
        timeline.zoomBy(2);
    else if (is("view.back"))
        m_parts.view.stepBack();
    else if (is("view.forward"))
        m_parts.view.stepForward();
    else if (is("view.inspector"))
        Q_EMIT inspectorWished(m_actions["view.inspector"]->isChecked());
    else if (is("view.light"))
        m_theme.choose(ThemeChoice::Light);
    else if (is("view.dark"))
        m_theme.choose(ThemeChoice::Dark);
    else if (is("view.system"))
        m_theme.choose(ThemeChoice::System);
    else if (is("task.add"))
        askAdd();
    else if (is("task.inspect"))
        Q_EMIT m_parts.table.inspectRequested();
    else if (is("task.retry"))
        act(ActionKind::Retry);
    else if (is("task.runNow"))
        act(ActionKind::RunNow);
    else if (is("task.reschedule"))
        askReschedule();
    else if (is("task.discard"))
        act(ActionKind::Discard);
    else if (is("task.restore"))
        act(ActionKind::Restore);
    else if (is("task.delete"))
        askDelete();
    else if (is("task.cancel"))
        m_bench.cancelRuns(selection());
    else if (is("task.release"))
        m_bench.releaseLeases(selection());
    else if (is("task.extend"))
        m_bench.extendLeases(selection(), std::chrono::minutes(5));
    else if (is("queue.pause") || is("queue.resume"))
        m_bench.setPaused(m_bench.place().queue, is("queue.pause"));
    else if (is("tools.palette"))
        showPalette();
    else if (is("help.shortcuts"))
        showKeys();
    else if (is("help.about"))
        showAbout();
}

void ActionPerformer::copySelection(const QByteArray& id)
{
    const auto is = [&id](const char* wanted) { return id == wanted; };
    QStringList lines;
    for (const TaskRef& ref : selection()) {
        if (is("edit.copyId"))
            lines << QString::fromUtf8(ref.id);
        else if (is("task.copyCommand"))
            lines << QStringLiteral("duectl show '%1' '%2'")
                         .arg(QString::fromUtf8(m_bench.place().queue), QString::fromUtf8(ref.id));
        else
            lines << QString::fromUtf8(QJsonDocument(
                QJsonObject{{QStringLiteral("id"), QString::fromUtf8(ref.id)},
                    {QStringLiteral("state"), QString::fromLatin1(stateName(ref.seenState).toByteArray())},
                    {QStringLiteral("at_ms"),
                        toMs(ref.seenAt)}}).toJson(QJsonDocument::Compact));
    }
    QApplication::clipboard()->setText(lines.join(u'\n'));
}

std::vector<TaskRef> ActionPerformer::selection() const { return m_parts.table.selection(); }

void ActionPerformer::act(ActionKind kind)
{
    OperationRequest request;
    request.queue = m_bench.place().queue;
    request.action.kind = kind;
    request.selection.kind = TaskSelection::Kind::Refs;
    request.selection.refs = selection();
    if (request.selection.refs.empty())
        return;
    const Environment environment = m_bench.current()->profile().environment;
    if (environment == Environment::Production && request.selection.refs.size() > 1) {
        ConfirmDialog dialog(
            m_theme, kind, qint64(request.selection.refs.size()), m_bench.current()->profile(), true, m_window);
        if (dialog.exec() != QDialog::Accepted)
            return;
    }
    if (OperationJob* job = m_bench.start(std::move(request)))
        job->start();
}

void ActionPerformer::askDelete()
{
    const auto refs = selection();
    if (refs.empty() || !m_bench.current())
        return;
    ConfirmDialog dialog(
        m_theme, ActionKind::Delete, qint64(refs.size()), m_bench.current()->profile(), refs.size() > 1, m_window);
    if (dialog.exec() != QDialog::Accepted)
        return;
    OperationRequest request;
    request.queue = m_bench.place().queue;
    request.action.kind = ActionKind::Delete;
    request.selection.kind = TaskSelection::Kind::Refs;
    request.selection.refs = refs;
    if (OperationJob* job = m_bench.start(std::move(request)))
        job->start();
}

void ActionPerformer::askReschedule()
{
    const auto refs = selection();
    if (refs.empty() || !m_bench.current())
        return;
    RescheduleDialog dialog(m_theme, m_formatting, refs, printable(m_bench.place().queue, 40),
        m_bench.current()->profile().environment, m_bench.now(), m_window);
    if (dialog.exec() != QDialog::Accepted)
        return;
    OperationRequest request;
    request.queue = m_bench.place().queue;
    request.action = dialog.action();
    request.selection.kind = TaskSelection::Kind::Refs;
    request.selection.refs = refs;
    if (OperationJob* job = m_bench.start(std::move(request)))
        job->start();
}

void ActionPerformer::askAdd()
{
    const QueueInfo* queue = m_bench.queue();
    Connection* current = m_bench.current();
    if (!queue || !current)
        return;
    QStringList types;
    for (int row = 0; row < std::min(200, m_bench.tasks().rowCount()); ++row) {
        if (const Task* task = m_bench.tasks().taskAt(row)) {
            const QString type = QString::fromUtf8(typeOf(task->id).toByteArray());
            if (!types.contains(type))
                types << type;
        }
    }
    types.sort();
    AddTaskDialog dialog(m_theme, m_formatting, *queue, types,
        tr("%1 on %2", "queue, connection").arg(printable(queue->name, 40), current->profile().name),
        current->profile().environment, current->session().clockOffset(), m_window);
    do {
        if (dialog.exec() != QDialog::Accepted)
            return;
        m_bench.addTasks(queue->name, dialog.tasks());
    } while (dialog.keepsOpen());
}

void ActionPerformer::askConnect()
{
    ConnectDialog dialog(m_theme, m_window);
    if (dialog.exec() == QDialog::Accepted)
        Q_EMIT connectWished(dialog.url());
}

void ActionPerformer::showPalette()
{
    std::vector<CommandPalette::Entry> entries = CommandPalette::entriesOf(m_actions);
    for (const auto& connection : m_bench.connections()) {
        for (const QueueInfo& queue : connection->queues()) {
            entries.push_back(
                {tr("Queue %1").arg(printable(queue.name, 60)), connection->profile().name, QStringLiteral("queue"),
                    true, [this, place = SidebarPlace{connection->id(), queue.name, {}}] { m_bench.show(place); }});
        }
    }
    CommandPalette palette(m_theme, std::move(entries), m_window);
    palette.move(m_window->mapToGlobal(QPoint((m_window->width() - palette.width()) / 2, 80)));
    palette.exec();
}

void ActionPerformer::showKeys() { KeysDialog(m_theme, m_actions, m_window).exec(); }

void ActionPerformer::showAbout()
{
    m_parts.messages.show(
        {Notice::Kind::Result, QStringLiteral("dueline"), tr("Dueline %1").arg(QStringLiteral(DUELINE_VERSION)),
            tr("GPL-3.0-or-later; with Qt %1, hiredis and QtKeychain").arg(QLatin1String(qVersion())), {}});
}

} // namespace dueline
