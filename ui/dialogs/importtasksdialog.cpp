// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/importtasksdialog.h"

#include "core/base/shellword.h"
#include "core/base/text.h"
#include "core/console/connect/session.h"
#include "core/queue/taskfilter.h"
#include "ui/text/duectlcommand.h"
#include "ui/text/formatting.h"
#include "ui/text/losswords.h"
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
    : ImportTasksDialog(theme, std::move(connection), access, profile, queue, std::nullopt, parent)
{ }

ImportTasksDialog::ImportTasksDialog(const Theme& theme, ConnectionSpec connection, Access access,
    const Profile& profile, const RecordedLoss& loss, QWidget* parent)
    : ImportTasksDialog(theme, std::move(connection), access, profile, QueueName(loss.tasks.target()), loss, parent)
{ }

ImportTasksDialog::ImportTasksDialog(const Theme& theme, ConnectionSpec connection, Access access,
    const Profile& profile, const QueueName& queue, std::optional<RecordedLoss> loss, QWidget* parent)
    : OperationDialog(theme, loss ? tr("Put lost tasks back") : tr("Import tasks"),
        tr("%1 on %2", "queue, connection").arg(printable(queue, 40), profile.name), profile.environment, parent)
    , m_connection(std::move(connection))
    , m_access(access)
    , m_queue(queue)
    , m_loss(std::move(loss))
    , m_file(new QLineEdit(this))
    , m_browse(new QPushButton(this))
    , m_adds(new PlainLabel)
    , m_states(new PlainLabel)
    , m_there(new PlainLabel)
    , m_left(new PlainLabel)
    , m_lines(new QPlainTextEdit)
{
    setObjectName(QStringLiteral("importTasksDialog"));
    setMinimumWidth(600);
    m_loss ? addLossRows() : addFileRow();
    addRow(tr("Adds"), m_adds);
    addRow(tr("As"), m_states);
    addRow(tr("Already there"), m_there);
    addRow(tr("Left out"), m_left);
    for (PlainLabel* label : {m_adds, m_states, m_there, m_left}) {
        label->setWordWrap(true);
        label->setText(QStringLiteral("–"));
    }
    m_lines->setReadOnly(true);
    m_lines->setAccessibleName(m_loss ? tr("Skipped tasks") : tr("Skipped lines"));
    m_lines->setFont(theme.mono());
    fitLines(*m_lines, m_loss ? 3 : 5);
    m_lines->setFont(theme.font()); // the placeholder is a sentence, so don't use the monospaced font
    m_lines->setPlaceholderText(m_loss ? tr("Tasks that cannot be put back are listed here.")
                                       : tr("Lines that cannot be imported are listed here."));
    addRow(m_loss ? tr("Tasks") : tr("Lines"), m_lines);
    m_changes = addQuiet(QStringLiteral("warning"), {});
    m_changes->setObjectName(QStringLiteral("importChanges"));
    m_changes->parentWidget()->hide();
    addReasonRow();
    addQuiet(QStringLiteral("info"),
        m_loss
            ? tr("State and due time are restored; native queues also restore attempts and errors. Leased tasks become "
                 "waiting tasks.")
            : tr("State, due time, attempts, errors and result are imported. Leased tasks become waiting tasks. "
                 "Retention is counted from the time each task ended."));
    addQuiet(QStringLiteral("undo"),
        m_loss ? tr("Undo discards the added tasks that have not run yet.")
               : tr("Undo discards the imported tasks that have not run yet."));
    addCopyLink([this] { return command(); });
    setVerb(verbText());
    for (QPushButton* button : {m_browse, verb(), cancelButton()})
        button->setAutoDefault(false);
    m_soon.setSingleShot(true);
    m_soon.setInterval(std::chrono::milliseconds(300));
    connect(&m_soon, &QTimer::timeout, this, &ImportTasksDialog::look);
    connect(this, &OperationDialog::countEdited, this, &ImportTasksDialog::updateVerb);
    connect(&m_background, &BackgroundTransfer::importing, this, &ImportTasksDialog::showProgress);
    connect(&m_background, &BackgroundTransfer::imported, this, &ImportTasksDialog::end);
    connect(&m_background, &BackgroundTransfer::failed, this, &ImportTasksDialog::fail);
    updateVerb();
    if (m_loss)
        look();
    else
        m_file->setFocus(); // must come last: setDefault() on a button moves the focus
}

