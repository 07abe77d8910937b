// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/exportdialog.h"

#include "core/base/text.h"
#include "ui/text/duectlcommand.h"
#include "ui/text/formatting.h"
#include "ui/text/taskname.h"
#include "ui/widgets/plainlabel.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

#include <algorithm>

namespace dueline {

namespace {

/// Returns a file name that is valid on any file system.
QString fileNameFor(const QueueName& queue)
{
    QString name = printable(queue, 60);
    for (QChar& c : name) {
        if (!c.isLetterOrNumber() && c != QLatin1Char('-') && c != QLatin1Char('.') && c != QLatin1Char('_'))
            c = QLatin1Char('_');
    }
    return name.startsWith(QLatin1Char('.')) ? QLatin1Char('_') + name : name;
}

} // namespace

TaskSelection TransferScope::selection() const
{
    TaskSelection chosen;
    chosen.kind = TaskSelection::Kind::Refs;
    chosen.refs = selected;
    return chosen;
}

TaskSelection TransferScope::listed() const
{
    TaskSelection chosen;
    chosen.kind = filter.isEmpty() ? TaskSelection::Kind::All : TaskSelection::Kind::Filter;
    chosen.filter = filter;
    return chosen;
}

bool TransferScope::isNarrowed() const
{
    return !filter.isEmpty() || std::any_of(allStates.begin(), allStates.end(), [this](TaskState state) {
        return states == StateSet{state};
    });
}

QString TransferScope::listedWords() const
{
    const QString matched = printable(filter.text().toUtf8(), 40);
    for (const TaskState state : allStates) {
        if (states != StateSet{state})
            continue;
        const QString word = Formatting::stateWord(state);
        return filter.isEmpty() ? ExportDialog::tr("all tasks in the state %1").arg(word)
                                : ExportDialog::tr("tasks in the state %1 that match the filter %2").arg(word, matched);
    }
    return filter.isEmpty() ? ExportDialog::tr("all tasks in the queue except the trash")
                            : ExportDialog::tr("tasks that match the filter %1, except the trash").arg(matched);
}

ExportDialog::ExportDialog(
    const Theme& theme, ConnectionSpec connection, const Profile& profile, TransferScope scope, QWidget* parent)
    : OperationDialog(theme, tr("Export tasks"),
        tr("%1 on %2", "queue, connection").arg(printable(scope.queue, 40), profile.name), profile.environment, parent)
    , m_connection(std::move(connection))
    , m_scope(std::move(scope))
    , m_what(new QButtonGroup(this))
    , m_choices(new QWidget)
    , m_format(new QComboBox)
    , m_mark(new QCheckBox(tr("With a byte order mark")))
    , m_file(new QLineEdit)
    , m_written(new PlainLabel)
{
    setObjectName(QStringLiteral("exportDialog"));
    setMinimumWidth(560);
    buildScope();
    m_format->setAccessibleName(tr("Format"));
    m_format->addItem(tr("JSON lines (lossless)"), int(TaskFormat::Lines));
    m_format->addItem(tr("CSV (for spreadsheets)"), int(TaskFormat::Csv));
    m_mark->setToolTip(
        tr("Lets Excel and other spreadsheets detect that the file is UTF-8. Other programs may not expect the mark."));
    auto* format = new QHBoxLayout;
    format->addWidget(m_format, 1);
    format->addWidget(m_mark);
    addRow(tr("Format"), format);
    m_file->setAccessibleName(tr("File"));
    m_file->setText(QDir::home().filePath(fileNameFor(m_scope.queue) + QStringLiteral(".jsonl")));
    auto* browse = new QPushButton(tr("Choose…"));
    browse->setAccessibleName(tr("Choose a file"));
    browse->setAutoDefault(false);
    auto* place = new QHBoxLayout;
    place->addWidget(m_file, 1);
    place->addWidget(browse);
    addRow(tr("File"), place);
    addRow(tr("Written"), m_written);
    m_written->setText(QStringLiteral("–"));
    m_note = addQuiet(QStringLiteral("info"), {});
    addQuiet(QStringLiteral("clock"), tr("Nothing in Redis changes. Pause the queue first for a consistent export."));
    if (!m_connection.maskedFields.isEmpty())
        addQuiet(QStringLiteral("lock"), tr("This connection masks payloads, so the file cannot be imported."));
    m_link = addCopyLink([this] { return command(); });
    connect(m_what, &QButtonGroup::idToggled, this, &ExportDialog::followScope);
    followScope();
    setVerb(tr("Export"));
    connect(browse, &QPushButton::clicked, this, &ExportDialog::chooseFile);
    connect(m_file, &QLineEdit::textChanged, this, &ExportDialog::updateVerb);
    connect(m_format, &QComboBox::currentIndexChanged, this, &ExportDialog::followFormat);
    connect(&m_background, &BackgroundTransfer::exporting, this, &ExportDialog::showProgress);
    connect(&m_background, &BackgroundTransfer::failed, this, &ExportDialog::fail);
    connect(&m_background, &BackgroundTransfer::exported, this, [this](const ExportProgress& progress) {
        m_progress = progress;
        if (progress.cancelled)
            DialogFrame::reject();
        else
            DialogFrame::accept();
    });
    followFormat();
    updateVerb();
}

void ExportDialog::buildScope()
{
    auto* column = new QVBoxLayout(m_choices);
    column->setContentsMargins(0, 4, 0, 0); // aligns the first button with its label
    column->setSpacing(4);
    const auto choice = [&](int id, const QString& text) {
        auto* button = new QRadioButton(text);
        m_what->addButton(button, id);
        column->addWidget(button);
        button->setChecked(m_what->checkedId() < 0);
    };
    if (m_scope.selected.size() > 1 && !m_scope.allSelected)
        choice(TransferScope::Selected, tr("the selection, %Ln task(s)", nullptr, int(m_scope.selected.size())));
    if (m_scope.isNarrowed() || m_scope.allSelected)
        choice(TransferScope::Listed, m_scope.listedWords());
    choice(TransferScope::Whole, tr("all tasks in the queue"));
    addRow(tr("Tasks"), m_choices);
}

TaskFormat ExportDialog::format() const { return TaskFormat(m_format->currentData().toInt()); }

void ExportDialog::setFile(const QString& file) { m_file->setText(file); }

QString ExportDialog::file() const { return m_file->text(); }

void ExportDialog::chooseFile()
{
    const QString file = QFileDialog::getSaveFileName(this, tr("Export tasks"), m_file->text());
    if (!file.isEmpty())
        m_file->setText(file);
}

/// Updates the file name's extension when the format changes, unless the user has chosen the extension.
void ExportDialog::followFormat()
{
    const bool csv = format() == TaskFormat::Csv;
    m_mark->setEnabled(csv && !m_running);
    const QString other = csv ? QStringLiteral(".jsonl") : QStringLiteral(".csv");
    if (m_file->text().endsWith(other))
        m_file->setText(
            m_file->text().chopped(other.size()) + (csv ? QStringLiteral(".csv") : QStringLiteral(".jsonl")));
    m_note->setText(
        csv ? tr(
            "Omits results, and all errors except the last. Text that looks like a formula gets a leading apostrophe.")
            : tr("Contains complete payloads, all attempts and all options; importing restores them."));
}

/// Updates the copy link. There is no command for a selection: duectl can export a queue or a filter's matches, but not
/// a list of ids.
void ExportDialog::followScope()
{
    const bool selected = m_what->checkedId() == TransferScope::Selected;
    m_link->setEnabled(!selected);
    m_link->setToolTip(selected
            ? tr(
                "duectl can export a whole queue, a state, or the tasks that match a filter, but not individual tasks.")
            : DialogFrame::tr("Copy the equivalent duectl command"));
}

void ExportDialog::showProgress(const ExportProgress& progress)
{
    m_written->setText(tr("%1 of %2 checked, %3")
                           .arg(Formatting::count(progress.examined),
                               Formatting::count(std::max(progress.expected, progress.examined)),
                               tr("%Ln written", nullptr, Formatting::plural(progress.written))));
}

void ExportDialog::fail(const Error& error)
{
    setRunning(false);
    m_written->setText(QStringLiteral("–"));
    setProblem(error.message);
}

void ExportDialog::updateVerb() { verb()->setEnabled(!m_running && !m_file->text().trimmed().isEmpty()); }

void ExportDialog::setRunning(bool running)
{
    m_running = running;
    keepWhatIsTyped(!running);
    m_choices->setEnabled(!running);
    m_format->setEnabled(!running);
    m_mark->setEnabled(!running && format() == TaskFormat::Csv);
    m_file->setEnabled(!running);
    cancelButton()->setEnabled(true);
    updateVerb();
}

void ExportDialog::accept()
{
    if (!verb()->isEnabled())
        return;
    setProblem({});
    ExportRequest request;
    request.queue = m_scope.queue;
    request.format = format();
    request.marked = request.format == TaskFormat::Csv && m_mark->isChecked();
    if (m_what->checkedId() == TransferScope::Selected) {
        request.selection = m_scope.selection();
    } else if (m_what->checkedId() == TransferScope::Listed) {
        request.selection = m_scope.listed();
        request.states = m_scope.states;
    }
    setRunning(true);
    m_background.exportTo(m_connection, request, m_file->text());
}

/// Cancels a running export and deletes its file.
void ExportDialog::reject()
{
    if (!m_running)
        return DialogFrame::reject();
    m_background.cancel();
    cancelButton()->setEnabled(false);
}

QString ExportDialog::command() const
{
    if (m_what->checkedId() == TransferScope::Selected)
        return {};
    QString start = QStringLiteral("duectl export");
    if (m_what->checkedId() == TransferScope::Listed)
        start += filterWords(m_scope.filter.fixedText(), m_scope.states);
    if (format() == TaskFormat::Csv)
        start += m_mark->isChecked() ? QStringLiteral(" --format csv --bom") : QStringLiteral(" --format csv");
    return commandOn(start, m_scope.queue, {m_file->text().toUtf8()});
}

} // namespace dueline
