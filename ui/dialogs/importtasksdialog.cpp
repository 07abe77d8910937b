// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/importtasksdialog.h"

#include "core/base/shellword.h"
#include "core/base/text.h"
#include "core/console/connect/session.h"
#include "ui/text/duectlcommand.h"
#include "ui/text/formatting.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace dueline {

ImportTasksDialog::ImportTasksDialog(const Theme& theme, ConnectionSpec connection, Access access,
    const Profile& profile, const QueueName& queue, QWidget* parent)
    : OperationDialog(theme, tr("Import tasks"),
        tr("%1 on %2", "queue, connection").arg(printable(queue, 40), profile.name), profile.environment, parent)
    , m_connection(std::move(connection))
    , m_access(access)
    , m_queue(queue)
    , m_file(new QLineEdit)
    , m_browse(new QPushButton)
    , m_adds(new PlainLabel)
    , m_states(new PlainLabel)
    , m_there(new PlainLabel)
    , m_left(new PlainLabel)
    , m_lines(new QPlainTextEdit)
{
    setObjectName(QStringLiteral("importTasksDialog"));
    setMinimumWidth(600);
    m_file->setAccessibleName(tr("File"));
    m_file->setPlaceholderText(tr("JSON lines, or CSV if the name ends in .csv"));
    m_browse->setText(tr("Choose…"));
    m_browse->setAccessibleName(tr("Choose a file"));
    auto* place = new QHBoxLayout;
    place->addWidget(m_file, 1);
    place->addWidget(m_browse);
    addRow(tr("File"), place);
    addRow(tr("Adds"), m_adds);
    addRow(tr("As"), m_states);
    addRow(tr("Already there"), m_there);
    addRow(tr("Left out"), m_left);
    for (PlainLabel* label : {m_adds, m_states, m_there, m_left}) {
        label->setWordWrap(true);
        label->setText(QStringLiteral("–"));
    }
    m_lines->setReadOnly(true);
    m_lines->setAccessibleName(tr("Skipped lines"));
    m_lines->setFont(theme.mono());
    fitLines(*m_lines, 5);
    m_lines->setFont(theme.font()); // the placeholder is a sentence
    m_lines->setPlaceholderText(tr("Lines that cannot be imported are listed here."));
    addRow(tr("Lines"), m_lines);
    addReasonRow();
    addQuiet(QStringLiteral("info"),
        tr("State, due time, attempts, errors and result are imported. Leased tasks become waiting tasks. Retention is "
           "counted from the time each task ended."));
    addQuiet(QStringLiteral("undo"), tr("Undo discards the imported tasks that have not run yet."));
    addCopyLink([this] { return command(); });
    setVerb(tr("Import"));
    for (QPushButton* button : {m_browse, verb(), cancelButton()})
        button->setAutoDefault(false);
    m_soon.setSingleShot(true);
    m_soon.setInterval(std::chrono::milliseconds(300));
    connect(&m_soon, &QTimer::timeout, this, &ImportTasksDialog::look);
    connect(m_browse, &QPushButton::clicked, this, &ImportTasksDialog::chooseFile);
    connect(m_file, &QLineEdit::textChanged, this, [this] {
        m_background.leave(); // the result is for a different file
        m_looked.reset();
        updateVerb();
        m_soon.start();
    });
    connect(this, &OperationDialog::countEdited, this, &ImportTasksDialog::updateVerb);
    connect(&m_background, &BackgroundTransfer::importing, this, &ImportTasksDialog::showProgress);
    connect(&m_background, &BackgroundTransfer::imported, this, &ImportTasksDialog::end);
    connect(&m_background, &BackgroundTransfer::failed, this, &ImportTasksDialog::fail);
    updateVerb();
    m_file->setFocus(); // must come last, because setting a default button moves the focus
}

ImportRequest ImportTasksDialog::request(bool dryRun) const
{
    ImportRequest request;
    request.queue = m_queue;
    request.format
        = m_file->text().endsWith(QStringLiteral(".csv"), Qt::CaseInsensitive) ? TaskFormat::Csv : TaskFormat::Lines;
    request.source = "from " + QFileInfo(m_file->text()).fileName().toUtf8();
    request.by = Session::identity();
    request.reason = reason();
    request.dryRun = dryRun;
    return request;
}

