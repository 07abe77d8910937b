// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sidebar/sidebardelegate.h"

#include "ui/sidebar/model/sidebarmodel.h"
#include "ui/sidebar/sidebar.h"
#include "ui/text/formatting.h"
#include "ui/theme/theme.h"
#include "ui/widgets/environmentstripe.h"
#include "ui/widgets/statetile.h"

#include <QPainter>

namespace dueline {

namespace {

using RowKind = SidebarModel::Kind;
using Row = SidebarModel::Row;

constexpr int markGap = 8; ///< gap between the framework's name and the content on its right
constexpr int rightEdge = 16; ///< right margin of the content
constexpr int openColumn = 46; ///< minimum width of the Open column
constexpr int failedColumn = 48; ///< minimum width of the Failed column
constexpr int bothFrom = 240; ///< minimum sidebar width for the Open column
constexpr int headTextAt = 16;
constexpr int rounding = 2; ///< extra space, so that text isn't elided due to rounding
constexpr int queueTextAt = 52;
constexpr int stateTextAt = 74;

} // namespace

/// Painter for a row. Items are drawn from the right, each reducing `right`. The name gets the remaining space.
class SidebarDelegate::Brush
{
public:
    Brush(const Theme& theme, QPainter& painter, const QRect& rect, bool selected, const QColor& ground)
        : m_theme(theme)
        , m_painter(painter)
        , m_rect(rect)
        , m_ratio(painter.device()->devicePixelRatioF())
        , m_right(rect.right() - rightEdge)
        , m_selected(selected)
        , m_ground(ground)
    { }

    void head(const Row& row);
    void hint(const Row& row);
    void allServers(const Row& row);
    void connection(const Row& row);
    void layout(const Row& row);
    void queue(const Row& row);
    void group(const Row& row);
    void state(const Row& row);
    void foreign(const Row& row);
    void filter(const Row& row);

private:
    const Tokens& tokens() const { return m_theme.tokens(); }
    int middle() const { return m_rect.center().y(); }
    void icon(const QString& name, int x, int size, const QColor& color)
    {
        m_painter.drawPixmap(x, middle() - size / 2 + 1, m_theme.pixmap(name, color, size, m_ratio));
    }
    void iconAtRight(const QString& name, int size, const QColor& color)
    {
        icon(name, m_right - size - 4, size, color);
        m_right -= size + 10;
    }
    bool hasOpenColumn() const { return m_rect.width() >= bothFrom; }
    void atRight(const QString& text, const QFont& font, const QColor& color, int leastWidth);
    void number(qint64 count, bool bold);
    void numbers(const Row& row);
    void mark(const QString& word, const QString& name);
    void tagged(int left, const Row& row, const QFont& nameFont, const QColor& nameColor);
    void dot(QPointF centre, SidebarConnection::Status status);
    void name(int left, const QString& text, const QFont& font, const QColor& color,
        Qt::TextElideMode elided = Qt::ElideRight);

    const Theme& m_theme;
    QPainter& m_painter;
    QRect m_rect;
    qreal m_ratio;
    int m_right;
    bool m_selected;
    QColor m_ground;
};

void SidebarDelegate::Brush::name(
    int left, const QString& text, const QFont& font, const QColor& color, Qt::TextElideMode elided)
{
    const QRect area(left, m_rect.top(), std::max(0, m_right - left - 8), m_rect.height());
    m_painter.setFont(font);
    m_painter.setPen(color);
    m_painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
        m_painter.fontMetrics().elidedText(text, elided, area.width()));
}

/// Paints right-aligned text in an area that is at least `leastWidth` wide.
void SidebarDelegate::Brush::atRight(const QString& text, const QFont& font, const QColor& color, int leastWidth)
{
    m_painter.setFont(font);
    m_painter.setPen(color);
    const int width = m_painter.fontMetrics().horizontalAdvance(text);
    m_painter.drawText(
        QRect(m_right - width, m_rect.top(), width + 1, m_rect.height()), Qt::AlignVCenter | Qt::AlignRight, text);
    m_right -= std::max(leastWidth, width + markGap);
}

void SidebarDelegate::Brush::number(qint64 count, bool bold)
{
    const QColor zero = m_selected ? tokens().text3 : tokens().faint; // `faint` has too little contrast on a tint
    atRight(Formatting::count(count), m_theme.font(-1, bold ? QFont::DemiBold : QFont::Normal),
        count == 0       ? zero
            : m_selected ? tokens().text
                         : tokens().text2,
        openColumn);
}

/// Paints the number of failed tasks and, if the sidebar is wide enough, of open tasks. The tooltip shows both.
void SidebarDelegate::Brush::numbers(const Row& row)
{
    if (hasOpenColumn())
        number(row.count, false);
    if (row.failed == 0)
        return atRight(
            QStringLiteral("0"), m_theme.font(-1), m_selected ? tokens().text3 : tokens().faint, failedColumn);
    atRight(Formatting::count(row.failed), m_theme.font(-1, QFont::DemiBold), tokens().of(TaskState::Failed).text,
        failedColumn);
}

