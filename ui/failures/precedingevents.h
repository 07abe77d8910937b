// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/model/timelinemark.h"

#include <QWidget>

class QGridLayout;

namespace dueline {

class Formatting;
class Theme;

/// List of the events shortly before a failure group began, such as deployments, restarts and operations. Empty if
/// there were none.
class PrecedingEvents : public QWidget
{
    Q_OBJECT

public:
    static constexpr Millis before = std::chrono::minutes(30); ///< length of the period before the first failure
    static constexpr std::size_t most = 5; ///< maximum number of events

    PrecedingEvents(const Theme& theme, const Formatting& formatting, QWidget* parent = nullptr);

    /// Sets the connection's events, in any order. Ignores runs of recurring tasks.
    void setMarks(const std::vector<TimelineMark>& marks);
    /// Shows the last events before `first`, newest first. Returns whether there are any.
    bool show(TimePoint first, TimePoint now);
    /// Returns the displayed events, newest first.
    const std::vector<TimelineMark>& shown() const { return m_shown; }

private:
    void build(TimePoint now);

    const Theme& m_theme;
    const Formatting& m_formatting;
    QGridLayout* m_grid;
    std::vector<TimelineMark> m_marks;
    std::vector<TimelineMark> m_shown;
    TimePoint m_first{}; ///< time of the first failure when the rows were built
    bool m_isOutdated = false; ///< true if the language or theme has changed since the rows were built
};

} // namespace dueline
