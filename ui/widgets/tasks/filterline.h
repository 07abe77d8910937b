// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/taskfilter.h"

#include <QLineEdit>

#include <functional>

namespace dueline {

class Theme;

/// Filter line. Keys such as `state:` have the accent color. Return applies the filter; if the filter is invalid, the
/// line shows the parser's message and the position of the error. Escape moves the focus to the table and restores the
/// applied filter, discarding other text. Clearing the filter has its own shortcut and button.
class FilterLine : public QLineEdit
{
    Q_OBJECT

public:
    explicit FilterLine(const Theme& theme, QWidget* parent = nullptr);

    const TaskFilter& filter() const { return m_filter; }
    /// Sets and applies the text. Invalid text is shown with its error and changes nothing.
    void apply(const QString& text);
    /// Returns the text of the previous filter; empty if there was none.
    const QString& previous() const { return m_previous; }
    /// Sets the clock and the zone for times in words (`due<tomorrow`). The default is UTC and this machine's clock.
    void setClock(std::function<FilterClock()> clock) { m_clock = std::move(clock); }
    /// Sets a handler that receives Return and Escape before the line does. It returns true if it has used the key, for
    /// example to accept a suggestion.
    void setFirstAsked(std::function<bool(int key)> asked) { m_firstAsked = std::move(asked); }

Q_SIGNALS:
    void filterChanged(const dueline::TaskFilter& filter);
    /// Emitted when the error has changed; empty if the text is valid.
    void problemChanged(const QString& problem);
    /// Emitted when the URL of a server was pasted, which is not a filter.
    void urlPasted(const QString& url);
    /// Requests to move the focus to the table, on Down or Escape.
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
    QString m_applied; ///< filter as typed
    QString m_previous;
    std::function<bool(int key)> m_firstAsked;
    std::function<FilterClock()> m_clock;
    qsizetype m_problemAt = -1;
    bool m_colouring = false;
};

/// Returns the text in the clipboard if it is the URL of a Redis server; otherwise empty.
QString pastedRedisUrl();

} // namespace dueline
