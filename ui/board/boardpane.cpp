// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/boardpane.h"

#include "core/base/text.h"
#include "ui/board/boardtable.h"
#include "ui/board/boardwall.h"
#include "ui/board/figurestrip.h"
#include "ui/presenters/connection.h"
#include "ui/presenters/silencefeed.h"
#include "ui/text/languagechange.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/theme/theme.h"
#include "ui/timeline/feed/showntimeline.h"
#include "ui/widgets/connectionbar.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/panelheader.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/searchline.h"
#include "ui/workbench/viewedplace.h"

#include <QActionGroup>
#include <QApplication>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace dueline {

namespace {

constexpr std::size_t manyRows = 500; ///< with more rows than this, ages are updated only every five seconds
constexpr int searchWidth = 140;
/// Age from which the wallboard says when its data was read.
constexpr Millis oldOnWall{15'000};
/// Window width in pixels below which less important columns are hidden.
constexpr int narrowBoardBelow = 1200;

/// Returns whether the user is typing, or working in a dock panel.
bool isUserElsewhere()
{
    const QWidget* focused = QApplication::focusWidget();
    if (qobject_cast<const QLineEdit*>(focused))
        return true;
    while (focused && !focused->inherits("dueline::Dock"))
        focused = focused->parentWidget();
    return focused != nullptr;
}

} // namespace

BoardPane::BoardPane(
    const Theme& theme, const Formatting& formatting, ViewedPlace& view, const ShownTimeline& timeline, QWidget* parent)
    : Pane(theme, Ground::Surface, {}, parent)
    , m_theme(theme)
    , m_formatting(formatting)
    , m_view(view)
    , m_timeline(timeline)
    , m_model(formatting)
    , m_head(new PanelHeader(theme))
    , m_search(new SearchLine(theme))
    , m_figures(new FigureStrip(theme, formatting, this))
    , m_table(new BoardTable(theme, m_model))
    , m_empty(new EmptyState(theme))
    , m_stack(new QStackedWidget)
    , m_troubled(m_head->addButton(QStringLiteral("warning"),
          []() -> PanelHeader::Words {
              return {tr("Problems only"), tr("Show only queues that need attention.")};
          }))
    , m_show(m_head->addButton(QStringLiteral("queue"),
          []() -> PanelHeader::Words {
              return {tr("Open queue"), tr("Show the selected queue's tasks (Return).")};
          }))
    , m_wrong(m_head->addButton(QStringLiteral("search"),
          []() -> PanelHeader::Words {
              return {tr("Investigate"), tr("Show the worst new failure group in the selected queue (Ctrl+Shift+E).")};
          }))
    , m_order(m_head->addButton(QStringLiteral("columns"),
          []() -> PanelHeader::Words {
              return {tr("Sort"), tr("Choose how to sort the queues. %1").arg(BoardModel::ruleOfOrder())};
          }))
    , m_hidden(new QWidget)
    , m_hiddenColumns(PlainLabel::quiet(theme, {}))
    , m_showHidden(new QPushButton)
    , m_memory(PlainLabel::quiet(theme, {}))
{
    build();
    connect(m_table, &BoardTable::cellActivated, this, &BoardPane::open);
    m_table->showSilence(formatting);
    connect(m_table, &BoardTable::changesRequested, this,
        [this](const QModelIndex& index) { Q_EMIT changesRequested(m_model.placeOf(index)); });
    connect(m_table, &BoardTable::muteRequested, this, &BoardPane::mute);
    connect(m_table, &BoardTable::reconnectRequested, this, &BoardPane::reconnect);
    connect(m_table, &QWidget::customContextMenuRequested, this, &BoardPane::showMenu);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](const QModelIndex& current, const QModelIndex& previous) {
            // The first row becomes current when the table gets the focus, which doesn't count as a choice by the user.
            m_isChosen = m_isChosen || (!m_isRearranging && current.isValid() && previous.isValid());
        });
    connect(m_table, &QAbstractItemView::pressed, this, [this] { m_isChosen = true; });
    // The model has already sorted the rows; only the current row needs updating.
    connect(m_table, &PanelTable::headChosen, this, [this] { rearrange([] {}); });
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& words) {
        rearrange([&] { m_model.setSearch(words); });
        tellHead();
        tellEmpty();
    });
    connect(m_search, &QLineEdit::returnPressed, m_table, qOverload<>(&QWidget::setFocus));
    connect(m_troubled, &QToolButton::toggled, this, [this](bool only) {
        rearrange([&] { m_model.setTroubledOnly(only); });
        tellHead();
        tellEmpty();
    });
    connect(m_show, &QToolButton::clicked, this,
        [this] { open(m_table->currentIndex().siblingAtColumn(BoardModel::Queue)); });
    connect(m_wrong, &QToolButton::clicked, this, &BoardPane::failureGroupRequested);
    connect(m_order, &QToolButton::clicked, this, &BoardPane::chooseOrder);
    connect(&m_view, &ViewedPlace::placeChanged, this, &BoardPane::follow);
    connect(&m_view.connections(), &OpenConnections::changed, this, &BoardPane::follow);
    connect(&m_timeline, &ShownTimeline::scopeChanged, this, &BoardPane::follow);
    connect(&m_view, &ViewedPlace::currentChanged, this, &BoardPane::tellStale);
    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, this, &BoardPane::tick);
    onLanguageChange(this, [this] {
        setAccessibleName(tr("Overview"));
        m_search->setPlaceholderText(tr("Find a queue"));
        m_search->setAccessibleName(tr("Find a queue"));
        m_search->setToolTip(plainTextToolTip(
            tr("Shows queues whose name, layout or connection contains these words. Press Return to move the focus to "
               "the list.")));
        m_model.reword();
        tellColumns();
        tellHead();
        tellEmpty();
    });
    follow();
}