void ImportTasksDialog::addFileRow()
{
    m_file->setAccessibleName(tr("File"));
    m_file->setPlaceholderText(tr("JSON lines, or CSV if the name ends in .csv"));
    m_browse->setText(tr("Choose…"));
    m_browse->setAccessibleName(tr("Choose a file"));
    auto* place = new QHBoxLayout;
    place->addWidget(m_file, 1);
    place->addWidget(m_browse);
    addRow(tr("File"), place);
    connect(m_browse, &QPushButton::clicked, this, &ImportTasksDialog::chooseFile);
    connect(m_file, &QLineEdit::textChanged, this, [this] {
        m_background.leave(); // discard the result: it is for a different file
        m_looked.reset();
        updateVerb();
        m_soon.start();
    });
}

/// Adds the recording's name, and sentences about tasks that may run twice or can't be put back.
void ImportTasksDialog::addLossRows()
{
    m_file->hide();
    m_browse->hide();
    const VanishedTasks& tasks = m_loss->tasks;
    auto* recording = new PlainLabel(printable(QFileInfo(m_loss->recording).fileName().toUtf8(), 60));
    addRow(tr("Recording"), recording);
    if (!m_loss->server.isEmpty())
        addQuiet(QStringLiteral("info"),
            tr("The tasks were recorded on %1.", "server").arg(printable(m_loss->server.toUtf8(), 80)));
    addQuiet(tasks.mayHaveRun > 0 ? QStringLiteral("warning") : QStringLiteral("info"),
        LossWords::mayHaveRun(tasks.mayHaveRun));
    if (tasks.wasPaused)
        addQuiet(QStringLiteral("warning"),
            tr("The queue was paused before the loss. If it is not paused now, workers will start these tasks as soon "
               "as they are due."));
    if (tasks.ids > tasks.complete)
        addQuiet(QStringLiteral("info"),
            tr("%Ln task(s) were recorded without their payloads and cannot be put back.", nullptr,
                Formatting::plural(tasks.ids - tasks.complete)));
    if (tasks.unchecked > 0)
        addQuiet(QStringLiteral("info"),
            tr("%Ln task(s) may still be in the queue and will not be put back.", nullptr,
                Formatting::plural(tasks.unchecked)));
}

ImportRequest ImportTasksDialog::request(bool dryRun) const
{
    const QString path = m_loss ? m_loss->recording : m_file->text();
    ImportRequest request;
    request.queue = m_queue;
    request.format
        = !m_loss && path.endsWith(QStringLiteral(".csv"), Qt::CaseInsensitive) ? TaskFormat::Csv : TaskFormat::Lines;
    request.source = m_loss ? putbackSource(path, m_loss->tasks) : "from " + QFileInfo(path).fileName().toUtf8();
    request.by = Session::identity();
    request.reason = reason();
    request.dryRun = dryRun;
    return request;
}

ImportSource ImportTasksDialog::source() const { return m_loss ? m_loss->source : ImportSource::file(m_file->text()); }

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
    if (m_loss || !m_file->text().isEmpty())
        m_background.importFrom(m_connection, Access::ReadOnly, request(true), source());
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
        left << tr("%1 whose ID is used by another task").arg(Formatting::count(progress.conflicts));
    if (progress.noPlace > 0)
        left << tr("%1 in a state that this layout does not support").arg(Formatting::count(progress.noPlace));
    if (progress.flowParents > 0)
        left << tr("%1 waiting for child tasks").arg(Formatting::count(progress.flowParents));
    m_left->setText(left.isEmpty() ? QStringLiteral("0") : Formatting::commas(left));
    const QString changes = changesText(progress);
    m_changes->setText(changes);
    m_changes->parentWidget()->setVisible(!changes.isEmpty());
    if (progress.finished) {
        QStringList lines;
        for (const ImportProblem& problem : progress.problems)
            lines << problem.why;
        if (!lines.isEmpty())
            m_lines->setFont(theme().mono());
        m_lines->setPlainText(lines.join(QLatin1Char('\n')));
    }
}

