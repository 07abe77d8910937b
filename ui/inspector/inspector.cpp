// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/inspector.h"

#include "core/base/text.h"
#include "core/queue/errors/errorpattern.h"
#include "core/queue/wholeerror.h"
#include "ui/actions/actions.h"
#include "ui/inspector/attemptspane.h"
#include "ui/inspector/attemptsview.h"
#include "ui/inspector/detailtext.h"
#include "ui/inspector/flowview.h"
#include "ui/inspector/inspectorsections.h"
#include "ui/inspector/payloadview.h"
#include "ui/inspector/taskfacts.h"
#include "ui/text/languagechange.h"
#include "ui/text/layoutwords.h"
#include "ui/text/taskname.h"
#include "ui/theme/theme.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/errortext.h"
#include "ui/widgets/flowlayout.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/section.h"
#include "ui/widgets/statetile.h"
#include "ui/widgets/steadyscroll.h"
#include "ui/widgets/tasks/outputtext.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollBar>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace dueline {

namespace {

constexpr int longestName = 1000; ///< maximum length of a type, an id or a worker to show, in characters
constexpr int leastOfId = 8; ///< minimum number of visible characters of the id
constexpr int roomyFrom = 600; ///< minimum width in pixels at which all sections are open by default
constexpr qsizetype fewLogs = 5; ///< maximum number of log lines in a narrow inspector
constexpr qsizetype manyLogs = 20; ///< maximum number of log lines in a wide inspector
constexpr qsizetype longestLogLine = 300; ///< maximum length of a log line, in characters
constexpr qsizetype longestResult = 4'000; ///< maximum length of a result, in characters

} // namespace

/// Returns a short button label. It doesn't mention the lease, because the inspector already shows that the task is
/// leased.
static QString shortName(const QAction& action, const QByteArray& id)
{
    if (id == "task.extend")
        return Inspector::tr("Extend…");
    if (id == "task.release")
        return Inspector::tr("Release");
    if (id == "task.retryLater")
        return Inspector::tr("Retry at…");
    return action.text().remove(u'&');
}

/// Returns the actions for a state, most common first, because only four buttons fit side by side.
static std::vector<const char*> actionsOf(TaskState state)
{
    switch (state) {
    case TaskState::Scheduled:
    case TaskState::Due:
    case TaskState::Retrying:
        return {"task.runNow", "task.reschedule", "task.discard", "task.edit"};
    case TaskState::Leased:
        return {"task.extend", "task.release", "task.cancel"};
    case TaskState::Failed:
        return {"task.retry", "task.retryLater", "task.edit", "task.discard"};
    case TaskState::Done:
        return {"task.discard", "task.delete"};
    case TaskState::Trash:
        return {"task.restore", "task.delete"};
    }
    Q_UNREACHABLE();
}

