// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>

class QLocalServer;
class QLocalSocket;
class QLockFile;

namespace dueline {

/// Guard that allows one instance per user and display. A second process passes its link to the first one and exits.
/// Links are untrusted: any program, including a browser, can open a redis:// or dueline:// link. The instance accepts
/// only a server's address, or a link to a place in the window, and the user must confirm it.
class SingleInstance : public QObject
{
    Q_OBJECT

public:
    static constexpr qsizetype longestLink = 4096; ///< maximum length of a link in bytes

    /// Creates an instance. `path`: path of the socket in one of the user's private folders. If the path is empty,
    /// every process runs independently.
    explicit SingleInstance(QString path, QObject* parent = nullptr);
    ~SingleInstance() override;

    /// Returns a path in the session's runtime folder, named after the display; empty if there is no runtime folder or
    /// no display.
    static QString defaultPath();

    /// Passes `link` to the running instance. If the link is empty, that instance just shows its window. Returns false
    /// if no instance is running or it doesn't respond within two seconds; the caller must then open a window.
    bool handOver(const QString& link);

    /// Starts accepting links. If another instance is already accepting links, waits for it to end.
    void listen();

Q_SIGNALS:
    /// Emitted when another process has started. `link`: valid link passed by that process; may be empty.
    void wanted(const QString& link);

private:
    void take(QLocalSocket* socket);

    QString m_path;
    std::unique_ptr<QLockFile> m_lock;
    std::unique_ptr<QLocalServer> m_server;
};

} // namespace dueline
