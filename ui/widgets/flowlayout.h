// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>

#include <vector>

namespace dueline {

/// Layout that places items in reading order at their preferred width, on as many lines as necessary. No item is
/// narrower than its text.
class FlowLayout : public QLayout
{
public:
    /// Creates the layout. `spacing`: pixels between items and between lines. `centred`: true to center lines, false to
    /// left-align them.
    explicit FlowLayout(int spacing, bool centred = false, QWidget* parent = nullptr);
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override { m_items.push_back(item); }
    int count() const override { return int(m_items.size()); }
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return arrange({0, 0, width, 0}, false); }
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    void setGeometry(const QRect& rect) override;

private:
    /// Returns the height at the width of `rect`. `place`: true to position the items too.
    int arrange(const QRect& rect, bool place) const;

    std::vector<QLayoutItem*> m_items;
    bool m_centred;
};

} // namespace dueline
