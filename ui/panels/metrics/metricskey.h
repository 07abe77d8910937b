// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/metrics/metricsdata.h"

#include <QWidget>

namespace dueline {

class Theme;

/// What the marks of a chart mean: tile and word of states, dash and name of percentiles. It hides its end when there
/// is no room; the table's headers say the same.
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
