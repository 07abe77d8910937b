// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/search/searchpanel.h"

#include "core/base/text.h"
#include "ui/models/tasktablemodel.h"
#include "ui/text/duectlcommand.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/connectionbar.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/panelheader.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/searchline.h"
#include "ui/workbench/actionrunner.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace dueline {

SearchPanel::SearchPanel(
    const Theme& theme, const Formatting& formatting, ActionRunner& runner, const Actions& actions, QWidget* parent)
    : Pane(theme, Ground::Surface, {}, parent)
    , m_formatting(formatting)
    , m_runner(runner)
    , m_view(runner.view())
    , m_model(formatting)
    , m_head(new PanelHeader(theme))
    , m_line(new SearchLine(theme))
    , m_table(new PanelTable(theme, m_model,
          []() -> PanelTable::Words {
              return {tr("Found tasks"),
                  {{QStringLiteral("notification.send #000000000"), 20, 0, true},
                      PanelTable::asSeen({QStringLiteral("notifications@bullmq:production"), 0, 0}),
                      {tr("Scheduled"), 0, 1}, {}, {tr("%1 ago").arg(QStringLiteral("59 min 59 s")), 0, 2},
                      {QStringLiteral("10/10"), 0, 3}}};
          }))
    , m_empty(new EmptyState(theme))
    , m_stack(new QStackedWidget)
    , m_stop(m_head->addButton(QStringLiteral("stop"),
          []() -> PanelHeader::Words {
              return {tr("Stop"), tr("Stop the search and keep the results so far.")};
          }))
    , m_show(m_head->addButton(QStringLiteral("search"),
          []() -> PanelHeader::Words {
              return {tr("Show in queue"), tr("Open the task in its queue.")};
          }))
    , m_retry(m_head->addButton(QStringLiteral("retry"),
          []() -> PanelHeader::Words {
              return {tr("Retry"), tr("Reset the attempts of the selected tasks and run them now.")};
          }))
    , m_runNow(m_head->addButton(QStringLiteral("run-now"),
          []() -> PanelHeader::Words {
              return {tr("Run now"), tr("Make the selected tasks due now.")};
          }))
    , m_discard(m_head->addButton(QStringLiteral("discard"), []() -> PanelHeader::Words {
        return {tr("Discard"), tr("Move the selected tasks to the trash.")};
    }))
{
    build(actions);
    connect(m_line, &QLineEdit::returnPressed, this, &SearchPanel::submit);
    connect(m_line, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (text.isEmpty())
            submit();
    });
    connect(m_line, &QLineEdit::textEdited, this, [this] { m_entersResults = false; });
    connect(m_table, &PanelTable::chosen, this, &SearchPanel::updateButtons);
    connect(m_table, &PanelTable::activatedRow, this, &SearchPanel::showTask);
    connect(m_table, &QWidget::customContextMenuRequested, this, &SearchPanel::showMenu);
    connect(m_stop, &QToolButton::clicked, &m_feed, &SearchFeed::stop);
    connect(m_show, &QToolButton::clicked, this, &SearchPanel::showTask);
    connect(m_retry, &QToolButton::clicked, this, [this] { act("task.retry"); });
    connect(m_runNow, &QToolButton::clicked, this, [this] { act("task.runNow"); });
    connect(m_discard, &QToolButton::clicked, this, [this] { act("task.discard"); });
    connect(&m_feed, &SearchFeed::changed, this, &SearchPanel::update);
    connect(&m_view, &ViewedPlace::placeChanged, this, &SearchPanel::follow);
    connect(&m_view.connections(), &OpenConnections::changed, this, &SearchPanel::follow);
    connect(&m_view, &ViewedPlace::currentChanged, this, [this] {
        follow();
        updateButtons();
        updateEmptyState();
    });
    connect(&m_runner.events(), &WindowEvents::operationEnded, &m_feed, &SearchFeed::searchAgain);
    connect(&theme, &Theme::changed, this, &SearchPanel::updateEmptyState);
    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, this, &SearchPanel::tick);
    follow();
    onLanguageChange(this, [this] {
        m_head->setTitle(tr("All queues"));
        m_line->setAccessibleName(tr("Filter for all queues"));
        m_line->setPlaceholderText(tr("Filter for all queues"));
        update();
    });
}

void SearchPanel::build(const Actions& actions)
{
    m_line->setMaxLength(4000);
    m_line->setMinimumWidth(184);
    m_head->addWidget(m_line, 3); // the search line gets more space than the note
    addPages(m_head, m_stack, {m_table, m_empty});
    setEntry(m_line);
    // Use the task table's shortcuts, except Undo's, which already works throughout the window.
    const auto key = [this, &actions](const char* like, auto perform) {
        auto* action = new QAction(this);
        onLanguageChange(this, [action, like] { action->setText(actionText(actionRow(like))); });
        action->setShortcut(actions[like]->shortcut());
        action->setShortcutContext(Qt::WidgetShortcut);
        connect(action, &QAction::triggered, this, perform);
        m_table->addAction(action);
    };
    for (const char* id : {"task.retry", "task.runNow", "task.reschedule", "task.discard", "task.delete"})
        key(id, [this, id] { act(id); });
    key("edit.copyId", [this] { copyIds(); });
    addAction(actions["edit.undo"]);
    auto* escape = new QAction(this);
    escape->setShortcut(Qt::Key_Escape);
    escape->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    onLanguageChange(this, [this, escape] { escape->setText(m_stop->text()); });
    connect(escape, &QAction::triggered, this, &SearchPanel::leave);
    addAction(escape);
}

