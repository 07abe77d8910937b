// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/edittaskdialog.h"

#include "core/base/duration.h"
#include "core/base/jsontree.h"
#include "core/base/plainfile.h"
#include "core/base/text.h"
#include "core/base/timewords.h"
#include "core/console/compare/contentdiff.h"
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
    const EditableTask& task, const QString& where, Environment environment, Millis undoFor, Limits limits,
    QWidget* parent)
    : OperationDialog(theme, task.detail.task.state == TaskState::Failed ? tr("Edit and retry") : tr("Edit task"),
        where, environment, parent)
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
    resize(560, limits.isPayloadOnly ? 400 : 540);
    auto* name = new PlainLabel(printable(task.detail.task.id, 200));
    name->setFont(theme.mono());
    name->setEliding(true);
    addRow(tr("Task"), name);
    buildPayload(limits.isMasked);
    buildOptions(limits.isPayloadOnly);
    buildExpiry(limits.isPayloadOnly);
    addReasonRow();
    buildFooter(undoFor);
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
    fitPayload();
}

void EditTaskDialog::buildFooter(Millis undoFor)
{
    const bool hasFailed = m_task.detail.task.state == TaskState::Failed;
    const QString saved = hasFailed ? tr("Saved only if the task is unchanged and still failed. The ID stays the same.")
                                    : tr("Saved only if the task is still waiting and unchanged.");
    addQuiet(QStringLiteral("undo"),
        Formatting::sentences({saved,
            undoFor.count() > 0 ? tr("Can be undone for %1, or until the task runs.").arg(Formatting::duration(undoFor))
                                : tr("This cannot be undone.")}));
    m_copy = addCopyLink([this] { return command(); });
    setVerb(hasFailed ? tr("Save and retry") : tr("Save"));
    if (!hasFailed)
        return;
    m_save = new QPushButton(tr("Save"));
    m_save->setAutoDefault(false);
    addBeforeVerb(m_save);
    m_retries = true;
    connect(m_save, &QPushButton::clicked, this, [this] {
        m_retries = false;
        accept();
    });
}

/// Makes the payload's field taller if its text has more lines, and the dialog with it.
void EditTaskDialog::fitPayload()
{
    constexpr int fewestLines = 5; ///< height of an empty field, in lines
    constexpr int mostLines = 14; ///< height of the tallest field, so that the dialog fits a small screen
    constexpr int mostHeight = 640; ///< height of the tallest dialog, in pixels
    if (!m_payload)
        return;
    const int lines = std::max(m_payload->heightFor(mostLines), fewestLines * m_payload->fontMetrics().lineSpacing());
    const int missing = lines - m_payload->height();
    if (isVisible() && missing > 0 && height() < mostHeight)
        resize(width(), std::min(height() + missing, mostHeight));
    else if (!isVisible())
        resize(width(), std::clamp(sizeHint().height() + lines - m_payload->sizeHint().height(), height(), mostHeight));
}

/// Returns the first differences between the original payload and the edited one, one per line.
QStringList EditTaskDialog::changeLines() const
{
    constexpr std::size_t mostShown = 4;
    constexpr qsizetype longestValue = 60; ///< length of a value, in characters
    const auto edited = payload();
    if (!edited || !m_task.payload)
        return {};
    const ContentDiff diff = compareContents(*m_task.payload, *edited);
    if (diff.isOnlyWriting())
        return {tr("Only white space or the order of keys changes.")};
    if (diff.mode == ContentDiff::Mode::Bytes)
        return {tr("The bytes from offset %1 on change.").arg(*diff.firstDifference)};
    QStringList lines;
    const auto text
        = [](const std::optional<DiffSide>& side) { return side ? printable(side->bytes, longestValue) : QString(); };
    for (const DiffRow& row : diff.rows) {
        if (row.change == Change::Same)
            continue;
        if (lines.size() == qsizetype(mostShown)) {
            lines << tr("%Ln more change(s)", nullptr, Formatting::plural(diff.differences - qint64(mostShown)));
            break;
        }
        const QString at
            = diff.mode == ContentDiff::Mode::Json ? row.path : tr("Line %1").arg(row.atB >= 0 ? row.atB : row.atA);
        lines << (!row.a ? tr("%1 added: %2", "place, value").arg(at, text(row.b))
                : !row.b ? tr("%1 removed: %2", "place, value").arg(at, text(row.a))
                         : tr("%1: %2 → %3", "place, old value, new value").arg(at, text(row.a), text(row.b)));
    }
    return lines;
}