/// Paints the environment tag after the name, which is elided if necessary.
void SidebarDelegate::Brush::tagged(int left, const Row& row, const QFont& nameFont, const QColor& nameColor)
{
    const int width = environmentTagWidth(m_theme, row.environment);
    const int right = m_right;
    const int end = left + QFontMetrics(nameFont).horizontalAdvance(row.text);
    m_right = std::min(right - width, end + markGap + rounding);
    const int tag = m_right;
    // Keep the end of the name: servers may differ only in their ports.
    name(left, row.text, nameFont, nameColor, Qt::ElideMiddle);
    paintEnvironmentTag(m_painter, m_theme, QPoint(tag, middle()), row.environment);
}

void SidebarDelegate::Brush::dot(QPointF centre, SidebarConnection::Status status)
{
    const Tokens& t = tokens();
    const bool online = status == SidebarConnection::Status::Online;
    // If the connection is online, a ring in the background color separates the dot from the icon below it.
    m_painter.setPen(QPen(online ? m_ground : t.control, 1.5));
    m_painter.setBrush(online ? t.ok : m_ground);
    m_painter.drawEllipse(centre, 4, 4);
}

void SidebarDelegate::Brush::head(const Row& row)
{
    const QRect plus = SidebarDelegate::plusOf(m_theme, m_rect, row.text);
    if (!row.plus.isEmpty())
        m_painter.drawPixmap(
            plus.center() - QPoint(8, 8), m_theme.pixmap(QStringLiteral("add"), tokens().text2, 16, m_ratio));
    m_rect.adjust(0, m_rect.height() - 32, 0, 0);
    const QColor quiet = tokens().text3;
    if (row.counted && hasOpenColumn())
        atRight(Sidebar::tr("Open", "column: tasks that are not done; at most 8 letters"), m_theme.font(-2), quiet,
            openColumn);
    if (row.counted)
        atRight(Sidebar::tr("Failed", "column; at most 8 letters"), m_theme.font(-2), quiet, failedColumn);
    m_right = std::min(m_right, plus.left());
    name(headTextAt, row.text, m_theme.font(-1, QFont::DemiBold), tokens().text2);
}

void SidebarDelegate::Brush::hint(const Row& row)
{
    m_painter.setFont(m_theme.font(-1));
    m_painter.setPen(tokens().text2);
    m_painter.drawText(
        m_rect.adjusted(16, 0, -12, 0), int(Qt::AlignLeft) | int(Qt::AlignTop) | int(Qt::TextWordWrap), row.text);
}

