// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/queuecommands.h"

#include "core/base/text.h"
#include "core/queue/backend.h"
#include "ui/actions/actions.h"
#include "ui/dialogs/queuesettingsdialog.h"
#include "ui/dialogs/sharesdialog.h"
#include "ui/workbench/operationnotice.h"
#include "ui/workbench/windowevents.h"

#include <utility>

namespace dueline {

QueueCommands::QueueCommands(
    const Theme& theme, ViewedPlace& view, WindowEvents& events, Actions& actions, QWidget* window)
    : QObject(window)
    , m_theme(theme)
    , m_view(view)
    , m_events(events)
    , m_window(window)
{
    actions.handle("queue.settings", this, [this] { changeSettings(); });
    actions.handle("queue.delete", this, [this] { remove(); });
    actions.handle("queue.shares", this, [this] { showShares(); });
}

void QueueCommands::changeSettings()
{
    const QPointer<Connection> connection = m_view.current();
    const QueueInfo* shown = m_view.queue();
    if (!connection || !shown)
        return;
    const QueueName queue = shown->name;
    const QString name = printable(queue, 60);
    QueueSettingsDialog dialog(m_theme, name, connection->profile().environment, shown->settings, m_window);
    if (dialog.exec() != QDialog::Accepted || !connection)
        return;
    edit(
        *connection,
        [queue, settings = dialog.settings()](QueueEditor& editor) { return editor.configure(queue, settings); },
        [name]() -> Notice {
            return {Notice::Kind::Result, QStringLiteral("settings"), tr("Settings for %1 saved").arg(name), {}, {}};
        });
}

void QueueCommands::remove()
{
    const QPointer<Connection> connection = m_view.current();
    const QueueInfo* shown = m_view.queue();
    if (!connection || !shown)
        return;
    const QueueName queue = shown->name;
    const QString name = printable(queue, 60);
    DeleteQueueDialog dialog(m_theme, name, connection->profile().environment, shown->counts, m_window);
    if (dialog.exec() != QDialog::Accepted || !connection)
        return;
    edit(
        *connection,
        [queue, force = dialog.isForced()](QueueEditor& editor) { return editor.removeQueue(queue, force); },
        [name]() -> Notice {
            return {Notice::Kind::Result, QStringLiteral("delete"), tr("Queue %1 deleted").arg(name), {}, {}};
        },
        [this, of = connection->id(), queue] {
            if (m_view.place().connection != of || m_view.place().queue != queue)
                return;
            m_events.list({}); // clear the filter, which was for the deleted queue
            m_view.show({of, {}, {}});
        });
}

void QueueCommands::showShares()
{
    Connection* connection = m_view.current();
    const QueueInfo* shown = m_view.queue();
    if (!connection || !shown)
        return;
    if (m_shares)
        m_shares->close();
    m_shares = new SharesDialog(m_theme, *connection, shown->name, m_window);
    const auto showQueue = [this, of = connection->id()](const QueueName& queue) {
        if (m_view.place().connection != of || m_view.place().queue != queue)
            m_view.show({of, queue, {}});
    };
    connect(m_shares, &SharesDialog::tasksRequested, this,
        [this, showQueue](const QueueName& queue, const QString& filter) {
            showQueue(queue);
            m_events.list(filter);
        });
    connect(m_shares, &SharesDialog::actionRequested, this, [this, showQueue](const FilterAction& action) {
        showQueue(action.queue);
        m_events.act(action);
    });
    m_shares->show();
}

void QueueCommands::edit(Connection& connection, std::function<Result<>(QueueEditor&)> act,
    std::function<Notice()> words, std::function<void()> then)
{
    connection.session().run(
        Session::Lane::Interactive, this,
        [act = std::move(act)](Backend& backend) -> Result<> {
            const auto editor = backend.requireEditor();
            return editor ? act(**editor) : Result<>(editor.error());
        },
        [this, of = connection.id(), words = std::move(words), then = std::move(then)](const Result<>& done) {
            if (done && then)
                then();
            m_events.tell(done ? Notice::worded(words).about(of) : OperationNotice::failure(done.error()).about(of));
            m_view.refresh();
        });
}

} // namespace dueline
