// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>

class QLocalServer;
class QLocalSocket;
class QLockFile;

namespace dueline {

/// Single instance per user and display: a second process passes its link to the first one and exits. Links are
/// untrusted, because any program, including a browser, can open a redis:// link. Therefore, a link is only an address
/// that the user must confirm.
class SingleInstance : public QObject
{
    Q_OBJECT

public:
    static constexpr qsizetype longestLink = 4096; ///< bytes

    /// Creates an instance. `path`: path of the socket, in a private folder of the user; if empty, each process is
    /// independent.
    explicit SingleInstance(QString path, QObject* parent = nullptr);
    ~SingleInstance() override;

    /// Returns a path in the session's runtime folder, named after the display; empty if either is missing.
    static QString defaultPath();

    /// Passes `link` to the running instance; an empty link only requests its window. Returns false if no instance is
    /// running, or if it does not respond within two seconds. The caller then opens a window.
    bool handOver(const QString& link);

    /// Starts accepting links. If another instance already does, waits until that instance has ended.
    void listen();

Q_SIGNALS:
    /// Emitted when the program was started again. `link`: a readable address, or empty.
    void wanted(const QString& link);

private:
    void take(QLocalSocket* socket);

    QString m_path;
    std::unique_ptr<QLockFile> m_lock;
    std::unique_ptr<QLocalServer> m_server;
};

} // namespace dueline
