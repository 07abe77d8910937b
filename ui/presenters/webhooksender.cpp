// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/webhooksender.h"

#include "core/base/text.h"
#include "core/engine/handlers/httptarget.h"
#include "core/engine/handlers/payloadonce.h"
#include "ui/text/formatting.h"

#include <QHostAddress>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkAccessManager>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QSslError>
#include <QTimer>
#include <QUrlQuery>

#include <utility>

namespace dueline {

namespace {

constexpr qsizetype mostOfResponse = 64 * 1024; ///< maximum size of a response in bytes
/// Minimum length of a URL part that is masked as a token; shorter parts are usually common words.
constexpr qsizetype shortestToken = 6;

bool isLoopback(const QUrl& url)
{
    return url.host() == QLatin1String("localhost") || QHostAddress(url.host()).isLoopback();
}

/// Returns the URL without its path and query, which contain the token.
QString maskedUrl(const QUrl& url)
{
    QUrl masked;
    masked.setScheme(url.scheme());
    masked.setHost(url.host());
    masked.setPort(url.port());
    return printable(masked.toString(QUrl::FullyEncoded).toUtf8(), 120) + QStringLiteral("/…");
}

/// Masks any parts of the URL that occur in a text, because a server may repeat the token in its response.
QString withoutToken(QString words, const QUrl& url)
{
    QStringList parts = url.path(QUrl::FullyDecoded).split(u'/');
    for (const auto& [name, value] : QUrlQuery(url).queryItems(QUrl::FullyDecoded))
        parts << name << value;
    for (const QString& part : std::as_const(parts)) {
        if (part.size() >= shortestToken)
            words.replace(part, QStringLiteral("…"));
    }
    return words;
}

/// Returns why a chat service has rejected a message; empty if it was accepted. Chat services respond with status 200
/// even if they reject a message.
QString rejection(WebhookForm form, const QByteArray& response)
{
    if (form == WebhookForm::Json || form == WebhookForm::Slack)
        return {};
    const bool isFeishu = form == WebhookForm::Feishu;
    const QJsonObject said = QJsonDocument::fromJson(response).object();
    const QJsonValue code = said.value(isFeishu ? QLatin1String("code") : QLatin1String("errcode"));
    if (!code.isDouble() || code.toInt(-1) == 0)
        return {};
    const QString words = said.value(isFeishu ? QLatin1String("msg") : QLatin1String("errmsg")).toString();
    return QStringLiteral("%1 (%2)").arg(words).arg(code.toDouble(), 0, 'f', 0);
}

/// Escapes characters that a chat service would interpret as a mention or a link.
QString escapedFor(WebhookForm form, QString text)
{
    if (form == WebhookForm::Slack)
        return text.replace(u'&', QStringLiteral("&amp;"))
            .replace(u'<', QStringLiteral("&lt;"))
            .replace(u'>', QStringLiteral("&gt;"));
    if (form == WebhookForm::Feishu) // "<at …>" mentions people, and there is no escape sequence
        return text.replace(u'<', QChar(0xFF1C));
    return text;
}

} // namespace

/// One request and its response.
class WebhookSender::Attempt : public QObject
{
public:
    using Ended = std::function<void(const Result<>&, bool mayRepeat)>;