BoardPane::~BoardPane() = default;

void BoardPane::build()
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_search->setFixedWidth(searchWidth);
    m_head->addWidget(m_search);
    m_troubled->setCheckable(true);
    QToolButton* wall = m_head->addButton(QStringLiteral("fit"), []() -> PanelHeader::Words {
        return {tr("Full screen"), tr("Show the overview full screen in large type, for a wall display (F11).")};
    });
    connect(wall, &QToolButton::clicked, this, &BoardPane::wallRequested);
    column->addWidget(m_head);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_empty);
    column->addWidget(m_stack, 1);
    auto* hidden = new QHBoxLayout(m_hidden);
    hidden->setContentsMargins(16, 2, 16, 2);
    m_hiddenColumns->setShrinking(Qt::ElideRight);
    hidden->addWidget(m_hiddenColumns);
    m_showHidden->setProperty("variant", QStringLiteral("link"));
    hidden->addWidget(m_showHidden);
    hidden->addStretch();
    column->addWidget(m_hidden);
    m_hidden->hide();
    m_memory->setObjectName(QStringLiteral("memory"));
    m_memory->setContentsMargins(16, 2, 16, 2);
    m_memory->setShrinking(Qt::ElideRight);
    column->addWidget(m_memory);
    m_memory->hide();
    connect(m_showHidden, &QPushButton::clicked, this, [this] {
        m_showsAll = !m_showsAll;
        tellColumns();
    });
    connect(m_figures, &FigureStrip::orderRequested, this,
        [this](BoardModel::Column by) { rearrange([&] { m_model.toggleOrder(by); }); });
    setEntry(m_table);
}

/// Creates a feed for each displayed connection. Keeps existing feeds, so that their data isn't reread.
void BoardPane::follow()
{
    std::map<QString, std::unique_ptr<BoardFeed>> feeds;
    for (const auto& connection : m_view.connections().all()) {
        if (!m_timeline.isOfAll() && connection.get() != m_view.current())
            continue;
        auto known = m_feeds.find(connection->id());
        if (known == m_feeds.end()) {
            auto feed = std::make_unique<BoardFeed>(*connection);
            connect(feed.get(), &BoardFeed::changed, this, &BoardPane::update);
            feeds.emplace(connection->id(), std::move(feed));
        } else {
            feeds.insert(m_feeds.extract(known));
        }
    }
    m_feeds = std::move(feeds);
    followWall();
    noteSeen();
    update();
}

