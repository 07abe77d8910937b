// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>

class QLocalServer;
class QLocalSocket;
class QLockFile;

namespace dueline {

/// Guard that allows one instance per user and display. A second process passes its link to the first one and exits.
/// Links are untrusted, because any program, including a browser, can open a redis:// or dueline:// link. The instance
/// therefore accepts only the address of a server or a link to a place in the window, which the user must confirm.
class SingleInstance : public QObject
{
    Q_OBJECT

public:
    static constexpr qsizetype longestLink = 4096; ///< maximum length of a link in bytes

    /// Creates an instance. `path`: path of the socket in a private folder of the user. If it is empty, each process is
    /// independent.
    explicit SingleInstance(QString path, QObject* parent = nullptr);
    ~SingleInstance() override;

    /// Returns a path in the session's runtime folder, named after the display. Empty if there is no runtime folder or
    /// no display.
    static QString defaultPath();

    /// Passes `link` to the running instance. If the link is empty, the running instance only shows
    /// its window. Returns false if no instance is running or it does not respond within two
    /// seconds. The caller must then open a window.
    bool handOver(const QString& link);

    /// Starts accepting links. If another instance already accepts links, waits until that instance
    /// ends.
    void listen();

Q_SIGNALS:
    /// Emitted when another process has been started. `link`: valid link passed by that process; may be empty.
    void wanted(const QString& link);

private:
    void take(QLocalSocket* socket);

    QString m_path;
    std::unique_ptr<QLockFile> m_lock;
    std::unique_ptr<QLocalServer> m_server;
};

} // namespace dueline
