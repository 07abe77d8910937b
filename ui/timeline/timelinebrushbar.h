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
/// edge, keeps clear of what says when now is, and falls back to icons without the details, then to these alone, where
/// it does not fit.
class TimelineBrushBar : public QWidget
{
    Q_OBJECT

public:
    static constexpr int height_ = 24;
    static constexpr int clearOfNow = 6; ///< between it and the words there

    explicit TimelineBrushBar(const Theme& theme, QWidget* parent);

    /// `range` is bold; `details` goes when there is no room.
    void tell(const QString& range, const QString& details);
    /// Puts it into a lane of the parent: `brushRight` and `now`, where it says when that is, in its coordinates;
    /// empty: not in view.
    void place(int brushRight, const QRect& now, int laneWidth);
    QString text() const;

Q_SIGNALS:
    void zoomRequested();
    void filterRequested();
    void clearRequested();

private:
    enum class Form : quint8 { Whole, Icons, IconsAlone };

    void applyTheme();
    void setForm(Form form);

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
