// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/handlers/httphandler.h"

#include "core/base/headroom.h"
#include "core/base/plainfile.h"
#include "core/base/programcheck.h"
#include "core/base/text.h"
#include "core/engine/handlers/httpanswer.h"
#include "core/engine/handlers/payloadonce.h"

#include <QEventLoop>
#include <QFile>
#include <QJsonDocument>
#include <QNetworkAccessManager>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QSslCertificate>
#include <QSslError>
#include <QThreadStorage>
#include <QTimer>

#include <cerrno>
#include <limits>
#include <mutex>

#include <sys/socket.h>
#include <unistd.h>

namespace dueline {
namespace {

/// Percent-encodes the percent sign and all bytes of a header value that aren't printable ASCII, so that the value
/// can't end its header and start another.
QByteArray headerValue(QByteArrayView bytes)
{
    return bytes.toByteArray().toPercentEncoding("!\"#$&'()*+,/:;<=>?@[\\]^`{|}");
}

QByteArray contentType(const QByteArray& payload)
{
    const QByteArray start = payload.left(64).trimmed();
    const bool looksSo = start.startsWith('{') || start.startsWith('[');
    return looksSo && !QJsonDocument::fromJson(payload).isNull() ? QByteArrayLiteral("application/json")
                                                                 : QByteArrayLiteral("application/octet-stream");
}

/// Describes the shortage that keeps a socket from being opened; empty if there is none. Qt doesn't report why a
/// connection failed, so this function opens another socket, which fails for the same reason.
QByteArray socketShortage()
{
    const int descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0)
        return shortageOf(errno);
    ::close(descriptor);
    return {};
}

/// Number of descriptors to reserve per exchange, with a margin: other threads may open files at the same time.
constexpr int filesOfAnExchange = 8;
constexpr Millis managerStartsWithin{1'000};

/// Describes the shortage that prevents an exchange, or keeps this thread's event loop and network manager from
/// starting; empty if there is none. Without this check, Qt would abort the program or never report a result.
QByteArray exchangeShortage(bool isFirst)
{
    if (!canOpenFiles(isFirst ? 3 * filesOfAnExchange : filesOfAnExchange))
        return shortageOf(EMFILE);
    return isFirst && !canStartThread() ? shortageOf(EAGAIN) : QByteArray();
}

QThreadStorage<QNetworkAccessManager*>& managersOfThreads()
{
    static QThreadStorage<QNetworkAccessManager*> managers;
    return managers;
}

/// Returns the mutex to hold while a thread's manager starts. Without it, two threads could check at the same time, and
/// both find resources that suffice for only one of them.
std::mutex& managerBegins()
{
    static std::mutex mutex;
    return mutex;
}

/// Returns this thread's manager. Each thread has its own, because a manager opens at most six connections to a host.
QNetworkAccessManager& managerOfThread()
{
    QThreadStorage<QNetworkAccessManager*>& managers = managersOfThreads();
    if (!managers.hasLocalData()) {
        auto* manager = new QNetworkAccessManager;
        manager->setProxy(QNetworkProxy::NoProxy);
        manager->setAutoDeleteReplies(false);
        managers.setLocalData(manager);
    }
    return *managers.localData();
}

} // namespace

/// One request and its response.
class HttpHandler::Exchange
{
public:
    Exchange(const HttpHandler& handler, const TaskContext& context)
        : m_handler(handler)
        , m_context(context)
        , m_payload(context.payload)
    { }
    HandlerResult run();

private:
    enum class End : quint8 { Answered, Stopped, Overdue, Enough };

    QNetworkRequest request() const;
    void read();
    void end(End how);
    HandlerResult judge();
    QByteArray brokenBy() const;