Inspector::Inspector(const Theme& theme, const Formatting& formatting, const Actions& actions, QWidget* parent)
    : Pane(theme, Ground::Surface, {}, parent)
    , m_formatting(formatting)
    , m_stack(new QStackedWidget)
    , m_scroll(new SteadyScroll)
    , m_empty(new EmptyState(theme))
    , m_tile(new PlainLabel)
    , m_state(new PlainLabel)
    , m_place(new PlainLabel)
    , m_type(new PlainLabel)
    , m_id(new PlainLabel)
    , m_error(new PlainLabel)
    , m_wholeError(new ErrorText(theme))
    , m_facts(new TaskFacts(theme))
    , m_output(new OutputText(theme, 6))
    , m_flow(new FlowView(theme))
    , m_payload(new PayloadView(theme))
    , m_attempts(new AttemptsPane(theme, formatting, actions))
    , m_editFailed(new QPushButton)
    , m_logs(new PlainLabel)
    , m_allLogs(new QPushButton)
    , m_options(new PlainLabel)
    , m_result(new PlainLabel)
{
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_stack);
    m_stack->addWidget(m_empty);

    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* head = new QVBoxLayout;
    head->setContentsMargins(16, 8, 8, 10);
    head->setSpacing(6);
    auto* stateRow = new QHBoxLayout;
    stateRow->setSpacing(8);
    m_state->setFont(theme.font(1, QFont::DemiBold));
    stateRow->addWidget(m_tile);
    stateRow->addWidget(m_state);
    stateRow->addStretch();
    m_place->setFont(theme.font(-1));
    m_place->setForegroundRole(QPalette::PlaceholderText);
    stateRow->addWidget(m_place);
    for (const char* id : {"view.previousTask", "view.nextTask"}) {
        addAction(actions[id]);
        auto* step = new QToolButton;
        step->setDefaultAction(actions[id]);
        step->setIconSize({16, 16});
        stateRow->addWidget(step);
    }
    auto* close = new QToolButton;
    close->setIcon(theme.icon(QStringLiteral("close")));
    close->setIconSize({16, 16});
    connect(close, &QToolButton::clicked, this, &Inspector::closeRequested);
    stateRow->addWidget(close);
    head->addLayout(stateRow);
    auto* typeRow = new QHBoxLayout;
    typeRow->setSpacing(8);
    m_type->setFont(theme.font(3, QFont::DemiBold));
    m_type->setShrinking(Qt::ElideMiddle); // type and id can have any length
    m_id->setFont(theme.mono());
    m_id->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_id->setEliding(true, Qt::ElideMiddle); // keep the end of the id visible, as in the table
    m_id->setMinimumWidth(QFontMetrics(m_id->font()).averageCharWidth() * leastOfId);
    // Both labels are vertically centered. Move the smaller text down to align the baselines.
    const QFontMetrics large(m_type->font());
    const QFontMetrics small(m_id->font());
    m_id->setContentsMargins(0, std::max(0, large.ascent() - large.descent() - small.ascent() + small.descent()), 0, 0);
    typeRow->addWidget(m_type);
    typeRow->addWidget(m_id, 1);
    auto* copy = new QToolButton;
    copy->setIcon(theme.icon(QStringLiteral("copy")));
    copy->setIconSize({16, 16});
    connect(copy, &QToolButton::clicked, this,
        [this] { QApplication::clipboard()->setText(QString::fromUtf8(m_detail.task.id)); });
    typeRow->addWidget(copy);
    head->addLayout(typeRow);
    head->addWidget(m_facts);
    m_output->setContentsMargins(0, 0, 8, 0);
    head->addWidget(m_output);
    auto* buttons = new FlowLayout(8);
    // Put the buttons of actions that remove the task last. The edit button belongs to the payload view.
    m_buttons["task.edit"] = m_payload->editButton();
    for (const char* id : {"task.retry", "task.retryLater", "task.runNow", "task.reschedule", "task.restore",
             "task.extend", "task.release", "task.cancel", "task.discard", "task.delete", "task.edit"}) {
        QAbstractButton*& button = m_buttons[id];
        if (!button)
            buttons->addWidget(button = new QPushButton);
        if (QByteArrayView(id) == "task.retryLater")
            buttons->addWidget(m_editFailed);
        // Don't trigger the action itself, which would apply to the table's selection.
        connect(button, &QAbstractButton::clicked, this, [this, id = QByteArray(id)] {
            const Task task = m_detail.task; // copied because an arriving answer may replace m_detail
            Q_EMIT actionRequested(id, task);
        });
    }
    connect(m_editFailed, &QPushButton::clicked, m_buttons["task.edit"], &QAbstractButton::click);
    head->addLayout(buttons);
    column->addLayout(head);
    column->addWidget(buildSections(), 1);
    m_scroll->setWidget(page);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->viewport()->setAutoFillBackground(false); // let the pane's background show through
    page->setAutoFillBackground(false);
    page->installEventFilter(this);
    m_stack->addWidget(m_scroll);
    connect(&theme, &Theme::changed, this, &Inspector::fill);
    onLanguageChange(this, [this, &actions, close, copy] {
        setAccessibleName(tr("Inspector"));
        m_empty->tell({}, tr("No task selected"), tr("Select a row to see its payload and attempts."));
        close->setToolTip(tr("Close the inspector"));
        close->setAccessibleName(tr("Close the inspector"));
        m_allLogs->setText(tr("Open the full log"));
        copy->setToolTip(tr("Copy the ID"));
        copy->setAccessibleName(tr("Copy the ID"));
        for (const auto& [id, button] : m_buttons) {
            if (qobject_cast<QPushButton*>(button))
                button->setText(shortName(*actions[id], id));
            m_tips[id] = Actions::tipOf(*actions[id]);
            button->setToolTip(m_tips[id]);
        }
        m_editFailed->setText(tr("Edit and retry…"));
        fitWidth();
        if (m_detailed)
            m_payload->setDetails(DetailText::of(m_detail, m_formatting));
        if (m_stack->currentIndex() == 1)
            fill();
    });
}

