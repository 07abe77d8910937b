// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QSplitter;
class QWidget;

namespace dueline {

/// Width of the inspector, which depends on the width of the window. A width that the user has dragged is kept.
class InspectorWidth : public QObject
{
    Q_OBJECT

public:
    static constexpr int start = 376;

    /// Follows the window. `splitter`: the inspector is its last part.
    InspectorWidth(QWidget& window, QSplitter& splitter);

    /// Restores the width for the size of the window.
    void reset();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void apply(int windowWidth);

    QWidget& m_window;
    QSplitter& m_splitter;
    int m_last = start; ///< last width derived from the size of the window
};

} // namespace dueline
