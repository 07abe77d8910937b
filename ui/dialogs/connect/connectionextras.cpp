// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/connect/connectionextras.h"

#include "core/base/zonename.h"
#include "core/redis/redisurl.h"
#include "ui/dialogs/dialogframe.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QComboBox>
#include <QCompleter>
#include <QFileDialog>
#include <QGridLayout>
#include <QLineEdit>
#include <QToolButton>

namespace dueline {

namespace {

QLineEdit* field(const QString& name, const QString& placeholder)
{
    auto* edit = new QLineEdit;
    edit->setAccessibleName(name);
    edit->setPlaceholderText(placeholder);
    return edit;
}

/// Sets a field's text. Shows the start of long text, with the full text in a tooltip.
void enter(QLineEdit* edit, const QString& text)
{
    edit->setText(text);
    edit->setCursorPosition(0);
}

/// Returns a widget with the file name field and a browse button.
QWidget* withBrowse(QLineEdit* edit)
{
    auto* box = new QWidget;
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    auto* browse = new QToolButton;
    browse->setText(QStringLiteral("…"));
    browse->setProperty("variant", QStringLiteral("framed"));
    browse->setAccessibleName(ConnectionExtras::tr("Choose a file: %1").arg(edit->accessibleName()));
    row->addWidget(edit, 1);
    row->addWidget(browse);
    QObject::connect(browse, &QToolButton::clicked, edit, [edit] {
        const QString chosen = QFileDialog::getOpenFileName(edit->window(), edit->accessibleName(), edit->text());
        if (!chosen.isEmpty())
            enter(edit, chosen);
    });
    return box;
}

} // namespace

ConnectionExtras::ConnectionExtras(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_authority(field(tr("CA certificate"), tr("system default")))
    , m_serverName(field(tr("Server name"), tr("same as the host")))
    , m_certificate(field(tr("Client certificate"), tr("none")))
    , m_key(field(tr("Client key"), tr("none")))
    , m_sentinelUser(field(tr("Sentinel user"), tr("none")))
    , m_zone(field(tr("Time zone"), tr("same as the window")))
    , m_masked(field(tr("Masked fields"), tr("none, or payload field names, e.g. card, password")))
    , m_recorded(new QComboBox)
{
    QStringList zones;
    for (const QByteArray& place : knownPlaces())
        zones << QString::fromLatin1(place);
    auto* completer = new QCompleter(zones, m_zone);
    completer->setFilterMode(Qt::MatchContains);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    m_zone->setCompleter(completer);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(1, 5); // wider: this column also contains the browse button
    grid->setColumnStretch(3, 4);
    int cell = 0;
    const auto labelled = [&theme](const QString& words, QWidget* field, bool begins) {
        auto* label = PlainLabel::quiet(theme, words);
        label->setBuddy(field);
        if (begins)
            label->setObjectName(DialogFrame::rowLabelName);
        return label;
    };
    const auto add = [grid, &cell, &labelled](const QString& label, QWidget* widget) {
        auto* field = qobject_cast<QLineEdit*>(widget) ? widget : widget->findChild<QLineEdit*>();
        grid->addWidget(labelled(label, field, cell % 2 == 0), cell / 2, cell % 2 * 2);
        grid->addWidget(widget, cell / 2, cell % 2 * 2 + 1);
        ++cell;
    };
    add(tr("TLS: CA"), withBrowse(m_authority));
    add(tr("Server name"), m_serverName);
    add(tr("Certificate"), withBrowse(m_certificate));
    add(tr("Key"), withBrowse(m_key));
    add(tr("Sentinels"), m_sentinelUser);
    add(tr("Time zone"), m_zone);
    grid->addWidget(labelled(tr("Masked"), m_masked, true), 3, 0);
    grid->addWidget(m_masked, 3, 1, 1, 3);
    m_recorded->addItems({tr("Counts and events only"), tr("Also the IDs of waiting tasks"),
        tr("Also complete waiting tasks, with payloads")});
    m_recorded->setAccessibleName(tr("Recording"));
    m_recorded->setToolTip(plainTextToolTip(
        tr("With IDs, lost tasks can be listed; with payloads, they can be put back. IDs can contain names or "
           "addresses. The recording stays on this computer for 7 days.")));
    grid->addWidget(labelled(tr("Record"), m_recorded, true), 4, 0);
    grid->addWidget(m_recorded, 4, 1, 1, 3);
    connect(m_recorded, &QComboBox::currentIndexChanged, this, &ConnectionExtras::changed);
    for (QLineEdit* edit : {m_authority, m_serverName, m_certificate, m_key, m_sentinelUser, m_zone, m_masked})
        connect(edit, &QLineEdit::textChanged, this, &ConnectionExtras::changed);
    for (QLineEdit* edit : {m_authority, m_certificate, m_key})
        connect(edit, &QLineEdit::textChanged, edit,
            [edit](const QString& path) { edit->setToolTip(plainTextToolTip(path)); });
}

void ConnectionExtras::edit(const Profile& profile)
{
    for (QLineEdit* edit : {m_authority, m_serverName, m_certificate, m_key})
        edit->clear();
    enter(m_sentinelUser, profile.sentinelUser);
    enter(m_zone, profile.timeZone);
    enter(m_masked, profile.maskedFields.join(QStringLiteral(", ")));
    m_recorded->setCurrentIndex(int(profile.recordedTasks));
}

QString ConnectionExtras::takeFrom(const QString& url)
{
    auto parsed = parseRedisUrl(url.trimmed());
    if (!parsed || !parsed->tls)
        return url;
    const auto take = [](QLineEdit* edit, QString& value) {
        if (!value.isEmpty())
            enter(edit, std::exchange(value, {}));
    };
    take(m_authority, parsed->caCertificate);
    take(m_serverName, parsed->serverName);
    take(m_certificate, parsed->clientCertificate);
    take(m_key, parsed->clientKey);
    return displayUrl(*parsed);
}

void ConnectionExtras::apply(Profile& profile) const
{
    const QString authority = m_authority->text().trimmed();
    const QString name = m_serverName->text().trimmed();
    const QString certificate = m_certificate->text().trimmed();
    const QString key = m_key->text().trimmed();
    auto parsed = parseRedisUrl(profile.url);
    if (parsed && !(authority + name + certificate + key).isEmpty()) {
        parsed->tls = true; // TLS options make sense only with TLS
        const auto put = [](QString& value, const QString& entered) {
            if (!entered.isEmpty())
                value = entered;
        };
        put(parsed->caCertificate, authority);
        put(parsed->serverName, name);
        put(parsed->clientCertificate, certificate);
        put(parsed->clientKey, key);
        profile.url = displayUrl(*parsed);
    }
    profile.sentinelUser = m_sentinelUser->text().trimmed();
    profile.timeZone = m_zone->text().trimmed();
    profile.recordedTasks = RecordedTasks(m_recorded->currentIndex());
    profile.maskedFields.clear();
    for (const QString& field : m_masked->text().split(u',')) {
        if (!field.trimmed().isEmpty())
            profile.maskedFields << field.trimmed();
    }
}

} // namespace dueline
