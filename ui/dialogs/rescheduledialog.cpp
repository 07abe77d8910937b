// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/rescheduledialog.h"

#include "core/base/text.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/duehistogram.h"
#include "ui/dialogs/pastquestion.h"
#include "ui/models/cell.h"
#include "ui/text/duectlcommand.h"
#include "ui/theme/theme.h"
#include "ui/timeline/model/timelinescale.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/times/durationedit.h"
#include "ui/widgets/times/instantedit.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QRadioButton>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <map>
#include <utility>

namespace dueline {

namespace {

constexpr Millis setAsideFor = std::chrono::days(30);

RescheduleDialog::Subject subjectOf(const std::vector<TaskRef>& refs, const QueueName& queue)
{
    RescheduleDialog::Subject subject;
    bool first = true;
    for (const TaskRef& ref : refs) {
        if (!applicableStates(ActionKind::Reschedule, false).contains(ref.seenState)) {
            ++subject.untouched;
            continue;
        }
        if (std::exchange(first, false))
            subject.state = ref.seenState;
        subject.moving.push_back({ref.seenAt, 1});
    }
    subject.count = qint64(subject.moving.size());
    subject.command = [ids = idsOf(refs), queue](const Action& action, const QByteArray& reason, qint64 pace) {
        return actionCommand(queue, action, ids, reason, pace);
    };
    return subject;
}

} // namespace

RescheduleDialog::RescheduleDialog(const Theme& theme, const Formatting& formatting, const std::vector<TaskRef>& refs,
    const QueueName& queue, Environment environment, TimePoint now, Millis undoFor, QWidget* parent)
    : RescheduleDialog(theme, formatting, subjectOf(refs, queue), queue, environment, now, undoFor, parent)
{ }

RescheduleDialog::RescheduleDialog(const Theme& theme, const Formatting& formatting, Subject subject,
    const QueueName& queue, Environment environment, TimePoint now, Millis undoFor, QWidget* parent)
    : OperationDialog(theme, verbWords(ActionKind::Reschedule, subject.count + subject.untouched),
        tr("in %1").arg(printable(queue, 40)), environment, parent)
    , m_formatting(formatting)
    , m_subject(std::move(subject))
    , m_now(now)
    , m_way(new QButtonGroup(this))
    , m_sign(new QComboBox)
    , m_amount(new DurationEdit)
    , m_amountNote(new PlainLabel)
    , m_at(new InstantEdit(formatting))
    , m_from(new InstantEdit(formatting))
    , m_to(new InstantEdit(formatting))
    , m_before(new DueHistogram(theme, tr("Before")))
    , m_after(new DueHistogram(theme, tr("After")))
    , m_figures(new QStandardItemModel(this))
    , m_charts(new QStackedWidget)
    , m_asTable(new QToolButton)
    , m_note(nullptr)
{
    const auto way = [this](int id, const QString& text, const QString& name) {
        auto* button = new QRadioButton(text);
        button->setAccessibleName(name);
        m_way->addButton(button, id);
        return button;
    };
    m_sign->addItems({QStringLiteral("+"), QStringLiteral("−")});
    m_sign->setAccessibleName(tr("Direction"));
    m_amount->setDuration(std::chrono::minutes(15));
    m_amount->setAccessibleName(tr("Shift by"));
    auto* shift = new QHBoxLayout;
    for (QWidget* widget :
        std::initializer_list<QWidget*>{way(0, tr("by"), tr("Shift by a duration")), m_sign, m_amount})
        shift->addWidget(widget);
    QPalette wrong = palette();
    wrong.setColor(QPalette::WindowText, theme.tokens().of(TaskState::Failed).text);
    m_amountNote->setPalette(wrong);
    m_amountNote->setEliding(true);
    shift->addWidget(m_amountNote, 1);
    addRow(tr("Shift"), shift);
    m_opened.start();
    for (InstantEdit* edit : {m_at, m_from, m_to})
        edit->setClock([this] { return serverNow(); });
    m_at->setAccessibleName(tr("All at"));
    m_at->setInstant(now + std::chrono::minutes(15));
    auto* set = new QHBoxLayout;
    for (QWidget* widget :
        std::initializer_list<QWidget*>{way(1, tr("all at"), tr("Set to a fixed time")), m_at, m_at->makeOffset()})
        set->addWidget(widget);
    set->addStretch();
    addRow(tr("Set"), set);
    auto* usual = new QVBoxLayout;
    usual->setSpacing(2);
    usual->addWidget(m_at->makeUsual());
    usual->addWidget(m_at->makeEcho(theme.tokens().of(TaskState::Failed).text));
    addRow({}, usual);
    m_from->setAccessibleName(tr("Spread from"));
    m_from->setInstant(now + std::chrono::minutes(10));
    m_to->setAccessibleName(tr("Spread to"));
    m_to->setInstant(now + std::chrono::minutes(70));
    auto* spread = new QHBoxLayout;
    for (QWidget* widget : std::initializer_list<QWidget*>{way(2, tr("from"), tr("Spread evenly")), m_from,
             m_from->makeOffset(), PlainLabel::quiet(theme, tr("to")), m_to, m_to->makeOffset(),
             PlainLabel::quiet(theme, tr("in list order"))})
        spread->addWidget(widget);
    spread->addStretch();
    addRow(tr("Spread"), spread);
    addCharts();
    if (m_subject.count >= pacedFrom)
        addPaceRow(m_subject.count, undoFor);
    addReasonRow();
    m_note = addQuiet(QStringLiteral("info"), {});
    if (!m_moving.empty() && undoFor > Millis(0))
        addQuiet(QStringLiteral("undo"),
            tr("You can undo this within %1 for tasks that have not started.").arg(Formatting::duration(undoFor)));
    m_copy = addCopyLink([this] { return command(); });
    if (isProduction() && m_subject.count > 1) {
        askForCount(m_subject.count);
        connect(this, &OperationDialog::countEdited, this, &RescheduleDialog::validate);
    }
    m_way->button(0)->setChecked(true);
    for (QWidget* part : std::initializer_list<QWidget*>{m_charts, m_asTable})
        part->setVisible(!m_moving.empty());
    resize(680, m_moving.empty() ? 280 : 480);
    connect(m_way, &QButtonGroup::idToggled, this, &RescheduleDialog::validate);
    const auto chosen = [this](int id) {
        m_way->button(id)->setChecked(true);
        validate();
    };
    connect(m_sign, &QComboBox::currentIndexChanged, this, [chosen] { chosen(0); });
    connect(m_amount, &DurationEdit::edited, this, [chosen] { chosen(0); });
    connect(m_at, &InstantEdit::edited, this, [chosen] { chosen(1); });
    connect(m_from, &InstantEdit::edited, this, [chosen] { chosen(2); });
    connect(m_to, &InstantEdit::edited, this, [chosen] { chosen(2); });
    m_amount->setFocus(); // lets the user type the amount right away
    m_amount->selectAll();
    validate();
}

bool RescheduleDialog::event(QEvent* event)
{
    const bool done = OperationDialog::event(event);
    if (event->type() == QEvent::Show || event->type() == QEvent::LayoutRequest)
        alignWays();
    return done;
}

/// Gives all option buttons the width of the widest one, so that the input fields next to them line up.
void RescheduleDialog::alignWays()
{
    int widest = 0;
    for (const QAbstractButton* button : m_way->buttons())
        widest = std::max(widest, button->sizeHint().width());
    for (QAbstractButton* button : m_way->buttons()) {
        if (button->minimumWidth() != widest)
            button->setFixedWidth(widest);
    }
}

/// Adds the two charts side by side, and a table that the user can show instead.
void RescheduleDialog::addCharts()
{
    auto* pictures = new QWidget;
    auto* row = new QHBoxLayout(pictures);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(24);
    row->addWidget(m_before);
    row->addWidget(m_after);
    m_figures->setHorizontalHeaderLabels(
        {tr("From", "time at which a bar of a chart begins"), tr("Before"), tr("After")});
    for (const int column : {1, 2})
        m_figures->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    const QString widest = Formatting::count(9'999'999);
    m_table = new PanelTable(theme(), *m_figures, tr("Due tasks, before and after"), {{{}}, {widest}, {widest}});
    m_table->setContextMenuPolicy(Qt::NoContextMenu);
    m_charts->addWidget(pictures);
    m_charts->addWidget(m_table);
    m_asTable->setCheckable(true);
    m_asTable->setIcon(theme().icon(QStringLiteral("columns")));
    m_asTable->setIconSize({16, 16});
    m_asTable->setFixedSize(30, 24);
    m_asTable->setToolTip(tr("Show the figures as a table"));
    m_asTable->setAccessibleName(tr("The charts as a table"));
    connect(m_asTable, &QToolButton::toggled, this,
        [this, pictures](bool on) { m_charts->setCurrentWidget(on ? static_cast<QWidget*>(m_table) : pictures); });
    auto* both = new QHBoxLayout;
    both->addWidget(m_charts, 1);
    both->addWidget(m_asTable, 0, Qt::AlignTop);
    body().addLayout(both, 1);
    setTabOrder(m_asTable, m_table); // the table comes after the button that shows it
}

void RescheduleDialog::choose(FilterAction::Mode mode)
{
    if (mode == FilterAction::Mode::SetAside)
        m_amount->setDuration(setAsideFor);
    if (mode == FilterAction::Mode::SetAside || mode == FilterAction::Mode::Spread)
        m_way->button(mode == FilterAction::Mode::Spread ? 2 : 0)->setChecked(true);
}

Action RescheduleDialog::action() const
{
    Action action;
    action.kind = ActionKind::Reschedule;
    switch (m_way->checkedId()) {
    case 0:
        action.time = Action::Time::Shift;
        action.by = m_amount->duration() * (m_sign->currentIndex() == 0 ? 1 : -1);
        break;
    case 1:
        action.time = Action::Time::At;
        action.at = m_at->instant();
        break;
    default:
        action.time = Action::Time::Spread;
        action.at = m_from->instant();
        action.until = m_to->instant();
    }
    return action;
}

TimePoint RescheduleDialog::serverNow() const { return m_now + Millis(m_opened.elapsed()); }

/// Returns why an entered time is invalid; empty if all times are valid.
QString RescheduleDialog::timeProblem() const
{
    if (m_way->checkedId() != 2)
        return m_way->checkedId() == 0 ? m_amount->problem() : m_at->problem();
    return Formatting::sentences({m_from->problem(), m_to->problem()});
}

QString RescheduleDialog::command() const { return m_subject.command(action(), reason(), pace()); }

std::vector<TasksAt> RescheduleDialog::after() const
{
    const Action wanted = action();
    const qint64 count = m_subject.count;
    std::vector<TasksAt> result;
    if (wanted.time == Action::Time::Shift) {
        for (const auto& [at, tasks] : m_moving)
            result.push_back({at + wanted.by, tasks});
        return result;
    }
    if (wanted.time == Action::Time::At || count < 2)
        return {{wanted.at, count}};
    const qint64 groups = std::min<qint64>(count, dueGroups);
    for (qint64 i = 0; i < groups; ++i)
        result.push_back(
            {wanted.at + (wanted.until - wanted.at) * i / (groups - 1), count * (i + 1) / groups - count * i / groups});
    return result;
}

/// Draws charts of the waiting tasks before and after the change, with the same range and scale.
void RescheduleDialog::drawCharts()
{
    const std::vector<TasksAt>& before = m_moving;
    const std::vector<TasksAt> later = after();
    TimeRange range{
        std::min_element(before.begin(), before.end())->at, std::max_element(before.begin(), before.end())->at};
    range.from = std::min(range.from, std::min_element(later.begin(), later.end())->at);
    range.to = std::max(range.to, std::max_element(later.begin(), later.end())->at);
    const DueHistogram::Bars bars = DueHistogram::barsFor(range);
    const auto countsBefore = DueHistogram::countIn(bars, before);
    const auto countsAfter = DueHistogram::countIn(bars, later);
    const int scale = std::max(*std::max_element(countsBefore.begin(), countsBefore.end()),
        *std::max_element(countsAfter.begin(), countsAfter.end()));
    const TaskState state = m_subject.state;
    m_before->show(bars, countsBefore, scale, m_formatting, state);
    m_after->show(bars, countsAfter, scale, m_formatting, state);
    m_figures->setRowCount(0);
    for (int bar = 0; bar < bars.count; ++bar) {
        const int counts[] = {countsBefore[std::size_t(bar)], countsAfter[std::size_t(bar)]};
        if (counts[0] == 0 && counts[1] == 0)
            continue;
        QList<QStandardItem*> row{new QStandardItem(DueHistogram::beginOf(bars, bar, m_formatting))};
        for (const int count : counts) {
            row << new QStandardItem(Formatting::count(count));
            row.last()->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            row.last()->setData(QVariant::fromValue(count == 0 ? Cell::Tone::Faint : Cell::Tone::Plain), Cell::Look);
        }
        for (QStandardItem* item : row)
            item->setEditable(false);
        m_figures->appendRow(row);
    }
}

/// Returns whether all new times are in the past.
bool RescheduleDialog::isAllPast() const
{
    const std::vector<TasksAt> later = after();
    const auto past = [now = serverNow()](const TasksAt& tasks) { return tasks.at <= now; };
    return std::all_of(later.begin(), later.end(), past);
}

void RescheduleDialog::accept()
{
    const Action wanted = action();
    // A shift into the past needs no confirmation: the charts show the new times.
    if (wanted.time != Action::Time::Shift && isAllPast()) {
        const TimePoint last = wanted.time == Action::Time::At ? wanted.at : wanted.until;
        const Environment environment = isProduction() ? Environment::Production : Environment::Development;
        if (PastQuestion(theme(), windowTitle(), m_formatting.exact(last), environment, this).exec() != Accepted)
            return (wanted.time == Action::Time::At ? m_at : m_from)->setFocus();
    }
    OperationDialog::accept();
}

void RescheduleDialog::validate()
{
    const int untouched = int(m_subject.untouched);
    const Action wanted = action();
    m_at->setMeant(wanted.time == Action::Time::At);
    const QString unreadable = timeProblem();
    const bool backwards = wanted.time == Action::Time::Spread && wanted.until < wanted.at;
    m_amountNote->setText(wanted.time == Action::Time::Shift ? unreadable : QString());
    // Show only problems with a spread here. Problems with a shift or a single time are shown next to or below the
    // fields.
    setProblem(wanted.time == Action::Time::Spread && !unreadable.isEmpty() ? unreadable
            : backwards                                                     ? tr("The spread ends before it begins.")
                                                                            : QString());
    QStringList notes;
    if (wanted.time == Action::Time::At)
        notes << m_at->clockNote();
    else if (wanted.time == Action::Time::Spread)
        notes << m_from->clockNote() << m_to->clockNote();
    if (untouched > 0)
        notes << tr("%Ln task(s) are not waiting and will be skipped.", nullptr, untouched);
    if (!m_moving.empty() && unreadable.isEmpty()) {
        drawCharts();
        const std::vector<TasksAt> later = after();
        const auto past = [now = serverNow()](const TasksAt& tasks) { return tasks.at <= now; };
        if (isAllPast())
            notes << (wanted.time == Action::Time::At
                    ? tr("This time has passed, so the tasks will run immediately.")
                    : tr("All of these times have passed, so the tasks will run immediately."));
        else if (wanted.time != Action::Time::Shift && std::any_of(later.begin(), later.end(), past))
            notes << tr("Some of these times are in the past, so their tasks will run immediately.");
    }
    m_note->setText(Formatting::sentences(notes));
    m_note->parentWidget()->setVisible(!m_note->fullText().isEmpty());
    const QString verbText = verbWords(ActionKind::Reschedule, m_subject.count);
    setTitle(m_moving.empty() ? tr("Nothing to reschedule") : verbText);
    setVerb(verbText);
    // Disable copying if a time is invalid: the command would contain a different one.
    m_copy->setEnabled(unreadable.isEmpty());
    verb()->setEnabled(unreadable.isEmpty() && !backwards && !m_moving.empty() && isCountTyped());
}

} // namespace dueline
