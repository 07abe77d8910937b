// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/connectionstep.h"

#include <QScrollArea>

class QGridLayout;

namespace dueline {

class Theme;

/// View of a connection test's steps. Each step is added when it ends, with an icon, its name, its result and its
/// duration.
class ConnectionStepView : public QScrollArea
{
    Q_OBJECT

public:
    explicit ConnectionStepView(const Theme& theme, QWidget* parent = nullptr);

    void clear();
    void add(const ConnectionStep& step);
    /// Returns the displayed text, one step per line.
    QString text() const { return m_text; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();

    const Theme& m_theme;
    QWidget* m_page = nullptr;
    QGridLayout* m_grid = nullptr;
    QString m_text;
};

} // namespace dueline
