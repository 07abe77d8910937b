// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/namedialog.h"

#include <QLineEdit>
#include <QPushButton>

namespace dueline {

NameDialog::NameDialog(const Theme& theme, const QString& title, const QString& about, const QString& name,
    const QString& verbText, QWidget* parent)
    : DialogFrame(theme, title, about, Environment::Development, parent)
    , m_name(new QLineEdit(name))
{
    m_name->setAccessibleName(tr("Name"));
    m_name->setMaxLength(60);
    m_name->setMinimumWidth(300);
    addRow(tr("Name"), m_name);
    setVerb(verbText);
    const auto validate = [this] { verb()->setEnabled(!m_name->text().trimmed().isEmpty()); };
    connect(m_name, &QLineEdit::textChanged, this, validate);
    validate();
    m_name->selectAll();
    m_name->setFocus(); // must come last: setDefault() on a button moves the focus
}

QString NameDialog::name() const { return m_name->text().trimmed(); }

} // namespace dueline