QWidget* Inspector::buildSections()
{
    const auto bodyOf = [](std::initializer_list<QWidget*> parts, const QMargins& margins) {
        auto* body = new QWidget;
        auto* column = new QVBoxLayout(body);
        column->setContentsMargins(margins);
        column->setSpacing(4);
        for (QWidget* part : parts)
            column->addWidget(part);
        return body;
    };
    m_error->setWordWrap(true);
    m_error->setMostLines(2);
    m_wholeError->hide();
    m_allLogs->setProperty("variant", QStringLiteral("link"));
    for (PlainLabel* text : {m_logs, m_options, m_result}) {
        text->setFont(theme().mono());
        text->setWordWrap(true);
        text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    }
    connect(m_allLogs, &QPushButton::clicked, this, [this] { m_payload->showDetails("Logs"); });
    connect(m_flow, &FlowView::taskRequested, this, &Inspector::taskRequested);
    connect(&m_attempts->view(), &AttemptsView::detailsRequested, this,
        [this](const Attempt& attempt) { m_payload->showDetails(DetailText::titleOf(attempt, m_formatting)); });
    connect(m_attempts, &AttemptsPane::compareRequested, this, [this](const Attempt& earlier, const Attempt& later) {
        Q_EMIT compareRequested(m_detail.task.id, earlier, later);
    });
    const QMargins around(16, 0, 16, 10);
    auto* allLogs = new QWidget;
    auto* allLogsRow = new QHBoxLayout(allLogs);
    allLogsRow->setContentsMargins(0, 0, 0, 0);
    allLogsRow->addWidget(m_allLogs);
    allLogsRow->addStretch();
    m_sections = new InspectorSections(theme(),
        {bodyOf({m_error, m_wholeError}, {16, 0, 8, 8}), m_payload, bodyOf({m_logs, allLogs}, around), m_attempts,
            bodyOf({m_options}, around), bodyOf({m_result}, around), bodyOf({m_flow}, {16, 0, 8, 8})});
    connect(m_payload, &PayloadView::opened, this, [this] { m_sections->open(InspectorSections::Payload); });
    connect(m_sections, &InspectorSections::changed, this, &Inspector::fillSections);
    return m_sections;
}

/// Sets the minimum width so that an absolute and a relative time fit side by side and every button is fully visible.
/// The inspector scrolls only vertically.
void Inspector::fitWidth()
{
    const QFontMetrics metrics(theme().font());
    // One of the timestamps with the widest text: 28 November, 20:58:58.
    constexpr TimePoint autumn{std::chrono::milliseconds(1'795'899'538'000)};
    const int instants = metrics.horizontalAdvance(m_formatting.instant(autumn, autumn + std::chrono::hours(72)))
        + metrics.horizontalAdvance(Formatting::relative(autumn, autumn + std::chrono::minutes(10 * 60 + 58))) + 128;
    const int parts = m_scroll->widget()->minimumSizeHint().width() + m_scroll->verticalScrollBar()->sizeHint().width();
    setMinimumWidth(std::max(instants, parts));
}

