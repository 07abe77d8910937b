// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/failures/failurespanel.h"

#include "core/base/text.h"
#include "ui/actions/actions.h"
#include "ui/presenters/workbench.h"
#include "ui/text/duectlcommand.h"
#include "ui/text/formatting.h"
#include "ui/text/taskname.h"
#include "ui/text/worded.h"
#include "ui/theme/theme.h"
#include "ui/widgets/connectionbar.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/panelhead.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/plainlabel.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <tuple>

namespace dueline {

namespace {

constexpr TimePoint widestFirst{std::chrono::milliseconds(1'795'899'538'000)}; // 28 November, 20:58:58
constexpr int trendWidth = 100; ///< 24 bars of four
const StateSet failedAlone{TaskState::Failed};
constexpr std::size_t mostGone = 20;

} // namespace

FailuresPanel::FailuresPanel(
    const Theme& theme, const Formatting& formatting, Workbench& bench, const Actions& actions, QWidget* parent)
    : Pane(theme, Ground::Surface, {}, parent)
    , m_formatting(formatting)
    , m_bench(bench)
    , m_model(formatting)
    , m_head(new PanelHead(theme))
    , m_table(new PanelTable(theme, m_model,
          [&formatting]() -> PanelTable::Words {
              return {tr("Failures"),
                  {{QStringLiteral("Timeout after 30 s while sending"), 20, 0, true},
                      PanelTable::asSeen({QStringLiteral("notification.send"), 0, 2}),
                      PanelTable::asSeen({QStringLiteral("1,000,000"), 0, 0}), {QStringLiteral(" "), trendWidth, 4},
                      PanelTable::asSeen({formatting.instant(widestFirst, widestFirst + std::chrono::days(1)), 0, 3}),
                      PanelTable::asSeen({tr("%1 ago").arg(QStringLiteral("59 min 59 s")), 0, 1})}};
          }))
    , m_empty(new EmptyState(theme))
    , m_stack(new QStackedWidget)
    , m_open(m_head->addButton(QStringLiteral("search"),
          []() -> PanelHead::Words {
              return {tr("Open"), tr("Show the page of this kind: since when, where, and what to do about it (Return).")};
          }))
    , m_show(m_head->addButton(QStringLiteral("filter"),
          []() -> PanelHead::Words {
              return {tr("Show tasks"), tr("List the tasks of this group.")};
          }))
    , m_retry(m_head->addButton(QStringLiteral("retry"),
          []() -> PanelHead::Words {
              return {tr("Retry group"),
                  tr("Give all tasks of this group their attempts back and run them now; asks first.")};
          }))
    , m_discard(m_head->addButton(QStringLiteral("discard"), []() -> PanelHead::Words {
        return {tr("Discard group"), tr("Move all tasks of this group to the trash; asks first.")};
    }))
    , m_since(m_head->addButton(QStringLiteral("clock"),
          []() -> PanelHead::Words {
              return {tr("New since"), tr("Which kinds stand first as new: those that began in this time.")};
          }))
    , m_sinceChoices(new QActionGroup(this))
    , m_values(PlainLabel::in(theme.tokens().text2, {}))
{
    build(actions);
    buildSince();
    connect(m_table, &PanelTable::chosen, this, [this] {
        updateButtons();
        askValues();
    });
    connect(m_table, &PanelTable::activatedRow, m_open, &QToolButton::click);
    connect(m_open, &QToolButton::clicked, this, [this] {
        if (const FailureGroup* group = current())
            Q_EMIT m_bench.incidentRequested(m_feed.queue(), group->error);
    });
    connect(m_table, &QWidget::customContextMenuRequested, this, &FailuresPanel::showMenu);
    connect(m_show, &QToolButton::clicked, this, &FailuresPanel::showTasks);
    connect(m_retry, &QToolButton::clicked, this, [this] { act(ActionKind::Retry); });
    connect(m_discard, &QToolButton::clicked, this, [this] { act(ActionKind::Discard); });
    connect(&m_feed, &FailureFeed::changed, this, &FailuresPanel::update);
    connect(&m_feed, &FailureFeed::failed, this, [this](const Error& error) {
        m_trouble = error.message;
        updateHead();
    });
    connect(&m_bench, &Workbench::placeChanged, this, &FailuresPanel::follow);
    connect(&m_bench, &Workbench::connectionsChanged, this, &FailuresPanel::follow);
    connect(&m_bench, &Workbench::currentChanged, this, [this] {
        follow();
        updateButtons();
        updateEmptyState();
        updateStale();
    });
    connect(&m_bench, &Workbench::operationEnded, &m_feed, &FailureFeed::refresh);
    connect(&theme, &Theme::changed, this, &FailuresPanel::updateEmptyState);
    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, this, &FailuresPanel::tick);
    follow();
    update();
    worded(this, [this] {
        updateHead();
        updateEmptyState();
    });
}

