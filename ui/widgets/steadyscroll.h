// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace dueline {

/// Scroll area for contents whose height grows with their width. For such contents, a visible scroll bar can reduce the
/// width so much that the bar becomes unnecessary; hiding the bar makes it necessary again. To avoid this cycle, the
/// bar remains visible until the area is resized.
class SteadyScroll : public QScrollArea
{
    Q_OBJECT

public:
    using QScrollArea::QScrollArea;
    /// Returns whether the bar is shown although it may be unnecessary.
    bool keepsBar() const { return verticalScrollBarPolicy() == Qt::ScrollBarAlwaysOn; }
    /// Resets the bar after new contents have been set, which may not need it.
    void forgetBar() { setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded); }

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    int m_depth = 0; ///< nesting depth of size changes
};

} // namespace dueline
