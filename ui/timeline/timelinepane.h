// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timelinewidget.h"
#include "ui/widgets/pane.h"

class QPushButton;

namespace dueline {

class Actions;
class PlainLabel;
class TimelineLegend;

/// The timeline with its head: what it shows and how long a bar is, the legend, zoom buttons, and what can be done with
/// a brush.
class TimelinePane : public Pane
{
    Q_OBJECT

public:
    TimelinePane(const Theme& theme, const Formatting& formatting, TimelineView& view, const Actions& actions,
        QWidget* parent = nullptr);

    TimelineWidget& timeline() { return *m_timeline; }
    void setSubject(const QString& subject);
    void setData(const TimelineData& data);

private:
    void describe();
    void describeBrush();

    const Formatting& m_formatting;
    QString m_subject;
    PlainLabel* m_hint;
    PlainLabel* m_brushText;
    QPushButton* m_zoomIn;
    QPushButton* m_filterIn;
    QPushButton* m_clear;
    TimelineLegend* m_legend;
    TimelineWidget* m_timeline;
};

} // namespace dueline
