// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/taskfilter.h"

#include <QLineEdit>

#include <functional>

namespace dueline {

class Theme;

/// Filter line that shows keys such as `state:` in the accent color. Return applies the filter. If the filter is
/// invalid, the line shows the parser's message and the position of the error. Escape restores the applied filter,
/// discarding any other text, and moves the focus to the table. A separate shortcut and a button clear the filter.
class FilterLine : public QLineEdit
{
    Q_OBJECT

public:
    explicit FilterLine(const Theme& theme, QWidget* parent = nullptr);

    const TaskFilter& filter() const { return m_filter; }
    /// Sets and applies the text. If it is invalid, shows the error and keeps the applied filter.
    void apply(const QString& text);
    /// Returns the previous filter's text; empty if there was none.
    const QString& previous() const { return m_previous; }
    /// Sets the clock and the time zone for times given as words, such as `due<tomorrow`. The default is this machine's
    /// clock and UTC.
    void setClock(std::function<FilterClock()> clock) { m_clock = std::move(clock); }
    /// Sets a handler that receives Return and Escape before the line does. It returns true if it has handled the key,
    /// for example by accepting a suggestion.
    void setFirstAsked(std::function<bool(int key)> asked) { m_firstAsked = std::move(asked); }

Q_SIGNALS:
    void filterChanged(const dueline::TaskFilter& filter);
    /// Emitted when the error changes. `problem` is empty if the text is valid.
    void problemChanged(const QString& problem);
    /// Emitted when the user pastes a server's URL instead of a filter.
    void urlPasted(const QString& url);
    /// Emitted on Down or Escape, to move the focus to the table.
    void leaveRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void fitPlaceholder();
    void colour();
    void submit();

    const Theme& m_theme;
    TaskFilter m_filter;
    QString m_applied; ///< applied filter, as typed by the user
    QString m_previous;
    std::function<bool(int key)> m_firstAsked;
    std::function<FilterClock()> m_clock;
    qsizetype m_problemAt = -1;
    bool m_colouring = false;
};

/// Returns the clipboard's text if it is a Redis server's URL; otherwise, an empty string.
QString pastedRedisUrl();

} // namespace dueline
