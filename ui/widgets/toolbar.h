// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/pane.h"

class QPushButton;
class QToolButton;

namespace dueline {

class Actions;

/// The row of buttons below the menu, made from the action table. Below 1200 px only Add task and Live keep their
/// words.
class Toolbar : public Pane
{
    Q_OBJECT

public:
    Toolbar(const Theme& theme, const Actions& actions, QWidget* parent = nullptr);

    void setNarrow(bool narrow);
    void setZone(const QString& words);

private:
    std::vector<QToolButton*> m_buttons;
    QPushButton* m_find;
    QToolButton* m_zone;
};

} // namespace dueline
