// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "ui/actionperformer.h"
#include "ui/dialogs/addtaskdialog.h"
#include "ui/dialogs/namedialog.h"
#include "ui/presenters/operationnotice.h"

#include <QPointer>

namespace dueline {

void ActionPerformer::askAdd()
{
    const QPointer<Connection> current = m_bench.current();
    if (!current)
        return;
    QueueInfo shown;
    if (const QueueInfo* queue = m_bench.queue()) {
        shown = *queue; // a copy: lists are read again while the dialog is open
    } else {
        NameDialog name(m_theme, tr("Name the first queue"), current->profile().name, QStringLiteral("default"),
            tr("Go on"), m_window);
        if (name.exec() != QDialog::Accepted || !current)
            return;
        shown.name = name.name().toUtf8();
    }
    QStringList types;
    for (int row = 0; row < std::min(200, m_bench.tasks().rowCount()); ++row) {
        if (const Task* task = m_bench.tasks().taskAt(row)) {
            // One that cannot be read cannot be offered for typing either.
            const QString type = printable(typeOf(*task));
            if (type.toUtf8() == typeOf(*task) && !types.contains(type))
                types << type;
        }
    }
    types.sort();
    AddTaskDialog dialog(m_theme, m_formatting, shown, types,
        tr("%1 on %2", "queue, connection").arg(printable(shown.name, 40), current->profile().name),
        current->profile().environment, current->session().clockOffset(), m_window,
        AddTaskRules::of(current->spec().layout.of(shown.name)));
    do {
        if (dialog.exec() != QDialog::Accepted)
            return;
        if (!current)
            return Q_EMIT m_bench.noticed(OperationNotice::connectionClosed());
        m_bench.addTasks(*current, shown.name, dialog.tasks());
    } while (dialog.keepsOpen());
}

/// Which way the table is sorted, in the menu as in its head.
void ActionPerformer::showOrder()
{
    using By = TaskOrder::By;
    const By by = m_bench.taskFeed().order().by;
    for (const auto& [id, order] : {std::pair{"view.sortTime", By::Instant}, std::pair{"view.sortType", By::Type},
             std::pair{"view.sortAttempts", By::Attempts}, std::pair{"view.sortAdded", By::Added}})
        m_actions[id]->setChecked(order == by);
}

} // namespace dueline