void SearchPanel::search(const QString& filter)
{
    m_line->setText(filter);
    m_entersResults = true;
    submit();
}

/// Stops the search or, if none is running, leaves the panel.
void SearchPanel::leave()
{
    if (m_feed.phase() == SearchFeed::Phase::Running)
        m_feed.stop();
    else
        Q_EMIT left();
}

/// Moves the focus to the first result of search(), so that the next keystroke acts on it. Does nothing if the user has
/// left the panel.
void SearchPanel::enterResults()
{
    if (!m_entersResults || m_model.rowCount() == 0)
        return;
    m_entersResults = false;
    // focusWidget() is valid even while the window is inactive.
    const QWidget* now = window()->focusWidget();
    if (now == this || isAncestorOf(now))
        m_table->setFocus(Qt::ShortcutFocusReason);
}

void SearchPanel::submit()
{
    const auto filter = TaskFilter::parse(m_line->text(), {m_formatting.zone(), m_view.now()});
    m_problem = filter ? QString() : filter.error().message;
    if (filter)
        m_feed.search(*filter);
    else
        updateHead();
}

void SearchPanel::follow()
{
    if (m_feed.connection() == m_view.current())
        return;
    m_table->clearSelection();
    m_line->clear();
    m_feed.show(m_view.current());
}

void SearchPanel::update()
{
    m_table->holdPlace();
    m_model.setNow(m_view.now());
    m_model.set(m_feed.found());
    m_table->restorePlace();
    if (!m_table->currentIndex().isValid() && m_model.rowCount() > 0)
        m_table->selectRow(0); // so that shortcuts act on the first result by default
    updateHead();
    updateButtons();
    updateEmptyState();
    enterResults();
    Q_EMIT statusChanged(m_feed.found().empty() ? QString() : Formatting::count(qint64(m_feed.found().size())));
}

QString SearchPanel::noteWords() const
{
    using enum SearchFeed::Phase;
    const QString found = tr("%1 found", "tasks").arg(Formatting::count(qint64(m_feed.found().size())));
    const QString queues
        = tr("%1 of %2 queues", "searched")
              .arg(Formatting::count(qint64(m_feed.queuesDone())), Formatting::count(qint64(m_feed.queues())));
    switch (m_feed.phase()) {
    case Idle:
        return {};
    case Running:
        return tr("searching, %1 · %2", "queues, tasks").arg(queues, found);
    case Stopped:
        return tr("stopped, %1 · %2", "queues, tasks").arg(queues, found);
    case Failed:
        return m_feed.trouble();
    case Complete:
        break;
    }
    if (m_feed.isCut())
        return tr("first %1 shown; narrow the filter to find others").arg(Formatting::count(SearchFeed::most));
    if (m_feed.skipped().empty() && m_feed.unread() > 0) {
        return tr(
            "%1 · %Ln payload(s) cannot be read: encrypted or too long", "tasks", Formatting::plural(m_feed.unread()))
            .arg(found);
    }
    if (m_feed.skipped().empty())
        return tr("%1 in %2 queue(s)", "tasks, queues", Formatting::plural(qint64(m_feed.queues())))
            .arg(found, Formatting::count(qint64(m_feed.queues())));
    const ConnectionSearch::Skipped& first = m_feed.skipped().front();
    return tr("%1 · %Ln queue(s) not fully searched, %2: %3", "tasks, a queue, why", int(m_feed.skipped().size()))
        .arg(found, printable(first.queue, 40), first.why);
}

void SearchPanel::updateHead() { m_head->setNote(m_problem.isEmpty() ? noteWords() : m_problem); }

SearchPanel::ByQueue SearchPanel::chosen() const
{
    ByQueue chosen;
    for (const int number : m_table->selectedRowNumbers()) {
        if (const FoundRow* row = m_model.rowAt(number))
            chosen[row->queue].push_back(row->task);
    }
    return chosen;
}

/// Returns the action context for the tasks, as if they were selected in their queue.
ActionContext SearchPanel::contextOf(const QueueName& queue, const std::vector<Task>& tasks) const
{
    StateSet states;
    int leased = 0;
    for (const Task& task : tasks) {
        states.insert(task.state);
        leased += task.state == TaskState::Leased;
    }
    ActionContext context = m_runner.context(int(tasks.size()), leased, states);
    context.queue = true;
    context.untimed = std::all_of(tasks.begin(), tasks.end(), [](const Task& task) { return task.untimed; });
    if (const Connection* connection = m_view.current())
        context.capabilities = connection->session().capabilities(queue);
    return context;
}

