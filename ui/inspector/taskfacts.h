// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/taskstate.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace dueline {

class Theme;

/// Keys and values in rows. If there is enough space, short values are in a second column, to the right of the others.
/// The height depends on the number of rows. Values that don't fit are elided and shown in full in a tooltip. The
/// context menu copies values.
class TaskFacts : public QWidget
{
public:
    struct Fact
    {
        QString key;
        QString value; ///< empty if attempt pips are shown
        QString aside; ///< text after the value, in the color `text2`
        int made = -1; ///< number of attempts made, out of `of`; -1 if no pips are shown
        int of = 0;
        TaskState state = TaskState::Scheduled;
        bool isShort = false; ///< true if the value fits into the second column
    };

    /// Minimum width in pixels for two columns.
    static constexpr int columnsFrom = 360;

    explicit TaskFacts(const Theme& theme)
        : m_theme(theme)
    { }

    void set(std::vector<Fact> facts);

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    struct Row
    {
        const Fact* fact;
        QRect key;
        QRect value;
    };

    std::vector<Row> rows() const;
    std::optional<Row> rowAt(QPoint at) const;
    int shortHeight() const;
    void fitHeight();

    static constexpr int rowHeight = 22;
    static constexpr int keyWidth = 84;
    static constexpr int shortWidth = 142; ///< width of the second column, including its keys
    static constexpr int shortKeyWidth = 66;
    static constexpr int columnGap = 12;
    const Theme& m_theme;
    std::vector<Fact> m_facts;
};

} // namespace dueline
