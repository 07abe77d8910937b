// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/taskstate.h"

#include <QWidget>

#include <vector>

namespace dueline {

class Theme;

/// Keys and values in two columns, painted; its height follows the number of rows. A value that has no room is elided:
/// all of it is in the tooltip, and can be copied by the menu.
class TaskFacts : public QWidget
{
public:
    struct Fact
    {
        QString key;
        QString value;
        QString aside; ///< in text2 behind the value
        // With pips the value stands behind them, and aside is its key.
        int made = -1; ///< with pips: attempts made of `of`
        int of = 0;
        TaskState state = TaskState::Scheduled;
    };

    explicit TaskFacts(const Theme& theme)
        : m_theme(theme)
    { }

    void set(std::vector<Fact> facts);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    const Fact* factAt(QPoint at) const;

    static constexpr int rowHeight = 22;
    static constexpr int keyWidth = 84;
    const Theme& m_theme;
    std::vector<Fact> m_facts;
};

} // namespace dueline
