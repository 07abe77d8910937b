// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/metrics/metricsdata.h"

#include <QWidget>

class QStackedWidget;
class QTableView;
class QToolButton;

namespace dueline {

class MetricsKey;
class MetricsPlot;
class MetricsTableModel;
class PlainLabel;
class Theme;

/// Chart with a title and a legend. Its numbers are also available as a table and can be copied as CSV.
class MetricsChart : public QWidget
{
    Q_OBJECT

public:
    static constexpr int leastHeight = 132; ///< minimum height in pixels; a shorter plot would be too flat

    MetricsChart(const Theme& theme, const Formatting& formatting, MetricsKind kind, QWidget* parent = nullptr);

    void setData(const MetricsData& data);
    MetricsKind kind() const { return m_kind; }
    QString title() const;
    MetricsPlot& plot() { return *m_plot; }
    QTableView& table() { return *m_table; }
    void setTableShown(bool shown);
    void copyCsv() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void applyTheme();
    QString summary() const;

    const Theme& m_theme;
    const Formatting& m_formatting;
    MetricsKind m_kind;
    MetricsData m_data;
    PlainLabel* m_title;
    PlainLabel* m_none;
    QToolButton* m_asTable;
    QToolButton* m_copy;
    QStackedWidget* m_stack;
    MetricsPlot* m_plot;
    QTableView* m_table;
    MetricsTableModel* m_model;
};

} // namespace dueline
