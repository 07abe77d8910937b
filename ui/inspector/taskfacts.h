// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/taskstate.h"

#include <QWidget>

#include <vector>

namespace dueline {

class Theme;

/// Keys and values in two columns. The height depends on the number of rows. Values that don't fit are elided and shown
/// in full in a tooltip. The context menu copies values.
class TaskFacts : public QWidget
{
public:
    struct Fact
    {
        QString key;
        QString value;
        QString aside; ///< text after the value, in the color `text2`
        // If attempt pips are shown, `value` follows them, and `aside` replaces `key`.
        int made = -1; ///< number of attempts made, out of `of`; -1 if no pips are shown
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
