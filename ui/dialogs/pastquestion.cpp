// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/pastquestion.h"

#include "ui/widgets/plainlabel.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace dueline {

PastQuestion::PastQuestion(
    const Theme& theme, const QString& title, const QString& due, Environment environment, QWidget* parent)
    : DialogFrame(theme, tr("Due in the past?"), title, environment, parent)
{
    auto* sentence
        = new PlainLabel(tr("%1 has passed. Tasks with this time will run immediately.", "instant").arg(due));
    sentence->setWordWrap(true);
    body().addWidget(sentence);
    setVerb(tr("Run now"));
    for (QPushButton* button : {verb(), cancelButton()})
        button->setAutoDefault(false);
    cancelButton()->setText(tr("Change the time"));
    cancelButton()->setDefault(true);
    cancelButton()->setFocus();
}

} // namespace dueline
