// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/taskstate.h"

#include <QWidget>

#include <vector>

namespace dueline {

class Theme;

/// Keys and values, painted in two columns. The height depends on the number of rows. A value that does not fit is
/// elided, with the full text in the tooltip; a context menu copies it.
class TaskFacts : public QWidget
{
public:
    struct Fact
    {
        QString key;
        QString value;
        QString aside; ///< text after the value, in the colour text2
        // With pips, the value follows the pips, and `aside` is the key.
        int made = -1; ///< attempts made, out of `of`; -1: no pips
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
