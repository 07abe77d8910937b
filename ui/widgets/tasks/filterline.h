// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/taskfilter.h"

#include <QLineEdit>

#include <functional>

namespace dueline {

class Theme;

/// Filter line. `key:` parts have the accent colour. Return applies the filter; if the filter is invalid, the parser's
/// message and the position are shown. Escape moves to the table and restores the applied filter, discarding unapplied
/// text. Clearing the filter has its own shortcut and button.
class FilterLine : public QLineEdit
{
    Q_OBJECT

public:
    explicit FilterLine(const Theme& theme, QWidget* parent = nullptr);

    const TaskFilter& filter() const { return m_filter; }
    /// Sets and applies a text. Invalid text is shown with its error and changes nothing.
    void apply(const QString& text);
    /// Returns the text of the previous filter; empty if there was none.
    const QString& previous() const { return m_previous; }
    /// Sets the clock and the zone for words that stand for times (`due<tomorrow`). Defaults to UTC and this machine's
    /// clock.
    void setClock(std::function<FilterClock()> clock) { m_clock = std::move(clock); }
    /// Sets a handler that receives Return and Escape before the line does. It returns true if the suggestions have
    /// used the key.
    void setFirstAsked(std::function<bool(int key)> asked) { m_firstAsked = std::move(asked); }

Q_SIGNALS:
    void filterChanged(const dueline::TaskFilter& filter);
    /// Emitted after a change of the error; empty if the text is valid.
    void problemChanged(const QString& problem);
    /// Emitted when a server URL was pasted, which is not a filter.
    void urlPasted(const QString& url);
    /// Requests to move the focus to the table, after Down or Escape.
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

/// Returns the clipboard if it contains the URL of a Redis server; otherwise empty.
QString pastedRedisUrl();

} // namespace dueline