void ImportTasksDialog::setFile(const QString& file) { m_file->setText(file); }

void ImportTasksDialog::chooseFile()
{
    const QString file = QFileDialog::getOpenFileName(this, tr("Import tasks"), m_file->text());
    if (!file.isEmpty())
        m_file->setText(file);
}

void ImportTasksDialog::look()
{
    setProblem({});
    m_looked.reset();
    m_lines->clear();
    m_lines->setFont(theme().font());
    if (!m_file->text().isEmpty())
        m_background.importFrom(m_connection, Access::ReadOnly, request(true), m_file->text());
    updateVerb();
}

void ImportTasksDialog::showProgress(const ImportProgress& progress)
{
    const QString adds = Formatting::count(progress.added);
    m_adds->setText(progress.finished || progress.size == 0
            ? adds
            : tr("%1, %2 % of the file").arg(adds).arg(progress.bytes * 100 / std::max<qint64>(progress.size, 1)));
    QStringList states;
    for (const TaskState state : allStates) {
        if (progress.states[state] > 0)
            states << Formatting::stateWord(state) + u' ' + Formatting::count(progress.states[state]);
    }
    m_states->setText(states.isEmpty() ? QStringLiteral("–") : Formatting::commas(states));
    m_there->setText(Formatting::count(progress.exists));
    QStringList left;
    if (progress.invalid > 0)
        left << tr("%1 invalid").arg(Formatting::count(progress.invalid));
    if (progress.conflicts > 0)
        left << tr("%1 whose id is used by another task").arg(Formatting::count(progress.conflicts));
    if (progress.noPlace > 0)
        left << tr("%1 in a state that this layout does not support").arg(Formatting::count(progress.noPlace));
    m_left->setText(left.isEmpty() ? QStringLiteral("0") : Formatting::commas(left));
    if (progress.finished) {
        QStringList lines;
        for (const ImportProblem& problem : progress.problems)
            lines << problem.why;
        if (!lines.isEmpty())
            m_lines->setFont(theme().mono());
        m_lines->setPlainText(lines.join(QLatin1Char('\n')));
    }
}

void ImportTasksDialog::end(const ImportProgress& progress, const OperationRecord& record)
{
    showProgress(progress);
    if (m_adding) {
        m_progress = progress;
        m_record = record;
        return DialogFrame::accept();
    }
    m_looked = progress;
    if (isProduction() && progress.added > 1)
        askForCount(progress.added);
    if (progress.added == 0)
        setProblem(tr("There is nothing to add."));
    updateVerb();
}

void ImportTasksDialog::fail(const Error& error)
{
    setProblem(error.message);
    setAdding(false);
}

/// Sets whether tasks are being added. While they are, no other file can be selected.
void ImportTasksDialog::setAdding(bool adding)
{
    m_adding = adding;
    keepWhatIsTyped(!adding);
    m_file->setEnabled(!adding);
    m_browse->setEnabled(!adding);
    cancelButton()->setEnabled(true);
    updateVerb();
}

void ImportTasksDialog::updateVerb()
{
    const bool some = m_looked && m_looked->added > 0;
    verb()->setEnabled(some && !m_adding && isCountTyped());
    setVerb(some ? tr("Import %Ln task(s)", nullptr, Formatting::plural(m_looked->added)) : tr("Import"));
}

void ImportTasksDialog::accept()
{
    if (!verb()->isEnabled())
        return;
    setAdding(true);
    m_background.importFrom(m_connection, m_access, request(false), m_file->text());
}

/// Stops a running import after the current step, and then reports the outcome.
void ImportTasksDialog::reject()
{
    if (!m_adding)
        return DialogFrame::reject();
    m_background.cancel();
    cancelButton()->setEnabled(false);
}

QString ImportTasksDialog::command() const
{
    QString start = QStringLiteral("duectl import");
    if (!reason().isEmpty())
        start += QStringLiteral(" --reason=") + shellWord(reason());
    return commandOn(start, m_queue, {m_file->text().toUtf8()});
}

} // namespace dueline
