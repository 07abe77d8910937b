// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/flowlayout.h"

#include <QWidget>

#include <algorithm>

namespace dueline {

FlowLayout::FlowLayout(int spacing, bool centred, QWidget* parent)
    : QLayout(parent)
    , m_centred(centred)
{
    setContentsMargins(0, 0, 0, 0);
    setSpacing(spacing);
}

FlowLayout::~FlowLayout()
{
    for (QLayoutItem* item : m_items)
        delete item;
}

QLayoutItem* FlowLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[std::size_t(index)] : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index)
{
    QLayoutItem* item = itemAt(index);
    if (item)
        m_items.erase(m_items.begin() + index);
    return item;
}

QSize FlowLayout::sizeHint() const
{
    int width = 0;
    int height = 0;
    for (const QLayoutItem* item : m_items) {
        if (item->isEmpty())
            continue;
        width += item->sizeHint().width() + (width > 0 ? spacing() : 0);
        height = std::max(height, item->sizeHint().height());
    }
    return {width, height};
}

QSize FlowLayout::minimumSize() const
{
    QSize least;
    for (const QLayoutItem* item : m_items) {
        if (!item->isEmpty())
            least = least.expandedTo(item->sizeHint());
    }
    return least;
}

void FlowLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

int FlowLayout::arrange(const QRect& rect, bool place) const
{
    int y = rect.top();
    std::size_t next = 0;
    while (next < m_items.size()) {
        std::vector<QLayoutItem*> line;
        int width = 0;
        int height = 0;
        for (; next < m_items.size(); ++next) {
            QLayoutItem* item = m_items[next];
            if (item->isEmpty())
                continue;
            const QSize size = item->sizeHint();
            const int wider = width + (line.empty() ? 0 : spacing()) + size.width();
            if (!line.empty() && wider > rect.width())
                break;
            width = wider;
            height = std::max(height, size.height());
            line.push_back(item);
        }
        int x = rect.left() + (m_centred ? std::max(0, (rect.width() - width) / 2) : 0);
        for (QLayoutItem* item : line) {
            if (place)
                item->setGeometry({QPoint(x, y), item->sizeHint()});
            x += item->sizeHint().width() + spacing();
        }
        if (!line.empty())
            y += height + spacing();
    }
    return std::max(0, y - rect.top() - spacing());
}

} // namespace dueline
