// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/adoptdialog.h"

#include "core/base/shellword.h"
#include "core/base/text.h"
#include "ui/text/duectlcommand.h"
#include "ui/text/layoutwords.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace dueline {

AdoptDialog::AdoptDialog(
    const Theme& theme, const Formatting& formatting, AdoptRequest request, const Profile& profile, QWidget* parent)
    : OperationDialog(theme, tr("Adopt"),
        tr("%1 on %2", "queue, connection")
            .arg(printable(request.from.layout.facts().queue.value_or(QueueName()), 40), profile.name),
        profile.environment, parent)
    , m_formatting(formatting)
    , m_request(std::move(request))
    , m_to(new QLineEdit)
    , m_tasks(new PlainLabel)
    , m_due(new PlainLabel)
    , m_stays(new PlainLabel)
{
    setObjectName(QStringLiteral("adoptDialog"));
    setMinimumWidth(600);
    m_to->setAccessibleName(tr("Native queue"));
    const QByteArray key = m_request.from.layout.facts().queue.value_or(QueueName());
    if (checkQueueName(key) && printable(key, key.size() + 1) == QString::fromUtf8(key))
        m_to->setText(QString::fromUtf8(key));
    m_to->setPlaceholderText(tr("a name without { or }"));
    addRow(tr("Into"), m_to);
    addRow(tr("Moves"), m_tasks);
    addRow(tr("Due"), m_due);
    addRow(tr("Skipped"), m_stays);
    for (PlainLabel* label : {m_tasks, m_due, m_stays})
        label->setWordWrap(true);
    addReasonRow();
    for (const QString& sentence : LayoutWords::lostByAdoption(m_request.from.layout))
        addQuiet(QStringLiteral("info"), sentence);
    addQuiet(QStringLiteral("undo"), tr("You can undo this within 24 h for tasks that have not started."));
    addCopyLink([this] { return command(); });
    setVerb(tr("Adopt"));
    for (QPushButton* button : {verb(), cancelButton()})
        button->setAutoDefault(false);

    m_soon.setSingleShot(true);
    m_soon.setInterval(afterTyping);
    connect(&m_soon, &QTimer::timeout, this, &AdoptDialog::look);
    connect(m_to, &QLineEdit::textChanged, this, [this] {
        m_background.leave(); // cancel the preview, which is for a different queue name
        m_preview.reset();
        updateVerb();
        m_soon.start();
    });
    connect(this, &OperationDialog::countEdited, this, &AdoptDialog::updateVerb);
    connect(&m_background, &BackgroundAdoption::previewed, this, &AdoptDialog::showPreview);
    connect(&m_background, &BackgroundAdoption::progressed, this, &AdoptDialog::showProgress);
    connect(&m_background, &BackgroundAdoption::failed, this, &AdoptDialog::fail);
    connect(&m_background, &BackgroundAdoption::finished, this,
        [this](const AdoptProgress& progress, const OperationRecord& record) {
            m_progress = progress;
            m_record = record;
            DialogFrame::accept();
        });
    look();
}

void AdoptDialog::look()
{
    m_request.to = m_to->text().toUtf8();
    setProblem({});
    m_tasks->setText(tr("Checking…"));
    AdoptRequest request = m_request;
    request.access = Access::ReadOnly;
    m_background.preview(request);
    updateVerb();
}

void AdoptDialog::showPreview(const AdoptPreview& preview)
{
    m_preview = preview;
    QString tasks = tr("%Ln task(s)", nullptr, Formatting::plural(preview.entries));
    if (preview.target)
        tasks += tr(", in addition to %Ln task(s) already in the queue", nullptr,
            Formatting::plural(preview.target->counts.pending()));
    else
        tasks += tr(", into a new queue");
    if (preview.interrupted > 0)
        tasks += tr("; the interrupted run will be completed first");
    m_tasks->setText(tasks);
    if (preview.firstDue && preview.lastDue) {
        const QString first = m_formatting.instant(*preview.firstDue, preview.serverNow);
        const QString last = m_formatting.instant(*preview.lastDue, preview.serverNow);
        m_due->setText(first == last ? first : tr("%1 to %2").arg(first, last));
    } else {
        const bool isUntimed = !m_request.from.layout.facts().adding.times;
        m_due->setText(isUntimed && preview.entries > 0 ? tr("Next in line (no due time)") : QStringLiteral("–"));
    }
    QStringList stays;
    for (const TaskState state : allStates) {
        if (preview.staying[state] > 0)
            stays << Formatting::stateWord(state) + u' ' + Formatting::count(preview.staying[state]);
    }
    m_stays->setText(stays.isEmpty()
            ? tr("tasks that a worker has locked, and entries that are not tasks")
            : tr("%1; tasks that a worker has locked, and entries that are not tasks").arg(Formatting::commas(stays)));
    if (isProduction() && preview.entries > 1)
        askForCount(preview.entries);
    updateVerb();
    if (preview.entries == 0 && preview.interrupted == 0)
        setProblem(tr("There is nothing to move."));
}

void AdoptDialog::showProgress(const AdoptProgress& progress)
{
    m_tasks->setText(
        tr("%1 of %2 moved")
            .arg(Formatting::count(progress.done), Formatting::count(std::max(progress.total, progress.done))));
}

void AdoptDialog::fail(const Error& error)
{
    m_moving = false;
    keepWhatIsTyped(true);
    m_tasks->setText({});
    setProblem(error.message);
    m_to->setEnabled(true);
    cancelButton()->setEnabled(true);
    updateVerb();
}

void AdoptDialog::updateVerb()
{
    const bool some = m_preview && (m_preview->entries > 0 || m_preview->interrupted > 0);
    verb()->setEnabled(some && !m_moving && isCountTyped());
    setVerb(some ? tr("Adopt %Ln task(s)", nullptr, Formatting::plural(m_preview->entries)) : tr("Adopt"));
}

void AdoptDialog::accept()
{
    if (!verb()->isEnabled())
        return;
    m_moving = true;
    keepWhatIsTyped(false);
    m_to->setEnabled(false);
    m_request.reason = reason();
    m_background.start(m_request);
    updateVerb();
}

/// Stops a running move after the current step. The dialog then reports the outcome.
void AdoptDialog::reject()
{
    if (!m_moving)
        return DialogFrame::reject();
    m_background.cancel();
    cancelButton()->setEnabled(false);
}

QString AdoptDialog::command() const
{
    const QByteArray to = m_to->text().toUtf8();
    QString command = QStringLiteral("duectl --layout %1 adopt").arg(shellWord(m_request.from.layout.text().toUtf8()));
    if (to != m_request.from.layout.facts().queue)
        command += u' ' + optionWith("to", to);
    return reason().isEmpty() ? command : command + u' ' + optionWith("reason", reason());
}

} // namespace dueline
