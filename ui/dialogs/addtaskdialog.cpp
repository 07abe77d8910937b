// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/addtaskdialog.h"

#include "core/base/duration.h"
#include "core/base/jsontree.h"
#include "core/base/plainfile.h"
#include "core/base/text.h"
#include "core/base/timewords.h"
#include "core/queue/leaselength.h"
#include "ui/dialogs/pastquestion.h"
#include "ui/text/duectlcommand.h"
#include "ui/text/layoutwords.h"
#include "ui/theme/theme.h"
#include "ui/widgets/payloadedit.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/times/durationedit.h"
#include "ui/widgets/times/instantedit.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>

#include <algorithm>

namespace dueline {

AddTaskDialog::AddTaskDialog(const Theme& theme, const Formatting& formatting, const QueueInfo& queue,
    const QStringList& types, const QString& where, Environment environment, Millis clockOffset, QWidget* parent,
    AddTaskRules rules)
    : DialogFrame(theme, tr("Add task"), where, environment, parent)
    , m_formatting(formatting)
    , m_queue(queue)
    , m_rules(std::move(rules))
    , m_clockOffset(clockOffset)
    , m_to(named(new QComboBox, tr("Queue")))
    , m_type(named(new QComboBox, tr("Type")))
    , m_id(named(new QLineEdit, tr("ID")))
    , m_when(new QButtonGroup(this))
    , m_in(named(new DurationEdit, tr("In")))
    , m_at(named(new InstantEdit(formatting), tr("At")))
    , m_echo(InstantEdit::makeLines(3))
    , m_payload(named(new PayloadEdit(theme), tr("Payload")))
    , m_payloadNote(PlainLabel::quiet(theme, {}))
    , m_attempts(named(new QSpinBox, tr("Attempts")))
    , m_backoff(named(new QLineEdit, tr("Backoff")))
    , m_priority(named(new QSpinBox, tr("Priority")))
    , m_lease(named(new QLineEdit, tr("Lease")))
    , m_unique(named(new QLineEdit, tr("Unique key")))
    , m_uniqueFor(named(new QLineEdit, tr("How long the unique key is held")))
    , m_copies(named(new QSpinBox, tr("Copies")))
    , m_spread(named(new QLineEdit, tr("Spread over")))
    , m_keepOpen(new QCheckBox(tr("Keep open")))
{
    resize(560, 520);
    // Add the rows in input order: required fields before optional ones.
    buildQueue();
    buildName(types);
    buildPayload();
    buildTimes();
    buildOptions();
    if (!m_rules.payload) { // without a payload field, no row would use the extra height
        body().addStretch(1);
        resize(width(), sizeHint().height());
    }
    m_copy = addCopyLink([this] { return command(); });
    addToFooter(m_keepOpen);
    isNothingTyped(*m_keepOpen);
    setVerb(tr("Add task"));
    keepRoomForProblem();
    for (QComboBox* box : {m_to, m_type})
        connect(box, &QComboBox::editTextChanged, this, &AddTaskDialog::validate);
    for (QLineEdit* edit : {m_id, m_backoff, m_lease, m_unique, m_uniqueFor, m_spread})
        connect(edit, &QLineEdit::textChanged, this, &AddTaskDialog::validate);
    connect(m_when, &QButtonGroup::idToggled, this, &AddTaskDialog::validate);
    connect(m_in, &DurationEdit::edited, this, [this] {
        m_when->button(0)->setChecked(true);
        validate();
    });
    connect(m_at, &InstantEdit::edited, this, [this] {
        m_when->button(1)->setChecked(true);
        validate();
    });
    connect(m_payload, &QPlainTextEdit::textChanged, this, &AddTaskDialog::validate);
    connect(m_copies, &QSpinBox::valueChanged, this, &AddTaskDialog::validate);
    QWidget* first = m_rules.ids ? static_cast<QWidget*>(m_id) : m_payload;
    if (m_rules.asksQueue && m_rules.chosen.isEmpty())
        m_to->setFocus();
    else
        (m_rules.type.isEmpty() ? m_type : first)->setFocus();
    validate();
}

void AddTaskDialog::park(std::initializer_list<QWidget*> widgets)
{
    for (QWidget* widget : widgets) {
        widget->setParent(this);
        widget->hide();
    }
}

void AddTaskDialog::addHint(const QString& sentence)
{
    auto* label = new PlainLabel(sentence);
    label->setWordWrap(true);
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, theme().tokens().text2);
    label->setPalette(quiet);
    addRow({}, label);
}

