// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/operationsclosedialog.h"

#include "core/base/text.h"
#include "ui/widgets/plainlabel.h"

#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace dueline {

namespace {

constexpr std::size_t linesAtMost = 8;

} // namespace

/// Returns a line such as `Reschedule in orders on shop: 412,000 of 1,000,000`.
QString OperationsCloseDialog::lineOf(const ActivityRow& row)
{
    return tr("%1 in %2 on %3: %4", "what an operation does, queue, connection, how many tasks")
        .arg(ActivityModel::kindWord(row.record.kind), printable(row.record.queue, 40), row.connectionName,
            ActivityModel::tasksText(row));
}

OperationsCloseDialog::OperationsCloseDialog(
    const Theme& theme, const std::vector<ActivityRow>& acting, QWidget* parent)
    : DialogFrame(theme, tr("Some operations are still running"), {}, Environment::Development, parent)
    , m_lines(new PlainLabel)
{
    setObjectName(QStringLiteral("operationsCloseDialog"));
    m_lines->setWordWrap(true);
    m_lines->setMinimumWidth(460);
    body().addWidget(m_lines);
    auto* text = new PlainLabel(tr(
        "Closing will stop these operations. You can undo their changes, and resume the rest from Activity, here or on "
        "another computer."));
    text->setWordWrap(true);
    body().addWidget(text);
    cancelButton()->setText(tr("Keep running"));
    setVerb(tr("Stop and close"), QStringLiteral("danger"));
    cancelButton()->setDefault(true);
    setActing(acting);
}

void OperationsCloseDialog::setActing(const std::vector<ActivityRow>& acting)
{
    if (acting.empty())
        return accept();
    QStringList lines;
    for (std::size_t i = 0; i < std::min(acting.size(), linesAtMost); ++i)
        lines << lineOf(acting[i]);
    if (acting.size() > linesAtMost)
        lines << QStringLiteral("…");
    m_lines->setText(lines.join(u'\n'));
}

} // namespace dueline
