// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/metrics/metricsdata.h"

#include <QWidget>

namespace dueline {

class Theme;

/// Legend of a chart: tiles with the names of states, or dashes with the names of percentiles. Entries at the end are
/// hidden if they don't fit. The table's header shows the same names.
class MetricsKey : public QWidget
{
    Q_OBJECT

public:
    MetricsKey(const Theme& theme, MetricsKind kind, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, 20}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QStringList entries() const;
    int markWidth() const;
    int entryWidth(const QString& entry) const;

    const Theme& m_theme;
    MetricsKind m_kind;
};

} // namespace dueline