void BoardPane::noteSeen()
{
    const bool seen = isVisible() || m_wall;
    seen ? m_clock.start() : m_clock.stop();
    for (const auto& [connection, feed] : m_feeds) {
        feed->setLive(m_view.isLive());
        feed->setActive(seen);
    }
}

bool BoardPane::hasQueues() const
{
    return std::any_of(
        m_view.connections().all().begin(), m_view.connections().all().end(), [this](const auto& connection) {
            return (m_timeline.isOfAll() || connection.get() == m_view.current()) && !connection->queues().empty();
        });
}

void BoardPane::update()
{
    if (!isVisible() && !m_wall)
        return;
    std::vector<BoardItem> items;
    std::vector<BoardItem> servers;
    for (const auto& connection : m_view.connections().all()) {
        const auto feed = m_feeds.find(connection->id());
        if (feed == m_feeds.end())
            continue;
        const Profile& profile = connection->profile();
        BoardItem server{connection->id(), profile.name, {}, BoardItem::Kind::Server, profile.environment};
        server.lost = lostWords(*connection);
        // Next to other servers, a lost server has only a head: its figures would distort the sums.
        if (server.lost.isEmpty() || m_feeds.size() == 1) {
            for (BoardRow& row : feed->second->rows())
                items.push_back({connection->id(), profile.name, std::move(row)});
        }
        server.row.workers = feed->second->workers();
        servers.push_back(std::move(server));
    }
    if (servers.size() < 2)
        servers.clear(); // a single server needs no head
    rearrange([&] {
        m_table->holdPlace();
        m_model.holdOrder(m_table->viewport()->underMouse());
        m_model.set(std::move(items), std::move(servers));
        m_table->restorePlace();
    });
    m_table->setLoading(m_model.read() < m_model.all() && isVisible() && !ConnectionBar::isStale(m_view.current()));
    tellStale();
    tellFigures();
    tellColumns();
    tellHead();
    tellEmpty();
    // When rows are first shown, give the keyboard focus to the table.
    if (m_table->isVisible() && m_model.rowCount() > 0 && std::exchange(m_first, false) && !isUserElsewhere())
        m_table->setFocus();
}

void BoardPane::tellFigures()
{
    BoardTotals totals = m_model.totals();
    for (const auto& [id, feed] : m_feeds)
        totals.addWorkers(feed->workers());
    m_figures->tell(totals);
}

/// Hides columns without values, and lists their titles.
void BoardPane::tellColumns()
{
    const QStringList hidden = m_table->hideEmpty(m_model, m_showsAll);
    m_hiddenColumns->setText(m_showsAll ? tr("Empty columns: %1").arg(Formatting::commas(hidden))
                                        : tr("Hidden empty columns: %1").arg(Formatting::commas(hidden)));
    m_showHidden->setText(m_showsAll ? tr("Hide") : tr("Show"));
    m_showHidden->setAccessibleName(m_showsAll ? tr("Hide empty columns") : tr("Show empty columns"));
    // In a narrow window, leave this line out: these columns wouldn't fit anyway.
    m_hidden->setVisible(!hidden.isEmpty() && window()->width() >= narrowBoardBelow);
}

/// Changes the rows or their order. Keeps the most severe row current until the user selects another row or scrolls.
void BoardPane::rearrange(const std::function<void()>& change)
{
    const QScopedValueRollback rearranging(m_isRearranging, true);
    change();
    const QModelIndex current = m_table->currentIndex();
    if (current.isValid() && (m_isChosen || m_table->verticalScrollBar()->value() > 0))
        return;
    m_isChosen = false;
    if (const int first = m_model.firstQueue(); first >= 0 && current.row() != first)
        m_table->selectRow(first);
}

void BoardPane::tellStale()
{
    // If the queues are grouped by server, the heads of lost servers say so, and their queues aren't listed.
    m_table->setStale(!m_model.isGrouped() && ConnectionBar::isStale(m_view.current()));
}

void BoardPane::tick()
{
    for (const auto& [connection, feed] : m_feeds)
        feed->setLive(m_view.isLive());
    if (++m_ticks % (m_model.all() > manyRows ? 5 : 1) == 0)
        update();
}

