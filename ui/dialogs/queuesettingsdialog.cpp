// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/queuesettingsdialog.h"

#include "core/base/duration.h"
#include "core/base/timewords.h"
#include "core/queue/leaselength.h"
#include "ui/text/formatting.h"
#include "ui/widgets/plainlabel.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace dueline {

namespace {

constexpr int mostAttempts = 1'000'000;

template <Millis QueueSettings::*member> bool readSpan(QueueSettings& settings, const QString& text)
{
    const auto span = parseTypedDuration(text);
    if (span)
        settings.*member = *span;
    return span.ok();
}

bool readLeaseSpan(QueueSettings& settings, const QString& text)
{
    const auto span = parseTypedDuration(text);
    if (!span || !checkLease(*span))
        return false;
    settings.leaseFor = *span;
    return true;
}

bool readAttempts(QueueSettings& settings, const QString& text)
{
    bool ok = false;
    const int number = text.toInt(&ok);
    if (ok && number >= 1 && number <= mostAttempts)
        settings.retry.maxAttempts = number;
    return ok && number >= 1 && number <= mostAttempts;
}

bool readExpiries(QueueSettings& settings, const QString& text)
{
    bool ok = false;
    const int number = text.toInt(&ok);
    if (ok && number >= 1 && number <= mostAttempts)
        settings.maxExpiries = number;
    return ok && number >= 1 && number <= mostAttempts;
}

bool readWaits(QueueSettings& settings, const QString& text)
{
    const auto backoff = parseBackoff(text);
    if (backoff)
        settings.retry.backoff = *backoff;
    return backoff.ok();
}

/// Reads how long a task may wait before it expires. Empty text means that it never does.
bool readPatience(QueueSettings& settings, const QString& text)
{
    if (text.isEmpty())
        settings.expiresAfter = Millis(0);
    return text.isEmpty() || readSpan<&QueueSettings::expiresAfter>(settings, text);
}

} // namespace

QueueSettingsDialog::QueueSettingsDialog(
    const Theme& theme, const QString& about, Environment environment, const QueueSettings& settings, QWidget* parent)
    : DialogFrame(theme, tr("Queue settings"), about, environment, parent)
    , m_before(settings)
    , m_results(new QCheckBox)
    , m_runs(new QCheckBox)
{
    const QString span = tr("%1 needs a duration, such as 30s, 12h or 7d.");
    add(tr("Keep done"), formatDuration(settings.keepDone), &readSpan<&QueueSettings::keepDone>, span);
    add(tr("Keep failed"), formatDuration(settings.keepFailed), &readSpan<&QueueSettings::keepFailed>, span);
    add(tr("Keep trash"), formatDuration(settings.keepTrash), &readSpan<&QueueSettings::keepTrash>, span);
    add(tr("Keep undo"), formatDuration(settings.keepUndo), &readSpan<&QueueSettings::keepUndo>, span);
    add(tr("Attempts"), QString::number(settings.retry.maxAttempts), &readAttempts,
        tr("%1 must be a whole number of at least 1."));
    add(tr("Backoff"), formatBackoff(settings.retry.backoff), &readWaits,
        tr("%1 must be none, fixed:5s, exp:2s:5m (first and longest delay) or list:1s,5s."));
    add(tr("Lease"), formatDuration(settings.leaseFor), &readLeaseSpan, tr("%1 needs a duration of at least 50ms."));
    add(tr("Max lost leases"), QString::number(settings.maxExpiries), &readExpiries,
        tr("%1 must be a whole number of at least 1."));
    add(tr("Expires"), settings.expiresAfter > Millis(0) ? formatDuration(settings.expiresAfter) : QString(),
        &readPatience, tr("%1 must be empty or a duration, such as 1h."));
    m_fields.back().edit->setPlaceholderText(tr("never"));
    m_results->setText(tr("Keep the return value of every task"));
    m_results->setChecked(settings.keepResults);
    addRow(tr("Results"), m_results);
    m_runs->setText(tr("Keep the worker and run time of each done task"));
    m_runs->setChecked(settings.keepRuns);
    addRow(tr("Runs"), m_runs);
    setVerb(tr("Save"));
    check();
    m_fields.front().edit->selectAll();
    m_fields.front().edit->setFocus();
}

void QueueSettingsDialog::add(
    const QString& name, const QString& value, bool (*read)(QueueSettings&, const QString&), const QString& wrong)
{
    auto* edit = named(new QLineEdit(value), name);
    addRow(name, edit);
    m_fields.push_back({edit, name, read, wrong});
    connect(edit, &QLineEdit::textChanged, this, &QueueSettingsDialog::check);
}

void QueueSettingsDialog::check()
{
    QString problem;
    for (const Field& field : m_fields) {
        QueueSettings some;
        if (!field.read(some, field.edit->text().trimmed()) && problem.isEmpty())
            problem = field.wrong.arg(field.name);
    }
    setProblem(problem);
    if (verb())
        verb()->setEnabled(problem.isEmpty());
}

QueueSettings QueueSettingsDialog::settings() const
{
    QueueSettings settings = m_before;
    for (const Field& field : m_fields)
        field.read(settings, field.edit->text().trimmed());
    settings.keepResults = m_results->isChecked();
    settings.keepRuns = m_runs->isChecked();
    return settings;
}

DeleteQueueDialog::DeleteQueueDialog(
    const Theme& theme, const QString& about, Environment environment, const StateCounts& counts, QWidget* parent)
    : DialogFrame(theme, tr("Delete queue"), about, environment, parent)
{
    qint64 tasks = 0;
    for (const TaskState state : allStates)
        tasks += counts[state];
    auto* words = new PlainLabel;
    words->setWordWrap(true);
    words->setMinimumWidth(380);
    words->setText(
        tr("%Ln task(s), the settings, the recurring tasks and the operation history will also be deleted. This cannot "
           "be undone.",
            nullptr, Formatting::plural(tasks)));
    body().addWidget(words);
    setVerb(tr("Delete queue"), QStringLiteral("danger"));
    if (const qint64 leased = counts[TaskState::Leased]; leased > 0) {
        m_forced = new QCheckBox(tr("Also delete %Ln task(s) held by workers", nullptr, Formatting::plural(leased)));
        body().addWidget(m_forced);
        connect(m_forced, &QCheckBox::toggled, this, &DeleteQueueDialog::check);
    }
    if (tasks > 0)
        askForCount(tasks);
    connect(this, &DialogFrame::countEdited, this, &DeleteQueueDialog::check);
    check();
}

bool DeleteQueueDialog::isForced() const { return m_forced && m_forced->isChecked(); }

void DeleteQueueDialog::check() { verb()->setEnabled(isCountTyped() && (!m_forced || m_forced->isChecked())); }

} // namespace dueline
