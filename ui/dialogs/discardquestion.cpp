// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/discardquestion.h"

#include "ui/widgets/plainlabel.h"

#include <QPushButton>

namespace dueline {

DiscardQuestion::DiscardQuestion(const Theme& theme, const QString& title, QWidget* parent)
    : DialogFrame(theme, tr("Discard changes?"), title, Environment::Development, parent)
{
    auto* sentence = new PlainLabel(tr("Unsaved changes will be lost."));
    sentence->setWordWrap(true);
    body().addWidget(sentence);
    setVerb(tr("Discard"), QStringLiteral("danger"));
    verb()->setAutoDefault(false);
    cancelButton()->setText(tr("Keep editing"));
    cancelButton()->setDefault(true);
    cancelButton()->setFocus();
}

} // namespace dueline
