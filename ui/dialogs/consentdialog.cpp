// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/consentdialog.h"

#include "core/base/text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace dueline {

ConsentDialog::ConsentDialog(
    const Theme& theme, const Profile& profile, const QString& layout, const QString& reach, QWidget* parent)
    : DialogFrame(theme, tr("Allow changes"), printable(profile.name.toUtf8(), 60), profile.environment, parent)
{
    setObjectName(QStringLiteral("consentDialog"));
    auto* question = new PlainLabel(tr("Allow the layout file %1 to change tasks on this server?").arg(layout));
    question->setWordWrap(true);
    question->setMinimumWidth(460);
    body().addWidget(question);
    auto* keys = new QPlainTextEdit(reach);
    keys->setReadOnly(true);
    keys->setAccessibleName(tr("What the file may change"));
    fitLines(*keys, 8);
    isNothingTyped(*keys);
    body().addWidget(keys);
    auto* again = new PlainLabel(
        tr("If the file or the server changes, Dueline asks again. Until you allow it, tasks are read-only."));
    again->setWordWrap(true);
    body().addWidget(again);
    setVerb(tr("Allow"));
}

} // namespace dueline
