// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/sidebarmodel.h"

#include <QListView>

namespace dueline {

class Theme;

/// Connections and queues with live counts, at the left of the window.
class Sidebar : public QListView
{
    Q_OBJECT

public:
    Sidebar(const Theme& theme, SidebarModel& model, QWidget* parent = nullptr);

    void show(const SidebarPlace& place);

Q_SIGNALS:
    void placeChosen(const dueline::SidebarPlace& place);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    void toggle(const QModelIndex& index, bool open);

    SidebarModel& m_model;
    bool m_quiet = false;
};

/// The colour and short word of an environment.
QColor environmentColor(const Theme& theme, Environment environment);
QString environmentTag(Environment environment);

} // namespace dueline