/// Combines Dueline's and the framework's names for a field.
static QString bothWords(const QString& ours, const char* theirs)
{
    return theirs ? QStringLiteral("%1 · %2").arg(ours, QLatin1StringView(theirs)) : ours;
}

void AddTaskDialog::buildQueue()
{
    m_to->setEditable(true);
    if (!m_rules.asksQueue)
        return park({m_to});
    for (const QueueName& queue : m_rules.queues) {
        const QString name = QString::fromUtf8(queue); // a name that isn't valid text can't be entered
        if (name.toUtf8() == queue && printable(queue) == name)
            m_to->addItem(name);
    }
    m_to->lineEdit()->setPlaceholderText(tr("a queue that the workers poll, e.g. default"));
    m_to->setEditText(printable(m_rules.chosen, 256));
    addRow(tr("Queue"), m_to);
}

void AddTaskDialog::buildName(const QStringList& types)
{
    auto* row = new QHBoxLayout;
    m_type->setEditable(true);
    m_type->addItems(types);
    m_type->lineEdit()->setPlaceholderText(
        m_rules.typeHint ? LayoutWords::text(m_rules.typeHint) : tr("selects the handler, e.g. mail.send"));
    if (!m_rules.type.isEmpty()) {
        // All tasks in this layout have the same type.
        m_type->setEditText(printable(m_rules.type, 60));
        m_type->setEnabled(false);
    }
    m_id->setPlaceholderText(m_rules.needsId ? printable(m_rules.pattern, 40) : tr("automatic"));
    row->addWidget(m_type, 3);
    if (m_rules.needsId) {
        row->addWidget(PlainLabel::quiet(theme(), tr("ID")));
        row->addWidget(m_id, 2);
    }
    addRow(bothWords(tr("Type"), m_rules.typeWord), row);
    if (!m_rules.ids)
        park({m_id});
}

void AddTaskDialog::buildTimes()
{
    auto* inButton = named(new QRadioButton(tr("In")), tr("Due in"));
    auto* atButton = named(new QRadioButton(tr("At")), tr("Due at"));
    m_when->addButton(inButton, 0);
    m_when->addButton(atButton, 1);
    inButton->setChecked(true);
    m_at->setClock([this] { return serverNow(); });
    m_at->setInstant(serverNow() + std::chrono::minutes(10));
    if (!m_rules.times) {
        park({inButton, atButton, m_in, m_at, m_echo});
        return addHint(LayoutWords::text(m_rules.hint));
    }
    auto* inRow = new QHBoxLayout;
    inRow->addWidget(inButton);
    inRow->addWidget(m_in);
    inRow->addStretch();
    addRow(tr("When"), inRow);
    auto* atRow = new QHBoxLayout;
    atRow->addWidget(atButton);
    atRow->addWidget(m_at);
    atRow->addWidget(m_at->makeOffset());
    atRow->addStretch();
    addRow({}, atRow);
    addRow({}, m_at->makeUsual());
    addRow({}, m_echo);
}

void AddTaskDialog::buildPayload()
{
    m_payload->setPreset(m_rules.firstPayload);
    if (!m_rules.payload)
        return park({m_payload, m_payloadNote});
    addRow(bothWords(tr("Payload"), m_rules.payloadWord), m_payload);
    auto* row = new QHBoxLayout;
    row->addWidget(m_payloadNote, 1);
    auto* load = new QPushButton(tr("Load file…"));
    connect(load, &QPushButton::clicked, this, [this] {
        QFile file(QFileDialog::getOpenFileName(this, tr("Load payload")));
        if (file.fileName().isEmpty())
            return;
        if (const QString problem = openPlain(file, Links::Followed); !problem.isEmpty())
            return setProblem(tr("Cannot read the file: %1.").arg(problem));
        m_payload->setBytes(file.readAll());
    });
    row->addWidget(load);
    addRow({}, row);
    if (m_rules.payloadHint.source)
        addHint(LayoutWords::text(m_rules.payloadHint));
}

