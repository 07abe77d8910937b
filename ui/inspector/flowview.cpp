// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/flowview.h"

#include "core/base/text.h"
#include "ui/text/formatting.h"
#include "ui/text/languagechange.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/theme/theme.h"
#include "ui/widgets/focusframe.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/statetile.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace dueline {

namespace {

constexpr int longestFlowName = 200; ///< maximum length of a type or an id, in characters
constexpr int tileSize = 14;

/// Item data roles of the tree's rows.
enum FlowRole {
    TaskRole = Qt::UserRole, ///< index of the task in the flow; -1 for a row that shows how many more tasks there are
    TypeRole,
    /// Task id, followed by the queue name if the task is in a different queue.
    PlaceRole,
    StateRole, ///< state as text
    TileRole, ///< TaskState, or -1 for none
    OwnRole, ///< true for the displayed task
};

} // namespace

class FlowView::Delegate : public QStyledItemDelegate
{
public:
    Delegate(const Theme& theme, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_theme(theme)
    { }
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {120, rowHeight}; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Tokens& t = m_theme.tokens();
        painter->save();
        if (option.state & QStyle::State_Selected)
            painter->fillRect(option.rect, t.tint);
        QRect area = option.rect.adjusted(2, 0, -6, 0);
        const auto draw = [&](const QString& text, const QColor& color, Qt::Alignment side) {
            painter->setPen(color);
            painter->drawText(area, int(Qt::AlignVCenter | side) | Qt::TextSingleLine, text);
        };
        painter->setFont(m_theme.font(-1));
        const QString state = index.data(StateRole).toString();
        if (index.data(TaskRole).toInt() < 0) {
            draw(index.data(Qt::DisplayRole).toString(), t.text2, Qt::AlignLeft);
        } else {
            draw(state, t.text2, Qt::AlignRight);
            area.adjust(0, 0, -painter->fontMetrics().horizontalAdvance(state) - 8, 0);
            if (const int tile = index.data(TileRole).toInt(); tile >= 0)
                paintStateTile(*painter, m_theme, QPointF(area.left(), area.top() + (area.height() - tileSize) / 2),
                    tileSize, TaskState(tile));
            area.adjust(tileSize + 6, 0, 0, 0);
            // The type is elided before the id. The id distinguishes the rows, so it gets at least half of the width.
            const QFontMetrics small(m_theme.font(-1));
            const bool isOwn = index.data(OwnRole).toBool();
            const QFont font = m_theme.font(0, isOwn ? QFont::DemiBold : QFont::Normal);
            const QString type = index.data(TypeRole).toString();
            const QString place = index.data(PlaceRole).toString();
            const int wanted = QFontMetrics(font).horizontalAdvance(type);
            const int forPlace = std::max(area.width() / 2, area.width() - wanted - 8);
            const QString shownPlace = small.elidedText(place, Qt::ElideMiddle, forPlace);
            const int left = area.width() - small.horizontalAdvance(shownPlace) - 8;
            const QString shownType = QFontMetrics(font).elidedText(type, Qt::ElideMiddle, std::max(left, 0));
            painter->setFont(font);
            draw(shownType, t.text, Qt::AlignLeft);
            area.adjust(QFontMetrics(font).horizontalAdvance(shownType) + 8, 0, 0, 0);
            painter->setFont(m_theme.font(-1));
            draw(shownPlace, t.text2, Qt::AlignLeft);
        }
        if (option.state & QStyle::State_HasFocus)
            paintFocusFrame(*painter, m_theme, option.rect);
        painter->restore();
    }

private:
    const Theme& m_theme;
};

FlowView::FlowView(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_count(new PlainLabel)
    , m_tree(new QTreeWidget)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 8, 8); // same right margin as the text above
    column->setSpacing(2);
    auto* head = new QHBoxLayout;
    head->addWidget(m_count);
    head->addStretch();
    column->addLayout(head);
    m_tree->setColumnCount(1);
    m_tree->header()->hide();
    m_tree->setIndentation(14);
    m_tree->setUniformRowHeights(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_tree->setExpandsOnDoubleClick(false);
    m_tree->setItemDelegate(new Delegate(theme, m_tree));
    m_tree->installEventFilter(this);
    column->addWidget(m_tree);
    connect(m_tree, &QTreeWidget::itemClicked, this, [this](const QTreeWidgetItem* item) { open(item); });
    hide();
    connect(&theme, &Theme::changed, this, &FlowView::colour);
    colour();
    onLanguageChange(this, [this] {
        m_tree->setAccessibleName(tr("Flow"));
        if (!m_flow.tasks.empty())
            build();
    });
}

