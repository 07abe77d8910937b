// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QSplitter;
class QWidget;

namespace dueline {

/// Controller that adapts the inspector's width to the window's, unless the user has changed it by dragging.
class InspectorWidth : public QObject
{
    Q_OBJECT

public:
    static constexpr int start = 376;

    /// Starts adjusting the width. `splitter`: splitter whose last widget is the inspector.
    InspectorWidth(QWidget& window, QSplitter& splitter);

    /// Restores the default width for the window's current size.
    void reset();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void apply(int windowWidth);

    QWidget& m_window;
    QSplitter& m_splitter;
    int m_last = start; ///< last width set by this class
};

} // namespace dueline
