// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace dueline {

/// Scroll area for contents that grow taller when they become wider. With such contents, showing the scroll bar can
/// reduce the width so much that the bar is no longer needed, and hiding it makes it necessary again. To break this
/// cycle, the bar stays visible until the area is resized.
class SteadyScroll : public QScrollArea
{
    Q_OBJECT

public:
    using QScrollArea::QScrollArea;
    /// Returns whether the scroll bar is shown even though it may not be needed.
    bool keepsBar() const { return verticalScrollBarPolicy() == Qt::ScrollBarAlwaysOn; }
    /// Resets the scroll bar. Call this after setting new contents, which may not need it.
    void forgetBar() { setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded); }

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    int m_depth = 0; ///< nesting depth of size changes
};

} // namespace dueline
