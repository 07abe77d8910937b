// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/desktop/alerts.h"
#include "ui/presenters/webhooksender.h"

namespace dueline {

class OpenConnections;

/// Sender of alerts to webhooks. Alerts about a saved connection are sent to the connection's webhook, if any. Unlike
/// desktop notifications, messages aren't withdrawn when the condition ends.
class WebhookAlerts : public QObject
{
    Q_OBJECT

public:
    WebhookAlerts(Alerts& alerts, OpenConnections& connections, Webhooks& hooks, QObject* parent = nullptr);

    /// Sets the pace for all webhooks; see WebhookSender::setPace().
    void setPace(Millis timeout, Millis retryAfter);

Q_SIGNALS:
    /// Emitted for the first failure of a connection's webhook. Later failures are not reported until the webhook
    /// changes. `reason`: complete sentence.
    void failed(const QString& profile, const QString& reason);

private:
    struct Hooked
    {
        std::unique_ptr<WebhookSender> sender;
        std::vector<WebhookMessage> waiting; ///< messages waiting for the keyring to return the URL
        bool isUnknown = false; ///< true if the keyring hasn't returned the URL and won't be queried again
        bool hasFailed = false;
    };

    void take(const Alerts::Alert& alert);
    void sendWaiting(const QString& profile, const Result<Webhook>& hook);
    void fail(const QString& profile, const Error& error);

    OpenConnections& m_connections;
    Webhooks& m_hooks;
    std::map<QString, Hooked> m_hooked; ///< webhooks and their waiting messages, by connection name
    std::optional<std::pair<Millis, Millis>> m_pace;
};

} // namespace dueline
