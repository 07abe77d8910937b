// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

class QButtonGroup;
class QHBoxLayout;
class QStackedWidget;
class QVBoxLayout;

namespace dueline {

class Section;
class SteadyScroll;
class Theme;
class TrendBars;

/// Parts of a failure group's page below the title. In a wide body, the chart, the error and the samples are on the
/// left, and the other parts are on the right. In a narrow body, the chart is above tabs with the other parts.
class FailureGroupBody : public QWidget
{
    Q_OBJECT

public:
    struct Parts
    {
        TrendBars* chart;
        Section* error;
        /// Sample task's payload, shown beside the error if there is room; otherwise, in a tab.
        Section* payload;
        Section* samples;
        Section* retry;
        Section* common;
        Section* before;
        Section* queues;
        Section* related;
    };

    FailureGroupBody(const Theme& theme, const Parts& parts, QWidget* parent = nullptr);

    static constexpr int wideFrom = 940; ///< minimum width of a wide body in pixels
    static constexpr int widestFrom = 1900;

    bool isWide() const { return m_isWide; }
    /// Returns whether there is room for a longer list of samples.
    bool isWidest() const { return width() >= widestFrom; }

Q_SIGNALS:
    void arranged();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange(bool wide);

    Parts m_parts;
    QVBoxLayout* m_left;
    QHBoxLayout* m_errorRow;
    SteadyScroll* m_right;
    QVBoxLayout* m_beside; ///< column on the right
    QWidget* m_tabRow;
    QButtonGroup* m_tabs;
    QStackedWidget* m_pages;
    std::vector<QVBoxLayout*> m_pageColumns;
    bool m_isWide = false;
    bool m_isWidest = false;
};

} // namespace dueline
