// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/payloadcontrast.h"

#include <QWidget>

namespace dueline {

class Theme;

/// Properties that the payloads of failed tasks have in common. Each row shows a path and a value,
/// the share of failed tasks as a bar, the share of completed tasks as a tick on the bar, and both
/// shares as numbers.
class ContrastBars : public QWidget
{
    Q_OBJECT

public:
    explicit ContrastBars(const Theme& theme, QWidget* parent = nullptr);

    /// Shows the common properties, or hides the widget if there are none.
    void show(const PayloadContrast& contrast);
    void clear();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Row
    {
        QString path;
        QString value; ///< member's value; empty if the shared property is just that the member exists
        bool isText = false; ///< true if the value is a string
        int failed = 0; ///< percentage of failed payloads with this property
        int done = 0;
    };

    void tell();

    const Theme& m_theme;
    std::vector<Row> m_rows;
};

} // namespace dueline
