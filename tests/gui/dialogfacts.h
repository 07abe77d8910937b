// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/plainlabel.h"

#include <QDialog>
#include <QPushButton>

#include <algorithm>

namespace dueline::test {

/// Returns a dialog's confirm button.
inline QPushButton& verbOf(const QDialog& dialog)
{
    for (QPushButton* button : dialog.findChildren<QPushButton*>()) {
        if (button->isDefault())
            return *button;
    }
    qFatal("the dialog has no verb");
}

/// Returns whether a visible label contains this text.
inline bool says(const QDialog& dialog, const QString& words)
{
    const auto labels = dialog.findChildren<PlainLabel*>();
    return std::any_of(labels.begin(), labels.end(),
        [&words](const PlainLabel* label) { return label->isVisible() && label->fullText().contains(words); });
}

} // namespace dueline::test