/// Updates the minimum width when the contents request a new layout.
bool Inspector::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_scroll->widget() && event->type() == QEvent::LayoutRequest)
        fitWidth();
    return Pane::eventFilter(watched, event);
}

void Inspector::resizeEvent(QResizeEvent* event)
{
    Pane::resizeEvent(event);
    if (m_stack->currentIndex() == 1)
        fillSections();
}

void Inspector::setTask(const Task& task)
{
    if (exactId(task) != exactId(m_detail.task)) {
        m_scroll->forgetBar();
        m_detail = {};
        m_detailed = false;
        m_payloadCame = false;
        m_payload->clear();
        m_flow->setFlow({}, {}, {});
    }
    m_detail.task = task;
    fill();
}

void Inspector::setPlace(qint64 place, qint64 tasks)
{
    m_place->setText(tr("%1 of %2", "position in a list").arg(Formatting::count(place), Formatting::count(tasks)));
    m_place->setVisible(tasks > 1);
}

void Inspector::setDetail(const TaskDetail& detail)
{
    const TaskId shown = exactId(detail.task) == exactId(m_detail.task) ? m_detail.task.id : detail.task.id;
    m_detail = detail;
    m_detail.task.id = shown; // use the same form of the id as the table
    m_detailed = true;
    m_payload->setDetails(DetailText::of(m_detail, m_formatting));
    fill();
}

void Inspector::setFlow(const QueueName& queue, const TaskFlow& flow)
{
    m_flow->setFlow(flow, queue, m_detail.task.id);
    fillSections();
}

void Inspector::setPayload(const QByteArray& bytes, qint64 size)
{
    m_payloadCame = true;
    m_payload->setPayload(bytes, size);
}

void Inspector::setNow(TimePoint now)
{
    m_now = now;
    if (m_stack->currentIndex() == 1)
        fill();
}

void Inspector::setProgress(const QByteArray& line)
{
    if (line == m_progress)
        return;
    m_progress = line;
    if (m_stack->currentIndex() == 1)
        fill();
}

void Inspector::setOutput(const std::optional<TaskOutput>& output) { m_output->setOutput(output); }

void Inspector::clear()
{
    m_output->setOutput({});
    m_detail = {};
    m_payload->clear();
    m_flow->setFlow({}, {}, {});
    m_stack->setCurrentIndex(0);
}

void Inspector::fill()
{
    const Task& task = m_detail.task;
    if (task.id.isEmpty())
        return;
    const TaskState state = stateAt(task, m_now);
    m_tile->setPixmap(stateTile(theme(), 20, state, devicePixelRatioF()));
    m_state->setText(Formatting::stateWord(state));
    m_type->setText(printable(typeOf(task), longestName));
    m_id->setText(uniquePart(task, longestName));
    std::vector<TaskFacts::Fact> facts;
    const auto instant = [&](const QString& key, TimePoint at) {
        facts.push_back({key, m_formatting.instant(at, m_now), Formatting::relative(at, m_now), -1, 0, task.state});
    };
    const bool isPending = StateSet::pending().contains(task.state);
    if (task.state == TaskState::Leased && isRecorded(task))
        instant(task.untimed ? tr("Claimed") : tr("Lease until"), task.at);
    if (task.untimed && isPending)
        facts.push_back({tr("Due"),
            task.stuck                               ? tr("Blocked by a task that failed or was removed")
                : task.state == TaskState::Scheduled ? tr("Waiting for other tasks")
                                                     : tr("Next in line (no due time)"),
            {}, -1, 0, task.state});
    else if (task.dueAt)
        instant(tr("Due at"), *task.dueAt);
    if (task.state == TaskState::Failed && isRecorded(task))
        instant(tr("Failed at"), task.at);
    if (task.state == TaskState::Done && isRecorded(task))
        instant(tr("Done at"), task.at);
    if (task.state == TaskState::Trash)
        instant(tr("Discarded"), task.at);
    if (task.addedAt)
        instant(tr("Added"), *task.addedAt);
    facts.push_back({tr("Attempts"), {}, {}, task.attempt, task.maxAttempts, task.state, true});
    facts.push_back({tr("Size"), formatBytes(task.size), {}, -1, 0, task.state, true});
    if (!task.worker.isEmpty())
        facts.push_back({tr("Held by"), printable(task.worker, longestName), {}, -1, 0, task.state});
    if (task.state == TaskState::Leased && !m_progress.isEmpty())
        facts.push_back({tr("Last output"), printable(m_progress, 200), {}, -1, 0, task.state});
    if (!m_detail.lastOperation.isEmpty())
        facts.push_back({tr("Last action"), printable(m_detail.lastOperation, 60), {}, -1, 0, task.state});
    if (m_detail.result)
        facts.push_back({tr("Result"), printable(*m_detail.result, 200), {}, -1, 0, task.state});
    m_facts->set(std::move(facts));
    tellAwaited(); // must come before m_attempts->show(), which makes room for the text set here
    m_attempts->show(task, attempts(), m_now);
    fillSections();
    enableButtons();
    m_stack->setCurrentIndex(1);
}

