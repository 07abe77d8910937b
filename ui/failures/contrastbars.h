// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/payloadcontrast.h"

#include <QWidget>

namespace dueline {

class Theme;

/// Properties that failed payloads share: path and value, a bar for their share of failed payloads with a tick at their
/// share of completed payloads, and both as numbers.
class ContrastBars : public QWidget
{
    Q_OBJECT

public:
    explicit ContrastBars(const Theme& theme, QWidget* parent = nullptr);

    /// Shows the traits; without traits, the widget is hidden.
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
        QString value; ///< empty: the presence of the member is the trait
        bool isText = false; ///< the value is a string
        int failed = 0; ///< percent
        int done = 0;
    };

    void tell();

    const Theme& m_theme;
    std::vector<Row> m_rows;
};

} // namespace dueline