QString ImportTasksDialog::changesText(const ImportProgress& progress)
{
    QStringList sentences;
    if (progress.attemptsLost > 0)
        sentences << tr(
            "%Ln task(s) will lose their attempts and errors.", nullptr, Formatting::plural(progress.attemptsLost));
    if (progress.relationsLost > 0)
        sentences << tr(
            "%Ln task(s) will lose their parent, deduplication, batch or lock, which only the framework can set.",
            nullptr, Formatting::plural(progress.relationsLost));
    if (progress.flowParents > 0)
        sentences << tr(
            "%Ln task(s) that wait for their children will not be added, because only the framework can link them. "
            "The children will be added as independent tasks.",
            nullptr, Formatting::plural(progress.flowParents));
    if (progress.renamed > 0)
        sentences << tr(
            "%Ln task(s) will get a new ID, “ID~HASH”, because another task has the same ID or the framework assigns "
            "its own IDs.",
            nullptr, Formatting::plural(progress.renamed));
    if (progress.missing > 0)
        sentences << tr(
            "%Ln task(s) were added within the last day and will not be added again, although they are no longer in "
            "the queue.",
            nullptr, Formatting::plural(progress.missing));
    return sentences.join(QLatin1Char('\n'));
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
    if (m_loss)
        takeHabit(progress.added, false);
    else if (isProduction() && progress.added > 1)
        askForCount(progress.added);
    if (progress.added == 0)
        setProblem(m_loss && progress.exists > 0 ? tr("All of these tasks are already in the queue.")
                                                 : tr("There is nothing to add."));
    updateVerb();
}

void ImportTasksDialog::fail(const Error& error)
{
    setProblem(error.message);
    setAdding(false);
}

/// Sets whether tasks are being added. While they are, the user can't select another file.
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
    setVerb(verbText());
}

QString ImportTasksDialog::verbText() const
{
    const int added = Formatting::plural(m_looked ? m_looked->added : 0);
    if (m_loss)
        return added > 0 ? tr("Put back %Ln task(s)", nullptr, added) : tr("Put back");
    return added > 0 ? tr("Import %Ln task(s)", nullptr, added) : tr("Import");
}

void ImportTasksDialog::accept()
{
    if (!verb()->isEnabled())
        return;
    setAdding(true);
    m_background.importFrom(m_connection, m_access, request(false), source());
}

/// Stops a running import after the current step. The dialog then reports the outcome.
void ImportTasksDialog::reject()
{
    if (!m_adding)
        return DialogFrame::reject();
    m_background.cancel();
    cancelButton()->setEnabled(false);
}

QString ImportTasksDialog::command() const
{
    QString start = m_loss ? QStringLiteral("duectl putback --event %1").arg(m_loss->tasks.event)
                           : QStringLiteral("duectl import");
    if (!reason().isEmpty())
        start += QStringLiteral(" --reason=") + shellWord(reason());
    if (m_loss && !m_loss->tasks.own.isEmpty())
        start += QStringLiteral(" --match ")
            + shellWord("queue:" + quotedForFilter(QString::fromUtf8(m_loss->tasks.own)).toUtf8());
    return m_loss ? commandOn(start, QFile::encodeName(m_loss->recording), {m_loss->tasks.name})
                  : commandOn(start, m_queue, {m_file->text().toUtf8()});
}

} // namespace dueline
