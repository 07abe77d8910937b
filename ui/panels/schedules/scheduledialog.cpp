// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/schedules/scheduledialog.h"

#include "core/base/duration.h"
#include "core/base/jsontree.h"
#include "core/base/text.h"
#include "core/base/timewords.h"
#include "core/base/zonename.h"
#include "core/console/connect/findqueue.h"
#include "core/console/connect/payloadmask.h"
#include "core/queue/leaselength.h"
#include "ui/text/cronwords.h"
#include "ui/text/schedulecommand.h"
#include "ui/theme/theme.h"
#include "ui/widgets/celldelegate.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/payloadedit.h"
#include "ui/widgets/plainlabel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <QStringListModel>
#include <QVBoxLayout>

namespace dueline {

namespace {

constexpr int runsHeight = 26 + RunsModel::shown * CellDelegate::rowHeight + 2;
constexpr int fieldsWidth = 400;
constexpr int runsWidth = 500;

template <typename Widget> Widget* spoken(Widget* widget, const QString& name)
{
    widget->setAccessibleName(name);
    return widget;
}

/// Returns the duration in a field; nullopt if the field is empty.
Result<std::optional<Millis>> optionalDuration(const QLineEdit& edit)
{
    if (edit.text().trimmed().isEmpty())
        return std::optional<Millis>();
    const auto read = parseTypedDuration(edit.text().trimmed());
    return read ? Result<std::optional<Millis>>(std::optional<Millis>(*read)) : read.error();
}

} // namespace

ScheduleDialog::ScheduleDialog(
    const Theme& theme, const Formatting& formatting, const Subject& subject, QWidget* parent)
    : DialogFrame(theme, subject.seen ? tr("Edit a recurring task") : tr("New recurring task"),
        subject.seen ? tr("%1 on %2", "queue, connection").arg(printable(subject.queue, 40), subject.connection)
                     : tr("on %1").arg(subject.connection),
        subject.environment, parent)
    , m_subject(subject)
    , m_runs(formatting)
    , m_name(spoken(new QLineEdit, tr("Name")))
    , m_queue(spoken(new QComboBox, tr("Queue")))
    , m_type(spoken(new QComboBox, tr("Type")))
    , m_cron(spoken(new QComboBox, tr("When")))
    , m_zone(spoken(new QLineEdit, tr("Time zone")))
    , m_missed(spoken(new QComboBox, tr("Missed runs")))
    , m_attempts(spoken(new QSpinBox, tr("Attempts")))
    , m_backoff(spoken(new QLineEdit, tr("Backoff")))
    , m_lease(spoken(new QLineEdit, tr("Lease")))
    , m_expires(spoken(new QLineEdit, tr("Expires")))
    , m_keepResult(new QCheckBox(tr("Keep the result")))
    , m_enabled(new QCheckBox(tr("Enabled")))
    , m_runsTable(new PanelTable(theme, m_runs, tr("Next runs"),
          {{RunsModel::widest(), 0, 0}, {RunsModel::widest(), 0, 2},
              {Formatting::relative(TimePoint(std::chrono::minutes(1439)), TimePoint()), 0, 0, true}, {{}, 0, 3}}))
    , m_runsPlace(new QStackedWidget)
    , m_runsHint(PlainLabel::quiet(theme, {}))
    , m_payload(spoken(new PayloadEdit(theme), tr("Payload")))
    , m_payloadNote(PlainLabel::quiet(theme, {}))
{
    auto* columns = new QHBoxLayout;
    columns->setSpacing(24);
    columns->addWidget(buildFields(), 0);
    columns->addWidget(buildRuns(), 1);
    body().addLayout(columns, 1);
    addCopyLink([this] { return command(); });
    addToFooter(m_enabled);
    setVerb(subject.seen ? tr("Save") : tr("Add"));
    fill();
    connectFields();
    validate();
    // This must come last; otherwise, a default button would take the focus.
    (subject.seen ? m_cron : static_cast<QWidget*>(m_name))->setFocus();
}

PlainLabel* ScheduleDialog::addNote(QGridLayout& grid)
{
    auto* note = new PlainLabel;
    note->setWordWrap(true);
    note->setFont(theme().font(-1));
    note->installEventFilter(this);
    grid.addWidget(note, grid.rowCount(), 1);
    return note;
}

PlainLabel* ScheduleDialog::labelOf(const QString& words, QWidget* field)
{
    auto* label = PlainLabel::quiet(theme(), words);
    label->setBuddy(field);
    return label;
}

QWidget* ScheduleDialog::buildFields()
{
    auto* side = new QWidget;
    side->setFixedWidth(fieldsWidth);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(1, 1);
    const auto add = [&](const QString& label, QWidget* field) {
        const int row = grid->rowCount();
        grid->addWidget(labelOf(label, field), row, 0);
        grid->addWidget(field, row, 1);
    };
    m_name->setPlaceholderText(QStringLiteral("nightly"));
    m_name->setMaxLength(64);
    add(tr("Name"), m_name);
    m_queue->setEditable(true);
    m_queue->setCompleter(nullptr);
    add(tr("Queue"), m_queue);
    m_type->setEditable(true);
    m_type->lineEdit()->setPlaceholderText(tr("selects the handler, e.g. mail.send"));
    add(tr("Type"), m_type);
    m_cron->setEditable(true);
    // Disable completion, which would replace the user's text with an example that starts the same way.
    m_cron->setCompleter(nullptr);
    m_cron->lineEdit()->setFont(theme().mono(0));
    m_cron->lineEdit()->setPlaceholderText(QStringLiteral("30 3 * * mon-fri"));
    add(tr("When"), m_cron);
    m_cronNote = addNote(*grid);
    m_zone->setPlaceholderText(tr("UTC"));
    auto* completer = new QCompleter(this);
    QStringList zones;
    for (const QByteArray& place : knownPlaces())
        zones << QString::fromLatin1(place);
    completer->setModel(new QStringListModel(zones, completer));
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    m_zone->setCompleter(completer);
    add(tr("Time zone"), m_zone);
    m_zoneNote = addNote(*grid);
    m_missed->addItem(tr("Skip"), false);
    m_missed->addItem(tr("Run only the last one"), true);
    m_missed->setToolTip(tr("Runs that were missed by more than a minute because no worker was running."));
    add(tr("Missed runs"), m_missed);
    buildOptions(*grid);
    column->addLayout(grid);
    column->addStretch(1);
    return side;
}

void ScheduleDialog::buildOptions(QGridLayout& grid)
{
    m_attempts->setRange(0, 1000);
    m_attempts->setGroupSeparatorShown(true);
    m_attempts->setSpecialValueText(tr("Queue default"));
    m_backoff->setPlaceholderText(tr("Queue default"));
    m_backoff->setToolTip(tr("The delay after a failure: none, fixed:10s, exp:2s:5m or list:1s,10s,1m."));
    m_lease->setPlaceholderText(tr("Default"));
    m_lease->setToolTip(tr("How long a worker may hold the task before others may claim it; at least %1.")
                            .arg(formatDuration(shortestLease)));
    m_expires->setPlaceholderText(tr("never"));
    m_expires->setToolTip(tr("A task expires if it has not started this long after its due time."));
    const auto two = [&](const QString& label, QWidget* first, const QString& middle, QWidget* second) {
        auto* row = new QHBoxLayout;
        row->setSpacing(8);
        row->addWidget(first, 1);
        row->addWidget(labelOf(middle, second));
        row->addWidget(second, 1);
        const int at = grid.rowCount();
        grid.addWidget(labelOf(label, first), at, 0);
        grid.addLayout(row, at, 1);
    };
    two(tr("Attempts"), m_attempts, tr("backoff"), m_backoff);
    two(tr("Lease"), m_lease, tr("expires after"), m_expires);
    grid.addWidget(m_keepResult, grid.rowCount(), 1);
}

QWidget* ScheduleDialog::buildRuns()
{
    auto* side = new QWidget;
    side->setMinimumWidth(runsWidth);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    auto* title = labelOf(tr("Next runs"), m_runsTable);
    title->setMinimumHeight(rowLabelHeight); // align the title with the first field
    column->addWidget(title);
    m_runsTable->setSelectionMode(QAbstractItemView::SingleSelection);
    m_runsTable->setContextMenuPolicy(Qt::NoContextMenu);
    m_runsHint->setWordWrap(true);
    m_runsHint->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_runsPlace->setFixedHeight(runsHeight);
    m_runsPlace->addWidget(m_runsTable);
    m_runsPlace->addWidget(m_runsHint);
    column->addWidget(m_runsPlace);
    column->addWidget(labelOf(tr("Payload"), m_payload));
    column->addWidget(m_payload, 1);
    m_payloadNote->setFont(theme().font(-1));
    column->addWidget(m_payloadNote);
    return side;
}

void ScheduleDialog::fill()
{
    for (const QueueName& queue : m_subject.queues) {
        // Offer only queues whose names are valid UTF-8; others can't be typed.
        if (const QString name = QString::fromUtf8(queue); name.toUtf8() == queue)
            m_queue->addItem(name);
    }
    m_queue->setEditText(QString::fromUtf8(m_subject.queue));
    m_type->addItems(m_subject.types);
    m_type->setEditText({});
    m_cron->addItems({QStringLiteral("*/5 * * * *"), QStringLiteral("@hourly"), QStringLiteral("@daily"),
        QStringLiteral("30 3 * * mon-fri"), QStringLiteral("0 9 1 * *"), QStringLiteral("@every 90s")});
    for (int i = 0; i < m_cron->count(); ++i)
        m_cron->setItemData(i, CronWords::of(m_cron->itemText(i).toUtf8()), Qt::ToolTipRole);
    m_cron->setEditText({});
    m_payload->setPreset("{}");
    m_enabled->setChecked(true);
    if (!m_subject.seen)
        return;
    const Schedule& seen = *m_subject.seen;
    m_name->setText(QString::fromUtf8(seen.name));
    m_name->setEnabled(false);
    m_queue->setEnabled(false);
    m_type->setEditText(QString::fromUtf8(seen.type));
    m_cron->setEditText(QString::fromUtf8(seen.cron));
    m_zone->setText(QString::fromUtf8(seen.zone));
    m_missed->setCurrentIndex(seen.runMissed ? 1 : 0);
    m_attempts->setValue(seen.options.maxAttempts.value_or(0));
    m_backoff->setText(seen.options.backoff ? formatBackoff(*seen.options.backoff) : QString());
    m_lease->setText(seen.options.leaseFor ? formatDuration(*seen.options.leaseFor) : QString());
    m_expires->setText(seen.expiresAfter ? formatDuration(*seen.expiresAfter) : QString());
    m_keepResult->setChecked(seen.options.keepResult);
    m_enabled->setChecked(seen.enabled);
    m_payload->setBytes(PayloadMask::masked(seen.payload, m_subject.hidden));
    if (keepsPayload())
        m_payload->setReadOnly(true);
}

void ScheduleDialog::connectFields()
{
    const auto typed = [this] {
        m_begun = true;
        validate();
    };
    for (QLineEdit* edit : {m_name, m_zone, m_backoff, m_lease, m_expires})
        connect(edit, &QLineEdit::textChanged, this, typed);
    for (QComboBox* box : {m_queue, m_type, m_cron})
        connect(box, &QComboBox::editTextChanged, this, typed);
    connect(m_missed, &QComboBox::currentIndexChanged, this, typed);
    connect(m_attempts, &QSpinBox::valueChanged, this, typed);
    connect(m_payload, &QPlainTextEdit::textChanged, this, typed);
}

TimePoint ScheduleDialog::serverNow() const { return SystemClock().now() + m_subject.clockOffset; }

QueueName ScheduleDialog::queue() const
{
    return m_subject.seen ? m_subject.queue : m_queue->currentText().trimmed().toUtf8();
}

Schedule ScheduleDialog::schedule() const
{
    Schedule schedule;
    schedule.name = m_name->text().trimmed().toUtf8();
    schedule.type = withoutMark(m_type->currentText()).toUtf8();
    schedule.cron = m_cron->currentText().trimmed().toUtf8();
    schedule.zone = m_zone->text().trimmed().toUtf8();
    if (schedule.zone == "UTC")
        schedule.zone.clear();
    schedule.runMissed = m_missed->currentData().toBool();
    schedule.enabled = m_enabled->isChecked();
    schedule.payload = keepsPayload() ? m_subject.seen->payload : m_payload->bytes();
    if (m_attempts->value() > 0)
        schedule.options.maxAttempts = m_attempts->value();
    if (const auto backoff = parseBackoff(m_backoff->text().trimmed());
        backoff && !m_backoff->text().trimmed().isEmpty())
        schedule.options.backoff = *backoff;
    if (const auto lease = optionalDuration(*m_lease))
        schedule.options.leaseFor = *lease;
    if (const auto expires = optionalDuration(*m_expires))
        schedule.expiresAfter = *expires;
    schedule.options.keepResult = m_keepResult->isChecked();
    return schedule;
}

QString ScheduleDialog::problem(const Schedule& schedule) const
{
    if (schedule.name.isEmpty())
        return tr("Enter a name for the recurring task.");
    if (const auto ok = checkQueueName(queue()); !ok)
        return queue().isEmpty() ? tr("Choose a queue for the tasks.") : ok.error().message;
    if (const auto ok = checkNewQueue(m_subject.layout, m_subject.queues, queue()); !ok && !m_subject.seen)
        return ok.error().message;
    if (schedule.type.isEmpty())
        return tr("Enter a type for the tasks. The type selects the handler.");
    if (!m_backoff->text().trimmed().isEmpty()) {
        if (const auto ok = parseBackoff(m_backoff->text().trimmed()); !ok)
            return ok.error().message;
    }
    for (const QLineEdit* edit : {m_lease, m_expires}) {
        if (const auto ok = optionalDuration(*edit); !ok)
            return ok.error().message;
    }
    if (schedule.options.leaseFor) {
        if (const auto ok = checkLease(*schedule.options.leaseFor); !ok)
            return ok.error().message;
    }
    Schedule rest = schedule; // leave out the expression and the zone, whose errors are shown below their fields
    rest.cron = "@hourly";
    rest.zone.clear();
    const auto ok = checkSchedule(rest);
    return ok ? QString() : ok.error().message;
}

void ScheduleDialog::tellUnder(PlainLabel& note, const QString& sentence, bool isProblem)
{
    QPalette colours = palette();
    colours.setColor(
        QPalette::WindowText, isProblem ? theme().tokens().of(TaskState::Failed).text : theme().tokens().text2);
    note.setPalette(colours);
    note.setText(sentence);
    fitNote(note);
}

void ScheduleDialog::fitNote(PlainLabel& note)
{
    // A grid doesn't reserve enough height for a wrapped label, so set the label's minimum height to that of its text.
    // Measure the text directly: heightForWidth() never returns less than the previous minimum.
    const QRect lines(0, 0, note.contentsRect().width(), QWIDGETSIZE_MAX);
    const int wanted
        = note.isVisible() ? note.fontMetrics().boundingRect(lines, Qt::TextWordWrap, note.text()).height() + 6 : 0;
    if (wanted == note.minimumHeight())
        return;
    note.setMinimumHeight(wanted);
    QWidget& fields = *note.parentWidget();
    fields.setMinimumHeight(fields.layout()->totalHeightForWidth(fields.width()));
    if (isVisible() && minimumSizeHint().height() > height())
        resize(width(), minimumSizeHint().height());
}

bool ScheduleDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize) {
        if (auto* note = qobject_cast<PlainLabel*>(watched))
            fitNote(*note); // the note's width is final only after the layout
    }
    return DialogFrame::eventFilter(watched, event);
}

