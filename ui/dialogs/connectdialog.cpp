// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/connectdialog.h"

#include "core/redis/redisurl.h"
#include "ui/widgets/plainlabel.h"

#include <QLineEdit>
#include <QPushButton>
#include <QUrl>

namespace dueline {

ConnectDialog::ConnectDialog(const Theme& theme, QWidget* parent)
    : DialogFrame(theme, tr("Connect"), tr("to a Redis by its URL"), Environment::Development, parent)
    , m_url(new QLineEdit)
    , m_password(new QLineEdit)
{
    m_url->setAccessibleName(tr("URL"));
    m_url->setPlaceholderText(QStringLiteral("redis://user@127.0.0.1:6379/0"));
    m_url->setMinimumWidth(380);
    addRow(tr("URL"), m_url);
    m_password->setAccessibleName(tr("Password"));
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setPlaceholderText(tr("none"));
    addRow(tr("Password"), m_password);
    setVerb(tr("Connect"));
    connect(m_url, &QLineEdit::textChanged, this, &ConnectDialog::validate);
    validate();
}

void ConnectDialog::validate()
{
    // A pasted password moves to its own field, where nobody can read it.
    const auto parsed = parseRedisUrl(m_url->text().trimmed());
    if (parsed && !parsed->password.isEmpty()) {
        m_password->setText(QString::fromUtf8(parsed->password.bytes()));
        m_url->setText(displayUrl(*parsed));
        return;
    }
    setProblem(parsed || m_url->text().isEmpty() ? QString() : parsed.error().message);
    verb()->setEnabled(parsed.ok());
}

QString ConnectDialog::url() const
{
    QString url = m_url->text().trimmed();
    if (m_password->text().isEmpty())
        return url;
    const qsizetype start = url.indexOf(QLatin1String("://"));
    if (start < 0)
        return url;
    const qsizetype at = url.indexOf(u'@', start);
    const QString secret = u':' + QString::fromLatin1(QUrl::toPercentEncoding(m_password->text()));
    return at < 0 ? url.left(start + 3) + secret + u'@' + url.mid(start + 3) : url.left(at) + secret + url.mid(at);
}

} // namespace dueline
