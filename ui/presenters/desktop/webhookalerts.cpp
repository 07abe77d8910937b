// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/desktop/webhookalerts.h"

#include "ui/workbench/openconnections.h"

#include <utility>

namespace dueline {

WebhookAlerts::WebhookAlerts(Alerts& alerts, OpenConnections& connections, Webhooks& hooks, QObject* parent)
    : QObject(parent)
    , m_connections(connections)
    , m_hooks(hooks)
{
    connect(&alerts, &Alerts::raised, this, &WebhookAlerts::take);
    connect(&hooks, &Webhooks::changed, this, [this](const QString& profile) {
        auto node = m_hooked.extract(profile);
        if (node && node.mapped().sender)
            // Deferred, because this slot may be running within one of the sender's functions.
            node.mapped().sender.release()->deleteLater();
    });
}

void WebhookAlerts::setPace(Millis timeout, Millis retryAfter) { m_pace = {timeout, retryAfter}; }

void WebhookAlerts::take(const Alerts::Alert& alert)
{
    const Connection* connection = m_connections.find(alert.place.connection);
    if (!connection || !m_connections.isSaved(*connection))
        return;
    const QString profile = connection->profile().name;
    if (!m_hooks.formOf(profile))
        return;
    Hooked& hooked = m_hooked[profile];
    if (hooked.isUnknown || hooked.waiting.size() >= WebhookSender::mostWaiting)
        return;
    hooked.waiting.push_back({alert.event, profile, alert.place.queue, alert.title, alert.text, SystemClock().now()});
    if (hooked.waiting.size() > 1)
        return; // the keyring is already being queried
    m_hooks.find(profile, this, [this, profile](const Result<Webhook>& hook) { sendWaiting(profile, hook); });
}

void WebhookAlerts::sendWaiting(const QString& profile, const Result<Webhook>& hook)
{
    const auto found = m_hooked.find(profile);
    if (found == m_hooked.end())
        return; // the webhook has changed since then
    Hooked& hooked = found->second;
    const std::vector<WebhookMessage> messages = std::exchange(hooked.waiting, {});
    if (!hook) {
        hooked.isUnknown = true;
        return fail(profile, hook.error());
    }
    if (!hooked.sender) {
        hooked.sender = std::make_unique<WebhookSender>();
        if (m_pace)
            hooked.sender->setPace(m_pace->first, m_pace->second);
    }
    for (const WebhookMessage& message : messages) {
        hooked.sender->send(*hook, message, [this, profile, sender = hooked.sender.get()](const Result<>& sent) {
            const auto now = m_hooked.find(profile);
            const bool isCurrent = now != m_hooked.end() && now->second.sender.get() == sender;
            if (!sent && isCurrent) // the webhook may have changed since then
                fail(profile, sent.error());
        });
    }
}

void WebhookAlerts::fail(const QString& profile, const Error& error)
{
    if (!std::exchange(m_hooked[profile].hasFailed, true))
        Q_EMIT failed(profile, error.message);
}

} // namespace dueline
