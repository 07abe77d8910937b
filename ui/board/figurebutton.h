// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/taskstate.h"
#include "ui/models/cell.h"

#include <QAbstractButton>

namespace dueline {

class Theme;

/// Button with a large figure: a label, a value, a note, and a small chart of the last hour if there is room. Text that
/// doesn't fit is elided; the tooltip and the accessible name have the full text.
class FigureButton : public QAbstractButton
{
    Q_OBJECT

public:
    struct Content
    {
        QString label;
        QString value;
        QString unit = {}; ///< short unit shown after the value
        QString note = {};
        QString tip = {};
        QList<int> chart = {}; ///< one number per minute; empty if there is no chart
        TaskState chartState = TaskState::Due; ///< state that gives the chart its color
        Cell::Tone tone = Cell::Tone::Plain;
        Cell::Tone noteTone = Cell::Tone::Quiet;
        bool isLoading = false; ///< true until the value has been read

        bool operator==(const Content&) const = default;
    };
    enum class Size : quint8 { Small, Usual, Wide };

    explicit FigureButton(const Theme& theme, QWidget* parent = nullptr);

    void show(const Content& content);
    using QWidget::show;
    const Content& content() const { return m_content; }
    void setSize(Size size);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void paintChart(QPainter& painter, const QRect& area) const;
    void paintLoading(QPainter& painter, const QRect& room) const;
    QColor colourOf(Cell::Tone tone) const;

    const Theme& m_theme;
    Content m_content;
    Size m_size = Size::Usual;
};

} // namespace dueline