void FlowView::colour()
{
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, m_theme.tokens().text2);
    m_count->setPalette(quiet);
    // The highlight color also fills a selected row's branch area, which Delegate doesn't paint.
    QPalette rows = m_tree->palette();
    rows.setColor(QPalette::Highlight, m_theme.tokens().tint);
    m_tree->setPalette(rows);
}

void FlowView::setFlow(const TaskFlow& flow, const QueueName& queue, const TaskId& id)
{
    if (flow == m_flow && queue == m_queue && id == m_id)
        return;
    m_flow = flow;
    m_queue = queue;
    m_id = id;
    build();
    setVisible(!m_flow.tasks.empty());
}

void FlowView::take(QTreeWidgetItem& item, std::size_t task) const
{
    const FlowTask& of = m_flow.tasks[task];
    QString state = of.state ? Formatting::stateWord(*of.state) : of.forbidden ? tr("not visible") : tr("removed");
    const QString type = of.type.isEmpty() ? QStringLiteral("–") : printable(of.type, longestFlowName);
    const QString id = printable(of.id, longestFlowName);
    QString queue = printable(of.queue, longestFlowName);
    if (!of.layout.isEmpty())
        queue += QStringLiteral(" (%1)").arg(printable(of.layout, longestFlowName));
    const bool isElsewhere = of.queue != m_queue || !of.layout.isEmpty();
    item.setData(0, TaskRole, int(task));
    item.setData(0, TypeRole, type);
    item.setData(0, PlaceRole, isElsewhere ? QStringLiteral("%1 · %2").arg(id, queue) : id);
    item.setData(0, StateRole, state);
    item.setData(0, TileRole, of.state ? int(*of.state) : -1);
    item.setData(0, OwnRole, int(task) == m_flow.indexOf(m_queue, m_id));
    if (of.state && !of.nativeState.isEmpty() && of.nativeState != stateName(*of.state))
        state = tr("%1 (%2)", "our state, the framework's word").arg(state, printable(of.nativeState, 40));
    const QString words = Formatting::commas({type + u' ' + id, queue, state});
    item.setData(0, Qt::AccessibleTextRole, words);
    item.setText(0, type);
    QString tip = QStringList{type, id, queue, state}.join(u'\n');
    if (!of.layout.isEmpty())
        tip += u'\n' + tr("This task's queue is not open in this connection.");
    item.setToolTip(0, plainTextToolTip(tip));
}

void FlowView::build()
{
    const auto* before = m_tree->currentItem();
    const int at = before ? before->data(0, TaskRole).toInt() : -1;
    const bool hadFocus = m_tree->hasFocus();
    m_tree->clear();
    std::map<int, QTreeWidgetItem*> items;
    for (std::size_t i = 0; i < m_flow.tasks.size(); ++i) {
        const auto above = items.find(m_flow.tasks[i].parent);
        auto* item = above == items.end() ? new QTreeWidgetItem(m_tree) : new QTreeWidgetItem(above->second);
        take(*item, i);
        items[int(i)] = item;
    }
    int rows = int(m_flow.tasks.size());
    for (const auto& [task, item] : items) {
        const qint64 more = m_flow.tasks[std::size_t(task)].more;
        if (more == 0)
            continue;
        auto* row = new QTreeWidgetItem(item, {tr("and %1 more").arg(Formatting::count(more))});
        row->setData(0, TaskRole, -1);
        row->setFlags(Qt::ItemIsEnabled);
        ++rows;
    }
    m_tree->expandAll();
    QString count = tr("%Ln task(s)", nullptr, int(m_flow.tasks.size()));
    if (m_flow.goesHigher)
        count = Formatting::commas({count, tr("higher-level tasks are not shown")});
    m_count->setText(count);
    const int half = rows > mostRows ? rowHeight / 2 : 0;
    m_tree->setFixedHeight(std::min(rows, mostRows) * rowHeight + half);
    const int own = m_flow.indexOf(m_queue, m_id);
    const auto current = items.find(hadFocus && at >= 0 ? at : own);
    if (current != items.end()) {
        m_tree->setCurrentItem(current->second);
        m_tree->scrollToItem(current->second);
    }
}

void FlowView::open(const QTreeWidgetItem* item)
{
    const int task = item ? item->data(0, TaskRole).toInt() : -1;
    if (task < 0 || task == m_flow.indexOf(m_queue, m_id))
        return;
    const FlowTask of = m_flow.tasks[std::size_t(task)]; // copied because showing the task may replace the flow
    if (of.layout.isEmpty() && of.state)
        Q_EMIT taskRequested(of.queue, of.id);
}

bool FlowView::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            open(m_tree->currentItem());
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace dueline