void FailuresPanel::build(const Actions& actions)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_head);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_empty);
    column->addWidget(m_stack, 1);
    m_values->setContentsMargins(16, 4, 16, 4);
    m_values->setEliding(true);
    m_values->hide();
    column->addWidget(m_values);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    setEntry(m_table);
    // The keys of the task table, on the group; undo is the window's own.
    const auto key = [this](const char* like, const Actions& known, QToolButton* button) {
        auto* action = new QAction(this);
        worded(this, [action, button] { action->setText(button->text()); });
        action->setShortcut(known[like]->shortcut());
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, button, &QToolButton::click);
        addAction(action);
    };
    key("task.retry", actions, m_retry);
    key("task.discard", actions, m_discard);
    addAction(actions["edit.undo"]);
}

void FailuresPanel::follow()
{
    if (m_feed.queue() == m_bench.place().queue && m_bench.current() == m_feed.connection())
        return;
    noteLook();
    m_trouble.clear();
    m_seen.clear();
    m_table->clearSelection();
    m_feed.show(m_bench.current(), m_bench.place().queue);
}

const FailureGroup* FailuresPanel::current() const
{
    const FailureRow* row = m_model.rowAt(m_table->currentIndex().isValid() ? m_table->currentIndex().row() : -1);
    return row ? &row->group : nullptr;
}

void FailuresPanel::update()
{
    m_trouble.clear();
    m_table->holdPlace();
    m_model.setNow(m_bench.now());
    const FailureFeed::Counts& counts = m_feed.counts();
    m_model.set(rows(), counts.trendFrom, counts.trendEach);
    m_table->restorePlace();
    for (const FailureGroup& group : counts.groups)
        m_bench.words().addType(group.type);
    m_bench.words().setFailures(counts.groups);
    if (!m_table->currentIndex().isValid() && m_model.rowCount() > 0)
        m_table->selectRow(0); // the worst is what the next key is about
    updateHead();
    updateButtons();
    updateEmptyState();
    updateStale();
    askValues();
    Q_EMIT statusChanged(counts.groups.empty() ? QString() : Formatting::count(qint64(counts.groups.size())));
}

namespace {

/// What "new" means.
enum class NewSince : quint8 { Hour, Day, LastLook };

} // namespace

void FailuresPanel::buildSince()
{
    auto* menu = new QMenu(m_since);
    for (const NewSince choice : {NewSince::Hour, NewSince::Day, NewSince::LastLook}) {
        QAction* action = menu->addAction(QString());
        action->setCheckable(true);
        action->setData(int(choice));
        m_sinceChoices->addAction(action);
        action->setChecked(choice == NewSince::Hour);
        worded(this, [action, choice] {
            action->setText(choice == NewSince::Hour ? tr("The last hour")
                    : choice == NewSince::Day        ? tr("The last day")
                                                     : tr("When I looked last"));
        });
    }
    m_since->setMenu(menu);
    m_since->setPopupMode(QToolButton::InstantPopup);
    connect(m_sinceChoices, &QActionGroup::triggered, this, &FailuresPanel::update);
}

static QByteArray placeKey(const Connection* connection, const QueueName& queue)
{
    return connection ? connection->id().toUtf8() + '\0' + queue : QByteArray();
}

TimePoint FailuresPanel::newSince() const
{
    const TimePoint now = m_bench.now();
    switch (NewSince(m_sinceChoices->checkedAction()->data().toInt())) {
    case NewSince::Hour:
        return now - std::chrono::hours(1);
    case NewSince::Day:
        return now - std::chrono::hours(24);
    case NewSince::LastLook:
        break;
    }
    return m_looks.value(placeKey(m_feed.connection(), m_feed.queue()), now);
}

/// What is left now has been looked at.
void FailuresPanel::noteLook()
{
    if (m_feed.connection() && m_feed.isLoaded())
        m_looks.insert(placeKey(m_feed.connection(), m_feed.queue()), m_bench.now());
}