/// Fills the inspector's own sections and hides the empty ones.
void Inspector::fillSections()
{
    using Sections = InspectorSections;
    const Task& task = m_detail.task;
    if (task.id.isEmpty() || !m_sections)
        return;
    const bool isRoomy = width() >= roomyFrom;
    m_sections->apply(stateAt(task, m_now), isRoomy);
    const Tokens& t = theme().tokens();
    QPalette error = palette();
    const bool over = task.state == TaskState::Done; // the task failed at least once but eventually succeeded
    error.setColor(QPalette::WindowText, over ? t.text2 : t.of(TaskState::Failed).text);
    m_error->setPalette(error);
    const QString words = printable(errorLine(task.error), 2000);
    m_error->setText(over ? tr("Last error before success: %1").arg(words) : words);
    const QByteArray whole = wholeErrorOf(m_detail);
    const bool isLong = ErrorText::isNeededFor(whole);
    // Hide the one-line error if the text below repeats it. It stays visible above a traceback, which doesn't begin
    // with the error.
    m_error->setVisible(over || !isLong || !whole.startsWith(errorLine(task.error).left(40)));
    m_wholeError->setError(whole);
    m_wholeError->setVisible(isLong);
    m_sections->setPresent(Sections::Error, !task.error.isEmpty());
    const int frames = m_wholeError->applicationFrames();
    Section& errorSection = m_sections->at(Sections::Error);
    errorSection.setSummary(!errorSection.isOpen() ? words
            : frames > 0                           ? tr("%Ln application frame(s)", nullptr, frames)
                                                   : QString());

    const QByteArrayList logs = DetailText::logsOf(m_detail);
    const qsizetype shown = std::min(logs.size(), isRoomy ? manyLogs : fewLogs);
    QStringList lines;
    for (const QByteArray& line : logs.last(shown))
        lines << printable(line, longestLogLine);
    m_logs->setText(lines.join(u'\n'));
    m_allLogs->setVisible(shown < logs.size());
    m_sections->setPresent(Sections::Logs, !logs.isEmpty());
    const QString count = tr("%Ln line(s)", nullptr, Formatting::plural(logs.size()));
    m_sections->at(Sections::Logs)
        .setSummary(shown < logs.size() ? tr("%1, last %2").arg(count, Formatting::count(shown)) : count);
    const QStringList options = m_detailed ? DetailText::optionsOf(m_detail, m_formatting) : QStringList();
    m_options->setText(options.join(u'\n'));
    m_sections->at(Sections::Options).setSummary(tr("%Ln option(s)", nullptr, int(options.size())));
    m_sections->setPresent(Sections::Options, !options.isEmpty());
    const QByteArray result = m_detail.result.value_or(QByteArray());
    m_result->setText(printableText(result, longestResult));
    m_sections->at(Sections::Result).setSummary(formatBytes(result.size()));
    m_sections->setPresent(Sections::Result, !result.isEmpty());
    m_sections->setPresent(Sections::Flow, !m_flow->isHidden());
    m_sections->at(Sections::Payload).setSummary(formatBytes(task.size));
}