void AddTaskDialog::buildOptions()
{
    m_usualAttempts = m_rules.usualAttempts > 0 ? m_rules.usualAttempts : m_queue.settings.retry.maxAttempts;
    m_usualBackoff = m_rules.usualAttempts > 0 ? QStringLiteral("none") : formatBackoff(m_queue.settings.retry.backoff);
    m_attempts->setRange(1, 1000);
    m_attempts->setGroupSeparatorShown(true);
    m_attempts->setValue(m_usualAttempts);
    m_backoff->setText(m_usualBackoff);
    m_lease->setText(formatDuration(m_queue.settings.leaseFor));
    // Make the fields wide enough for their text: a clipped "30s" could look like another duration.
    constexpr int frame = 26; ///< QLineEdit's border, padding and inner margin, in pixels
    constexpr int most = 100; ///< maximum width in pixels; longer lists of durations may be clipped
    const QFontMetrics metrics(theme().font());
    for (QLineEdit* edit : {m_backoff, m_lease})
        edit->setMinimumWidth(std::min(metrics.horizontalAdvance(edit->text()) + frame, most));
    m_uniqueFor->setText(QStringLiteral("1h"));
    if (m_rules.attempts) {
        auto* options = new QHBoxLayout;
        options->addWidget(m_attempts);
        options->addWidget(PlainLabel::quiet(theme(), tr("attempts, backoff")));
        options->addWidget(m_backoff, 1);
        if (m_rules.lease) {
            options->addWidget(PlainLabel::quiet(theme(), tr("lease")));
            m_lease->setMaximumWidth(80);
            m_lease->setToolTip(tr("How long a worker may hold the task before others may claim it; at least %1.")
                                    .arg(formatDuration(shortestLease)));
            options->addWidget(m_lease);
        }
        addRow(tr("Options"), options);
    } else {
        park({m_attempts, m_backoff});
    }
    if (!m_rules.lease)
        park({m_lease});
    buildPriority();
    if (m_rules.unique) {
        auto* unique = new QHBoxLayout;
        m_unique->setPlaceholderText(tr("none"));
        m_unique->setToolTip(tr("While the key is held, no other task with this key can be added."));
        unique->addWidget(m_unique, 1);
        unique->addWidget(PlainLabel::quiet(theme(), tr("held for")));
        m_uniqueFor->setMaximumWidth(80);
        unique->addWidget(m_uniqueFor);
        addRow(tr("Unique key"), unique);
    } else {
        park({m_unique, m_uniqueFor});
    }
    m_copies->setRange(1, 1'000'000);
    m_copies->setGroupSeparatorShown(true);
    m_spread->setText(QStringLiteral("0s"));
    m_spread->setMaximumWidth(90);
    if (m_rules.ids && !m_rules.needsId)
        addRow(tr("ID"), m_id);
    if (!m_rules.copies)
        return park({m_copies, m_spread});
    auto* copies = new QHBoxLayout;
    copies->addWidget(m_copies);
    if (m_rules.times) {
        copies->addWidget(PlainLabel::quiet(theme(), tr("spread over")));
        copies->addWidget(m_spread);
    } else {
        park({m_spread});
    }
    copies->addStretch();
    addRow(tr("Copies"), copies);
}

void AddTaskDialog::buildPriority()
{
    m_priority->setRange(0, m_rules.mostPriority);
    m_priority->setSpecialValueText(tr("none"));
    m_priority->setGroupSeparatorShown(true);
    connect(m_priority, &QSpinBox::valueChanged, this, &AddTaskDialog::validate);
    if (m_rules.mostPriority == 0)
        return park({m_priority});
    auto* row = new QHBoxLayout;
    row->addWidget(m_priority);
    row->addWidget(PlainLabel::quiet(theme(), LayoutWords::text(m_rules.priorityHint)), 1);
    addRow(tr("Priority"), row);
}

QueueName AddTaskDialog::queue() const
{
    if (!m_rules.asksQueue)
        return m_queue.name;
    const QString typed = m_to->currentText();
    // The initial queue's name may not be valid text. If the text hasn't changed, return the name itself.
    const QueueName name = typed == printable(m_rules.chosen, 256) ? m_rules.chosen : typed.toUtf8();
    return name + m_rules.behindQueue;
}

TimePoint AddTaskDialog::serverNow() const { return SystemClock().now() + m_clockOffset; }

Millis AddTaskDialog::relativeDue() const { return m_in->duration(); }

std::optional<TimePoint> AddTaskDialog::absoluteDue() const
{
    if (m_when->checkedId() == 0)
        return {};
    return m_at->instant();
}

QString AddTaskDialog::timeProblem() const { return m_when->checkedId() == 0 ? m_in->problem() : m_at->problem(); }

QByteArray AddTaskDialog::type() const
{
    if (!m_copied.isEmpty() && m_type->currentText() == printable(m_copied))
        return m_copied;
    const QString typed = m_type->currentText();
    return !m_rules.type.isEmpty()                      ? m_rules.type
        : typed.startsWith(QChar(QChar::ByteOrderMark)) ? withoutMark(typed).toUtf8()
                                                        : typed.toUtf8();
}

