// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/sidebar.h"

#include "ui/text/formatting.h"
#include "ui/theme/theme.h"
#include "ui/widgets/statetile.h"

#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>

namespace dueline {

QColor environmentColor(const Theme& theme, Environment environment)
{
    switch (environment) {
    case Environment::Production:
        return theme.tokens().production;
    case Environment::Staging:
        return theme.tokens().staging;
    default:
        return theme.tokens().development;
    }
}

QString environmentTag(Environment environment)
{
    switch (environment) {
    case Environment::Production:
        return Sidebar::tr("PROD", "environment tag");
    case Environment::Staging:
        return Sidebar::tr("STAGE", "environment tag");
    case Environment::Development:
        return Sidebar::tr("DEV", "environment tag");
    }
    return {};
}

namespace {

class SidebarDelegate : public QStyledItemDelegate
{
public:
    SidebarDelegate(const Theme& theme, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_theme(theme)
    { }

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override
    {
        switch (index.data(SidebarModel::RowRole).value<SidebarModel::Row>().kind) {
        case SidebarModel::Kind::Head:
            return {200, 36};
        case SidebarModel::Kind::Connection:
            return {200, 30};
        case SidebarModel::Kind::Queue:
            return {200, 28};
        default:
            return {200, 26};
        }
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        using Kind = SidebarModel::Kind;
        const auto row = index.data(SidebarModel::RowRole).value<SidebarModel::Row>();
        const Tokens& t = m_theme.tokens();
        const qreal ratio = painter->device()->devicePixelRatioF();
        const QRect r = option.rect;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing, true);
        const bool selected = option.state & QStyle::State_Selected;
        if (selected || (option.state & QStyle::State_MouseOver && row.kind != Kind::Head)) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(selected ? t.tint2 : t.hover);
            painter->drawRoundedRect(r.adjusted(8, 1, -8, -1), 5, 5);
            if (selected && option.widget && option.widget->hasFocus()) {
                painter->setPen(QPen(t.accent, 2));
                painter->setBrush(Qt::NoBrush);
                painter->drawRoundedRect(QRectF(r).adjusted(9, 2, -9, -2), 5, 5);
            }
        }
        painter->setPen(selected ? t.text : row.kind == Kind::Head ? t.text2 : t.text);
        int right = r.right() - 16;
        if (row.kind == Kind::Head) {
            painter->setFont(m_theme.font(-1, QFont::DemiBold));
            painter->drawText(r.adjusted(16, 4, -16, 0), Qt::AlignVCenter | Qt::AlignLeft, row.text);
        } else if (row.kind == Kind::Connection) {
            painter->fillRect(QRect(0, r.top() + 3, 4, r.height() - 6), environmentColor(m_theme, row.environment));
            chevron(painter, r, row.open, 14, ratio);
            painter->drawPixmap(
                31, r.center().y() - 8, m_theme.pixmap(QStringLiteral("connection"), t.text2, 16, ratio));
            dot(painter, QPointF(46, r.center().y() + 6), row.status);
            right = tag(painter, r, row.environment, right);
            painter->setPen(row.status == SidebarConnection::Status::Online ? t.text : t.text2);
            painter->setFont(m_theme.font(0, QFont::DemiBold));
            elided(painter, QRect(52, r.top(), right - 60, r.height()), row.text);
        } else if (row.kind == Kind::Queue) {
            painter->drawPixmap(31, r.center().y() - 7, m_theme.pixmap(QStringLiteral("queue"), t.text2, 16, ratio));
            right = number(painter, r, row.count, right, selected, false);
            if (row.paused) {
                painter->drawPixmap(
                    right - 18, r.center().y() - 6, m_theme.pixmap(QStringLiteral("pause"), t.text2, 14, ratio));
                right -= 24;
            }
            if (!row.problem.isEmpty()) {
                painter->drawPixmap(right - 18, r.center().y() - 6,
                    m_theme.pixmap(QStringLiteral("warning"), t.of(TaskState::Leased).text, 14, ratio));
                right -= 24;
            } else if (!row.open && row.failed > 0) {
                painter->setFont(m_theme.font(-1));
                painter->setPen(t.of(TaskState::Failed).text);
                const QString text = Formatting::count(row.failed);
                const int width = painter->fontMetrics().horizontalAdvance(text);
                painter->drawText(
                    QRect(right - 12 - width, r.top(), width + 2, r.height()), Qt::AlignVCenter | Qt::AlignRight, text);
                painter->drawPixmap(right - 12 - width - 12, r.center().y() - 4,
                    m_theme.pixmap(QStringLiteral("state-failed"), t.of(TaskState::Failed).text, 9, ratio));
                right -= width + 30;
            }
            painter->setPen(t.text);
            painter->setFont(m_theme.font(0, row.open ? QFont::DemiBold : QFont::Normal));
            elided(painter, QRect(52, r.top(), right - 60, r.height()), row.text);
        } else {
            if (row.place.state)
                paintStateTile(*painter, m_theme, QPointF(52, r.center().y() - 6), 14, *row.place.state);
            else
                painter->drawPixmap(
                    51, r.center().y() - 7, m_theme.pixmap(QStringLiteral("queue"), t.text2, 16, ratio));
            right = number(painter, r, row.count, right, selected, selected);
            painter->setPen(t.text);
            painter->setFont(m_theme.font(0, selected ? QFont::DemiBold : QFont::Normal));
            elided(painter, QRect(74, r.top(), right - 82, r.height()), row.text);
        }
        painter->restore();
    }

private:
    static void elided(QPainter* painter, const QRect& area, const QString& text)
    {
        painter->drawText(area, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
            painter->fontMetrics().elidedText(text, Qt::ElideRight, area.width()));
    }
    void chevron(QPainter* painter, const QRect& r, bool open, int x, qreal ratio) const
    {
        painter->drawPixmap(x, r.center().y() - 6,
            m_theme.pixmap(open ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"),
                m_theme.tokens().text3, 12, ratio));
    }
    int number(QPainter* painter, const QRect& r, qint64 count, int right, bool onTint, bool bold) const
    {
        painter->setFont(m_theme.font(-1, bold ? QFont::DemiBold : QFont::Normal));
        painter->setPen(onTint ? m_theme.tokens().text : m_theme.tokens().text2);
        const QString text = Formatting::count(count);
        const int width = painter->fontMetrics().horizontalAdvance(text);
        painter->drawText(
            QRect(right - width, r.top(), width + 1, r.height()), Qt::AlignVCenter | Qt::AlignRight, text);
        return right - width;
    }
    int tag(QPainter* painter, const QRect& r, Environment environment, int right) const
    {
        const QString text = environmentTag(environment);
        painter->setFont(m_theme.font(-3, QFont::Bold));
        const int width = painter->fontMetrics().horizontalAdvance(text) + 10;
        const QRectF box(right - width + 0.5, r.center().y() - 7.5, width - 1, 15);
        const QColor color = environmentColor(m_theme, environment);
        painter->setPen(QPen(color, 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(box, 3, 3);
        painter->setPen(m_theme.tokens().dark ? m_theme.tokens().text : color);
        painter->drawText(box, Qt::AlignCenter, text);
        return right - width - 6;
    }
    void dot(QPainter* painter, QPointF centre, SidebarConnection::Status status) const
    {
        const Tokens& t = m_theme.tokens();
        const bool online = status == SidebarConnection::Status::Online;
        painter->setPen(QPen(online ? t.window : t.control, 1.5));
        painter->setBrush(online ? t.ok : t.window);
        painter->drawEllipse(centre, 4, 4);
    }

    const Theme& m_theme;
};

} // namespace

Sidebar::Sidebar(const Theme& theme, SidebarModel& model, QWidget* parent)
    : QListView(parent)
    , m_model(model)
{
    setAccessibleName(tr("Connections and queues"));
    setModel(&model);
    setItemDelegate(new SidebarDelegate(theme, this));
    setFrameShape(NoFrame);
    setMouseTracking(true);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setEditTriggers(NoEditTriggers);
    setContextMenuPolicy(Qt::CustomContextMenu);
    viewport()->setBackgroundRole(QPalette::Window);
}

void Sidebar::show(const SidebarPlace& place)
{
    m_quiet = true;
    if (!place.queue.isEmpty())
        m_model.setOpen({place.connection, place.queue, {}}, true);
    const QModelIndex index = m_model.find(place);
    if (index.isValid())
        setCurrentIndex(index);
    m_quiet = false;
}

void Sidebar::toggle(const QModelIndex& index, bool open)
{
    const SidebarModel::Row row = m_model.row(index.row());
    if (row.kind == SidebarModel::Kind::Connection || row.kind == SidebarModel::Kind::Queue)
        m_model.setOpen(row.place, open);
}

void Sidebar::mousePressEvent(QMouseEvent* event)
{
    const QModelIndex index = indexAt(event->pos());
    if (index.isValid() && event->button() == Qt::LeftButton) {
        const SidebarModel::Row row = m_model.row(index.row());
        const bool onChevron = row.kind == SidebarModel::Kind::Connection && event->pos().x() < 30;
        if (onChevron)
            return toggle(index, !row.open);
        if (row.kind == SidebarModel::Kind::Queue && row.open && currentIndex() == index)
            return toggle(index, false);
    }
    QListView::mousePressEvent(event);
}

void Sidebar::keyPressEvent(QKeyEvent* event)
{
    if (currentIndex().isValid() && (event->key() == Qt::Key_Right || event->key() == Qt::Key_Left))
        return toggle(currentIndex(), event->key() == Qt::Key_Right);
    QListView::keyPressEvent(event);
}

void Sidebar::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QListView::currentChanged(current, previous);
    if (m_quiet || !current.isValid())
        return;
    const SidebarModel::Row row = m_model.row(current.row());
    if (row.kind == SidebarModel::Kind::Queue && !row.open)
        toggle(current, true);
    Q_EMIT placeChosen(row.place);
}

} // namespace dueline
