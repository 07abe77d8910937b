// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/activity/activitypanel.h"

#include "core/console/operations/operationplan.h"
#include "ui/text/duectlcommand.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/connectionbar.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/panelheader.h"
#include "ui/widgets/paneltable.h"
#include "ui/workbench/actionrunner.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace dueline {

namespace {

constexpr Millis redrawEvery{100}; ///< minimum interval between updates; progress may be reported more often

} // namespace

ActivityPanel::ActivityPanel(const Theme& theme, const Formatting& formatting, ActionRunner& runner, QWidget* parent)
    : Pane(theme, Ground::Surface, {}, parent)
    , m_view(runner.view())
    , m_log(runner)
    , m_model(formatting)
    , m_head(new PanelHeader(theme))
    , m_pause(m_head->addButton(QStringLiteral("pause"), {}, {}))
    , m_cancel(m_head->addButton(QStringLiteral("stop"),
          []() -> PanelHeader::Words {
              return {tr("Cancel"), tr("Cancel the operation. You can undo what it has already changed.")};
          }))
    , m_undo(m_head->addButton(QStringLiteral("undo"),
          []() -> PanelHeader::Words {
              return {tr("Undo"), tr("Undo this operation for tasks that have not changed since then (Ctrl+Z).")};
          }))
    , m_copy(m_head->addButton(QStringLiteral("copy"),
          []() -> PanelHeader::Words {
              return {tr("Copy as command"), tr("Copy the duectl command that repeats or shows this operation.")};
          }))
    , m_more(new QPushButton)
    , m_stack(new QStackedWidget)
    , m_table(new PanelTable(theme, m_model,
          []() -> PanelTable::Words {
              return {tr("Activity"),
                  {PanelTable::asSeen({QStringLiteral("Nov 22 12:59:58 · 59 min ago"), 0, 0}),
                      PanelTable::asSeen({tr("Delete permanently"), 0, 0}),
                      PanelTable::asSeen({QStringLiteral("orders-prod / notifications"), 0, 3}),
                      PanelTable::asSeen({QStringLiteral("100,000 of 100,000"), 0, 0}),
                      PanelTable::asSeen({tr("%1 per second").arg(QStringLiteral("10,000")), 70, 0}),
                      PanelTable::asSeen({QStringLiteral("operator@host-1"), 0, 2}), {{}, 0, 1}}};
          }))
    , m_empty(new EmptyState(theme))
{
    m_more->setProperty("variant", QStringLiteral("link"));
    m_more->hide();
    m_head->addWidget(m_more);
    addPages(m_head, m_stack, {m_table, m_empty});
    setEntry(m_table);
    m_table->installEventFilter(this);

    m_soon.setSingleShot(true);
    m_soon.setInterval(redrawEvery);
    connect(&m_soon, &QTimer::timeout, this, &ActivityPanel::update);
    connect(&m_log, &ActivityLog::changed, this, [this] {
        if (!m_soon.isActive())
            m_soon.start();
    });
    connect(m_table, &PanelTable::chosen, this, &ActivityPanel::updateButtons);
    connect(m_table, &QWidget::customContextMenuRequested, this, &ActivityPanel::showMenu);
    connect(m_undo, &QToolButton::clicked, this, &ActivityPanel::undoCurrent);
    connect(m_copy, &QToolButton::clicked, this, &ActivityPanel::copyCommands);
    connect(m_more, &QPushButton::clicked, &m_log, &ActivityLog::showMore);
    connect(m_pause, &QToolButton::clicked, this, [this] {
        if (const ActivityRow* chosen = current(); chosen && chosen->canResume)
            m_log.resume(ActivityRow(*chosen));
        else if (const ActivityRow* row = runningRow())
            m_log.setPaused(row->key(), row->phase != ActivityRow::Phase::Paused);
    });
    connect(m_cancel, &QToolButton::clicked, this, [this] {
        if (const ActivityRow* row = runningRow())
            m_log.cancel(row->key());
    });
    connect(&theme, &Theme::changed, this, &ActivityPanel::update);
    connect(&m_view, &ViewedPlace::currentChanged, this, &ActivityPanel::updateEmptyState);
    connect(&m_view, &ViewedPlace::placeChanged, this, &ActivityPanel::update);
    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, this, [this] {
        m_model.setNow(m_view.now());
        if (m_log.running() > 0) // a server may have stopped or resumed responding since the last tick
            update();
    });
    onLanguageChange(this, [this] {
        m_head->setTitle(tr("Activity"));
        m_more->setText(tr("Show more"));
        update();
    });
}

void ActivityPanel::update()
{
    m_table->holdPlace();
    m_model.setNow(m_view.now());
    m_model.set(m_log.rows());
    m_table->restorePlace();
    selectWanted();
    const int running = m_log.running();
    m_head->setNote(running > 0 ? tr("%Ln running", nullptr, running)
            : m_log.hasMore()   ? tr("newest %1 shown").arg(Formatting::count(m_log.limit()))
                                : QString());
    m_more->setVisible(m_log.hasMore());
    updateButtons();
    updateEmptyState();
    Q_EMIT statusChanged(running > 0 ? Formatting::count(running) : QString());
}

void ActivityPanel::showOperation(const OperationId& operation)
{
    m_wanted = operation;
    selectWanted();
}