void ScheduleDialog::validate()
{
    const Schedule wanted = schedule();
    const auto inUtc = CronSchedule::parse(wanted.cron);
    const auto zone = timeZoneNamed(wanted.zone.isEmpty() ? QByteArray("UTC") : wanted.zone);
    const bool knownZone = zone.ok();
    const QString words = CronWords::of(wanted.cron);
    if (wanted.cron.isEmpty())
        tellUnder(*m_cronNote,
            tr("Minute, hour, day, month, weekday; or @hourly, @daily, @weekly, @monthly, @yearly, @every 90s."),
            false);
    else if (!inUtc)
        tellUnder(*m_cronNote, inUtc.error().message, true);
    else
        tellUnder(*m_cronNote,
            Formatting::sentences(
                {words.isEmpty() ? tr("See the next runs.") : words, CronWords::dayRule(wanted.cron)}),
            false);
    if (!knownZone)
        tellUnder(*m_zoneNote, zone.error().message, true);
    else
        tellUnder(*m_zoneNote, CronWords::nextChange(CronWords::zoneOf(wanted.zone), serverNow()), false);
    m_runs.show(wanted.cron, knownZone ? wanted.zone : QByteArray(), serverNow());
    m_runsHint->setText(wanted.cron.isEmpty() ? tr("Enter a schedule to see its next runs.")
            : inUtc                           ? tr("Never runs: no date matches.")
                                              : tr("Correct the expression to see its next runs."));
    m_runsPlace->setCurrentWidget(m_runs.rowCount() > 0 ? static_cast<QWidget*>(m_runsTable) : m_runsHint);

    QString error;
    const bool json = JsonTree::parse(wanted.payload, &error).has_value();
    m_payloadNote->setText(keepsPayload()
            ? tr("Payloads are masked on this connection, so this payload cannot be edited.")
            : m_payload->isReadOnly()
            ? tr("The payload is not text (%1) and will not be changed.").arg(formatBytes(wanted.payload.size()))
            : wanted.payload.isEmpty() ? tr("No payload")
            : json                     ? tr("Valid JSON, %1").arg(formatBytes(wanted.payload.size()))
                   : tr("%1 Will be sent as is (%2).").arg(error, formatBytes(wanted.payload.size())));
    const QString problem = this->problem(wanted);
    setProblem(m_begun ? problem : QString());
    verb()->setEnabled(problem.isEmpty() && inUtc && knownZone);
}

void ScheduleDialog::showEvent(QShowEvent* event)
{
    DialogFrame::showEvent(event);
    validate(); // the notes' widths are final only after the layout
}

QString ScheduleDialog::command() const { return addScheduleCommand(queue(), schedule(), m_subject.seen.has_value()); }

} // namespace dueline
