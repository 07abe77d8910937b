// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/results/resultspanel.h"

#include "ui/text/duectlcommand.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/connectionbar.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/panelheader.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/searchline.h"
#include "ui/workbench/viewedplace.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>

namespace dueline {

namespace {

/// Returns whether any of the connection's queues publishes outcomes.
bool tellsEnds(const Connection& connection)
{
    const Capabilities& can = connection.session().capabilities();
    return can.events || can.heard;
}

} // namespace

ResultsPanel::ResultsPanel(const Theme& theme, const Formatting& formatting, ViewedPlace& view, QWidget* parent)
    : Pane(theme, Ground::Surface, {}, parent)
    , m_formatting(formatting)
    , m_view(view)
    , m_head(new PanelHeader(theme))
    , m_filter(new SearchLine(theme))
    , m_pause(m_head->addButton(QStringLiteral("pause"), {}, {}))
    , m_clear(m_head->addButton(QStringLiteral("delete"),
          []() -> PanelHeader::Words {
              return {tr("Clear"), tr("Clear this list of outcomes.")};
          }))
    , m_stack(new QStackedWidget)
    , m_empty(new EmptyState(theme))
{
    m_filter->setMaxLength(500);
    m_filter->setMinimumWidth(224);
    m_filter->setMaximumWidth(280);
    m_head->addWidget(m_filter, 1);
    addPages(m_head, m_stack, {m_empty});
    setEntry(m_filter);

    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (m_log)
            m_log->model().setFilter(text);
        update();
    });
    connect(m_pause, &QToolButton::clicked, this, [this] {
        if (m_log)
            m_log->setPaused(!m_log->isPaused());
    });
    connect(m_clear, &QToolButton::clicked, this, [this] {
        if (m_log)
            m_log->clear();
    });
    connect(&m_view.connections(), &OpenConnections::changed, this, &ResultsPanel::follow);
    connect(&m_view, &ViewedPlace::placeChanged, this, &ResultsPanel::follow);
    connect(&m_view, &ViewedPlace::currentChanged, this, [this] {
        follow();
        update();
    });
    connect(&theme, &Theme::changed, this, &ResultsPanel::update);
    onLanguageChange(this, [this] {
        m_filter->setPlaceholderText(tr("Filter, e.g. failed -timeout"));
        m_filter->setToolTip(
            tr("Shows results whose queue, ID, outcome, worker, error or output contains these words; -word hides "
               "results that contain the word."));
        m_filter->setAccessibleName(tr("Filter the results"));
        m_head->setTitle(tr("Results"));
        update();
    });
}

ResultsPanel::~ResultsPanel() = default;

void ResultsPanel::showEvent(QShowEvent* event)
{
    Pane::showEvent(event);
    follow();
    update();
}

void ResultsPanel::follow()
{
    // Drop the logs of closed connections.
    for (auto log = m_logs.begin(); log != m_logs.end();) {
        if (m_view.connections().find(log->first)) {
            ++log;
            continue;
        }
        if (log->second.get() == m_log)
            showLog(nullptr);
        log = m_logs.erase(log);
    }
    Connection* current = m_view.current();
    const auto known = current ? m_logs.find(current->id()) : m_logs.end();
    if (known != m_logs.end()) {
        showLog(known->second.get());
        return;
    }
    if (!current || !isVisible() || !tellsEnds(*current)) {
        showLog(nullptr);
        return;
    }
    auto& log = m_logs[current->id()];
    log = std::make_unique<ResultLog>(*current, m_formatting);
    showLog(log.get());
}

void ResultsPanel::showLog(ResultLog* log)
{
    if (log == m_log)
        return;
    if (m_log)
        m_log->disconnect(this);
    m_log = log;
    delete m_table; // the table still uses the previous log's model
    m_table = nullptr;
    if (log) {
        m_table = new PanelTable(theme(), log->model(), []() -> PanelTable::Words {
            return {tr("Results"),
                {{QStringLiteral("28 Nov, 20:58:58"), 0, 0}, {tr("Unreadable"), 20, 0},
                    {QStringLiteral("notifications"), 0, 5}, {QStringLiteral("notification.send #000000"), 0, 0},
                    {QStringLiteral("00"), 0, 6}, {QStringLiteral("00 min 00 s"), 0, 0},
                    {QStringLiteral("00 min 00 s"), 0, 3}, {QStringLiteral("0000000000000000"), 0, 4}, {}}};
        });
        m_stack->addWidget(m_table);
        log->model().setFilter(m_filter->text());
        connect(m_table, &QWidget::customContextMenuRequested, this, &ResultsPanel::showMenu);
        connect(log, &ResultLog::aboutToChange, m_table, &PanelTable::holdPlace);
        connect(log, &ResultLog::changed, m_table, &PanelTable::restorePlace);
        connect(log, &ResultLog::changed, this, &ResultsPanel::update);
        connect(log, &ResultLog::listeningChanged, this, &ResultsPanel::update);
    }
    update();
}