/// Returns the displayed connection with the oldest figures, preferably a disconnected one; null if no connection is
/// displayed.
const Connection* BoardPane::oldest() const
{
    const Connection* oldest = nullptr;
    const auto rank
        = [](const Connection& each) { return std::pair(!ConnectionBar::isStale(&each), each.refreshedAt()); };
    for (const auto& [id, feed] : m_feeds) {
        const Connection* each = feed->connection();
        if (each && each->refreshedAt() != TimePoint{} && (!oldest || rank(*each) < rank(*oldest)))
            oldest = each;
    }
    return oldest;
}

void BoardPane::tellHead()
{
    m_head->setTitle(m_model.isGrouped() ? tr("All servers") : tr("Overview"));
    m_head->setNote(note(false));
    const QString memory = memoryWords();
    m_memory->setText(memory);
    m_memory->setVisible(!memory.isEmpty());
    tellWall(memory);
}

/// Updates the wallboard. It has no status bar, so its head says when the data is outdated.
void BoardPane::tellWall(const QString& memory)
{
    if (!m_wall)
        return;
    BoardWall::Head head{subject(), {}, {}, {}};
    if (m_feeds.size() == 1 && m_feeds.begin()->second->connection())
        head.environment = m_feeds.begin()->second->connection()->profile().environment;
    QStringList notes{note(true), memory};
    if (const Connection* last = oldest()) {
        if (ConnectionBar::isStale(last))
            head.trouble = ageOf(*last);
        else if (SystemClock().now() - last->refreshedAt() > oldOnWall)
            notes << ageOf(*last);
    }
    notes.removeAll(QString());
    head.note = notes.join(QStringLiteral(" · "));
    m_wall->setTimeline(m_timeline.exists() ? m_wallTimeline : nullptr);
    m_wall->tell(head);
}

void BoardPane::followWall()
{
    if (!m_wall)
        return;
    std::vector<Connection*> shown;
    for (const auto& connection : m_view.connections().all()) {
        if (m_feeds.contains(connection->id()))
            shown.push_back(connection.get());
    }
    m_wall->follow(shown);
}

void BoardPane::tellEmpty()
{
    m_stack->setCurrentIndex(m_model.rowCount() > 0 ? 0 : 1);
    if (m_model.all() == 0)
        return m_empty->tell({}, tr("Loading"), {});
    const bool isSearching = std::any_of(m_feeds.begin(), m_feeds.end(),
        [](const auto& feed) { return feed.second->connection() && feed.second->connection()->isSearching(); });
    if (m_search->text().isEmpty())
        return m_empty->tell(isSearching ? QStringLiteral("search") : QStringLiteral("check"),
            isSearching ? tr("No problems in the queues found so far") : tr("No problems"),
            tr("All queues can be read, none has failures or is paused, and no task has been waiting for a minute or "
               "longer."),
            {{tr("Show all queues"), [this] { m_troubled->setChecked(false); }, true}});
    m_empty->tell(QStringLiteral("search"), tr("No queue matches"), {},
        {{tr("Show all queues"),
            [this] {
                m_troubled->setChecked(false);
                m_search->clear();
            },
            true}});
}

void BoardPane::open(const QModelIndex& index)
{
    const SidebarPlace place = m_model.placeOf(index);
    const BoardItem* item = m_model.rowAt(index.row());
    if (item && item->kind == BoardItem::Kind::Rest)
        return m_model.toggleRest(item->connection);
    if (item && !item->lost.isEmpty())
        return reconnect(item->connection);
    if (item && !item->isQueue())
        return Q_EMIT placeRequested(place);
    if (place.queue.isEmpty())
        return;
    if (m_wall)
        m_wall->close();
    if (index.column() == BoardModel::Workers)
        Q_EMIT panelRequested(place, "view.leases");
    else if (index.column() == BoardModel::NextRun)
        Q_EMIT panelRequested(place, "view.schedules");
    else
        Q_EMIT placeRequested(place);
}

void BoardPane::reconnect(const QString& connection)
{
    if (Connection* lost = m_view.connections().find(connection))
        lost->reconnect();
}