    /// Sends the first of `sender`'s waiting messages. Calls `ended` once, then deletes itself.
    Attempt(WebhookSender& sender, HttpTarget target, Ended ended)
        : QObject(&sender)
        , m_target(std::move(target))
        , m_form(sender.m_waiting.front().hook.form)
        , m_timeout(sender.m_timeout)
        , m_ended(std::move(ended))
        , m_payload(sender.m_waiting.front().body)
        , m_reply(sender.m_network->post(request(m_payload.bytesAvailable()), &m_payload))
    {
        connect(m_reply, &QNetworkReply::readyRead, this, &Attempt::read);
        connect(m_reply, &QNetworkReply::finished, this, &Attempt::finish);
        connect(m_reply, &QNetworkReply::sslErrors, this, [this](const QList<QSslError>& errors) {
            for (const QSslError& error : errors)
                m_certificateErrors << error.errorString();
        });
        QTimer::singleShot(m_timeout, this, [this] {
            m_isLate = true;
            m_reply->abort();
        });
    }
    ~Attempt() override
    {
        if (m_reply)
            m_reply->disconnect(this);
        delete m_reply;
    }

private:
    QNetworkRequest request(qint64 size) const
    {
        QNetworkRequest request(m_target.url);
        request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
        request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
        request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
        request.setAttribute(QNetworkRequest::CacheSaveControlAttribute, false);
        request.setAttribute(QNetworkRequest::DoNotBufferUploadDataAttribute, true);
        request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
        request.setHeader(QNetworkRequest::ContentTypeHeader, QStringLiteral("application/json; charset=utf-8"));
        request.setHeader(QNetworkRequest::ContentLengthHeader, size);
        request.setHeader(QNetworkRequest::UserAgentHeader, QStringLiteral("dueline/" DUELINE_VERSION));
        request.setRawHeader("Accept-Encoding", "identity");
        if (!m_target.authorization.isEmpty())
            request.setRawHeader("Authorization", m_target.authorization);
        return request;
    }
    void read()
    {
        m_response += m_reply->read(mostOfResponse - m_response.size());
        if (m_response.size() >= mostOfResponse)
            m_reply->abort();
    }
    void finish()
    {
        if (const auto ended = std::exchange(m_ended, nullptr)) {
            deleteLater(); // the reply must not be destroyed while it emits a signal
            const auto [result, mayRepeat] = judge();
            ended(result, mayRepeat);
        }
    }
    std::pair<Result<>, bool> judge() const
    {
        const QString place = maskedUrl(m_target.url);
        const int status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
        if (m_isLate) {
            return {Error{ErrorCode::Timeout,
                        tr("%1 did not respond within %2.").arg(place, Formatting::duration(m_timeout))},
                true};
        }
        if (status == 0)
            return {Error{ErrorCode::Io, broken(place)}, true};
        if (status >= 300 && status < 400) {
            return {Error{ErrorCode::Refused,
                        tr("%1 redirects to another address. Enter that address as the URL.").arg(place)},
                false};
        }
        if (status < 200 || status >= 300)
            return {
                Error{ErrorCode::Refused, tr("%1 responded with status %2.").arg(place).arg(status)}, status >= 500};
        const QString why = rejection(m_form, m_response);
        if (why.isEmpty())
            return {Result<>(), false};
        return {Error{ErrorCode::Refused,
                    tr("%1 rejected the message: %2.")
                        .arg(place, printable(withoutToken(why, m_target.url).toUtf8(), 160))},
            false};
    }
    /// Returns why there was no response. Doesn't use Qt's error text, which may contain the URL.
    QString broken(const QString& place) const
    {
        if (!m_certificateErrors.isEmpty()) {
            return tr("The certificate of %1 is not valid: %2.")
                .arg(place, printable(m_certificateErrors.join(QStringLiteral("; ")).toUtf8(), 200));
        }
        switch (m_reply->error()) {
        case QNetworkReply::ConnectionRefusedError:
            return tr("%1 refused the connection.").arg(place);
        case QNetworkReply::HostNotFoundError:
            return tr("The host of %1 was not found.").arg(place);
        case QNetworkReply::SslHandshakeFailedError:
            return tr("The TLS handshake with %1 failed.").arg(place);
        case QNetworkReply::ContentReSendError:
        case QNetworkReply::RemoteHostClosedError:
            return tr("%1 closed the connection without a response.").arg(place);
        default:
            return tr("The connection to %1 failed.").arg(place);
        }
    }