/// What is new first, as long as something is not: else it says nothing.
std::vector<FailureRow> FailuresPanel::rows()
{
    const std::vector<FailureGroup>& groups = m_feed.counts().groups;
    const TimePoint since = newSince();
    const auto isNew = [since](const FailureGroup& group) { return group.first >= since; };
    const bool tells = !std::all_of(groups.begin(), groups.end(), isNew);
    std::vector<FailureRow> rows;
    for (const FailureGroup& group : groups)
        rows.push_back({group, tells && isNew(group) ? FailureRow::Phase::New : FailureRow::Phase::Known});
    std::stable_partition(
        rows.begin(), rows.end(), [](const FailureRow& row) { return row.phase == FailureRow::Phase::New; });
    if (m_feed.isLoaded() && !m_feed.isCounting())
        addGone(rows);
    return rows;
}

/// What was listed while this queue was looked at, and is in no kind any more.
void FailuresPanel::addGone(std::vector<FailureRow>& rows)
{
    std::vector<FailureRow> gone;
    for (auto seen = m_seen.begin(); seen != m_seen.end();) {
        const FailureGroup& was = seen->second;
        const bool isThere = std::any_of(rows.begin(), rows.end(), [&was](const FailureRow& row) {
            return row.group.type == was.type && (row.group.error == was.error || ErrorKind(row.group.error).covers(was.error));
        });
        if (isThere) {
            seen = m_seen.erase(seen); // as it is now it is kept below
            continue;
        }
        gone.push_back({was, FailureRow::Phase::Gone});
        gone.back().group.count = 0;
        ++seen;
    }
    for (const FailureRow& row : rows)
        m_seen.insert_or_assign(row.key(), row.group);
    std::sort(gone.begin(), gone.end(), [](const FailureRow& a, const FailureRow& b) { return a.group.last > b.group.last; });
    if (gone.size() > mostGone)
        gone.resize(mostGone);
    rows.insert(rows.end(), gone.begin(), gone.end());
}

/// Looks what stands at the places that vary, once for each kind that is chosen.
void FailuresPanel::askValues()
{
    const FailureGroup* group = current();
    const QByteArray key = group && group->count > 0 ? FailureRow{*group}.key() : QByteArray();
    if (key == m_valuesOf)
        return;
    m_valuesOf.clear();
    const int question = ++m_valuesAsked;
    m_values->hide();
    Connection* connection = m_feed.connection();
    if (key.isEmpty() || !connection || !connection->session().isOnline()
        || !(group->error.contains(ErrorTokens::folded) || group->error.contains(ErrorTokens::anyWord)))
        return;
    m_valuesOf = key;
    connection->session().runInTurns(
        Session::Lane::Background, this, KindValues(m_feed.queue(), *group),
        [this, question](Result<KindValues> values) {
            if (values && question == m_valuesAsked)
                showValues(*values);
        },
        [this, question](const KindValues&) { return question == m_valuesAsked; });
}

void FailuresPanel::showValues(const KindValues& values)
{
    QStringList parts;
    for (const KindValues::Part& part : values.parts()) {
        QStringList shares;
        for (const KindValues::Value& value : part.top) {
            shares << tr("%1 %2 %", "value and its share")
                          .arg(printable(value.text, 40), Formatting::count(value.tasks * 100 / values.tasks()));
        }
        if (part.values > qint64(part.top.size()))
            shares << tr("%1 more", "values").arg(Formatting::count(part.values - qint64(part.top.size())));
        const QString told = Formatting::commas(shares);
        parts << (part.label.isEmpty() ? told
                                       : tr("%1: %2", "what varies, its values").arg(printable(part.label, 30), told));
    }
    if (parts.isEmpty())
        return;
    if (values.hasMore())
        parts << tr("of %1 tasks looked at").arg(Formatting::count(values.tasks()));
    m_values->setText(parts.join(QStringLiteral("  ·  ")));
    m_values->show();
}

