// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/sidebar.h"

#include "ui/text/worded.h"
#include "ui/theme/theme.h"
#include "ui/widgets/assistive.h"
#include "ui/widgets/sidebardelegate.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QToolTip>

#include <utility>

namespace dueline {

Sidebar::Sidebar(const Theme& theme, SidebarModel& model, QWidget* parent)
    : QListView(parent)
    , m_model(model)
{
    worded(this, [this] { setAccessibleName(tr("Connections and queues")); });
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
    // After the view has taken them in.
    connect(&model, &QAbstractItemModel::rowsInserted, this, &Sidebar::showAwaited, Qt::QueuedConnection);
}

void Sidebar::show(const SidebarPlace& place)
{
    m_quiet = true;
    // What was opened to show a place is closed when another one is shown, as far as nobody has made it his own.
    const SidebarPlace queue{place.connection, place.queue, {}};
    if (m_unfolded && *m_unfolded != queue)
        m_model.setOpen(*std::exchange(m_unfolded, std::nullopt), false);
    if (!place.queue.isEmpty() && !m_model.isOpen(queue)) {
        m_model.setOpen(queue, true);
        m_unfolded = queue;
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
    m_unfolded.reset();
    if (row.kind == SidebarModel::Kind::Connection || row.kind == SidebarModel::Kind::Queue)
        m_model.setOpen(row.place, open);
}

bool Sidebar::isPlus(const QModelIndex& index, QPoint at) const
{
    return index.isValid() && !m_model.row(index.row()).plus.isEmpty()
        && SidebarDelegate::plusOf(visualRect(index)).contains(at);
}

void Sidebar::mousePressEvent(QMouseEvent* event)
{
    const QModelIndex index = indexAt(event->pos());
    if (index.isValid() && event->button() == Qt::LeftButton) {
        const SidebarModel::Row row = m_model.row(index.row());
        if (isPlus(index, event->pos()))
            return Q_EMIT actionRequested(row.plus);
        const bool onChevron = row.kind == SidebarModel::Kind::Connection && event->pos().x() < 30;
        if (onChevron)
            return toggle(index, !row.open);
        if (row.kind == SidebarModel::Kind::Queue && row.open && currentIndex() == index)
            return toggle(index, false);
        if (row.kind == SidebarModel::Kind::Filter)
            return Q_EMIT filterChosen(row.text); // it narrows the place, which stays chosen
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
                m_model.row(index.row()).plus == "connection.new" ? tr("Connect to a Redis")
                                                                  : tr("Save the filter that is typed"),
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
        if (enters && row.isClosedProfile())
            return Q_EMIT profileRequested(row.profile);
        if (enters)
            return Q_EMIT tableRequested();
    }
    QListView::keyPressEvent(event);
}

/// What is shown stays shown when its row goes: no neighbour is chosen by that, but what the row belonged to.
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
        return; // the keyboard passes over it; Enter applies
    if (row.isClosedProfile())
        return; // a look does not connect; Enter or a double click does
    if (row.kind == SidebarModel::Kind::Queue && !row.open)
        toggle(current, true);
    m_awaited.reset();
    m_unfolded.reset();
    Q_EMIT placeChosen(row.place);
}

} // namespace dueline
