// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>

class QLocalServer;
class QLocalSocket;
class QLockFile;

namespace dueline {

/// One window per user and display: a second start hands its link over and ends. What comes in is a stranger's text,
/// since any program, a browser too, can open a redis:// link: it is only ever an address to ask about.
class SingleInstance : public QObject
{
    Q_OBJECT

public:
    static constexpr qsizetype longestLink = 4096; ///< in bytes

    /// `path`: of the socket, in a folder of this user alone; empty: every start is on its own.
    explicit SingleInstance(QString path, QObject* parent = nullptr);
    ~SingleInstance() override;

    /// In the session's runtime folder, named after the display; empty where there is neither.
    static QString defaultPath();

    /// Hands `link` (empty: only that somebody wants the window) to the one that is open. False: there is none, or it
    /// does not answer within two seconds; then this start is to open a window.
    bool handOver(const QString& link);

    /// From now on links come here; while another window takes them already, once that one is gone.
    void listen();

Q_SIGNALS:
    /// Somebody started the program again; `link` is a readable address, or empty.
    void wanted(const QString& link);

private:
    void take(QLocalSocket* socket);

    QString m_path;
    std::unique_ptr<QLockFile> m_lock;
    std::unique_ptr<QLocalServer> m_server;
};

} // namespace dueline