void ActivityPanel::selectWanted()
{
    for (int row = 0; row < m_model.rowCount() && !m_wanted.isEmpty(); ++row) {
        if (m_model.rowAt(row)->record.id != m_wanted)
            continue;
        m_wanted.clear();
        m_table->selectRow(row);
    }
}

void ActivityPanel::updateButtons()
{
    const ActivityRow* running = runningRow();
    const bool paused = running && running->phase == ActivityRow::Phase::Paused;
    const bool resumes = current() && current()->canResume;
    if (resumes) {
        m_head->applyTheme(m_pause, QStringLiteral("play"), tr("Resume"),
            tr("Resume the interrupted operation from where it stopped."));
    } else {
        m_head->applyTheme(m_pause, paused ? QStringLiteral("play") : QStringLiteral("pause"),
            paused ? tr("Continue") : tr("Pause"),
            paused ? tr("Resume the operation.") : tr("Pause the operation after the current step."));
    }
    m_pause->setEnabled(running || resumes);
    m_cancel->setEnabled(running);
    m_undo->setEnabled(current() && current()->canUndo);
    m_copy->setEnabled(current());
}

void ActivityPanel::updateEmptyState()
{
    m_stack->setCurrentWidget(m_model.rowCount() > 0 ? static_cast<QWidget*>(m_table) : m_empty);
    const Connection* current = m_view.current();
    const bool knows = !ConnectionBar::isLost(current) && current->knowsOperations();
    const auto [title, sentence] = m_log.isLoading() ? std::pair(tr("Loading"), QString())
        : !knows                                     ? EmptyState::notConnected(current)
                 : std::pair(tr("No operations yet"), tr("Operations appear here. You can undo recent ones."));
    m_empty->tell({}, title, sentence);
}

const ActivityRow* ActivityPanel::current() const
{
    return m_table->selectionModel()->hasSelection() ? m_model.rowAt(m_table->currentIndex().row()) : nullptr;
}

const ActivityRow* ActivityPanel::runningRow() const
{
    if (const ActivityRow* row = current(); row && row->runsHere())
        return row;
    // If the current operation doesn't run in this window, use the newest one that does, but only if it is on the
    // current connection: to control operations on other connections, the user must select them. Running operations
    // come first.
    for (int i = 0; i < m_model.rowCount() && m_model.rowAt(i)->runsHere(); ++i) {
        if (m_view.current() && m_model.rowAt(i)->connection == m_view.current()->id())
            return m_model.rowAt(i);
    }
    return nullptr;
}

void ActivityPanel::undoCurrent()
{
    if (const ActivityRow* row = current(); row && row->canUndo)
        m_log.undo(*row);
}

QString ActivityPanel::commandOf(const OperationRecord& record)
{
    const QString kind = QString::fromLatin1(record.kind);
    // In addition to the kind, the plan contains the time and whether the action is forced.
    const auto plan = OperationPlan::read(record);
    const auto action = actionFromName(record.kind);
    if (action && !record.states.isEmpty() && (plan || *action != ActionKind::Reschedule)) {
        Action again = plan ? plan->action : Action();
        again.kind = *action;
        return filterCommand(record.queue, again, QString::fromUtf8(record.match), statesFromNames(record.states));
    }
    if (record.kind == "pause" || record.kind == "resume")
        return commandOn(QStringLiteral("duectl ") + kind, record.queue);
    return commandOn(QStringLiteral("duectl operations"), record.queue);
}

void ActivityPanel::copyCommands()
{
    QStringList lines;
    for (const int row : m_table->selectedRowNumbers())
        lines << commandOf(m_model.rowAt(row)->record);
    QApplication::clipboard()->setText(lines.join(u'\n'));
}

void ActivityPanel::showMenu(QPoint at)
{
    const ActivityRow* row = current();
    if (!row)
        return;
    QMenu menu(this);
    const auto add = [&menu](QToolButton* button) {
        menu.addAction(button->icon(), button->text(), button, &QToolButton::click)->setEnabled(button->isEnabled());
    };
    add(m_undo);
    if (row->runsHere() || row->canResume)
        add(m_pause);
    if (row->runsHere())
        add(m_cancel);
    menu.addSeparator();
    const OperationId id = row->record.id;
    menu.addAction(tr("Copy ID"), this, [id] { QApplication::clipboard()->setText(QString::fromUtf8(id)); });
    add(m_copy);
    if (row->canUndo)
        menu.addAction(tr("Copy undo command"), this,
            [id] { QApplication::clipboard()->setText(commandOn(QStringLiteral("duectl undo"), id)); });
    menu.exec(m_table->viewport()->mapToGlobal(at));
}

bool ActivityPanel::eventFilter(QObject* watched, QEvent* event)
{
    // In this panel, Ctrl+Z undoes the selected operation; elsewhere in the window, the last one.
    const bool key = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
    if (watched == m_table && key && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Undo) && current()
        && current()->canUndo) {
        event->accept();
        if (event->type() == QEvent::KeyPress)
            undoCurrent();
        return true;
    }
    return Pane::eventFilter(watched, event);
}

void ActivityPanel::showEvent(QShowEvent* event)
{
    Pane::showEvent(event);
    m_model.setNow(m_view.now());
    m_clock.start();
    m_log.setActive(true);
}

void ActivityPanel::hideEvent(QHideEvent* event)
{
    Pane::hideEvent(event);
    m_clock.stop();
    m_log.setActive(false);
}

} // namespace dueline