    const HttpHandler& m_handler;
    const TaskContext& m_context;
    PayloadOnce m_payload;
    std::unique_ptr<QNetworkReply> m_reply;
    HttpAnswer m_answer;
    QStringList m_certificateTroubles;
    End m_end = End::Answered;
};

QNetworkRequest HttpHandler::Exchange::request() const
{
    QNetworkRequest request(m_handler.m_target.url);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CacheLoadControlAttribute, QNetworkRequest::AlwaysNetwork);
    request.setAttribute(QNetworkRequest::CacheSaveControlAttribute, false);
    request.setAttribute(QNetworkRequest::DoNotBufferUploadDataAttribute, true);
    // HTTP/2 has no benefit for a single request at a time.
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    request.setSslConfiguration(m_handler.m_tls);
    request.setHeader(QNetworkRequest::ContentTypeHeader, contentType(m_context.payload));
    request.setHeader(QNetworkRequest::ContentLengthHeader, m_context.payload.size());
    request.setHeader(QNetworkRequest::UserAgentHeader, QStringLiteral("dueline/" DUELINE_VERSION));
    request.setRawHeader("Accept", "*/*");
    request.setRawHeader("Accept-Language", "*");
    // prevent a small compressed response from expanding into a large one
    request.setRawHeader("Accept-Encoding", "identity");
    if (!m_handler.m_target.authorization.isEmpty())
        request.setRawHeader("Authorization", m_handler.m_target.authorization);
    request.setRawHeader("Dueline-Id", headerValue(m_context.lease.id));
    request.setRawHeader("Dueline-Type", headerValue(m_context.type));
    request.setRawHeader("Dueline-Queue", headerValue(m_context.queue));
    request.setRawHeader("Dueline-Attempt", QByteArray::number(m_context.lease.attempt));
    request.setRawHeader("Dueline-Token", headerValue(m_context.lease.token));
    if (m_context.lease.dueAt != TimePoint())
        request.setRawHeader("Dueline-Due-Ms", QByteArray::number(toMs(m_context.lease.dueAt)));
    request.setRawHeader("Dueline-Deadline-Ms", QByteArray::number(toMs(m_context.deadline)));
    return request;
}

HandlerResult HttpHandler::Exchange::run()
{
    const bool isFirst = !managersOfThreads().hasLocalData();
    std::unique_lock<std::mutex> begins(managerBegins(), std::defer_lock);
    if (isFirst)
        begins.lock();
    if (const QByteArray shortage = exchangeShortage(isFirst); !shortage.isEmpty())
        return HandlerResult::unready("cannot send anything to " + m_handler.m_target.shown.toUtf8() + ": " + shortage);
    QEventLoop loop;
    m_reply.reset(managerOfThread().post(request(), &m_payload));
    m_reply->setReadBufferSize(1024 * 1024);
    QObject::connect(m_reply.get(), &QNetworkReply::readyRead, &loop, [this] { read(); });
    QObject::connect(m_reply.get(), &QNetworkReply::finished, &loop, &QEventLoop::quit);
    QObject::connect(m_reply.get(), &QNetworkReply::sslErrors, &loop, [this](const QList<QSslError>& errors) {
        for (const QSslError& error : errors)
            m_certificateTroubles << error.errorString();
    });
    // By the time one of these signals arrives, the manager has started its own thread.
    const auto hasBegun = [&begins] {
        if (begins.owns_lock())
            begins.unlock();
    };
    QObject::connect(m_reply.get(), &QNetworkReply::socketStartedConnecting, &loop, hasBegun);
    QObject::connect(m_reply.get(), &QNetworkReply::finished, &loop, hasBegun);
    if (isFirst)
        QTimer::singleShot(managerStartsWithin, &loop, hasBegun);
    QTimer overdue;
    overdue.setSingleShot(true);
    QObject::connect(&overdue, &QTimer::timeout, &loop, [this] { end(End::Overdue); });
    overdue.start(std::min(m_context.timeLimit, Millis(std::numeric_limits<int>::max())));
    {
        // The callback may run on any thread, but end() must run on this one.
        const std::stop_callback onStop(m_context.stop, [this, &loop] {
            QMetaObject::invokeMethod(
                &loop, [this] { end(End::Stopped); }, Qt::QueuedConnection);
        });
        if (!m_reply->isFinished())
            loop.exec(QEventLoop::ExcludeUserInputEvents);
    }
    read();
    return judge();
}

