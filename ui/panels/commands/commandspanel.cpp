// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/commands/commandspanel.h"

#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/connectionbar.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/panelheader.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/searchline.h"
#include "ui/workbench/viewedplace.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QHBoxLayout>
#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>

namespace dueline {

namespace {

constexpr Millis readEvery{250};
constexpr int boxGap = 16; ///< additional gap between the field and the check boxes, in pixels

} // namespace

CommandsPanel::CommandsPanel(const Theme& theme, const Formatting& formatting, ViewedPlace& view, QWidget* parent)
    : Pane(theme, Ground::Surface, {}, parent)
    , m_view(view)
    , m_model(formatting)
    , m_head(new PanelHeader(theme))
    , m_filter(new SearchLine(theme))
    , m_writesOnly(new QCheckBox)
    , m_pause(m_head->addButton(QStringLiteral("pause"), {}, {}))
    , m_clear(m_head->addButton(QStringLiteral("delete"),
          []() -> PanelHeader::Words {
              return {tr("Clear"), tr("Clear this list of commands.")};
          }))
    , m_stack(new QStackedWidget)
    , m_table(new PanelTable(theme, m_model,
          []() -> PanelTable::Words {
              return {tr("Commands"),
                  {{QStringLiteral("00:00:00.000"), 0, 0}, {QStringLiteral("00.00 ms"), 0, 0},
                      {QStringLiteral("1,000.0 KiB"), 0, 2}, {tr("write"), 0, 1}, {}}};
          }))
    , m_empty(new EmptyState(theme))
{
    m_filter->setMaxLength(500);
    m_filter->setMinimumWidth(184);
    m_filter->setMaximumWidth(360);
    m_head->addWidget(m_filter, 3); // the filter gets more space than the note
    auto* ticked = new QWidget;
    auto* row = new QHBoxLayout(ticked);
    row->setContentsMargins(boxGap, 0, boxGap / 2, 0);
    row->addWidget(m_writesOnly);
    m_head->addWidget(ticked);
    addPages(m_head, m_stack, {m_table, m_empty});
    setEntry(m_filter);

    const auto filter = [this] {
        m_model.setFilter(m_writesOnly->isChecked(), m_filter->text());
        update();
    };
    connect(m_filter, &QLineEdit::textChanged, this, filter);
    connect(m_writesOnly, &QCheckBox::toggled, this, filter);
    connect(m_pause, &QToolButton::clicked, this, [this] {
        m_paused = !m_paused;
        read();
        update();
    });
    connect(m_clear, &QToolButton::clicked, this, [this] {
        m_model.clear();
        if (m_listened)
            m_listened->commands().clear();
        update();
    });
    connect(m_table, &QWidget::customContextMenuRequested, this, &CommandsPanel::showMenu);
    connect(&m_view, &ViewedPlace::placeChanged, this, &CommandsPanel::follow);
    connect(&m_view.connections(), &OpenConnections::changed, this, &CommandsPanel::follow);
    connect(&m_view, &ViewedPlace::currentChanged, this, &CommandsPanel::update);
    connect(&theme, &Theme::changed, this, &CommandsPanel::update);
    m_clock.setInterval(readEvery);
    connect(&m_clock, &QTimer::timeout, this, &CommandsPanel::read);
    onLanguageChange(this, [this] {
        m_head->setTitle(tr("Commands"));
        m_filter->setPlaceholderText(tr("Filter, e.g. get -info"));
        m_filter->setToolTip(
            tr("Shows commands that contain these words; -word hides commands that contain the word."));
        m_filter->setAccessibleName(tr("Filter the commands"));
        m_writesOnly->setText(tr("Writes only"));
        m_writesOnly->setToolTip(tr("Hide commands that cannot change anything on the server."));
        update();
    });
}

CommandsPanel::~CommandsPanel()
{
    if (m_listened)
        m_listened->commands().setListening(false);
}

void CommandsPanel::showEvent(QShowEvent* event)
{
    Pane::showEvent(event);
    m_clock.start();
    follow();
}

void CommandsPanel::hideEvent(QHideEvent* event)
{
    Pane::hideEvent(event);
    m_clock.stop();
    // Don't rebuild the rows now: the window may be closing. Commands sent so far are read when the panel is shown
    // again.
    if (m_listened)
        m_listened->commands().setListening(false);
}

void CommandsPanel::follow()
{
    Connection* current = m_view.current();
    if (m_listened && (m_listened != current || !isVisible()))
        m_listened->commands().setListening(false);
    if (current != m_listened) {
        m_listened = current;
        m_read = 0;
        m_model.clear();
    }
    if (m_listened && isVisible())
        m_listened->commands().setListening(true);
    read();
    update();
}

void CommandsPanel::read()
{
    if (!m_listened || m_paused)
        return;
    auto commands = m_listened->commands().since(m_read);
    if (commands.empty())
        return;
    m_read = commands.back().number;
    m_table->holdPlace();
    m_model.append(std::move(commands));
    m_table->restorePlace();
    update();
}

void CommandsPanel::update()
{
    if (m_paused)
        m_head->applyTheme(m_pause, QStringLiteral("play"), tr("Continue"),
            tr("Resume, and list the commands sent during the pause."));
    else
        m_head->applyTheme(m_pause, QStringLiteral("pause"), tr("Pause"), tr("Pause the list."));
    m_pause->setEnabled(m_listened);
    m_clear->setEnabled(m_model.held() > 0);
    QStringList note;
    if (m_paused)
        note << tr("paused");
    if (m_model.held() > 0 && m_model.rowCount() < m_model.held())
        note << tr("%1 of %2 match").arg(Formatting::count(m_model.rowCount()), Formatting::count(m_model.held()));
    else if (m_model.held() > 0)
        note << tr("last %1 shown").arg(Formatting::count(m_model.held()));
    m_head->setNote(note.join(QStringLiteral(" · ")));
    Q_EMIT statusChanged(m_paused ? tr("paused") : QString());

    m_stack->setCurrentWidget(m_model.rowCount() > 0 ? static_cast<QWidget*>(m_table) : m_empty);
    if (m_model.rowCount() == 0)
        tellWhyEmpty();
}

void CommandsPanel::tellWhyEmpty()
{
    if (m_model.held() == 0) {
        const auto [title, sentence] = ConnectionBar::isLost(m_listened)
            ? EmptyState::notConnected(m_listened)
            : std::pair(tr("Nothing has been sent yet"),
                tr("Commands are listed while this panel is open. Passwords, payloads and other values are "
                   "replaced by their sizes."));
        m_empty->tell({}, title, sentence);
        return;
    }
    const bool filters = !m_filter->text().trimmed().isEmpty();
    std::vector<EmptyState::Choice> ways;
    if (filters)
        ways.push_back({tr("Clear filter"), [this] { m_filter->clear(); }});
    if (m_writesOnly->isChecked())
        ways.push_back({tr("Show reads as well"), [this] { m_writesOnly->setChecked(false); }});
    const int held = int(m_model.held());
    if (filters)
        m_empty->tell({}, tr("No command matches"),
            m_writesOnly->isChecked()
                ? tr("The filter and \"Writes only\" hide the last %Ln command(s).", nullptr, held)
                : tr("The filter hides the last %Ln command(s).", nullptr, held),
            std::move(ways));
    else
        m_empty->tell({}, tr("Nothing has been written yet"),
            tr("\"Writes only\" hides the last %Ln command(s), which cannot change anything.", nullptr, held),
            std::move(ways));
}

void CommandsPanel::showMenu(QPoint at)
{
    QStringList lines;
    for (const int row : m_table->selectedRowNumbers()) {
        if (const LoggedCommand* command = m_model.rowAt(row))
            lines << command->text;
    }
    if (lines.isEmpty())
        return;
    QMenu menu(this);
    menu.addAction(tr("Copy"), this, [lines] { QApplication::clipboard()->setText(lines.join(u'\n')); });
    menu.exec(m_table->viewport()->mapToGlobal(at));
}

} // namespace dueline