/// Shows why data is missing.
void Inspector::tellAwaited()
{
    const Task& task = m_detail.task;
    const QString why = m_context.open && !m_context.connected
        ? tr("The connection was lost before this data was read. The data will appear when the server responds again.")
        : m_silent ? tr("The server has not responded yet.")
                   : QString();
    m_payload->setAwaited(why);
    const bool isMissing = m_detailed && m_detail.attemptsNotKept() > 0;
    const QByteArray& kept = m_context.capabilities.keptAttempts;
    m_attempts->setNote(isMissing && !kept.isEmpty() ? LayoutWords::text(kept.constData()) : QString());
    const bool isHeld = task.state == TaskState::Leased && !(task.dueAt && *task.dueAt > m_now);
    m_attempts->view().setEmptyText(!m_detailed ? (why.isEmpty() ? tr("Loading") : why)
            : isMissing && !kept.isEmpty()      ? QString()
            : isMissing                         ? tr("No failed attempts are recorded")
            : isHeld                            ? tr("The first attempt is running")
                                                : tr("No attempts yet"));
}

void Inspector::setContext(const ActionContext& context)
{
    m_context = context;
    enableButtons();
    if (m_stack->currentIndex() == 1)
        tellAwaited();
}

void Inspector::setSilent(bool silent)
{
    if (silent == std::exchange(m_silent, silent) || m_stack->currentIndex() != 1)
        return;
    tellAwaited();
}

void Inspector::enableButtons()
{
    m_context.selected = 1;
    m_context.leased = m_detail.task.state == TaskState::Leased;
    m_context.untimed = m_detail.task.untimed;
    m_context.inFlow = m_detail.inFlow;
    m_context.states = {m_detail.task.state};
    const auto fitting = actionsOf(m_detail.task.state);
    // If failed tasks can be retried, the buttons of related actions are always visible, and explain why they are
    // disabled.
    const bool explains = m_detail.task.state == TaskState::Failed && m_context.capabilities.can(ActionKind::Retry);
    for (const auto& [id, button] : m_buttons) {
        const bool fits = std::find(fitting.begin(), fitting.end(), id) != fitting.end();
        button->setVisible(
            fits && (!m_context.connected || explains || offeredBy(actionRow(id), m_context.capabilities)));
        button->setEnabled(Actions::allows(m_context, id));
        const QString why = Actions::whyNot(m_context, id);
        button->setToolTip(why.isEmpty() ? m_tips[id] : why);
    }
    QAbstractButton& edit = *m_buttons["task.edit"];
    m_editFailed->setVisible(m_detail.task.state == TaskState::Failed && !edit.isHidden());
    m_editFailed->setEnabled(edit.isEnabled());
    m_editFailed->setToolTip(edit.toolTip());
    edit.setVisible(!edit.isHidden() && m_editFailed->isHidden());
}

/// Returns the recorded attempts. For a completed task, adds the successful attempt, which isn't recorded.
std::vector<Attempt> Inspector::attempts() const
{
    std::vector<Attempt> attempts = m_detail.attempts;
    const Task& task = m_detail.task;
    if (task.state != TaskState::Done || (!attempts.empty() && attempts.back().outcome == "done"))
        return attempts;
    Attempt last;
    last.number = std::max(task.attempt, 1);
    last.endedAt = task.at;
    last.outcome = "done";
    attempts.push_back(last);
    return attempts;
}

} // namespace dueline
