// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/board/wallitem.h"
#include "ui/theme/wallscale.h"

#include <QAbstractButton>

namespace dueline {

/// Row of the wallboard: a sign, the queue with a sentence, the last hour's activity, and a large figure. Clicking the
/// row, or pressing Return or Space, opens the queue.
class WallRow : public QAbstractButton
{
    Q_OBJECT

public:
    explicit WallRow(const Theme& theme, QWidget* parent = nullptr);

    void tell(const WallItem& item);
    const WallItem& item() const { return m_item; }
    void setScale(WallScale scale);
    void setStale(bool stale);

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void paintSign(QPainter& painter) const;
    void paintBars(QPainter& painter, const QRect& area) const;

    const Theme& m_theme;
    WallItem m_item;
    WallScale m_scale;
    bool m_isStale = false;
};

} // namespace dueline
