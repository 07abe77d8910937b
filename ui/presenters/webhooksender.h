// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/queue/task.h"
#include "ui/presenters/settings/webhooks.h"

#include <deque>

class QNetworkAccessManager;

namespace dueline {

struct HttpTarget;

/// Message for a webhook. The texts are plain text in the window's language.
struct WebhookMessage
{
    QByteArray event; ///< permanent English name of the event
    QString connection; ///< name of the saved connection
    QueueName queue; ///< queue of the event; empty if the message is not about a single queue
    QString title;
    QString text;
    TimePoint at{};
};

/// Posts messages to a webhook, one after another. A failed request is retried once, unless the server rejected it.
/// Redirects are not followed, because the URL contains a token. Errors never contain the path or the query of the URL.
class WebhookSender : public QObject
{
    Q_OBJECT

public:
    /// Maximum number of waiting messages; further messages are dropped with an error.
    static constexpr std::size_t mostWaiting = 100;

    using Answer = std::function<void(const Result<>&)>;

    explicit WebhookSender(QObject* parent = nullptr);
    ~WebhookSender() override;

    /// Sets the time limit for a request and the delay before it is repeated.
    void setPace(Millis timeout, Millis retryAfter);
    /// Sends a message. `answer` is called once, unless this object is destroyed first. Errors: Usage (the URL is
    /// invalid), Timeout, Io, Refused (the server has rejected the message).
    void send(const Webhook& hook, const WebhookMessage& message, Answer answer);

    /// Returns the body of the request.
    static QByteArray body(WebhookForm form, const WebhookMessage& message);
    /// Checks a URL. Errors: Usage; the message does not repeat the URL.
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
