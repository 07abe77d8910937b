// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/metrics/metricsdata.h"

#include <QWidget>

namespace dueline {

class Theme;

/// Key of a chart: tiles with words for states, dashes with names for percentiles. Entries at the end are hidden if
/// they do not fit; the table's header contains the same names.
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
