// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/passwordprompt.h"

#include "ui/text/languagechange.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>

namespace dueline {

namespace {

constexpr int passwordWidth = 160;

} // namespace

PasswordPrompt::PasswordPrompt(QWidget* parent)
    : QWidget(parent)
    , m_password(new QLineEdit)
    , m_keep(new QCheckBox)
    , m_connect(new QPushButton)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setObjectName(QStringLiteral("password"));
    m_password->setFixedWidth(passwordWidth);
    m_keep->setObjectName(QStringLiteral("keepPassword"));
    m_connect->setProperty("variant", QStringLiteral("primary"));
    m_connect->setEnabled(false);
    row->addWidget(m_password);
    row->addWidget(m_keep);
    row->addWidget(m_connect);
    connect(m_password, &QLineEdit::textChanged, this, [this] { m_connect->setEnabled(isBegun()); });
    connect(m_password, &QLineEdit::returnPressed, this, &PasswordPrompt::give);
    connect(m_connect, &QPushButton::clicked, this, &PasswordPrompt::give);
    onLanguageChange(this, [this] {
        m_password->setPlaceholderText(tr("Password"));
        m_password->setAccessibleName(tr("Password"));
        m_keep->setText(tr("Keep"));
        m_keep->setToolTip(tr("Save the password in the keyring, as configured for the connection, once the server has "
                              "accepted it."));
        m_keep->setAccessibleName(tr("Keep the password in the keyring"));
        m_connect->setText(tr("Connect"));
        m_connect->setToolTip(tr("Connect with this password."));
    });
    begin(false);
}

void PasswordPrompt::begin(bool keeps)
{
    m_password->clear();
    m_keep->setVisible(keeps);
    m_keep->setChecked(keeps);
}

void PasswordPrompt::setTrying(bool trying)
{
    m_password->setEnabled(!trying);
    m_connect->setEnabled(!trying && isBegun());
}

bool PasswordPrompt::isBegun() const { return !m_password->text().isEmpty(); }

void PasswordPrompt::focusField() { m_password->setFocus(Qt::OtherFocusReason); }

void PasswordPrompt::give()
{
    if (!isBegun())
        return;
    const Secret password(m_password->text().toUtf8());
    m_password->clear();
    Q_EMIT given(password, m_keep->isVisibleTo(this) && m_keep->isChecked());
}

} // namespace dueline
