// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/confirmdialog.h"

#include "ui/text/formatting.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace dueline {

QString verbWords(ActionKind kind, qint64 count)
{
    const int n = int(std::min<qint64>(count, 2'000'000'000));
    switch (kind) {
    case ActionKind::Retry:
        return ConfirmDialog::tr("Retry %n task(s)", nullptr, n);
    case ActionKind::RunNow:
        return ConfirmDialog::tr("Run %n task(s) now", nullptr, n);
    case ActionKind::Reschedule:
        return ConfirmDialog::tr("Reschedule %n task(s)", nullptr, n);
    case ActionKind::Discard:
        return ConfirmDialog::tr("Discard %n task(s)", nullptr, n);
    case ActionKind::Restore:
        return ConfirmDialog::tr("Restore %n task(s)", nullptr, n);
    case ActionKind::Delete:
        return ConfirmDialog::tr("Delete %n task(s) for good", nullptr, n);
    }
    return {};
}

ConfirmDialog::ConfirmDialog(
    const Theme& theme, ActionKind kind, qint64 count, const Profile& profile, bool typed, QWidget* parent)
    : DialogFrame(theme, verbWords(kind, count), tr("on %1").arg(profile.name), profile.environment, parent)
{
    const QString effect = kind == ActionKind::Delete
        ? tr("The tasks and their payloads are removed from Redis. This cannot be undone.")
        : kind == ActionKind::Discard ? tr("The tasks go to the trash; Undo restores them for 24 hours.")
                                      : tr("Undo puts back what has not moved on by then.");
    auto* text = new PlainLabel(effect);
    text->setWordWrap(true);
    text->setMinimumWidth(420);
    body().addWidget(text);
    const bool danger = kind == ActionKind::Delete || kind == ActionKind::Discard;
    QPushButton* button
        = setVerb(verbWords(kind, count), danger ? QStringLiteral("danger") : QStringLiteral("primary"));
    if (!typed) {
        cancelButton()->setDefault(true);
        cancelButton()->setFocus();
        return;
    }
    button->setEnabled(false);
    auto* row = new QHBoxLayout;
    auto* ask = new PlainLabel(tr("Type %1 to confirm").arg(count));
    ask->setFont(theme.font(0, QFont::DemiBold));
    auto* edit = new QLineEdit;
    edit->setAccessibleName(tr("Type %1 to confirm").arg(count));
    edit->setMaximumWidth(100);
    row->addWidget(ask);
    row->addWidget(edit);
    row->addStretch();
    body().addLayout(row);
    connect(edit, &QLineEdit::textChanged, this,
        [button, count](const QString& entered) { button->setEnabled(entered.trimmed() == QString::number(count)); });
    edit->setFocus();
}

} // namespace dueline
