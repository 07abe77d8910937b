// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/plainlabel.h"

#include <QDialog>
#include <QPushButton>

#include <algorithm>

namespace dueline::test {

/// The button that does what the dialog is for.
inline QPushButton& verbOf(const QDialog& dialog)
{
    for (QPushButton* button : dialog.findChildren<QPushButton*>()) {
        if (button->isDefault())
            return *button;
    }
    qFatal("the dialog has no verb");
}

/// Whether one of its labels that can be seen holds these words.
inline bool says(const QDialog& dialog, const QString& words)
{
    const auto labels = dialog.findChildren<PlainLabel*>();
    return std::any_of(labels.begin(), labels.end(),
        [&words](const PlainLabel* label) { return label->isVisible() && label->fullText().contains(words); });
}

} // namespace dueline::test