/// Returns whether all of the selected tasks' queues support the action. If one didn't, its tasks would be silently
/// skipped.
bool SearchPanel::allows(const ByQueue& chosen, QByteArrayView action) const
{
    return !chosen.empty() && std::all_of(chosen.begin(), chosen.end(), [&](const auto& in) {
        return Actions::allows(contextOf(in.first, in.second), action);
    });
}

void SearchPanel::updateButtons()
{
    const ByQueue tasks = chosen();
    const bool runs = m_feed.phase() == SearchFeed::Phase::Running;
    m_stop->setEnabled(runs);
    m_show->setEnabled(!tasks.empty());
    m_retry->setEnabled(allows(tasks, "task.retry"));
    m_runNow->setEnabled(allows(tasks, "task.runNow"));
    m_discard->setEnabled(allows(tasks, "task.discard"));
}

void SearchPanel::updateEmptyState()
{
    using enum SearchFeed::Phase;
    m_stack->setCurrentIndex(m_model.rowCount() > 0 ? 0 : 1);
    m_table->setStale(ConnectionBar::isStale(m_view.current()));
    QString what = tr("Search all queues");
    QString why = tr("Type a filter and press Return to list matching tasks from every queue on this connection.");
    if (ConnectionBar::isLost(m_view.current())) {
        std::tie(what, why) = EmptyState::notConnected(m_view.current());
    } else if (m_feed.phase() == Running) {
        what = tr("Searching");
        why = tr("Press Escape to stop the search.");
    } else if (m_feed.phase() == Complete) {
        what = tr("No task matches");
        why = tr("%Ln queue(s) were searched.", nullptr, int(m_feed.queues()));
    } else if (m_feed.phase() == Stopped) {
        what = tr("Nothing found so far");
        why = tr("The search was stopped. Press Return in the filter to start again.");
    }
    m_empty->tell({}, what, why);
}

void SearchPanel::tick()
{
    m_model.setNow(m_view.now());
    m_table->setStale(ConnectionBar::isStale(m_view.current()));
}

void SearchPanel::showEvent(QShowEvent* event)
{
    Pane::showEvent(event);
    tick();
    m_clock.start();
}

void SearchPanel::hideEvent(QHideEvent* event)
{
    Pane::hideEvent(event);
    m_clock.stop();
}

void SearchPanel::showTask()
{
    const FoundRow* row = m_model.rowAt(m_table->currentIndex().isValid() ? m_table->currentIndex().row() : -1);
    if (!row || !m_feed.connection())
        return;
    const TaskId id = exactId(row->task);
    m_runner.events().showTask({m_feed.connection()->id(), row->queue, {}}, id);
}

/// Performs the action with one operation per queue. All operations are undone together.
void SearchPanel::act(const QByteArray& action)
{
    const ByQueue tasks = chosen();
    if (!allows(tasks, action))
        return;
    const QPointer<Connection> connection = m_feed.connection();
    const ActionRunner::OneAction together(m_runner);
    for (const auto& [queue, chosen] : tasks) {
        std::vector<TaskRef> refs;
        for (const Task& task : chosen)
            refs.push_back(TaskTableModel::refOf(task));
        if (connection)
            m_runner.events().act(action, connection, queue, refs);
    }
}

void SearchPanel::copyIds() const
{
    QStringList ids;
    for (const auto& [queue, tasks] : chosen()) {
        for (const Task& task : tasks)
            ids << QString::fromUtf8(task.id);
    }
    QApplication::clipboard()->setText(ids.join(u'\n'));
}

void SearchPanel::showMenu(QPoint at)
{
    const ByQueue tasks = chosen();
    if (tasks.empty())
        return;
    QMenu menu(this);
    QAction* show = menu.addAction(m_show->icon(), m_show->text(), m_show, &QToolButton::click);
    show->setEnabled(m_show->isEnabled());
    menu.addSeparator();
    for (const char* id :
        {"task.retry", "task.runNow", "task.reschedule", "task.discard", "task.restore", "task.delete"}) {
        const ActionRow& row = actionRow(id);
        menu.addAction(theme().icon(QString::fromLatin1(row.icon)), actionText(row), this, [this, id] { act(id); })
            ->setEnabled(allows(tasks, id));
    }
    menu.addSeparator();
    menu.addAction(tr("Copy ID"), this, [this] { copyIds(); });
    const QString filter = m_feed.filter().text();
    QMenu* commands = menu.addMenu(tr("Copy as command"));
    commands->addAction(tr("Search all queues"), this, [filter] {
        QApplication::clipboard()->setText(QStringLiteral("duectl list") + filterWords(filter, StateSet::all()));
    });
    commands->addAction(tr("Show"), this, [tasks] {
        QStringList lines;
        for (const auto& [queue, found] : tasks) {
            std::vector<TaskId> ids;
            for (const Task& task : found)
                ids.push_back(task.id);
            lines << showCommands(queue, ids);
        }
        QApplication::clipboard()->setText(lines.join(u'\n'));
    });
    menu.exec(m_table->viewport()->mapToGlobal(at));
}

} // namespace dueline
