// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace dueline {

/// A scroll area for what may need more height where it is wider: the bar takes a part of the width and so makes itself
/// needless, and is needed again once it has gone. There it stays until the area gets another size.
class SteadyScroll : public QScrollArea
{
    Q_OBJECT

public:
    using QScrollArea::QScrollArea;
    /// The bar stays, although it may be needless.
    bool keepsBar() const { return verticalScrollBarPolicy() == Qt::ScrollBarAlwaysOn; }
    /// Something else is shown now, which may need none.
    void forgetBar() { setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded); }

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    int m_depth = 0; ///< of sizes that follow from each other
};

} // namespace dueline