void HttpHandler::Exchange::read()
{
    while (m_reply->bytesAvailable() > 0 && m_end == End::Answered) {
        m_answer.body.append(m_reply->read(64 * 1024));
        if (m_answer.body.size() > mostOfBody)
            end(End::Enough);
    }
}

void HttpHandler::Exchange::end(End how)
{
    if (m_end != End::Answered || m_reply->isFinished())
        return;
    m_end = how;
    m_reply->abort(); // abort() also emits finished()
}

HandlerResult HttpHandler::Exchange::judge()
{
    const QByteArray where = m_handler.m_target.shown.toUtf8();
    if (m_end == End::Stopped)
        return HandlerResult::stopped("stopped while " + where + " had not responded");
    if (m_end == End::Overdue)
        return HandlerResult::fail("deadline exceeded: " + where + " had not responded");
    m_answer.status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    // For a status of 300 or higher, Qt reports an error even if the response is complete.
    const bool broken = m_answer.status < 300 && m_reply->error() != QNetworkReply::NoError;
    if (m_answer.status == 0 && m_end == End::Answered) {
        if (const QByteArray shortage = socketShortage(); !shortage.isEmpty())
            return HandlerResult::unready("cannot send anything to " + where + ": " + shortage);
    }
    if (m_answer.status == 0 || (broken && m_end == End::Answered))
        return HandlerResult::retry("no response from " + where + ": " + brokenBy());
    m_answer.reason = m_reply->attribute(QNetworkRequest::HttpReasonPhraseAttribute).toByteArray();
    m_answer.retryAfter = m_reply->rawHeader("Retry-After");
    m_answer.date = m_reply->rawHeader("Date");
    m_answer.location = m_handler.m_target.url.resolved(QUrl::fromEncoded(m_reply->rawHeader("Location")));
    if (!m_reply->hasRawHeader("Location"))
        m_answer.location.clear();
    return m_answer.result(SystemClock().now());
}

QByteArray HttpHandler::Exchange::brokenBy() const
{
    if (!m_certificateTroubles.isEmpty())
        return "TLS: " + m_certificateTroubles.join(QStringLiteral("; ")).toUtf8();
    switch (m_reply->error()) {
    case QNetworkReply::ContentReSendError:
    case QNetworkReply::RemoteHostClosedError:
        return m_answer.body.size() > 0 ? "the connection closed during the response"
                                        : "the connection closed before the response";
    case QNetworkReply::ConnectionRefusedError:
        return "the connection was refused";
    case QNetworkReply::HostNotFoundError:
        return "there is no such host";
    case QNetworkReply::TimeoutError:
        return "the connection timed out";
    default:
        return printable(m_reply->errorString().toUtf8(), 300).toUtf8();
    }
}

Result<std::shared_ptr<Handler>> HttpHandler::make(const QString& address)
{
    auto target = HttpTarget::parse(address);
    if (!target)
        return target.error();
    QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
    const QString path = qEnvironmentVariable("SSL_CERT_FILE");
    if (!path.isEmpty() && target->url.scheme() == QLatin1String("https")) {
        QFile file(path);
        const QString problem = openPlain(file, Links::Followed);
        if (!problem.isEmpty())
            return Error{ErrorCode::Usage,
                QStringLiteral("SSL_CERT_FILE is %1, which cannot be read: %2.")
                    .arg(printable(path.toUtf8()), problem)};
        const auto authorities = QSslCertificate::fromData(file.read(16 * 1024 * 1024));
        if (authorities.isEmpty())
            return Error{ErrorCode::Usage,
                QStringLiteral("SSL_CERT_FILE is %1, which contains no readable certificate.")
                    .arg(printable(path.toUtf8()))};
        tls.setCaCertificates(QSslConfiguration::systemCaCertificates() + authorities);
    }
    return std::shared_ptr<Handler>(new HttpHandler(*std::move(target), tls));
}

HandlerResult HttpHandler::run(TaskContext& context) { return Exchange(*this, context).run(); }

} // namespace dueline
