// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/desktop/singleinstance.h"

#include "core/base/plainfile.h"
#include "core/console/profiles/placelink.h"
#include "core/redis/redisurl.h"

#include <QCryptographicHash>
#include <QDir>
#include <QLocalServer>
#include <QLocalSocket>
#include <QLockFile>
#include <QTimer>

namespace dueline {

namespace {

constexpr int answerWithinMs = 2'000;
constexpr int listenAgainMs = 2'000;
constexpr QByteArrayView answered = "taken\n";

} // namespace

SingleInstance::SingleInstance(QString path, QObject* parent)
    : QObject(parent)
    , m_path(std::move(path))
{ }

SingleInstance::~SingleInstance() = default;

QString SingleInstance::defaultPath()
{
    QString folder = qEnvironmentVariable("XDG_RUNTIME_DIR");
    // In Flatpak, each process has a private runtime folder. All of the app's processes share only the subfolder named
    // after the app's id.
    if (const QString flatpak = qEnvironmentVariable("FLATPAK_ID"); !flatpak.isEmpty())
        folder += QStringLiteral("/app/") + flatpak;
    const QByteArray display
        = qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY") ? qgetenv("DISPLAY") : qgetenv("WAYLAND_DISPLAY");
    if (folder.isEmpty() || display.isEmpty() || !QDir(folder).exists())
        return {};
    const QByteArray name = QCryptographicHash::hash(display, QCryptographicHash::Sha256).toHex().left(12);
    return folder + QStringLiteral("/dueline-window-") + QString::fromLatin1(name);
}

bool SingleInstance::handOver(const QString& link)
{
    if (m_path.isEmpty())
        return false;
    QLocalSocket socket;
    socket.connectToServer(m_path);
    if (!socket.waitForConnected(answerWithinMs))
        return false;
    socket.write(link.toUtf8() + '\n');
    if (!socket.waitForBytesWritten(answerWithinMs))
        return false;
    while (!socket.canReadLine()) {
        if (!socket.waitForReadyRead(answerWithinMs))
            return false;
    }
    return socket.readLine() == answered;
}

void SingleInstance::listen()
{
    if (m_path.isEmpty() || m_server)
        return;
    // Only the lock shows whether an instance is running, because the socket file remains if the program is killed.
    const QString name = m_path + QStringLiteral(".lock");
    auto lock = std::make_unique<QLockFile>(name);
    lock->setStaleLockTime(0); // the lock is valid for as long as its program is running
    // A special file can't be a lock file, and reading it could block forever.
    if (!notPlain(name, Links::Refused).isEmpty() || !lock->tryLock(0)) {
        QTimer::singleShot(listenAgainMs, this, &SingleInstance::listen);
        return;
    }
    auto server = std::make_unique<QLocalServer>();
    server->setSocketOptions(QLocalServer::UserAccessOption);
    QLocalServer::removeServer(m_path);
    if (!server->listen(m_path))
        return;
    m_lock = std::move(lock);
    m_server = std::move(server);
    connect(m_server.get(), &QLocalServer::newConnection, this, [this] {
        while (QLocalSocket* socket = m_server->nextPendingConnection())
            take(socket);
    });
}

void SingleInstance::take(QLocalSocket* socket)
{
    connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
    QTimer::singleShot(answerWithinMs, socket, [socket] { socket->abort(); });
    const auto read = [this, socket] {
        if (!socket->canReadLine()) {
            if (socket->bytesAvailable() > longestLink)
                socket->abort();
            return;
        }
        const QByteArray line = socket->readLine(longestLink + 2);
        const QString link = QString::fromUtf8(line).chopped(line.endsWith('\n') ? 1 : 0);
        const bool isReadable
            = link.isEmpty() || PlaceLink::parse(link) || (looksLikeRedisUrl(link) && parseRedisUrl(link));
        if (line.size() > longestLink || !isReadable) {
            socket->abort();
            return;
        }
        socket->write(answered.toByteArray());
        socket->disconnectFromServer();
        Q_EMIT wanted(link);
    };
    connect(socket, &QLocalSocket::readyRead, socket, read);
    read(); // handle any data that has already arrived
}

} // namespace dueline