void FailuresPanel::updateHead()
{
    const FailureFeed::Counts& counts = m_feed.counts();
    m_head->setTitle(
        counts.groups.empty() ? tr("Failures") : tr("%Ln kind(s) of failure", nullptr, int(counts.groups.size())));
    QString note;
    if (!m_trouble.isEmpty())
        note = m_trouble;
    else if (m_feed.isCounting())
        note = (m_feed.isLoaded() ? tr("counting again, %1 of %2") : tr("counted %1 of %2"))
                   .arg(Formatting::count(m_feed.counted()), Formatting::count(m_feed.total()));
    else if (counts.others > 0)
        note = tr("%1 tasks, %2 of them in further kinds")
                   .arg(Formatting::count(counts.counted), Formatting::count(counts.others));
    else if (counts.counted > 0)
        note = tr("%1 task(s)", "with a number", Formatting::plural(counts.counted))
                   .arg(Formatting::count(counts.counted));
    m_head->setNote(note);
}

void FailuresPanel::updateButtons()
{
    const ActionContext context = m_bench.context(1, 0, failedAlone);
    const bool chosen = current() && current()->count > 0;
    m_open->setEnabled(chosen);
    m_show->setEnabled(chosen);
    m_retry->setEnabled(chosen && Actions::allows(context, "task.retry"));
    m_discard->setEnabled(chosen && Actions::allows(context, "task.discard"));
}

void FailuresPanel::updateEmptyState()
{
    m_stack->setCurrentIndex(m_model.rowCount() > 0 ? 0 : 1);
    const Connection* connection = m_bench.current();
    QString what = tr("Loading");
    QString why;
    if (!m_feed.isLoaded() && ConnectionBar::isLost(connection)) {
        std::tie(what, why) = EmptyState::notConnected(connection);
    } else if (m_bench.place().queue.isEmpty()) {
        what = tr("Choose a queue");
        why = tr("Its failed tasks are counted here by what went wrong.");
    } else if (m_feed.isLoaded()) {
        what = tr("Nothing has failed");
        why = tr("What fails for good is counted here by its error, the worst first.");
    } else if (m_feed.isCounting()) {
        what = tr("Counting");
    }
    m_empty->tell({}, what, why);
}

void FailuresPanel::tick()
{
    m_feed.setLive(m_bench.isLive());
    m_model.setNow(m_bench.now());
    updateStale();
}

void FailuresPanel::updateStale() { m_table->setStale(ConnectionBar::isStale(m_bench.current())); }

void FailuresPanel::showEvent(QShowEvent* event)
{
    Pane::showEvent(event);
    tick();
    m_clock.start();
    m_feed.setActive(true);
}

void FailuresPanel::hideEvent(QHideEvent* event)
{
    Pane::hideEvent(event);
    noteLook();
    m_clock.stop();
    m_feed.setActive(false);
}

void FailuresPanel::showTasks()
{
    if (const FailureGroup* group = current())
        Q_EMIT m_bench.filterRequested(group->filter());
}

void FailuresPanel::act(ActionKind kind)
{
    const FailureGroup* group = current();
    if (!group)
        return;
    if (const auto filter = TaskFilter::parse(group->filter()))
        Q_EMIT m_bench.filterActionRequested({kind, m_feed.queue(), *filter, failedAlone, group->count});
}

void FailuresPanel::showMenu(QPoint at)
{
    const FailureGroup* group = current();
    if (!group)
        return;
    const QueueName queue = m_feed.queue();
    const QString filter = group->filter();
    const auto copy = [](const QString& text) { QApplication::clipboard()->setText(text); };
    QMenu menu(this);
    for (QToolButton* button : {m_open, m_show, m_retry, m_discard}) {
        auto* action = menu.addAction(button->icon(), button->text(), button, &QToolButton::click);
        action->setEnabled(button->isEnabled());
    }
    menu.addSeparator();
    menu.addAction(tr("Copy the error"), this, [copy, text = group->example] { copy(QString::fromUtf8(text)); });
    menu.addAction(tr("Copy as filter"), this, [copy, filter] { copy(filter); });
    QMenu* commands = menu.addMenu(tr("Copy as command"));
    commands->addAction(tr("Show"), this, [copy, queue, filter] {
        copy(commandOn(QStringLiteral("duectl list --match=") + shellWord(filter.toUtf8()), queue));
    });
    const auto command = [&](const QString& text, ActionKind kind) {
        commands->addAction(text, this, [copy, queue, filter, kind] {
            Action action;
            action.kind = kind;
            copy(filterCommand(queue, action, filter, StateSet::all()));
        });
    };
    command(tr("Retry"), ActionKind::Retry);
    command(tr("Discard"), ActionKind::Discard);
    menu.exec(m_table->viewport()->mapToGlobal(at));
}

} // namespace dueline
