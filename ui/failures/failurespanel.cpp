// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/failurespanel.h"

#include "core/base/shellword.h"
#include "core/base/text.h"
#include "core/queue/errors/errortemplate.h"
#include "ui/actions/actions.h"
#include "ui/failures/failuregroupreport.h"
#include "ui/presenters/filterwords.h"
#include "ui/text/duectlcommand.h"
#include "ui/text/formatting.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/connectionbar.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/panelheader.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/plainlabel.h"
#include "ui/workbench/actionrunner.h"

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

// Timestamp with the widest text, used to size the column: 28 November, 20:58:58.
constexpr TimePoint widestFirst{std::chrono::milliseconds(1'795'899'538'000)};
constexpr int trendWidth = 100; ///< width in pixels, enough for 24 bars of four pixels
const StateSet failedAlone{TaskState::Failed};

} // namespace

FailuresPanel::FailuresPanel(const Theme& theme, const Formatting& formatting, ActionRunner& runner, FilterWords& words,
    const Actions& actions, QWidget* parent)
    : Pane(theme, Ground::Surface, {}, parent)
    , m_formatting(formatting)
    , m_runner(runner)
    , m_view(runner.view())
    , m_words(words)
    , m_model(formatting)
    , m_head(new PanelHeader(theme))
    , m_table(new PanelTable(theme, m_model,
          [&formatting]() -> PanelTable::Words {
              return {tr("Failures"),
                  {{QStringLiteral("Timeout after 30 s while sending"), 20, 0, true},
                      PanelTable::asSeen({QStringLiteral("notification.send"), 0, 2}),
                      PanelTable::asSeen({QStringLiteral("notification-mail"), 0, PanelTable::neverShown}),
                      PanelTable::asSeen({QStringLiteral("1,000,000"), 0, 0}), {QStringLiteral(" "), trendWidth, 4},
                      PanelTable::asSeen({formatting.instant(widestFirst, widestFirst + std::chrono::days(1)), 0, 3}),
                      PanelTable::asSeen({tr("%1 ago").arg(QStringLiteral("59 min 59 s")), 0, 1})}};
          }))
    , m_empty(new EmptyState(theme))
    , m_stack(new QStackedWidget)
    , m_open(m_head->addButton(QStringLiteral("search"),
          []() -> PanelHeader::Words {
              return {tr("Open"),
                  tr("Open this failure group to see when it began, which queues are affected, and what you can do "
                     "(Return).")};
          }))
    , m_show(m_head->addButton(QStringLiteral("filter"),
          []() -> PanelHeader::Words {
              return {tr("Show tasks"), tr("List this group's tasks.")};
          }))
    , m_retry(m_head->addButton(QStringLiteral("retry"),
          []() -> PanelHeader::Words {
              return {tr("Retry group"),
                  tr("Reset the attempts of all tasks in this group and run them now, after confirmation.")};
          }))
    , m_discard(m_head->addButton(QStringLiteral("discard"),
          []() -> PanelHeader::Words {
              return {tr("Discard group"), tr("Move all tasks in this group to the trash, after confirmation.")};
          }))
    , m_several(m_head->addButton(QStringLiteral("connection"),
          []() -> PanelHeader::Words {
              return {tr("All connections"), tr("Count failures on all open connections, not just the current one.")};
          }))
    , m_since(m_head->addButton(QStringLiteral("clock"),
          []() -> PanelHeader::Words {
              return {tr("New since"),
                  tr("Choose how recent a failure group must be to count as new. New groups are listed first.")};
          }))
    , m_newSince(NewFailureCutoff::of(runner.view()))
    , m_muted(MutedGroups::of(runner.view()))
    , m_values(PlainLabel::quiet(theme, {}))
{
    build(actions);
    buildSince();
    connect(m_table, &PanelTable::chosen, this, [this] {
        m_isOfferedWorst = m_isOfferedWorst && m_isUpdating;
        updateButtons();
        askValues();
    });
    connect(m_table, &PanelTable::activatedRow, m_open, &QToolButton::click);
    connect(m_open, &QToolButton::clicked, this, [this] {
        if (!current())
            return;
        const QueueName queue = this->queue();
        const QByteArray kind = current()->error; // copied because switching connections replaces the rows
        if (goToConnection())
            m_runner.events().showFailureGroup(queue, kind);
    });
    connect(m_table, &QWidget::customContextMenuRequested, this, &FailuresPanel::showMenu);
    connect(m_show, &QToolButton::clicked, this, &FailuresPanel::showTasks);
    connect(m_retry, &QToolButton::clicked, this, [this] { act(ActionKind::Retry); });
    connect(m_discard, &QToolButton::clicked, this, [this] { act(ActionKind::Discard); });
    connect(&m_feed, &FailureGroupFeed::changed, this, [this] {
        for (const FailureRow& row : countedRows())
            m_muted.observe(connectionOf(row), row.group.error, row.group.last);
        update();
    });
    connect(&m_feed, &FailureGroupFeed::failed, this, [this](const Error& error) {
        m_trouble = error.message;
        updateHead();
    });
    m_several->setCheckable(true);
    connect(m_several, &QToolButton::toggled, this, &FailuresPanel::follow);
    connect(&m_view, &ViewedPlace::placeChanged, this, &FailuresPanel::follow);
    connect(&m_view.connections(), &OpenConnections::changed, this, &FailuresPanel::follow);
    connect(&m_view, &ViewedPlace::currentChanged, this, [this] {
        follow();
        updateButtons();
        updateEmptyState();
        updateStale();
    });
    connect(&m_runner.events(), &WindowEvents::operationEnded, &m_feed, &FailureGroupFeed::recount);
    connect(&theme, &Theme::changed, this, &FailuresPanel::updateEmptyState);
    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, this, &FailuresPanel::tick);
    follow();
    update();
    onLanguageChange(this, [this] {
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
    // Use the task table's shortcuts, except Undo's, which already works throughout the window.
    const auto key = [this](const char* like, const Actions& known, QToolButton* button) {
        auto* action = new QAction(this);
        onLanguageChange(this, [action, button] { action->setText(button->text()); });
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
    std::vector<Connection*> open;
    for (const auto& connection : m_view.connections().all())
        open.push_back(connection.get());
    const bool several = m_several->isChecked();
    m_several->setEnabled(several || open.size() > 1);
    const QueueName& queue = m_view.place().queue;
    if (several ? m_feed.shows(open) : m_feed.shows(m_view.current(), queue))
        return;
    noteLook();
    m_trouble.clear();
    m_seen.clear();
    m_table->clearSelection();
    if (several)
        m_feed.showAll(open);
    else
        m_feed.show(m_view.current(), queue);
    m_table->setHides(FailureModel::Queue, m_feed.queue().isEmpty() ? 0 : PanelTable::neverShown);
    update();
}

const FailureRow* FailuresPanel::currentRow() const
{
    return m_model.rowAt(m_table->currentIndex().isValid() ? m_table->currentIndex().row() : -1);
}

QueueName FailuresPanel::queue() const
{
    const FailureRow* row = currentRow();
    return row ? row->queue : m_feed.queue();
}

Connection* FailuresPanel::connection() const
{
    const FailureRow* row = currentRow();
    return row ? connectionOf(*row) : m_feed.isOfSeveral() ? nullptr : m_feed.connection();
}

Connection* FailuresPanel::connectionOf(const FailureRow& row) const
{
    return m_feed.isOfSeveral() ? m_view.connections().find(QString::fromUtf8(row.server)) : m_feed.connection();
}

/// Makes the selected row's connection current. Returns false if that connection has been closed.
bool FailuresPanel::goToConnection()
{
    Connection* connection = this->connection();
    if (connection && connection != m_view.current())
        m_view.show({connection->id(), {}, {}});
    return connection;
}

/// Returns the rows of the counted groups, largest first.
std::vector<FailureRow> FailuresPanel::countedRows() const
{
    std::vector<FailureRow> rows;
    for (const FailureGroup& group : m_feed.result().groups) {
        for (const FailureGroup::Share& share : group.shares) {
            FailureCount count;
            count.type = share.type;
            count.error = group.error;
            count.name = group.name;
            count.terms = group.terms;
            count.count = share.tasks;
            count.first = share.first;
            count.last = share.last;
            count.trend = share.trend;
            count.example = share.sample;
            count.ownQueues = share.ownQueues;
            const Connection* server
                = share.server.isEmpty() ? nullptr : m_view.connections().find(QString::fromUtf8(share.server));
            rows.push_back({std::move(count), share.queue, share.server, server ? server->profile().name : QString()});
        }
    }
    std::stable_sort(rows.begin(), rows.end(),
        [](const FailureRow& a, const FailureRow& b) { return a.group.count > b.group.count; });
    return rows;
}

const FailureCount* FailuresPanel::current() const
{
    const FailureRow* row = currentRow();
    return row ? &row->group : nullptr;
}

void FailuresPanel::update()
{
    m_trouble.clear();
    m_unreadable = m_feed.unreadable();
    m_table->holdPlace();
    m_model.setNow(m_view.now());
    const FailureGroups& all = m_feed.result();
    const QByteArray before = std::exchange(m_place, m_feed.placeKey());
    const bool isSamePlace = before == m_place;
    const std::optional<FailureRow> was = isSamePlace && currentRow() ? std::optional(*currentRow()) : std::nullopt;
    m_hasLostChoice = m_hasLostChoice && isSamePlace && !was;
    m_isOfferedWorst = m_isOfferedWorst || !isSamePlace;
    m_isUpdating = true;
    std::vector<FailureRow> shown = rows();
    const bool areShared
        = std::any_of(shown.begin(), shown.end(), [](const FailureRow& row) { return !row.group.ownQueues.empty(); });
    m_table->setHides(FailureModel::Queue, areShared || m_feed.queue().isEmpty() ? 0 : PanelTable::neverShown);
    m_model.set(std::move(shown), all.trend);
    m_table->restorePlace();
    if (was && m_isOfferedWorst)
        select(0);
    else if (was)
        keepChosen(*was);
    if (!m_feed.queue().isEmpty()) {
        std::vector<FailureCount> groups;
        for (const FailureRow& row : countedRows())
            groups.push_back(row.group);
        for (const FailureCount& group : groups)
            m_words.addType(group.type);
        m_words.setFailures(groups);
    }
    if (!m_hasLostChoice && !m_table->currentIndex().isValid() && m_model.rowCount() > 0)
        m_table->selectRow(0); // so that shortcuts act on the largest group by default
    m_isOfferedWorst = m_isOfferedWorst && !m_feed.isLoaded();
    m_isUpdating = false;
    updateHead();
    updateButtons();
    updateEmptyState();
    updateStale();
    askValues();
    const auto groups = qint64(all.groups.size());
    // Failures aren't counted while the panel is hidden, so the displayed number may be outdated.
    const bool isNow = isVisible() && !m_feed.isDoubted();
    Q_EMIT statusChanged(groups == 0 || !isNow ? QString() : Formatting::count(groups));
}

/// Reselects the row `was` after an update. If it no longer exists, selects the more general group that now contains
/// its tasks. If there is none, clears the selection, so that no action applies to the wrong tasks.
void FailuresPanel::keepChosen(const FailureRow& was)
{
    int found = -1;
    for (int i = 0; i < m_model.rowCount(); ++i) {
        const FailureRow& row = *m_model.rowAt(i);
        if (row.key() == was.key())
            return select(i);
        if (row.queue == was.queue && row.server == was.server && row.group.type == was.group.type
            && ErrorTemplate(row.group.error).covers(was.group.error))
            found = i;
    }
    m_hasLostChoice = found < 0;
    select(found);
}

void FailuresPanel::select(int row)
{
    if (row == m_table->currentIndex().row() && m_table->selectionModel()->isRowSelected(row))
        return;
    if (row >= 0)
        return m_table->selectRow(row);
    m_table->clearSelection();
    m_table->setCurrentIndex({});
}

void FailuresPanel::buildSince()
{
    auto* menu = new QMenu(m_since);
    auto* choices = new QActionGroup(menu);
    for (const auto choice :
        {NewFailureCutoff::Choice::Hour, NewFailureCutoff::Choice::Day, NewFailureCutoff::Choice::LastLook}) {
        QAction* action = menu->addAction(QString());
        action->setCheckable(true);
        choices->addAction(action);
        action->setChecked(choice == m_newSince.choice());
        connect(action, &QAction::triggered, this, [this, choice] { m_newSince.choose(choice); });
        onLanguageChange(this, [action, choice] {
            action->setText(choice == NewFailureCutoff::Choice::Hour ? tr("The last hour")
                    : choice == NewFailureCutoff::Choice::Day        ? tr("The last day")
                                                                     : tr("My last visit"));
        });
    }
    m_since->setMenu(menu);
    m_since->setPopupMode(QToolButton::InstantPopup);
    connect(&m_newSince, &NewFailureCutoff::chosen, this, &FailuresPanel::update);
    connect(&m_muted, &MutedGroups::changed, this, &FailuresPanel::update);
}

/// Records that the user has just viewed the failures of the displayed queue or connections.
void FailuresPanel::noteLook()
{
    if (m_feed.isLoaded())
        m_newSince.noteLook(m_feed.placeKey(), m_view.now());
}

/// Marks new and muted groups, and moves new groups to the front and muted groups to the end. If all groups are new,
/// marks none of them as new, because the mark would be meaningless.
void FailuresPanel::setPhases(std::vector<FailureRow>& rows)
{
    using enum FailureRow::Phase;
    const TimePoint since = m_newSince.since(m_view.now(), m_feed.placeKey());
    for (FailureRow& row : rows) {
        if (const Connection* connection = connectionOf(row);
            connection && m_muted.isMuted(*connection, row.group.error))
            row.phase = Muted;
    }
    const auto isOld = [since](const FailureRow& row) { return row.phase != Muted && row.group.first < since; };
    if (std::any_of(rows.begin(), rows.end(), isOld)) {
        for (FailureRow& row : rows)
            row.phase = row.phase == Muted || isOld(row) ? row.phase : New;
    }
    std::stable_partition(rows.begin(), rows.end(), [](const FailureRow& row) { return row.phase == New; });
    std::stable_partition(rows.begin(), rows.end(), [](const FailureRow& row) { return row.phase != Muted; });
}

/// Returns the rows in display order.
std::vector<FailureRow> FailuresPanel::rows()
{
    std::vector<FailureRow> rows = countedRows();
    setPhases(rows);
    // If a queue is unreadable, a group that seems to be empty may still have tasks there.
    if (m_feed.isLoaded() && !m_feed.isCounting() && m_unreadable.queues == 0)
        m_seen.addGone(rows);
    return rows;
}

/// Requests the values of the varying parts once per selected group.
void FailuresPanel::askValues()
{
    const FailureCount* group = current();
    const QByteArray key = group && group->count > 0 ? currentRow()->key() + '\0' + group->name : QByteArray();
    if (key == m_valuesOf)
        return;
    m_valuesOf.clear();
    const int question = ++m_valuesAsked;
    m_values->hide();
    Connection* connection = this->connection();
    if (key.isEmpty() || !connection || !connection->session().isOnline()
        || !(group->name.contains(ErrorTokens::folded) || group->name.contains(ErrorTokens::anyWord)))
        return;
    m_valuesOf = key;
    connection->session().runInTurns(
        Session::Lane::Background, this, KindValues(queue(), *group),
        [this, question](Result<KindValues> values) {
            if (values && question == m_valuesAsked)
                showValues(*values);
        },
        [this, question](const KindValues&) { return question == m_valuesAsked; });
}

void FailuresPanel::showValues(const KindValues& values)
{
    QStringList parts = valueLines(values, allValues);
    if (parts.isEmpty())
        return;
    if (values.hasMore())
        parts << tr("sample: %1 tasks").arg(Formatting::count(values.tasks()));
    m_values->setText(parts.join(QStringLiteral("  ·  ")));
    m_values->show();
}

void FailuresPanel::updateHead()
{
    const qint64 counted = m_feed.result().counted;
    const qint64 others = m_feed.others();
    const int groups = int(m_feed.result().groups.size());
    m_head->setTitle(groups == 0 ? tr("Failures") : tr("%Ln failure group(s)", nullptr, groups));
    QString note;
    if (!m_trouble.isEmpty())
        note = m_trouble;
    else if (m_feed.isCounting())
        note = (m_feed.isLoaded() ? tr("recounting, %1 of %2") : tr("counted %1 of %2"))
                   .arg(Formatting::count(m_feed.counted()), Formatting::count(m_feed.total()));
    else if (const auto countedAt = m_feed.countedAt())
        note = tr("updated %1").arg(m_formatting.instant(*countedAt, m_view.now()));
    else if (others > 0)
        note = tr("%1 tasks, %2 of them in other groups").arg(Formatting::count(counted), Formatting::count(others));
    else if (counted > 0)
        note = tr("%1 task(s)", "with a number", Formatting::plural(counted)).arg(Formatting::count(counted));
    if (m_unreadable.queues > 0 && m_trouble.isEmpty()) {
        const QString left = tr("%Ln queue(s) cannot be read", nullptr, m_unreadable.queues);
        note = note.isEmpty() ? left : note + QStringLiteral("  ·  ") + left;
    }
    m_head->setNote(note);
}

void FailuresPanel::updateButtons()
{
    ActionContext context = m_runner.context(1, 0, failedAlone);
    if (Connection* connection = this->connection(); connection && !queue().isEmpty()) {
        context.capabilities = connection->session().capabilities(queue());
        context.connected = connection->session().isOnline();
        context.writable = connection->mayWrite();
    }
    const bool chosen = current() && current()->count > 0;
    m_open->setEnabled(chosen);
    m_show->setEnabled(chosen);
    m_retry->setEnabled(chosen && Actions::allows(context, "task.retry"));
    m_discard->setEnabled(chosen && Actions::allows(context, "task.discard"));
}

void FailuresPanel::updateEmptyState()
{
    m_stack->setCurrentIndex(m_model.rowCount() > 0 ? 0 : 1);
    const Connection* connection = m_view.current();
    QString what = tr("Loading");
    QString why;
    if (!m_feed.isLoaded() && ConnectionBar::isLost(connection)) {
        std::tie(what, why) = EmptyState::notConnected(connection);
    } else if (!connection) {
        what = tr("Choose a queue");
        why = tr("Its failed tasks will appear here, grouped by error.");
    } else if (m_feed.isLoaded() && m_unreadable.queues > 0) {
        what = tr("%Ln queue(s) cannot be read", nullptr, m_unreadable.queues);
        why = m_unreadable.why;
    } else if (m_feed.isLoaded()) {
        what = connection->isSearching() && m_view.place().queue.isEmpty()
            ? tr("No failed tasks in the queues found so far")
            : tr("No failed tasks");
        why = tr("Failures appear here, grouped by error, with the most frequent first.");
    } else if (m_feed.isCounting()) {
        what = tr("Counting");
    }
    m_empty->tell({}, what, why);
}

void FailuresPanel::tick()
{
    m_feed.setLive(m_view.isLive());
    m_model.setNow(m_view.now());
    updateStale();
    // The feed emits no signal if only the set of unreadable queues changes.
    if (m_feed.unreadable() != m_unreadable)
        update();
}

void FailuresPanel::updateStale() { m_table->setStale(ConnectionBar::isStale(m_view.current()) || m_feed.isDoubted()); }

void FailuresPanel::showEvent(QShowEvent* event)
{
    Pane::showEvent(event);
    tick();
    m_clock.start();
    m_feed.setActive(true);
    update();
}

void FailuresPanel::hideEvent(QHideEvent* event)
{
    Pane::hideEvent(event);
    noteLook();
    m_clock.stop();
    m_feed.setActive(false);
    Q_EMIT statusChanged({});
}

/// Mutes the selected group until it fails again, or unmutes it.
void FailuresPanel::toggleMute()
{
    const FailureRow* row = currentRow();
    const Connection* connection = this->connection();
    if (!row || !connection)
        return;
    const QByteArray kind = row->group.error; // copied because muting a group rebuilds the rows
    if (row->phase == FailureRow::Phase::Muted)
        m_muted.unmute(*connection, kind);
    else
        m_muted.mute(*connection, kind, std::max(row->group.last, m_view.now()));
}

void FailuresPanel::showTasks()
{
    const FailureCount* group = current();
    if (!group)
        return;
    const QString filter = group->filter(); // copied because switching connections replaces the rows
    const Connection* connection = this->connection();
    if (connection && (connection != m_view.current() || queue() != m_view.place().queue))
        m_view.show({connection->id(), queue(), {}});
    m_runner.events().list(filter);
}

void FailuresPanel::act(ActionKind kind)
{
    const FailureCount* group = current();
    if (!group)
        return;
    const QueueName queue = this->queue();
    const qint64 count = group->count;
    const auto filter = TaskFilter::parse(group->filter());
    if (filter && goToConnection())
        m_runner.events().act({kind, queue, *filter, failedAlone, count});
}

void FailuresPanel::showMenu(QPoint at)
{
    const FailureCount* group = current();
    if (!group)
        return;
    const QueueName queue = this->queue();
    const QString filter = group->filter();
    const auto copy = [](const QString& text) { QApplication::clipboard()->setText(text); };
    QMenu menu(this);
    for (QToolButton* button : {m_open, m_show, m_retry, m_discard}) {
        auto* action = menu.addAction(button->icon(), button->text(), button, &QToolButton::click);
        action->setEnabled(button->isEnabled());
    }
    const bool isMuted = currentRow()->phase == FailureRow::Phase::Muted;
    menu.addAction(theme().icon(QStringLiteral("mute")), isMuted ? tr("Unmute") : tr("Mute until it recurs"), this,
            &FailuresPanel::toggleMute)
        ->setEnabled(group->count > 0);
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
