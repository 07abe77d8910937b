// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timelinewidget.h"
#include "ui/widgets/pane.h"

#include <array>
#include <utility>

class QToolButton;

namespace dueline {

class Actions;
class PlainLabel;
class TimelineGroupLegend;
class TimelineLegend;

/// Timeline with a header that contains the subject, the length of the bars, the legend, the color menu and the zoom
/// buttons. The pane also has a context menu.
class TimelinePane : public Pane
{
    Q_OBJECT

public:
    /// Properties that the colors can represent, with the action for each.
    static constexpr std::array colourActions{std::pair{TimelineColour::State, "view.colourState"},
        std::pair{TimelineColour::Type, "view.colourType"}, std::pair{TimelineColour::Error, "view.colourError"},
        std::pair{TimelineColour::Queue, "view.colourQueue"}};

    struct Preset
    {
        Millis length;
        const char* action;
    };

    /// Visible time spans that can be selected with a button or a key (1, 2, 3). The current time is at two thirds of
    /// the width.
    static constexpr std::array presets{Preset{std::chrono::hours(1), "view.hour"},
        Preset{std::chrono::hours(24), "view.day"}, Preset{std::chrono::hours(24 * 7), "view.week"}};

    TimelinePane(const Theme& theme, const Formatting& formatting, TimelineView& view, const Actions& actions,
        QWidget* parent = nullptr);

    TimelineWidget& timeline() { return *m_timeline; }
    void setSubject(const QString& subject);
    /// Sets the states that tasks in the displayed queue or connection can have; see TimelineLegend::setStates().
    void setStates(StateSet states);
    void setData(const TimelineData& data);
    /// Sets the text to show instead of bars until there are counts. `comes`: true if counts are expected.
    void setAwaited(const QString& why, bool comes);
    /// Sets what the colors represent and shows it on their button. States can be hidden only while the colors
    /// represent states.
    void setColour(TimelineColour colour);

Q_SIGNALS:
    /// Requests that only this group's tasks be listed.
    void groupChosen(const dueline::TimelineGroup& group, dueline::TimelineColour by);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void describe();
    void showLegend();
    QString groupsHint() const;
    void fitHint();
    void showMenu(QPoint at);
    QToolButton* addButton(QAction* action, QLayout& to);
    void addPresets(QLayout& to);
    void checkPreset();

    const Actions& m_actions;
    TimelineView& m_view;
    QString m_subject;
    QString m_perBar;
    QString m_counting; ///< progress of counting the matches; empty when it is complete
    bool m_comes = true;
    PlainLabel* m_title;
    PlainLabel* m_hint;
    std::vector<QWidget*> m_buttons;
    std::array<QToolButton*, presets.size()> m_presets{};
    QToolButton* m_fit = nullptr; ///< button next to the presets that shows the entire time range
    /// Icon button that shows the entire time range, used if there is no room for the presets.
    QToolButton* m_fitIcon = nullptr;
    QToolButton* m_colours; ///< menu for choosing what the colors represent
    TimelineLegend* m_legend;
    TimelineGroupLegend* m_groupLegend;
    TimelineColour m_colour = TimelineColour::State;
    TimelineWidget* m_timeline;
};

} // namespace dueline