    const HttpTarget m_target;
    const WebhookForm m_form;
    const Millis m_timeout;
    Ended m_ended;
    PayloadOnce m_payload; // the request's payload; must outlive the reply
    QPointer<QNetworkReply> m_reply;
    QByteArray m_response;
    QStringList m_certificateErrors;
    bool m_isLate = false;
};

WebhookSender::WebhookSender(QObject* parent)
    : QObject(parent)
{ }

WebhookSender::~WebhookSender() = default;

void WebhookSender::setPace(Millis timeout, Millis retryAfter)
{
    m_timeout = timeout;
    m_retryAfter = retryAfter;
}

Result<> WebhookSender::check(const QString& url)
{
    if (HttpTarget::parse(url).ok())
        return {};
    return Error{ErrorCode::Usage, tr("Enter a complete URL for the webhook, such as https://example.org/hook.")};
}

bool WebhookSender::isExposed(const QString& url)
{
    const auto target = HttpTarget::parse(url);
    return target && target->url.scheme() == QLatin1String("http") && !isLoopback(target->url);
}

QByteArray WebhookSender::body(WebhookForm form, const WebhookMessage& message)
{
    QJsonObject body;
    if (form == WebhookForm::Json) {
        body = {{QStringLiteral("event"), QString::fromLatin1(message.event)},
            {QStringLiteral("connection"), message.connection},
            {QStringLiteral("queue"),
                message.queue.isEmpty() ? QJsonValue() : QJsonValue(QString::fromUtf8(message.queue))},
            {QStringLiteral("title"), message.title}, {QStringLiteral("text"), message.text},
            {QStringLiteral("at"),
                QDateTime::fromMSecsSinceEpoch(toMs(message.at), Qt::UTC).toString(Qt::ISODateWithMs)}};
        return QJsonDocument(body).toJson(QJsonDocument::Compact);
    }
    // Some services accept only messages with a keyword, so each message contains the program name.
    QString text = QStringLiteral("Dueline: ") + message.title;
    if (!message.text.isEmpty())
        text += u'\n' + message.text;
    text = escapedFor(form, text);
    if (form == WebhookForm::Slack) {
        body = {{QStringLiteral("text"), text}, {QStringLiteral("mrkdwn"), false}};
    } else if (form == WebhookForm::Feishu) {
        body = {{QStringLiteral("msg_type"), QStringLiteral("text")},
            {QStringLiteral("content"), QJsonObject{{QStringLiteral("text"), text}}}};
    } else {
        body = {{QStringLiteral("msgtype"), QStringLiteral("text")},
            {QStringLiteral("text"), QJsonObject{{QStringLiteral("content"), text}}}};
    }
    return QJsonDocument(body).toJson(QJsonDocument::Compact);
}

void WebhookSender::send(const Webhook& hook, const WebhookMessage& message, Answer answer)
{
    if (m_waiting.size() >= mostWaiting) {
        const Result<> dropped = Error{ErrorCode::Refused, tr("Too many messages are waiting to be sent.")};
        QMetaObject::invokeMethod(
            this, [answer = std::move(answer), dropped] { answer(dropped); }, Qt::QueuedConnection);
        return;
    }
    m_waiting.push_back({hook, body(hook.form, message), std::move(answer)});
    if (m_waiting.size() == 1)
        next();
}

void WebhookSender::next()
{
    if (!m_waiting.empty())
        QMetaObject::invokeMethod(
            this, [this] { post(false); }, Qt::QueuedConnection);
}

void WebhookSender::post(bool isRepeat)
{
    const QString url = QString::fromUtf8(m_waiting.front().hook.url.bytes());
    auto target = HttpTarget::parse(url);
    if (!target)
        return end(check(url));
    if (!m_network) { // created on demand, because a network manager starts a thread
        m_network = std::make_unique<QNetworkAccessManager>();
        m_network->setAutoDeleteReplies(false);
    }
    m_network->setProxy(isLoopback(target->url) ? QNetworkProxy::NoProxy : QNetworkProxy::DefaultProxy);
    new Attempt(*this, *std::move(target), [this, isRepeat](const Result<>& result, bool mayRepeat) {
        if (result || !mayRepeat || isRepeat)
            return end(result);
        QTimer::singleShot(m_retryAfter, this, [this] { post(true); });
    });
}

void WebhookSender::end(const Result<>& result)
{
    const Answer answer = std::move(m_waiting.front().answer);
    m_waiting.pop_front();
    next();
    answer(result);
}

} // namespace dueline
