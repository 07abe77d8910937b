// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>
#include <QWidget>

#include <optional>

class QPushButton;
class QToolButton;

namespace dueline {

class PlainLabel;
class Theme;

/// What a brush holds and what can be done with it, in the lane above the timeline's plot: ends at the brush's right
/// edge, keeps clear of the now line, and falls back to icons without the details where it does not fit.
class TimelineBrushBar : public QWidget
{
    Q_OBJECT

public:
    static constexpr int height_ = 24;
    static constexpr int clearOfNow = 56;

    explicit TimelineBrushBar(const Theme& theme, QWidget* parent);

    /// `range` is bold; `details` goes when there is no room.
    void tell(const QString& range, const QString& details);
    /// Puts it into a lane of the parent: `brushRight` and `nowX` in its coordinates; nowX nullopt: not in view.
    void place(int brushRight, std::optional<int> nowX, int laneWidth);
    QString text() const;

Q_SIGNALS:
    void zoomWished();
    void filterWished();
    void clearWished();

private:
    void dress();
    void setWide(bool wide);

    const Theme& m_theme;
    PlainLabel* m_range;
    PlainLabel* m_details;
    QPushButton* m_zoom;
    QPushButton* m_filter;
    QToolButton* m_zoomIcon;
    QToolButton* m_filterIcon;
    QToolButton* m_clear;
};

} // namespace dueline
