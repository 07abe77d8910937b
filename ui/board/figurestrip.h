// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/board/boardmodel.h"
#include "ui/widgets/pane.h"

#include <array>

namespace dueline {

class FigureButton;

/// Strip of large figures above the timeline, with the overview's totals. Clicking a figure sorts the overview by its
/// column. A figure is colored only if it needs attention. A narrow strip is less tall and has one figure fewer.
class FigureStrip : public Pane
{
    Q_OBJECT

public:
    enum Figure { DueNow, LongestOverdue, FailedLately, Throughput, Workers, FigureCount };

    FigureStrip(const Theme& theme, const Formatting& formatting, QWidget* parent = nullptr);

    /// Shows the totals.
    void tell(const BoardTotals& totals);
    const BoardTotals& totals() const { return m_totals; }
    FigureButton& button(Figure figure) const { return *m_buttons[figure]; }
    /// Returns a figure's value; empty while it is loading.
    QString value(Figure figure) const;
    QString note(Figure figure) const;

Q_SIGNALS:
    /// Emitted when the user sorts the overview by this column.
    void orderRequested(dueline::BoardModel::Column column);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();
    void reword();

    const Formatting& m_formatting;
    BoardTotals m_totals;
    std::array<FigureButton*, FigureCount> m_buttons{};
};

} // namespace dueline
