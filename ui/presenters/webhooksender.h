// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/queue/task.h"
#include "ui/presenters/settings/webhooks.h"

#include <deque>

class QNetworkAccessManager;

namespace dueline {

struct HttpTarget;

/// Message for a webhook. All text is plain and in the window's language.
struct WebhookMessage
{
    QByteArray event; ///< permanent English name of the event
    QString connection; ///< saved connection's name
    QueueName queue; ///< event's queue; empty if the message isn't about a single queue
    QString title;
    QString text;
    TimePoint at{};
};

/// Posts messages to a webhook, one after another. Failed requests are retried once, unless the server rejected them.
/// Redirects are not followed, because the URL contains a token. Errors never contain the URL's path or query.
class WebhookSender : public QObject
{
    Q_OBJECT

public:
    /// Maximum number of waiting messages. Additional messages are dropped with an error.
    static constexpr std::size_t mostWaiting = 100;

    using Answer = std::function<void(const Result<>&)>;

    explicit WebhookSender(QObject* parent = nullptr);
    ~WebhookSender() override;

    /// Sets the time limit for a request and the delay before it is repeated.
    void setPace(Millis timeout, Millis retryAfter);
    /// Sends a message. `answer` is called once, unless this object is destroyed first. Errors: Usage (invalid URL),
    /// Timeout, Io, Refused (the server has rejected the message).
    void send(const Webhook& hook, const WebhookMessage& message, Answer answer);

    /// Returns the body of the request.
    static QByteArray body(WebhookForm form, const WebhookMessage& message);
    /// Checks a URL. Errors: Usage; the message doesn't repeat the URL.
    static Result<> check(const QString& url);
    /// Returns whether a URL would send its token unencrypted over a network.
    static bool isExposed(const QString& url);

private:
    class Attempt;
    struct Waiting
    {
        Webhook hook;
        QByteArray body;
        Answer answer;
    };

    void next();
    void post(bool isRepeat);
    void end(const Result<>& result);

    Millis m_timeout{5'000};
    Millis m_retryAfter{2'000};
    std::unique_ptr<QNetworkAccessManager> m_network;
    std::deque<Waiting> m_waiting; ///< messages to send; the first one is being sent
};

} // namespace dueline
