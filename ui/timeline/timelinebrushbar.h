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
/// edge and keeps clear of what says when now is. Where it does not fit on its side of now, icons stand for the words
/// of its buttons, then the length goes, then it stands on the other side; then the range goes, and at last the number.
class TimelineBrushBar : public QWidget
{
    Q_OBJECT

public:
    static constexpr int height_ = 24;
    static constexpr int clearOfNow = 6; ///< between it and the words there

    explicit TimelineBrushBar(const Theme& theme, QWidget* parent);

    /// `range` is bold; without room `count` alone stands for `details`.
    void tell(const QString& range, const QString& details, const QString& count);
    /// Puts it into a lane of the parent: `brushRight` and `now`, where it says when that is, in its coordinates;
    /// empty: not in view.
    void place(int brushRight, const QRect& now, int laneWidth);
    QString text() const;

Q_SIGNALS:
    void zoomRequested();
    void filterRequested();
    void clearRequested();

private:
    enum class Form : quint8 { Whole, Icons, Count, CountAlone, IconsAlone };

    void applyTheme();
    void setForm(Form form);

    const Theme& m_theme;
    PlainLabel* m_range;
    PlainLabel* m_details;
    QString m_told; ///< its words where there is room
    QString m_count;
    QPushButton* m_zoom;
    QPushButton* m_filter;
    QToolButton* m_zoomIcon;
    QToolButton* m_filterIcon;
    QToolButton* m_clear;
};

} // namespace dueline
