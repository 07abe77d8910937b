// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/comparecommands.h"

#include "core/base/text.h"
#include "ui/dialogs/comparedialog.h"
#include "ui/text/duectlcommand.h"
#include "ui/theme/theme.h"

#include <QApplication>

namespace dueline {

namespace {

QString comparedName(const TaskId& id) { return printable(id, 200); }

} // namespace

CompareCommands::CompareCommands(
    const Theme& theme, const Formatting& formatting, ViewedPlace& view, WindowEvents& events, QWidget* window)
    : QObject(window)
    , m_theme(theme)
    , m_formatting(formatting)
    , m_view(view)
    , m_events(events)
    , m_window(window)
{ }

void CompareCommands::compareTasks(const TaskId& a, const TaskId& b)
{
    Connection* current = m_view.current();
    const QueueName queue = m_view.place().queue;
    if (!current || queue.isEmpty())
        return;
    // Payloads may be large, so read them on a lane that doesn't delay actions.
    current->session().run(
        Session::Lane::Background, this,
        [queue, a, b, masked = current->spec().maskedFields](
            Backend& backend) { return dueline::compareTasks(backend, queue, a, b, masked); },
        [this, queue, a, b, of = QPointer(current)](const Result<Comparison>& comparison) {
            if (!comparison) {
                m_events.tell({Notice::Kind::Failure, QStringLiteral("warning"), comparison.error().message, {}, {}});
                return;
            }
            // Ignore the result if the user has since selected another place or opened a dialog.
            if (of && of == m_view.current() && queue == m_view.place().queue && !QApplication::activeModalWidget())
                show(*of, queue, *comparison, comparedName(a), comparedName(b), diffCommand(queue, {a, b}));
        });
}

void CompareCommands::compareAttempts(const TaskId& task, const Attempt& a, const Attempt& b)
{
    const Connection* current = m_view.current();
    if (!current)
        return;
    const auto name = [&task](const Attempt& attempt) {
        return tr("attempt %1 of %2", "a number, a task").arg(attempt.number).arg(comparedName(task));
    };
    const QueueName& queue = m_view.place().queue;
    show(*current, queue, dueline::compareAttempts(a, b, !current->spec().maskedFields.isEmpty()), name(a), name(b),
        diffCommand(queue, {task}, std::pair(a.number, b.number)));
}

void CompareCommands::show(const Connection& connection, const QueueName& queue, const Comparison& comparison,
    const QString& a, const QString& b, const QString& command)
{
    CompareDialog(m_theme, m_formatting, comparison, {a, b, command},
        tr("%1 on %2", "queue, connection").arg(printable(queue, 40), connection.profile().name),
        connection.profile().environment, m_window)
        .exec();
}

} // namespace dueline