void EditTaskDialog::buildPayload(bool masked)
{
    if (masked) {
        auto* note = new PlainLabel(tr("Payloads are masked on this connection, so this payload cannot be edited."));
        note->setWordWrap(true);
        addRow(tr("Payload"), note);
        return;
    }
    m_payload = named(new PayloadEdit(theme()), tr("Payload"));
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
    m_format = new QPushButton(tr("Format"));
    m_format->setToolTip(tr("Show each JSON value on a separate line. Only edited values are saved."));
    connect(m_format, &QPushButton::clicked, m_payload, &PayloadEdit::format);
    row->addWidget(m_format);
    row->addWidget(load);
    addRow({}, row);
    m_changes = new PlainLabel;
    m_changes->setFont(theme().mono());
    m_changes->setEliding(true);
    addRow(tr("Changes"), m_changes);
    connect(m_payload, &QPlainTextEdit::textChanged, this, &EditTaskDialog::validate);
}

/// Hides widgets that don't apply to the layout.
void EditTaskDialog::park(std::initializer_list<QWidget*> widgets)
{
    for (QWidget* widget : widgets) {
        widget->setParent(this);
        widget->hide();
    }
}

void EditTaskDialog::buildOptions(bool isHidden)
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
    if (isHidden)
        return park({m_attempts, m_backoff, m_lease});
    auto* options = new QHBoxLayout;
    options->addWidget(m_attempts);
    options->addWidget(PlainLabel::quiet(theme(), tr("attempts, backoff")));
    options->addWidget(m_backoff, 1);
    options->addWidget(PlainLabel::quiet(theme(), tr("lease")));
    options->addWidget(m_lease);
    addRow(tr("Options"), options);
}

void EditTaskDialog::buildExpiry(bool isHidden)
{
    const TaskOptions& own = m_task.detail.options;
    // Suggest one hour after the due time, or one hour from now if the task is overdue.
    const TimePoint offered = std::max(m_task.detail.task.at, SystemClock().now()) + std::chrono::hours(1);
    m_expires->setChecked(own.expiresAt.has_value());
    m_expiry->setInstant(own.expiresAt.value_or(offered));
    m_expiryBefore = m_expiry->instant();
    m_keepResult->setChecked(own.keepResult);
    if (isHidden)
        return park({m_expires, m_expiry, m_keepResult});
    auto* row = new QHBoxLayout;
    row->addWidget(m_expires);
    row->addWidget(m_expiry);
    row->addWidget(m_expiry->makeOffset());
    row->addStretch();
    addRow(tr("Expiry"), row);
    addRow({}, m_expiry->makeEcho(theme().tokens().of(TaskState::Failed).text));
    m_clockNote = addQuiet(QStringLiteral("info"), {});
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
        m_format->setEnabled(m_payload->isTyped() && error.isEmpty() && !bytes.isEmpty());
        const QStringList changes = changeLines();
        m_changes->setText(changes.isEmpty() ? tr("None yet") : changes.join(u'\n'));
        fitPayload();
    }
    const QString why = problem();
    // Don't repeat a problem with the time: it is shown below its field.
    setProblem(why == timeProblem() ? QString() : why);
    m_expiry->setEnabled(m_expires->isChecked());
    if (m_clockNote) {
        m_clockNote->setText(m_expires->isChecked() ? m_expiry->clockNote() : QString());
        m_clockNote->parentWidget()->setVisible(!m_clockNote->fullText().isEmpty());
    }
    // Disable copying if the time is invalid: the command would contain a different one.
    m_copy->setEnabled(timeProblem().isEmpty());
    verb()->setEnabled(why.isEmpty() && (payload() || changesOptions()));
    if (m_save)
        m_save->setEnabled(verb()->isEnabled());
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
