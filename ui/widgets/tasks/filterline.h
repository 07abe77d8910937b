// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/taskfilter.h"

#include <QLineEdit>

#include <functional>

namespace dueline {

class Theme;

/// The filter as it is typed: `key:` parts in the accent colour, applied on Return, refused with the parser's sentence
/// and the place marked. Escape leaves it for the table, with the filter that is applied: what was typed and not
/// applied is taken back, and nothing is widened. To clear it has a key and a button of its own.
class FilterLine : public QLineEdit
{
    Q_OBJECT

public:
    explicit FilterLine(const Theme& theme, QWidget* parent = nullptr);

    const TaskFilter& filter() const { return m_filter; }
    /// Sets and applies it; text that does not parse is shown with its error and changes nothing.
    void apply(const QString& text);
    /// The text of the filter before this one; empty when there was none.
    const QString& previous() const { return m_previous; }
    /// What words for a time (`due<tomorrow`) count from, and whose clock they mean; UTC and this machine's unless set.
    void setClock(std::function<FilterClock()> clock) { m_clock = std::move(clock); }
    /// Asked about Return and Escape first; true: it was meant for what is offered below the line.
    void setFirstAsked(std::function<bool(int key)> asked) { m_firstAsked = std::move(asked); }

Q_SIGNALS:
    void filterChanged(const dueline::TaskFilter& filter);
    /// Empty: the text parses.
    void problemChanged(const QString& problem);
    /// The address of a server was pasted, which is no filter.
    void urlPasted(const QString& url);
    /// Down, and Escape: on to the table.
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
    QString m_applied; ///< as it was typed
    QString m_previous;
    std::function<bool(int key)> m_firstAsked;
    std::function<FilterClock()> m_clock;
    qsizetype m_problemAt = -1;
    bool m_colouring = false;
};

/// What is in the clipboard, when it is the address of a Redis; else empty.
QString pastedRedisUrl();

} // namespace dueline
