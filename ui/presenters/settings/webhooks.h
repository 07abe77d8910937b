// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/secretstore.h"

#include <QObject>

#include <map>
#include <optional>

namespace dueline {

/// Message format that a webhook accepts.
enum class WebhookForm : quint8 { Json, Slack, Feishu, DingTalk, WeCom };

/// Returns the name used in settings.ini: `json`, `slack`, `feishu`, `dingtalk`, `wecom`.
QString webhookFormName(WebhookForm form);
std::optional<WebhookForm> webhookFormFromName(QStringView name);

/// Webhook of a saved connection. The URL is secret, because it contains a token.
struct Webhook
{
    WebhookForm form = WebhookForm::Json;
    Secret url;
};

/// Webhooks of the saved connections, by name. The keyring stores the URLs. The settings file stores only the formats,
/// so the keyring isn't accessed for connections without a webhook.
class Webhooks : public QObject
{
    Q_OBJECT

public:
    /// Creates a store. `path`: settings file; empty for the default.
    explicit Webhooks(SecretStore& secrets, QString path = {}, QObject* parent = nullptr);

    /// Returns the format of the connection's webhook; nullopt if it has none.
    std::optional<WebhookForm> formOf(const QString& profile) const;
    /// Finds the connection's webhook. Answers asynchronously, and never after `context` is destroyed. Errors: same as
    /// SecretStore::read(), and NotFound.
    void find(const QString& profile, QObject* context, const std::function<void(const Result<Webhook>&)>& answer);
    /// Saves the connection's webhook. `url`: nullopt keeps the stored URL.
    void save(const QString& profile, WebhookForm form, const std::optional<Secret>& url);
    /// Removes the connection's webhook, if any.
    void remove(const QString& profile);
    /// Moves the webhook, if any, to the connection's new name.
    void rename(const QString& from, const QString& to);

    /// Returns the name that the keyring stores the URL under. Users can see this name in the keyring.
    static QString keyOf(const QString& profile);

Q_SIGNALS:
    void changed(const QString& profile);
    /// Emitted when a URL couldn't be stored or removed, or is kept only until the program exits. `reason`: complete
    /// sentence.
    void problem(const QString& reason);

private:
    void saveForm(const QString& profile, std::optional<WebhookForm> form);
    void keep(const QString& profile, const Secret& url);

    SecretStore& m_secrets;
    const QString m_path;
    /// URLs already read or entered. Cached, because each access to a keyring may prompt the user.
    std::map<QString, Secret> m_urls;
};

} // namespace dueline