/// Returns why no task can be added; empty if the input is valid.
QString AddTaskDialog::problem(const QByteArray& type) const
{
    if (!timeProblem().isEmpty())
        return timeProblem();
    if (m_rules.asksQueue) {
        const QueueName name = queue().chopped(m_rules.behindQueue.size());
        if (const auto named = checkQueueName(name); !named)
            return name.isEmpty() ? tr("Enter a queue name, because this view covers all queues.")
                                  : named.error().message;
    }
    if (auto ok = checkType(type); !ok)
        return type.isEmpty() ? tr("Enter a type for the task. The type selects the handler.") : ok.error().message;
    const auto lease = parseTypedDuration(m_lease->text());
    for (const auto& ok : {lease, parseTypedDuration(m_spread->text())}) {
        if (!ok)
            return ok.error().message;
    }
    if (const Result<> kept = checkLease(*lease); !kept)
        return kept.error().message;
    const auto backoff = parseBackoff(m_backoff->text());
    if (!backoff)
        return backoff.error().message;
    if (const QString wrong = m_rules.problemOf(*backoff); !wrong.isEmpty())
        return wrong;
    if (!m_unique->text().isEmpty()) {
        const auto holdFor = parseTypedDuration(m_uniqueFor->text());
        if (!holdFor)
            return holdFor.error().message;
        if (const Result<> checked = checkUniqueKey({m_unique->text().toUtf8(), *holdFor}); !checked)
            return checked.error().message;
        if (m_copies->value() > 1)
            return tr("If several copies share a unique key, only the first is added.");
    }
    if (m_copies->value() > 1 && !m_id->text().isEmpty())
        return tr("Each copy needs its own ID; leave the ID empty.");
    const QByteArray payload = m_payload->bytes();
    if (const QString wrong = m_rules.problemOf(payload); !wrong.isEmpty())
        return wrong;
    return m_rules.problemOf(m_id->text(), !payload.isEmpty(), m_copies->value());
}

void AddTaskDialog::copy(const EditableTask& task)
{
    setTitle(tr("Add an edited copy"));
    if (m_rules.type.isEmpty()) {
        m_copied = typeOf(task.detail.task).toByteArray();
        m_type->setEditText(printable(m_copied));
    }
    const TaskOptions& own = task.detail.options;
    m_keepsResult = own.keepResult;
    if (own.maxAttempts)
        m_attempts->setValue(*own.maxAttempts);
    if (own.backoff)
        m_backoff->setText(formatBackoff(*own.backoff));
    if (own.leaseFor)
        m_lease->setText(formatDuration(*own.leaseFor));
    for (const TaskFact& fact : task.detail.facts) {
        if (fact.name == "priority")
            m_priority->setValue(fact.value.toInt());
    }
    if (m_rules.payload && !m_rules.payloadIsName)
        m_payload->setBytes(task.payload.value_or(QByteArray()));
    m_payload->setFocus();
    validate();
}

void AddTaskDialog::accept()
{
    if (const auto due = absoluteDue(); due && *due <= serverNow()
        && PastQuestion(theme(), windowTitle(), m_formatting.exact(*due), Environment::Development, this).exec()
            != QDialog::Accepted)
        return m_at->setFocus();
    DialogFrame::accept();
}

void AddTaskDialog::validate()
{
    const QByteArray type = this->type();
    const QString problem = this->problem(type);
    const TimePoint due = absoluteDue().value_or(serverNow() + relativeDue());
    const bool past = m_when->checkedId() != 0 && due <= serverNow();
    if (!timeProblem().isEmpty()) // a problem with the time is shown below its field
        InstantEdit::tell(*m_echo, timeProblem(), theme().tokens().of(TaskState::Failed).text);
    else
        InstantEdit::tell(*m_echo,
            Formatting::sentences({m_when->checkedId() == 0 ? QString() : m_at->clockNote(),
                tr("Due %1, %2.", "when, relative")
                    .arg(m_formatting.exactBoth(due), Formatting::relative(due, serverNow())),
                past ? tr("This time has passed, so the task will run immediately.") : QString()}));
    // Disable copying if the time is invalid: the command would contain a different one.
    m_copy->setEnabled(timeProblem().isEmpty());
    const QByteArray payload = m_payload->bytes();
    QString error;
    const bool json = m_payload->isTyped() && JsonTree::parse(payload, &error).has_value();
    if (!m_payload->isTyped())
        error = tr("Cannot be edited here: the payload is large or contains non-text bytes.");
    // An empty field means no payload, unless the layout requires JSON.
    const bool none = payload.isEmpty() && *m_rules.firstPayload == '\0';
    m_payloadNote->setText(none ? QString()
            : json              ? tr("Valid JSON, %1").arg(formatBytes(payload.size()))
            : m_rules.form != AddTaskRules::Form::Any
            ? formatBytes(payload.size())
            : tr("%1 Will be sent as is (%2).").arg(error, formatBytes(payload.size())));
    // Report missing input only after the user has started to enter data. Until then, the placeholders explain the
    // fields.
    const bool begun = m_typed || !timeProblem().isEmpty()
        || (m_rules.type.isEmpty() ? !type.isEmpty() : !payload.isEmpty() || !m_id->text().isEmpty());
    m_typed = begun;
    setProblem(begun && problem != timeProblem() ? problem : QString());
    const int copies = m_copies->value();
    setVerb(copies == 1 ? tr("Add task") : tr("Add %1 tasks").arg(Formatting::count(copies)));
    verb()->setEnabled(problem.isEmpty());
}

