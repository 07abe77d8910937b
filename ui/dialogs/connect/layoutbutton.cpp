// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/connect/layoutbutton.h"

#include "core/base/text.h"
#include "ui/dialogs/connect/layoutdialog.h"
#include "ui/text/plaintip.h"

namespace dueline {

LayoutButton::LayoutButton(const Theme& theme, std::function<void(LayoutDialog&)> prepare)
    : m_theme(theme)
    , m_prepare(std::move(prepare))
{
    setAccessibleName(tr("Layout"));
    setAutoDefault(false);
    setChosen({});
    connect(this, &QPushButton::clicked, this, &LayoutButton::choose);
}

void LayoutButton::setChosen(const QString& layout)
{
    m_layout = layout.isEmpty() ? QStringLiteral("native") : layout;
    setText(tr("Layout: %1…").arg(printable(m_layout.toUtf8(), 22).replace(u'&', QStringLiteral("&&"))));
    setToolTip(plainTip(m_layout));
    Q_EMIT changed();
}

void LayoutButton::choose()
{
    LayoutDialog dialog(m_theme, m_formatting, m_layout, this);
    m_prepare(dialog);
    if (dialog.exec() == QDialog::Accepted)
        setChosen(dialog.chosen());
}

} // namespace dueline
