// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/returnkey.h"

#include <QCheckBox>
#include <QKeyEvent>
#include <QRadioButton>
#include <QToolButton>

namespace dueline {

bool ReturnKey::presses(const QWidget& window, const QKeyEvent& event)
{
    const bool isReturn = event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter;
    if (!isReturn || (event.modifiers() & ~Qt::KeypadModifier))
        return false;
    auto* button = qobject_cast<QAbstractButton*>(window.focusWidget());
    if (!button || !button->isEnabled() || qobject_cast<QCheckBox*>(button) || qobject_cast<QRadioButton*>(button))
        return false;
    if (event.isAutoRepeat())
        return true; // the keystroke has already been handled
    auto* tool = qobject_cast<QToolButton*>(button);
    if (tool && tool->menu() && tool->popupMode() == QToolButton::InstantPopup)
        tool->showMenu();
    else
        button->click();
    return true;
}

} // namespace dueline
