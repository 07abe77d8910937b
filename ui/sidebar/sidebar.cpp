// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sidebar/sidebar.h"

#include "ui/sidebar/sidebardelegate.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/assistive.h"
#include "ui/widgets/searchline.h"

#include <QHBoxLayout>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include <utility>

namespace dueline {

Sidebar::Sidebar(const Theme& theme, SidebarModel& model, QWidget* parent)
    : QListView(parent)
    , m_theme(theme)
    , m_model(model)
{
    onLanguageChange(this, [this] { setAccessibleName(tr("Connections and queues")); });
    setModel(&model);
    Assistive::followSelection(*this);
    setItemDelegate(new SidebarDelegate(theme, this));
    setFrameShape(NoFrame);
    setMouseTracking(true);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setEditTriggers(NoEditTriggers);
    setContextMenuPolicy(Qt::CustomContextMenu);
    viewport()->setBackgroundRole(QPalette::Window);
    // Queued, so that the view has already processed the new rows.
    connect(&model, &QAbstractItemModel::rowsInserted, this, &Sidebar::showAwaited, Qt::QueuedConnection);
}

void Sidebar::show(const SidebarPlace& place)
{
    m_quiet = true;
    // Collapse the row that was expanded for the previous queue, unless the user has changed it since then.
    const SidebarPlace queue{place.connection, place.queue, {}};
    if (m_unfolded && *m_unfolded != queue)
        m_model.setOpen(*std::exchange(m_unfolded, std::nullopt), false);
    if (!place.queue.isEmpty() && !m_model.isOpen(queue)) {
        m_model.setOpen(queue, true);
        m_unfolded = queue;
    }
    const QByteArray group = m_model.groupOf(queue);
    if (!m_revealed.isEmpty() && m_revealed != group)
        m_model.setGroupOpen(std::exchange(m_revealed, {}), false);
    if (!group.isEmpty() && !m_model.isGroupOpen(group)) {
        m_model.setGroupOpen(group, true);
        m_revealed = group;
    }
    const QModelIndex index = m_model.find(place);
    if (index.isValid())
        setCurrentIndex(index);
    m_awaited = index.isValid() ? std::nullopt : std::optional(place);
    m_quiet = false;
}

void Sidebar::showAwaited()
{
    if (m_awaited)
        show(SidebarPlace(*m_awaited));
}

void Sidebar::toggle(const QModelIndex& index, bool open)
{
    const SidebarModel::Row row = m_model.row(index.row());
    if (row.isClosedProfile())
        return;
    if (row.kind == SidebarModel::Kind::Group) {
        m_revealed.clear();
        return m_model.setGroupOpen(row.group, open);
    }
    m_unfolded.reset();
    if (row.kind == SidebarModel::Kind::Connection || row.kind == SidebarModel::Kind::Queue)
        m_model.setOpen(row.place, open);
}

bool Sidebar::isPlus(const QModelIndex& index, QPoint at) const
{
    return index.isValid() && !m_model.row(index.row()).plus.isEmpty()
        && SidebarDelegate::plusOf(m_theme, visualRect(index), m_model.row(index.row()).text).contains(at);
}

void Sidebar::mousePressEvent(QMouseEvent* event)
{
    const QModelIndex index = indexAt(event->pos());
    if (index.isValid() && event->button() == Qt::LeftButton) {
        const SidebarModel::Row row = m_model.row(index.row());
        if (isPlus(index, event->pos()))
            return Q_EMIT actionRequested(row.plus);
        const bool onChevron = row.kind == SidebarModel::Kind::Connection && event->pos().x() < 30;
        if (onChevron || row.kind == SidebarModel::Kind::Group)
            return toggle(index, !row.open);
        if (row.kind == SidebarModel::Kind::Queue && row.open && currentIndex() == index)
            return toggle(index, false);
        if (row.kind == SidebarModel::Kind::Filter)
            return Q_EMIT filterChosen(row.text); // a filter applies to the displayed queue, which remains selected
    }
    QListView::mousePressEvent(event);
}

void Sidebar::mouseDoubleClickEvent(QMouseEvent* event)
{
    const QModelIndex index = indexAt(event->pos());
    if (index.isValid() && event->button() == Qt::LeftButton && m_model.row(index.row()).isClosedProfile())
        return Q_EMIT profileRequested(m_model.row(index.row()).profile);
    QListView::mouseDoubleClickEvent(event);
}

bool Sidebar::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QModelIndex index = indexAt(help->pos());
        if (isPlus(index, help->pos())) {
            QToolTip::showText(help->globalPos(),
                m_model.row(index.row()).plus == "connection.new" ? tr("Connect to a Redis server")
                                                                  : tr("Save the current filter"),
                this);
            return true;
        }
    }
    return QListView::viewportEvent(event);
}

void Sidebar::keyPressEvent(QKeyEvent* event)
{
    const QModelIndex index = currentIndex();
    if (index.isValid()) {
        const SidebarModel::Row row = m_model.row(index.row());
        const bool enters = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
        if (event->key() == Qt::Key_Right || event->key() == Qt::Key_Left)
            return toggle(index, event->key() == Qt::Key_Right);
        if (row.kind == SidebarModel::Kind::Filter && (enters || event->key() == Qt::Key_Space))
            return Q_EMIT filterChosen(row.text);
        if (enters && row.kind == SidebarModel::Kind::Group)
            return toggle(index, !row.open);
        if (enters && row.isClosedProfile())
            return Q_EMIT profileRequested(row.profile);
        if (enters)
            return Q_EMIT tableRequested();
    }
    QListView::keyPressEvent(event);
}