void BoardPane::mute(const QModelIndex& index)
{
    const SidebarPlace place = m_model.placeOf(index);
    const auto feed = m_feeds.find(place.connection);
    if (feed != m_feeds.end() && feed->second->connection())
        feed->second->connection()->silence().mute(place.queue);
}

SidebarPlace BoardPane::currentPlace() const
{
    SidebarPlace place = m_model.placeOf(m_table->currentIndex().siblingAtColumn(BoardModel::Queue));
    place.state.reset();
    return place;
}

void BoardPane::showMenu(QPoint at)
{
    const QModelIndex current = m_table->currentIndex();
    const BoardItem* item = m_model.rowAt(current.row());
    if (!item || !item->isQueue()) // a head or a line does the same as with Return
        return item ? open(current) : void();
    const QPersistentModelIndex row = current.siblingAtColumn(BoardModel::Queue);
    QMenu menu(this);
    const auto add = [this, &menu, row](const QString& text, BoardModel::Column column) {
        menu.addAction(text, this, [this, row, column] { open(row.sibling(row.row(), column)); });
    };
    add(tr("Open queue"), BoardModel::Queue);
    menu.addAction(tr("Investigate"), this, &BoardPane::failureGroupRequested);
    add(tr("Failed tasks"), BoardModel::Failed);
    add(tr("Due tasks"), BoardModel::Due);
    add(tr("Leased tasks"), BoardModel::Running);
    menu.addSeparator();
    add(tr("Workers"), BoardModel::Workers);
    add(tr("Recurring tasks"), BoardModel::NextRun);
    menu.addAction(tr("What changed"), this, [this, row] { Q_EMIT changesRequested(m_model.placeOf(row)); });
    if (m_model.rowAt(current.row())->row.silence)
        menu.addAction(tr("Mute the silence alert for 1 h"), this, [this, row] { mute(row); });
    menu.exec(m_table->viewport()->mapToGlobal(at));
}

/// Shows the sort orders in a menu, for keyboard users.
void BoardPane::chooseOrder()
{
    QMenu menu(this);
    QActionGroup group(&menu);
    const auto add = [this, &menu, &group](const QString& text, std::optional<BoardModel::Column> by) {
        QAction* action = menu.addAction(text, this, [this, by] { rearrange([&] { m_model.setOrder(by); }); });
        action->setCheckable(true);
        action->setChecked(m_model.order() == by);
        group.addAction(action);
    };
    add(tr("Worst first"), std::nullopt);
    menu.addSeparator();
    for (int column = 0; column < BoardModel::ColumnCount; ++column) {
        if (column != BoardModel::Server)
            add(BoardModel::title(BoardModel::Column(column)), BoardModel::Column(column));
    }
    menu.exec(m_order->mapToGlobal(QPoint(0, m_order->height())));
}

void BoardPane::toggleWall(const TimelineWidget& timeline)
{
    if (m_wall) {
        m_wall->close();
        return;
    }
    m_wallTimeline = &timeline;
    m_wall = std::make_unique<BoardWall>(
        m_theme, m_formatting, m_model, *m_figures, m_timeline.exists() ? &timeline : nullptr, m_view);
    connect(m_wall.get(), &BoardWall::placeRequested, this, [this](const SidebarPlace& place) {
        m_wall->close();
        Q_EMIT placeRequested(place);
    });
    connect(m_wall.get(), &BoardWall::closed, this, [this] {
        m_wall.release()->deleteLater(); // deferred: the wall may be the signal's sender
        noteSeen();
    });
    noteSeen();
    followWall();
    update();
    m_wall->showFullScreen();
    m_wall->setFocus();
}

void BoardPane::showEvent(QShowEvent* event)
{
    Pane::showEvent(event);
    noteSeen();
    update();
}

void BoardPane::resizeEvent(QResizeEvent* event)
{
    Pane::resizeEvent(event);
    m_table->fit(window()->width());
    tellColumns();
}

void BoardPane::hideEvent(QHideEvent* event)
{
    Pane::hideEvent(event);
    m_table->setLoading(false);
    noteSeen();
}

} // namespace dueline