std::vector<NewTask> AddTaskDialog::tasks() const
{
    const QByteArray type = this->type();
    const QByteArray payload = m_payload->bytes();
    TaskOptions options;
    options.keepResult = m_keepsResult;
    if (m_attempts->value() != m_usualAttempts)
        options.maxAttempts = m_attempts->value();
    if (const auto backoff = parseBackoff(m_backoff->text()); backoff && formatBackoff(*backoff) != m_usualBackoff)
        options.backoff = *backoff;
    if (const auto lease = parseTypedDuration(m_lease->text()); lease && *lease != m_queue.settings.leaseFor)
        options.leaseFor = *lease;
    const auto spread = parseTypedDuration(m_spread->text());
    const int copies = m_copies->value();
    std::vector<NewTask> tasks;
    tasks.reserve(std::size_t(copies));
    for (int i = 0; i < copies; ++i) {
        NewTask task;
        task.id = m_id->text().isEmpty() ? makeTaskId(type, serverNow()) : taskIdFor(type, m_id->text().toUtf8());
        const Millis later = spread && copies > 1 ? Millis(spread->count() * i / copies) : Millis(0);
        if (const auto at = absoluteDue())
            task.dueAt = *at + later;
        else
            task.dueIn = relativeDue() + later;
        task.options = options;
        task.payload = payload;
        if (const auto holdFor = parseTypedDuration(m_uniqueFor->text()); holdFor && !m_unique->text().isEmpty())
            task.unique = UniqueKey{m_unique->text().toUtf8(), *holdFor};
        if (m_priority->value() > 0)
            task.priority = m_priority->value();
        tasks.push_back(std::move(task));
    }
    return tasks;
}

QString AddTaskDialog::command() const
{
    QStringList options;
    const QByteArray payload = m_payload->bytes();
    if (!m_payload->isTyped())
        options << QStringLiteral("--payload-file FILE");
    else if (!payload.isEmpty())
        options << optionWith("payload", payload);
    if (const auto at = absoluteDue())
        options << QStringLiteral("--at ") + formatInstant(*at);
    else if (relativeDue().count() > 0)
        options << QStringLiteral("--in ") + formatDuration(relativeDue());
    if (!m_id->text().isEmpty())
        options << optionWith("id", m_id->text().toUtf8());
    if (m_attempts->value() != m_usualAttempts)
        options << QStringLiteral("--max-attempts %1").arg(m_attempts->value());
    if (m_backoff->text() != m_usualBackoff)
        options << optionWith("backoff", m_backoff->text().toUtf8());
    if (m_priority->value() > 0)
        options << QStringLiteral("--priority %1").arg(m_priority->value());
    if (m_lease->text() != formatDuration(m_queue.settings.leaseFor))
        options << optionWith("lease", m_lease->text().toUtf8());
    if (m_keepsResult)
        options << QStringLiteral("--keep-result");
    if (!m_unique->text().isEmpty())
        options << optionWith("unique", m_unique->text().toUtf8())
                << optionWith("unique-for", m_uniqueFor->text().toUtf8());
    if (m_copies->value() > 1)
        options << QStringLiteral("--copies %1").arg(m_copies->value())
                << optionWith("spread", m_spread->text().toUtf8());
    return commandWith(QStringLiteral("duectl add"), queue(), type(), options);
}

bool AddTaskDialog::keepsOpen() const { return m_keepOpen->isChecked(); }

} // namespace dueline
