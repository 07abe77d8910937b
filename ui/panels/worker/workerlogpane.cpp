// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/worker/workerlogpane.h"

#include "core/base/plainfile.h"
#include "core/base/text.h"
#include "ui/panels/worker/workerlogview.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/searchline.h"
#include "ui/widgets/tasks/outputtext.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QSaveFile>
#include <QToolButton>
#include <QVBoxLayout>

namespace dueline {

WorkerLogPane::WorkerLogPane(
    const Theme& theme, const EmbeddedWorker& worker, const Formatting& formatting, QWidget* parent)
    : Pane(theme, Ground::Surface, {}, parent)
    , m_worker(worker)
    , m_model(worker, formatting)
    , m_view(new WorkerLogView(theme, m_model))
    , m_output(new OutputText(theme, 6))
    , m_filter(new SearchLine(theme))
    , m_pause(new QToolButton)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(16, 4, 8, 4);
    head->setSpacing(4);
    m_filter->setMaximumWidth(280);
    m_filter->setMinimumWidth(120);
    head->addWidget(m_filter, 1);
    head->addStretch(0);
    m_pause->setCheckable(true);
    head->addWidget(m_pause);
    auto* saveButton = new QToolButton;
    saveButton->setIcon(theme.icon(QStringLiteral("export")));
    head->addWidget(saveButton);
    for (QToolButton* button : {m_pause, saveButton}) {
        button->setIconSize({16, 16});
        button->setFixedSize(28, 26);
        button->setFocusPolicy(Qt::TabFocus);
    }
    column->addLayout(head);
    column->addWidget(m_view, 1);
    m_output->setContentsMargins(16, 4, 8, 4);
    column->addWidget(m_output);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &WorkerLogPane::showOutput);
    connect(&worker, &EmbeddedWorker::ticked, this, &WorkerLogPane::showOutput);
    connect(&worker, &EmbeddedWorker::stateChanged, this, &WorkerLogPane::showOutput);
    connect(m_filter, &QLineEdit::textChanged, &m_model, &WorkerLogModel::setFilter);
    connect(m_pause, &QToolButton::toggled, this, [this](bool paused) {
        m_model.setPaused(paused);
        showPaused();
    });
    connect(saveButton, &QToolButton::clicked, this, &WorkerLogPane::askWhereToSave);
    onLanguageChange(this, [this, saveButton] {
        m_filter->setPlaceholderText(tr("Filter the log"));
        m_filter->setAccessibleName(tr("Filter the log"));
        saveButton->setToolTip(tr("Save the displayed lines to a file"));
        saveButton->setAccessibleName(tr("Save the log"));
        showPaused();
    });
}

void WorkerLogPane::showOutput()
{
    const QModelIndex current = m_view->currentIndex();
    const WorkerLogLine line = current.isValid() ? m_model.lineAt(current.row()) : WorkerLogLine();
    m_output->setOutput(
        line.task.isEmpty() ? std::nullopt : m_worker.output(m_worker.lastConnectionId(), line.queue, line.task));
}

void WorkerLogPane::showPaused()
{
    const bool paused = m_model.isPaused();
    m_pause->setIcon(theme().icon(paused ? QStringLiteral("play") : QStringLiteral("pause")));
    const QString words = paused ? tr("Resume the log") : tr("Pause the log (the worker keeps running)");
    m_pause->setToolTip(words);
    m_pause->setAccessibleName(words);
}

Result<> WorkerLogPane::save(const QString& path) const
{
    QSaveFile file(path);
    // Saving would replace a special file, such as a named pipe, with a regular file.
    const QString problem = notPlain(path, Links::Followed);
    bool written = problem.isEmpty() && file.open(QIODevice::WriteOnly);
    for (int row = 0; written && row < m_model.rowCount(); ++row)
        written = file.write(m_model.text(m_model.lineAt(row)).toUtf8() + '\n') >= 0;
    if (written && file.commit())
        return {};
    return Error{ErrorCode::Io,
        tr("Cannot save the log to %1: %2.")
            .arg(printable(path.toUtf8(), 120), problem.isEmpty() ? file.errorString() : problem)};
}

void WorkerLogPane::askWhereToSave()
{
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save the log"), QStringLiteral("dueline-worker.log"), tr("Text (*.log *.txt)"));
    if (path.isEmpty())
        return;
    if (const auto saved = save(path); !saved)
        Q_EMIT failed(saved.error());
}

} // namespace dueline