void SidebarDelegate::Brush::connection(const Row& row)
{
    const Tokens& t = tokens();
    m_painter.fillRect(QRect(0, m_rect.top() + 3, 4, m_rect.height() - 6), environmentColor(m_theme, row.environment));
    if (!row.isClosedProfile())
        icon(row.open ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"), 14, 12, t.text3);
    const bool isPartial = row.status == SidebarConnection::Status::Online && !row.problem.isEmpty();
    if (isPartial || row.status == SidebarConnection::Status::Failed
        || row.status == SidebarConnection::Status::Silent) {
        // Replace the icon: a badge would touch the name.
        icon(QStringLiteral("warning"), 31, 16, t.of(TaskState::Leased).text);
    } else {
        icon(QStringLiteral("connection"), 31, 16, t.text2);
        dot(QPointF(46, middle() + 6), row.status);
    }
    if (row.counted)
        numbers(row);
    tagged(queueTextAt, row, m_theme.font(0, QFont::DemiBold),
        row.status == SidebarConnection::Status::Online ? t.text : t.text2);
}

void SidebarDelegate::Brush::allServers(const Row& row)
{
    icon(QStringLiteral("metrics"), 31, 16, tokens().text2);
    if (row.counted)
        numbers(row);
    name(queueTextAt, row.text, m_theme.font(0, m_selected ? QFont::DemiBold : QFont::Normal), tokens().text);
}

void SidebarDelegate::Brush::layout(const Row& row) { name(31, row.text, m_theme.font(-1), tokens().text2); }

/// Paints the framework's name if it fits next to the full queue name.
void SidebarDelegate::Brush::mark(const QString& word, const QString& name)
{
    const QFont font = m_theme.font(-2);
    const int width = QFontMetrics(font).horizontalAdvance(word);
    const int named = queueTextAt + QFontMetrics(m_theme.font(0)).horizontalAdvance(name);
    if (word.isEmpty() || m_right - width - 2 * markGap < m_rect.left() + named)
        return;
    m_painter.setFont(font);
    m_painter.setPen(tokens().text2);
    m_right -= width + markGap;
    m_painter.drawText(QRect(m_right, m_rect.top(), width, m_rect.height()),
        Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, word);
}

void SidebarDelegate::Brush::queue(const Row& row)
{
    const Tokens& t = tokens();
    if (!row.problem.isEmpty())
        icon(QStringLiteral("warning"), 31, 16, t.of(TaskState::Leased).text);
    else
        icon(row.paused ? QStringLiteral("pause") : QStringLiteral("queue"), 31, 16, t.text2);
    if (row.problem.isEmpty())
        numbers(row);
    mark(row.mark, row.text);
    name(queueTextAt, row.text, m_theme.font(0, row.open ? QFont::DemiBold : QFont::Normal), t.text);
}

void SidebarDelegate::Brush::group(const Row& row)
{
    icon(row.open ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"), 33, 12, tokens().text3);
    numbers(row);
    mark(row.mark, row.text);
    name(queueTextAt, row.text, m_theme.font(0), tokens().text);
}

void SidebarDelegate::Brush::state(const Row& row)
{
    if (row.place.state)
        paintStateTile(m_painter, m_theme, QPointF(queueTextAt, middle() - 6), 14, *row.place.state);
    else
        icon(QStringLiteral("queue"), 51, 16, tokens().text2);
    if (row.problem.isEmpty())
        number(row.count, m_selected);
    name(stateTextAt, row.text, m_theme.font(0, m_selected ? QFont::DemiBold : QFont::Normal), tokens().text);
}

void SidebarDelegate::Brush::foreign(const Row& row)
{
    icon(QStringLiteral("queue"), 31, 16, tokens().text3);
    number(row.count, false);
    iconAtRight(QStringLiteral("lock"), 14, tokens().text3);
    name(queueTextAt, row.text, m_theme.font(0), tokens().text3);
}

void SidebarDelegate::Brush::filter(const Row& row)
{
    icon(QStringLiteral("bookmark"), 15, 16, row.open ? tokens().accent : tokens().text2);
    if (row.counted)
        number(row.count, false);
    name(36, row.text, m_theme.font(0, row.open ? QFont::DemiBold : QFont::Normal), tokens().text);
}

SidebarDelegate::SidebarDelegate(const Theme& theme, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{ }

QRect SidebarDelegate::plusOf(const Theme& theme, const QRect& row, const QString& head)
{
    const int text = QFontMetrics(theme.font(-1, QFont::DemiBold)).horizontalAdvance(head);
    return {row.left() + headTextAt + text + markGap + rounding, row.top() + (row.height() - 32) + 4, 24, 24};
}

QSize SidebarDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const
{
    switch (index.data(SidebarModel::RowRole).value<Row>().kind) {
    case RowKind::Head:
        return {200, index.row() == 0 ? 36 : 44};
    case RowKind::Hint:
        return {200, 3 * QFontMetrics(m_theme.font(-1)).lineSpacing() + 4}; // the text wraps
    case RowKind::AllServers:
    case RowKind::Connection:
        return {200, 30};
    case RowKind::Queue:
    case RowKind::Group:
    case RowKind::Foreign:
    case RowKind::Filter:
        return {200, 28};
    case RowKind::Layout:
        return {200, 24};
    default:
        return {200, 26};
    }
}

void SidebarDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Row row = index.data(SidebarModel::RowRole).value<Row>();
    const Tokens& t = m_theme.tokens();
    const bool selected = option.state & QStyle::State_Selected;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, true);
    const bool pressable = row.kind != RowKind::Head && row.kind != RowKind::Hint && row.kind != RowKind::Foreign
        && row.kind != RowKind::Layout;
    const bool pointed = option.state & QStyle::State_MouseOver && pressable;
    const QColor ground = selected ? t.tint2 : pointed ? t.hover : t.window;
    if (selected || pointed) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(ground);
        painter->drawRoundedRect(option.rect.adjusted(8, 1, -8, -1), 5, 5);
        if (selected && option.widget && option.widget->hasFocus()) {
            painter->setPen(QPen(t.accent, 2));
            painter->setBrush(Qt::NoBrush);
            painter->drawRoundedRect(QRectF(option.rect).adjusted(9, 2, -9, -2), 5, 5);
        }
    }
    Brush brush(m_theme, *painter, option.rect, selected, ground);
    switch (row.kind) {
    case RowKind::Head:
        brush.head(row);
        break;
    case RowKind::Hint:
        brush.hint(row);
        break;
    case RowKind::AllServers:
        brush.allServers(row);
        break;
    case RowKind::Connection:
        brush.connection(row);
        break;
    case RowKind::Layout:
        brush.layout(row);
        break;
    case RowKind::Queue:
        brush.queue(row);
        break;
    case RowKind::Group:
        brush.group(row);
        break;
    case RowKind::Foreign:
        brush.foreign(row);
        break;
    case RowKind::Filter:
        brush.filter(row);
        break;
    default:
        brush.state(row);
    }
    painter->restore();
}

} // namespace dueline
