// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/edittaskdialog.h"

#include "core/base/duration.h"
#include "core/base/jsontree.h"
#include "core/base/plainfile.h"
#include "core/base/text.h"
#include "core/base/timewords.h"
#include "core/queue/leaselength.h"
#include "ui/text/duectlcommand.h"
#include "ui/text/formatting.h"
#include "ui/theme/theme.h"
#include "ui/widgets/payloadedit.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/times/instantedit.h"

#include <QCheckBox>
#include <QFile>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>

namespace dueline {

EditTaskDialog::EditTaskDialog(const Theme& theme, const Formatting& formatting, const QueueInfo& queue,
    const EditableTask& task, const QString& where, Environment environment, Millis undoFor, bool masked,
    QWidget* parent)
    : OperationDialog(theme, tr("Edit task"), where, environment, parent)
    , m_formatting(formatting)
    , m_queue(queue)
    , m_task(task)
    , m_attempts(named(new QSpinBox, tr("Attempts")))
    , m_backoff(named(new QLineEdit, tr("Backoff")))
    , m_lease(named(new QLineEdit, tr("Lease")))
    , m_expires(new QCheckBox(tr("Do not start after")))
    , m_expiry(named(new InstantEdit(formatting), tr("Do not start after")))
    , m_keepResult(new QCheckBox(tr("Keep the handler's return value with the task")))
{
    resize(560, 540);
    auto* name = new PlainLabel(printable(task.detail.task.id, 200));
    name->setFont(theme.mono());
    name->setEliding(true);
    addRow(tr("Task"), name);
    buildPayload(masked);
    buildOptions();
    buildExpiry();
    addReasonRow();
    addQuiet(QStringLiteral("undo"),
        undoFor.count() > 0
            ? tr("Saved only if the task is still waiting and unchanged. Can be undone for %1, or until the task runs.")
                  .arg(Formatting::duration(undoFor))
            : tr("Saved only if the task is still waiting and unchanged. This cannot be undone."));
    m_copy = addCopyLink([this] { return command(); });
    setVerb(tr("Save"));
    for (QLineEdit* edit : {m_backoff, m_lease})
        connect(edit, &QLineEdit::textChanged, this, &EditTaskDialog::validate);
    connect(m_attempts, &QSpinBox::valueChanged, this, &EditTaskDialog::validate);
    connect(m_expires, &QCheckBox::toggled, this, &EditTaskDialog::validate);
    connect(m_expiry, &InstantEdit::edited, this, &EditTaskDialog::validate);
    connect(m_keepResult, &QCheckBox::toggled, this, &EditTaskDialog::validate);
    validate();
    (m_payload ? static_cast<QWidget*>(m_payload) : m_attempts)->setFocus();
    if (!m_payload)
        resize(width(), sizeHint().height());
}

void EditTaskDialog::buildPayload(bool masked)
{
    if (masked) {
        auto* note = new PlainLabel(tr("Payloads are masked on this connection, so this payload cannot be edited."));
        note->setWordWrap(true);
        addRow(tr("Payload"), note);
        return;
    }
    m_payload = named(new PayloadEdit(theme().mono()), tr("Payload"));
    m_payload->setBytes(m_task.payload.value_or(QByteArray()));
    if (!m_task.payload)
        m_payload->setReadOnly(true);
    addRow(tr("Payload"), m_payload);
    m_payloadNote = PlainLabel::quiet(theme(), {});
    m_payloadNote->setWordWrap(true);
    auto* row = new QHBoxLayout;
    row->addWidget(m_payloadNote, 1);
    auto* load = new QPushButton(tr("Load file…"));
    connect(load, &QPushButton::clicked, this, [this] {
        QFile file(QFileDialog::getOpenFileName(this, tr("Load payload")));
        if (file.fileName().isEmpty())
            return;
        if (const QString problem = openPlain(file, Links::Followed); !problem.isEmpty())
            return setProblem(tr("Cannot read the file: %1.").arg(problem));
        m_brought = true;
        m_payload->setBytes(file.readAll());
        validate();
    });
    row->addWidget(load);
    addRow({}, row);
    connect(m_payload, &QPlainTextEdit::textChanged, this, &EditTaskDialog::validate);
}

void EditTaskDialog::buildOptions()
{
    const TaskOptions& own = m_task.detail.options;
    m_attempts->setRange(1, 1'000'000);
    m_attempts->setGroupSeparatorShown(true);
    m_attempts->setValue(own.maxAttempts.value_or(m_queue.settings.retry.maxAttempts));
    m_backoff->setText(formatBackoff(own.backoff.value_or(m_queue.settings.retry.backoff)));
    m_lease->setText(formatDuration(own.leaseFor.value_or(m_queue.settings.leaseFor)));
    m_lease->setMaximumWidth(80);
    m_attempts->setMaximumWidth(72); // narrow, because a backoff needs more space than a number
    m_attemptsBefore = m_attempts->value();
    m_backoffBefore = m_backoff->text();
    m_leaseBefore = m_lease->text();
    // Make the fields wide enough for their text: a clipped "30s" could look like another duration.
    constexpr int frame = 26; ///< QLineEdit's border, padding and inner margin, in pixels
    constexpr int most = 100; ///< maximum width in pixels; longer lists of durations may be clipped
    const QFontMetrics metrics(theme().font());
    for (QLineEdit* edit : {m_backoff, m_lease})
        edit->setMinimumWidth(std::min(metrics.horizontalAdvance(edit->text()) + frame, most));
    auto* options = new QHBoxLayout;
    options->addWidget(m_attempts);
    options->addWidget(PlainLabel::quiet(theme(), tr("attempts, backoff")));
    options->addWidget(m_backoff, 1);
    options->addWidget(PlainLabel::quiet(theme(), tr("lease")));
    options->addWidget(m_lease);
    addRow(tr("Options"), options);
}

void EditTaskDialog::buildExpiry()
{
    const TaskOptions& own = m_task.detail.options;
    // Suggest one hour after the due time, or one hour from now if the task is overdue.
    const TimePoint offered = std::max(m_task.detail.task.at, SystemClock().now()) + std::chrono::hours(1);
    m_expires->setChecked(own.expiresAt.has_value());
    m_expiry->setInstant(own.expiresAt.value_or(offered));
    m_expiryBefore = m_expiry->instant();
    auto* row = new QHBoxLayout;
    row->addWidget(m_expires);
    row->addWidget(m_expiry);
    row->addWidget(m_expiry->makeOffset());
    row->addStretch();
    addRow(tr("Expiry"), row);
    addRow({}, m_expiry->makeEcho(theme().tokens().of(TaskState::Failed).text));
    m_clockNote = addQuiet(QStringLiteral("info"), {});
    m_keepResult->setChecked(own.keepResult);
    addRow(tr("Result"), m_keepResult);
}

/// Returns the expiry. If the field hasn't changed, returns the original value, because the field doesn't show
/// milliseconds.
std::optional<TimePoint> EditTaskDialog::expiry() const
{
    const auto& before = m_task.detail.options.expiresAt;
    if (!m_expires->isChecked())
        return {};
    if (before && m_expiry->instant() == m_expiryBefore)
        return before;
    return m_expiry->instant();
}

bool EditTaskDialog::changesExpiry() const { return expiry() != m_task.detail.options.expiresAt; }
bool EditTaskDialog::changesResult() const { return m_keepResult->isChecked() != m_task.detail.options.keepResult; }
bool EditTaskDialog::changesOptions() const
{
    return changesAttempts() || changesBackoff() || changesLease() || changesExpiry() || changesResult();
}
bool EditTaskDialog::changesAttempts() const { return m_attempts->value() != m_attemptsBefore; }
bool EditTaskDialog::changesBackoff() const { return m_backoff->text() != m_backoffBefore; }
bool EditTaskDialog::changesLease() const { return m_lease->text() != m_leaseBefore; }

/// Returns the new payload; nullopt if it hasn't changed.
std::optional<QByteArray> EditTaskDialog::payload() const
{
    if (!m_payload || (!m_task.payload && !m_brought))
        return {};
    const QByteArray bytes = m_payload->bytes();
    return m_task.payload == bytes ? std::nullopt : std::optional(bytes);
}

/// Returns why the entered expiry is invalid; empty if it is valid or not needed.
QString EditTaskDialog::timeProblem() const { return m_expires->isChecked() ? m_expiry->problem() : QString(); }

/// Returns why the changes can't be saved; empty if they are valid.
QString EditTaskDialog::problem() const
{
    if (const auto backoff = parseBackoff(m_backoff->text()); !backoff)
        return backoff.error().message;
    const auto lease = parseTypedDuration(m_lease->text());
    if (!lease)
        return lease.error().message;
    if (const auto kept = checkLease(*lease); !kept)
        return kept.error().message;
    if (!timeProblem().isEmpty())
        return timeProblem();
    if (const auto expires = expiry(); expires && changesExpiry()) {
        if (const auto kept = checkExpiry(*expires, m_task.detail.task.at); !kept)
            return kept.error().message;
    }
    return {};
}

void EditTaskDialog::validate()
{
    m_expiry->setMeant(m_expires->isChecked());
    if (m_payload) {
        const QByteArray bytes = m_payload->bytes();
        QString error;
        if (!m_task.payload && !m_brought)
            m_payloadNote->setText(tr("The payload is too large to edit here (%1). You can replace it with a file.")
                                       .arg(formatBytes(m_task.detail.task.size)));
        else if (!m_payload->isTyped())
            m_payloadNote->setText(
                tr("Cannot be edited here (%1): the payload is large or contains non-text bytes. You can replace it "
                   "with a file.")
                    .arg(formatBytes(bytes.size())));
        else if (bytes.isEmpty() || JsonTree::parse(bytes, &error))
            m_payloadNote->setText(
                bytes.isEmpty() ? tr("The payload is empty.") : tr("Valid JSON, %1").arg(formatBytes(bytes.size())));
        else
            m_payloadNote->setText(tr("%1 Will be sent as is (%2).").arg(error, formatBytes(bytes.size())));
    }
    const QString why = problem();
    // Don't repeat a problem with the time: it is shown below its field.
    setProblem(why == timeProblem() ? QString() : why);
    m_expiry->setEnabled(m_expires->isChecked());
    m_clockNote->setText(m_expires->isChecked() ? m_expiry->clockNote() : QString());
    m_clockNote->parentWidget()->setVisible(!m_clockNote->fullText().isEmpty());
    // Disable copying if the time is invalid: the command would contain a different one.
    m_copy->setEnabled(timeProblem().isEmpty());
    verb()->setEnabled(why.isEmpty() && (payload() || changesOptions()));
}

EditRequest EditTaskDialog::request() const
{
    EditRequest request;
    request.queue = m_queue.name;
    const Task& task = m_task.detail.task;
    request.seen = refOf(task);
    request.revision = m_task.revision;
    request.payload = payload();
    request.reason = reason();
    if (!changesOptions())
        return request;
    // A value that equals the queue's setting isn't stored with the task.
    const QueueSettings& settings = m_queue.settings;
    TaskOptions options = m_task.detail.options;
    if (changesAttempts())
        options.maxAttempts
            = m_attempts->value() == settings.retry.maxAttempts ? std::nullopt : std::optional(m_attempts->value());
    if (const auto backoff = parseBackoff(m_backoff->text()); backoff && changesBackoff())
        options.backoff = *backoff == settings.retry.backoff ? std::nullopt : std::optional(*backoff);
    if (const auto lease = parseTypedDuration(m_lease->text()); lease && changesLease())
        options.leaseFor = *lease == settings.leaseFor ? std::nullopt : std::optional(*lease);
    options.expiresAt = expiry();
    options.keepResult = m_keepResult->isChecked();
    request.options = options;
    return request;
}

QString EditTaskDialog::command() const
{
    QStringList options;
    if (const auto bytes = payload())
        options << (m_payload->isTyped() ? optionWith("payload", *bytes) : QStringLiteral("--payload-file FILE"));
    if (changesAttempts())
        options << QStringLiteral("--max-attempts %1").arg(m_attempts->value());
    if (changesBackoff())
        options << optionWith("backoff", m_backoff->text().toUtf8());
    if (changesLease())
        options << optionWith("lease", m_lease->text().toUtf8());
    QStringList defaults;
    if (changesExpiry() && expiry())
        options << QStringLiteral("--expires ") + formatInstant(*expiry());
    else if (changesExpiry())
        defaults << QStringLiteral("expires");
    if (changesResult() && m_keepResult->isChecked())
        options << QStringLiteral("--keep-result");
    else if (changesResult())
        defaults << QStringLiteral("keep-result");
    if (!defaults.isEmpty())
        options << QStringLiteral("--default ") + defaults.join(u',');
    if (!reason().isEmpty())
        options << optionWith("reason", reason());
    return commandWith(QStringLiteral("duectl edit"), m_queue.name, m_task.detail.task.id, options);
}

} // namespace dueline