/// Selects the parent row rather than a neighbor if the current row is removed.
void Sidebar::rowsAboutToBeRemoved(const QModelIndex& parent, int first, int last)
{
    using Kind = SidebarModel::Kind;
    const int at = currentIndex().row();
    const bool goes = currentIndex().isValid() && at >= first && at <= last;
    const bool quiet = std::exchange(m_quiet, m_quiet || goes);
    QListView::rowsAboutToBeRemoved(parent, first, last);
    if (goes) {
        const Kind kind = m_model.row(first).kind;
        const bool folds = kind == Kind::AllTasks || kind == Kind::State;
        int above = first - 1;
        while (above >= 0 && m_model.row(above).kind != Kind::Connection
            && !(folds && m_model.row(above).kind == Kind::Queue))
            --above;
        setCurrentIndex(above >= 0 && kind != Kind::Filter ? m_model.index(above) : QModelIndex());
    }
    m_quiet = quiet;
}

void Sidebar::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QListView::currentChanged(current, previous);
    if (m_quiet || !current.isValid())
        return;
    const SidebarModel::Row row = m_model.row(current.row());
    if (row.kind == SidebarModel::Kind::Filter)
        return; // moving to a filter with the keyboard doesn't apply it; pressing Enter does
    if (row.kind == SidebarModel::Kind::Group)
        return; // moving to this row with the keyboard doesn't activate it; pressing Enter does
    if (row.isClosedProfile())
        return; // moving to this row with the keyboard doesn't connect; pressing Enter or double-clicking does
    if (row.kind == SidebarModel::Kind::Queue && !row.open)
        toggle(current, true);
    m_awaited.reset();
    m_unfolded.reset();
    m_revealed.clear();
    Q_EMIT placeChosen(row.place);
}

SidebarPane::SidebarPane(const Theme& theme, SidebarModel& model, Sidebar* sidebar, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_sidebar(sidebar)
    , m_head(new QWidget)
    , m_line(new SearchLine(theme))
    , m_failures(new QToolButton)
    , m_late(new QToolButton)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* row = new QHBoxLayout(m_head);
    row->setContentsMargins(12, 8, 12, 0);
    row->setSpacing(4);
    row->addWidget(m_line, 1);
    const std::pair<QToolButton*, QString> narrowing[]{
        {m_failures, QStringLiteral("state-failed")}, {m_late, QStringLiteral("clock")}};
    for (const auto& [button, icon] : narrowing) {
        button->setCheckable(true);
        button->setIconSize({14, 14});
        button->setFixedSize(28, 28);
        button->setFocusPolicy(Qt::TabFocus);
        row->addWidget(button);
        const auto paint = [&theme, button = button, icon = icon] {
            // Use the state's color, so that the icon next to the search field doesn't look like a clear button.
            const bool isFailed = icon == QStringLiteral("state-failed");
            const QColor color = isFailed ? theme.tokens().of(TaskState::Failed).text : theme.tokens().text2;
            button->setIcon(QIcon(theme.pixmap(icon, color, 14, button->devicePixelRatioF())));
        };
        connect(&theme, &Theme::changed, button, paint);
        paint();
    }
    column->addWidget(m_head);
    column->addWidget(m_sidebar, 1);
    setMinimumWidth(m_sidebar->minimumWidth());
    m_line->installEventFilter(this);
    connect(m_line, &QLineEdit::textChanged, this, &SidebarPane::narrow);
    connect(m_failures, &QToolButton::toggled, this, [this](bool on) {
        if (on)
            m_late->setChecked(false);
        narrow();
    });
    connect(m_late, &QToolButton::toggled, this, [this](bool on) {
        if (on)
            m_failures->setChecked(false);
        narrow();
    });
    connect(&model, &QAbstractItemModel::rowsInserted, this, &SidebarPane::offer);
    connect(&model, &QAbstractItemModel::rowsRemoved, this, &SidebarPane::offer);
    onLanguageChange(this, [this] {
        m_line->setPlaceholderText(tr("Find a queue"));
        m_line->setAccessibleName(tr("Find a queue"));
        m_failures->setToolTip(tr("Only queues with failed tasks"));
        m_failures->setAccessibleName(m_failures->toolTip());
        m_late->setToolTip(tr("Only queues where a due task has been waiting for at least 5 minutes"));
        m_late->setAccessibleName(m_late->toolTip());
    });
    offer();
}

/// Hides the search field and the buttons while the list contains no connections.
void SidebarPane::offer()
{
    const bool some = m_model.rowCount() > 2;
    if (m_head->isHidden() == some)
        m_head->setVisible(some);
}

void SidebarPane::narrow()
{
    m_model.narrow(m_line->text(),
        m_failures->isChecked()   ? SidebarModel::Narrowing::Failures
            : m_late->isChecked() ? SidebarModel::Narrowing::Late
                                  : SidebarModel::Narrowing::None);
}

/// Moves the focus to the list on Down or Return. Return also selects the first queue in the list. Escape clears the
/// search, so that all queues are listed again.
bool SidebarPane::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_line || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    const bool enters = key == Qt::Key_Return || key == Qt::Key_Enter;
    if (key == Qt::Key_Escape && !m_line->text().isEmpty()) {
        m_line->clear();
        return true;
    }
    if (key != Qt::Key_Down && !enters)
        return QWidget::eventFilter(watched, event);
    for (int i = 0; enters && i < m_model.rowCount(); ++i) {
        if (m_model.row(i).kind == SidebarModel::Kind::Queue) {
            m_sidebar->setCurrentIndex(m_model.index(i));
            break;
        }
    }
    m_sidebar->setFocus(Qt::OtherFocusReason);
    return true;
}

} // namespace dueline
