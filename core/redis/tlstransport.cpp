// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/tlstransport.h"

#include "core/base/interruption.h"
#include "core/base/plainfile.h"
#include "core/base/text.h"
#include "core/redis/redisurl.h"
#include "core/redis/waiting.h"

#include <QFile>
#include <QSslCertificate>
#include <QSslCipher>
#include <QSslKey>

namespace dueline {

namespace {

Error unreadable(const char* what, const QString& path, const QString& why)
{
    return {ErrorCode::Usage,
        QStringLiteral("The %1 file %2 cannot be used: %3.")
            .arg(QLatin1StringView(what), printable(path.toUtf8()), why)};
}

Result<QByteArray> contents(const char* what, const QString& path)
{
    QFile file(path);
    if (const QString problem = openPlain(file, Links::Followed); !problem.isEmpty())
        return unreadable(what, path, problem);
    return file.read(1024 * 1024);
}

Result<QList<QSslCertificate>> certificates(const char* what, const QString& path)
{
    const auto pem = contents(what, path);
    if (!pem)
        return pem.error();
    QList<QSslCertificate> found = QSslCertificate::fromData(*pem, QSsl::Pem);
    if (found.isEmpty())
        return unreadable(what, path, QStringLiteral("it contains no certificate in PEM format"));
    return found;
}

/// Reads a private key. Tries several algorithms, because a PEM file doesn't name its key's algorithm and Qt doesn't
/// detect it.
Result<QSslKey> privateKey(const QString& path)
{
    const auto pem = contents("key", path);
    if (!pem)
        return pem.error();
    for (const auto algorithm : {QSsl::Rsa, QSsl::Ec, QSsl::Dsa}) {
        const QSslKey key(*pem, algorithm, QSsl::Pem, QSsl::PrivateKey);
        if (!key.isNull())
            return key;
    }
    return unreadable("key", path,
        pem->contains("ENCRYPTED")
            ? QStringLiteral("it is encrypted; decrypt it (openssl pkey) into a file only you can read")
            : QStringLiteral("it contains no private key in PEM format"));
}

QString protocolName(QSsl::SslProtocol protocol)
{
    switch (protocol) {
    case QSsl::TlsV1_2:
        return QStringLiteral("TLS 1.2");
    case QSsl::TlsV1_3:
        return QStringLiteral("TLS 1.3");
    default:
        return QStringLiteral("TLS");
    }
}

} // namespace

TlsTransport::TlsTransport(Endpoint endpoint, RedisConfig config)
    : TcpTransport(std::move(endpoint), config.sshHost)
    , m_config(std::move(config))
    , m_name(m_config.serverName.isEmpty() ? TcpTransport::endpoint().host : m_config.serverName)
{ }

Result<QSslConfiguration> TlsTransport::configuration() const
{
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setProtocol(QSsl::TlsV1_2OrLater);
    configuration.setPeerVerifyMode(QSslSocket::VerifyPeer);
    if (!m_config.caCertificate.isEmpty()) {
        const auto authorities = certificates("cacert", m_config.caCertificate);
        if (!authorities)
            return authorities.error();
        configuration.setCaCertificates(*authorities);
    }
    if (!m_config.clientCertificate.isEmpty()) {
        const auto chain = certificates("cert", m_config.clientCertificate);
        if (!chain)
            return chain.error();
        const auto key = privateKey(m_config.clientKey.isEmpty() ? m_config.clientCertificate : m_config.clientKey);
        if (!key)
            return key.error();
        configuration.setLocalCertificateChain(*chain);
        configuration.setPrivateKey(*key);
    }
    return configuration;
}

Result<> TlsTransport::open(QDeadlineTimer deadline)
{
    m_peer.reset();
    m_heard = false;
    if (!QSslSocket::supportsSsl()) {
        return Error{ErrorCode::Tls,
            QStringLiteral("TLS needs OpenSSL 3 (libssl.so.3), which was not found on this system. Install it.")};
    }
    const auto chosen = configuration();
    if (!chosen)
        return chosen.error();
    if (auto connected = TcpTransport::open(deadline); !connected)
        return connected;
    auto& socket = static_cast<QSslSocket&>(*this->socket());
    socket.setSslConfiguration(*chosen);
    socket.setPeerVerifyName(m_name);
    socket.startClientEncryption();
    Waiting::because([] { return QStringLiteral("it has not completed the TLS handshake yet"); });
    bool encrypted = false;
    do {
        encrypted = socket.waitForEncrypted(Interruption::stepMs(deadline));
    } while (!encrypted && !Interruption::isDueHere() && !deadline.hasExpired()
        && socket.error() == QAbstractSocket::SocketTimeoutError);
    if (!encrypted) {
        Error error = Interruption::isDueHere()
            ? Error{ErrorCode::Cancelled, QStringLiteral("Interrupted during the TLS handshake.")}
            : handshakeError(socket, deadline);
        if (socket.error() == QAbstractSocket::RemoteHostClosedError) {
            Error lost = told({ErrorCode::Disconnected, {}});
            if (lost.code != ErrorCode::Disconnected)
                error = std::move(lost);
        }
        close();
        return error;
    }
    const QSslCertificate certificate = socket.peerCertificate();
    m_peer = TlsPeer{protocolName(socket.sessionProtocol()), socket.sessionCipher().name(),
        certificate.subjectInfo(QSslCertificate::CommonName).value(0),
        fromMs(certificate.expiryDate().toMSecsSinceEpoch())};
    return {};
}

Error TlsTransport::handshakeError(const QSslSocket& socket, const QDeadlineTimer& deadline) const
{
    const QString where = displayEndpoint(endpoint());
    const QString words = socket.errorString();
    const QList<QSslError> wrong = socket.sslHandshakeErrors();
    const auto login = wrong.isEmpty() ? LoginRefusal::None : LoginRefusal::Certificate;
    const auto tls = [&](const QString& message) { return Error{ErrorCode::Tls, message, words, login}; };
    // Report only one problem. A wrong clock takes precedence over an untrusted CA; a wrong name is reported only if
    // the certificate is trusted.
    for (const QSslError& error : wrong) {
        if (error.error() == QSslError::CertificateExpired || error.error() == QSslError::CertificateNotYetValid) {
            const QSslCertificate certificate = error.certificate();
            const bool expired = error.error() == QSslError::CertificateExpired;
            return tls(QStringLiteral("The TLS certificate of %1 %2 on %3. Renew it on the server%4.")
                           .arg(where, expired ? QStringLiteral("expired") : QStringLiteral("becomes valid"),
                               (expired ? certificate.expiryDate() : certificate.effectiveDate())
                                   .toUTC()
                                   .toString(QStringLiteral("yyyy-MM-dd hh:mm 'UTC'")),
                               expired ? QString() : QStringLiteral(", or correct this machine's clock")));
        }
    }
    for (const QSslError& error : wrong) {
        if (error.error() != QSslError::HostNameMismatch) {
            return tls(QStringLiteral(
                "The TLS certificate of %1 is not trusted: %2. If the server uses its own CA, set cacert=FILE.")
                           .arg(where, error.errorString().section(u',', 0, 0).remove(u'.')));
        }
    }
    if (!wrong.isEmpty()) {
        return tls(QStringLiteral(
            "The TLS certificate of %1 is not valid for the name %2. Use a name in the certificate, or set it with sni=NAME.")
                       .arg(where, printable(m_name.toUtf8())));
    }
    if (socket.error() == QAbstractSocket::SocketTimeoutError || deadline.hasExpired()) {
        return {ErrorCode::Timeout,
            QStringLiteral(
                "%1 accepts connections but does not complete the TLS handshake. If the port does not use TLS, the address must begin with redis://.")
                .arg(where),
            words};
    }
    if (words.contains(u"wrong version number") || words.contains(u"packet length too long"))
        return tls(QStringLiteral("The server at %1 does not use TLS. Without TLS, the address begins with redis://.")
                       .arg(where));
    return explained(
        tls(QStringLiteral("The TLS handshake with %1 failed: %2.").arg(where, printable(words.toUtf8()))));
}

/// Explains a refused client certificate. With TLS 1.3, the server refuses it only after the client has completed the
/// handshake, by sending an alert or closing the connection instead of the first reply.
Error TlsTransport::explained(Error error) const
{
    const bool alert = error.detail.contains(u"alert");
    if (m_heard || (error.code != ErrorCode::Disconnected && !alert))
        return error;
    const QString where = displayEndpoint(endpoint());
    // An alert is always a refusal, but a closed connection may also mean that the server has just stopped.
    const LoginRefusal login = alert ? LoginRefusal::Certificate : LoginRefusal::None;
    if (m_config.clientCertificate.isEmpty()) {
        return {ErrorCode::Tls,
            QStringLiteral(
                "%1 closed the connection right after the TLS handshake: it seems to require a client certificate. Set cert=FILE and key=FILE.")
                .arg(where),
            error.detail, login};
    }
    return {ErrorCode::Tls,
        QStringLiteral("%1 closed the connection right after the TLS handshake: it does not seem to accept the client "
                       "certificate %2.")
            .arg(where, printable(m_config.clientCertificate.toUtf8())),
        error.detail, login};
}

Result<> TlsTransport::write(const QByteArray& bytes, QDeadlineTimer deadline)
{
    auto written = TcpTransport::write(bytes, deadline);
    return written ? written : Result<>(explained(written.error()));
}

Result<QByteArray> TlsTransport::read(QDeadlineTimer deadline)
{
    auto bytes = TcpTransport::read(deadline);
    m_heard = m_heard || bytes.ok();
    return bytes ? bytes : Result<QByteArray>(explained(bytes.error()));
}

} // namespace dueline
