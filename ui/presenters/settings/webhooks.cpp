// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/settings/webhooks.h"

#include "core/base/plainfile.h"
#include "core/base/text.h"
#include "core/console/profiles/profilestore.h"
#include "ui/presenters/settings/settingsplace.h"

#include <QFileInfo>
#include <QSettings>
#include <QUrl>

#include <array>

namespace dueline {

namespace {

// Names in settings.ini, in the order of the enum.
constexpr std::array webhookFormNames{"json", "slack", "feishu", "dingtalk", "wecom"};

/// Returns a connection's settings key. The name is encoded, because a slash would create a group.
QString webhookSetting(const QString& profile)
{
    return QStringLiteral("webhooks/") + QString::fromLatin1(QUrl::toPercentEncoding(profile));
}

} // namespace

QString webhookFormName(WebhookForm form) { return QLatin1String(webhookFormNames[std::size_t(form)]); }

std::optional<WebhookForm> webhookFormFromName(QStringView name)
{
    for (std::size_t i = 0; i < webhookFormNames.size(); ++i) {
        if (name == QLatin1String(webhookFormNames[i]))
            return WebhookForm(i);
    }
    return {};
}

Webhooks::Webhooks(SecretStore& secrets, QString path, QObject* parent)
    : QObject(parent)
    , m_secrets(secrets)
    , m_path(path.isEmpty() ? configFolder() + QStringLiteral("/settings.ini") : std::move(path))
{ }

QString Webhooks::keyOf(const QString& profile) { return QStringLiteral("profile/%1/webhook").arg(profile); }

std::optional<WebhookForm> Webhooks::formOf(const QString& profile) const
{
    if (profile.isEmpty() || !checkSettingsToRead(m_path))
        return {};
    const QSettings file(m_path, QSettings::IniFormat);
    return webhookFormFromName(file.value(webhookSetting(profile)).toString());
}

void Webhooks::find(const QString& profile, QObject* context, const std::function<void(const Result<Webhook>&)>& answer)
{
    const auto form = formOf(profile);
    const auto known = m_urls.find(profile);
    const auto missing = [profile] {
        return Error{ErrorCode::NotFound,
            tr("The keyring has no webhook URL for %1. Enter the URL again in the connection settings.")
                .arg(printable(profile.toUtf8(), 80))};
    };
    if (!form || known != m_urls.end()) {
        const Result<Webhook> found = form ? Result<Webhook>(Webhook{*form, known->second}) : missing();
        QMetaObject::invokeMethod(
            context, [answer, found] { answer(found); }, Qt::QueuedConnection);
        return;
    }
    m_secrets.read(
        keyOf(profile), context, [self = QPointer(this), profile, form, missing, answer](const Result<Secret>& read) {
            if (!read)
                return answer(read.error().code == ErrorCode::NotFound ? missing() : read.error());
            if (self)
                self->m_urls[profile] = *read;
            answer(Webhook{*form, *read});
        });
}

void Webhooks::save(const QString& profile, WebhookForm form, const std::optional<Secret>& url)
{
    if (url)
        keep(profile, *url);
    saveForm(profile, form);
    Q_EMIT changed(profile);
}

void Webhooks::remove(const QString& profile)
{
    if (!formOf(profile))
        return;
    m_urls.erase(profile);
    saveForm(profile, {});
    m_secrets.remove(keyOf(profile), this, [this](const Result<>& removed) {
        // Without a keyring, there is no URL to remove.
        if (!removed && removed.error().code != ErrorCode::Io)
            Q_EMIT problem(removed.error().message);
    });
    Q_EMIT changed(profile);
}

void Webhooks::rename(const QString& from, const QString& to)
{
    const auto form = formOf(from);
    if (!form || from == to)
        return;
    saveForm(to, form);
    find(from, this, [this, from, to](const Result<Webhook>& found) {
        // Leave an unreadable URL under the old name: it may become readable later.
        if (!found)
            return Q_EMIT problem(found.error().message);
        if (formOf(to) && !m_urls.contains(to)) // the user may have changed the webhook since then
            keep(to, found->url);
        remove(from);
        Q_EMIT changed(to);
    });
}

void Webhooks::keep(const QString& profile, const Secret& url)
{
    m_urls[profile] = url;
    m_secrets.write(keyOf(profile), url, this, [this](const SecretKeeping& keeping) {
        if (!keeping.lasts)
            Q_EMIT problem(keeping.reason);
    });
}

void Webhooks::saveForm(const QString& profile, std::optional<WebhookForm> form)
{
    makePrivateFolder(QFileInfo(m_path).path());
    if (const auto usable = checkSettingsToWrite(m_path); !usable)
        return Q_EMIT problem(usable.error().message);
    QSettings file(m_path, QSettings::IniFormat);
    if (form)
        file.setValue(webhookSetting(profile), webhookFormName(*form));
    else
        file.remove(webhookSetting(profile));
    file.sync();
    if (file.status() != QSettings::NoError)
        Q_EMIT problem(tr("Cannot save the settings to %1.").arg(printable(m_path.toUtf8())));
}

} // namespace dueline
