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

/// Summary and actions for a brush, shown above the timeline's plot. The bar ends at the brush's right edge and never
/// covers the current time's label. If space is short, it shrinks in steps: button labels are replaced with icons, the
/// length is omitted, the bar moves to the other side of the current time, the range is omitted, and the count is
/// omitted.
class TimelineBrushBar : public QWidget
{
    Q_OBJECT

public:
    static constexpr int height_ = 24;
    static constexpr int clearOfNow = 6; ///< gap to the current time's label in pixels

    explicit TimelineBrushBar(const Theme& theme, QWidget* parent);

    /// Sets the text. `range`: shown in bold. `count`: replaces `details` if space is short.
    void tell(const QString& range, const QString& details, const QString& count);
    /// Places the bar in a lane of its parent. `brushRight`: right edge of the brush. `now`: rectangle of the current
    /// time's label; empty if it isn't visible. Both are in the lane's coordinates.
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
    QString m_told; ///< full text, regardless of the available space
    QString m_count;
    QPushButton* m_zoom;
    QPushButton* m_filter;
    QToolButton* m_zoomIcon;
    QToolButton* m_filterIcon;
    QToolButton* m_clear;
};

} // namespace dueline