void ResultsPanel::update()
{
    const bool paused = m_log && m_log->isPaused();
    if (paused)
        m_head->applyTheme(m_pause, QStringLiteral("play"), tr("Continue"),
            tr("Resume, and list the results received during the pause."));
    else
        m_head->applyTheme(m_pause, QStringLiteral("pause"), tr("Pause"), tr("Pause the list. No results are lost."));
    m_pause->setEnabled(m_log);
    m_clear->setEnabled(m_log && (m_log->model().held() > 0 || m_log->waiting() > 0));
    QStringList note;
    QString status;
    if (m_log) {
        const ResultModel& model = m_log->model();
        if (model.held() > 0 && model.rowCount() < model.held())
            note << tr("%1 of %2 match").arg(Formatting::count(model.rowCount()), Formatting::count(model.held()));
        if (m_log->heard() > 0)
            note << tr("%1 received since %2")
                        .arg(Formatting::count(m_log->heard()), m_formatting.clock(m_log->since(), Millis(1000)));
        if (m_log->heard() > qint64(ResultModel::capacity))
            note << tr("the last %1 are kept").arg(Formatting::count(qint64(ResultModel::capacity)));
        if (paused)
            note.prepend(tr("paused, %1 waiting").arg(Formatting::count(m_log->waiting())));
        const bool online = m_view.current() && m_view.current()->session().isOnline();
        // A lost connection is reported by the bar above the timeline instead.
        if (!m_log->trouble().isEmpty())
            note.prepend(online ? tr("not listening: %1").arg(m_log->trouble()) : tr("not listening"));
        // A lost connection affects all panels, so the bar above the timeline reports it instead.
        status = paused ? tr("paused") : m_log->trouble().isEmpty() || !online ? QString() : tr("not listening");
    }
    m_head->setNote(note.join(QStringLiteral(" · ")));
    updateEmptyState();
    Q_EMIT statusChanged(status);
}

void ResultsPanel::updateEmptyState()
{
    if (m_table && m_log->model().rowCount() > 0) {
        m_stack->setCurrentWidget(m_table);
        return;
    }
    m_stack->setCurrentWidget(m_empty);
    const Connection* current = m_view.current();
    auto [title, sentence]
        = ConnectionBar::isLost(current) ? EmptyState::notConnected(current) : std::pair(tr("Loading"), QString());
    std::vector<EmptyState::Choice> ways;
    const bool online = current && current->session().isOnline();
    if (m_log && m_log->model().held() > 0) {
        title = tr("No result matches");
        sentence = tr("The filter hides all outcomes in this list.");
        ways.push_back({tr("Clear filter"), [this] { m_filter->clear(); }});
    } else if (m_log && m_log->waiting() > 0) {
        title = tr("Paused");
        sentence = tr("New results appear when you resume.");
    } else if (m_log && online && !m_log->trouble().isEmpty()) {
        title = tr("Not listening");
        sentence = m_log->trouble();
    } else if (m_log && online) { // the bar above the timeline reports a lost connection
        // Until the log is listening, it is unknown whether any tasks have ended.
        const bool listens = (m_log->isListening() && m_log->knowsEarlier()) || current->queues().empty();
        title = listens ? tr("No outcomes yet") : tr("Loading");
        sentence = listens ? tr("Outcomes since %1 appear here as workers publish them. Earlier outcomes are not kept.")
                                 .arg(m_formatting.clock(m_log->since(), Millis(1000)))
                           : QString();
    } else if (online && !tellsEnds(*current)) {
        title = tr("No results are published");
        sentence = tr("This layout does not record task outcomes.");
    }
    m_empty->tell({}, title, sentence, std::move(ways));
}

std::vector<ResultEntry> ResultsPanel::selected() const
{
    std::vector<ResultEntry> entries;
    if (!m_table)
        return entries;
    for (const int row : m_table->selectedRowNumbers()) {
        if (const ResultEntry* entry = m_log->model().rowAt(row); entry && entry->kind == ResultEntry::Kind::Ended)
            entries.push_back(*entry);
    }
    return entries;
}

void ResultsPanel::showMenu(QPoint at)
{
    const std::vector<ResultEntry> entries = selected();
    if (entries.empty())
        return;
    const auto copy = [this, &entries](QMenu& menu, const QString& text, auto line) {
        menu.addAction(text, this, [entries, line] {
            QStringList lines;
            for (const ResultEntry& entry : entries)
                lines << line(entry);
            QApplication::clipboard()->setText(lines.join(u'\n'));
        });
    };
    QMenu menu(this);
    copy(menu, tr("Copy ID"), [](const ResultEntry& entry) { return QString::fromUtf8(entry.outcome.id); });
    copy(menu, tr("Copy error or output"), [](const ResultEntry& entry) {
        return QString::fromUtf8(entry.outcome.error.isEmpty() ? entry.outcome.output : entry.outcome.error);
    });
    copy(menu, tr("Copy as command"),
        [](const ResultEntry& entry) { return showCommands(entry.queue, {entry.outcome.id}); });
    menu.exec(m_table->viewport()->mapToGlobal(at));
}

} // namespace dueline
