// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/passwordcommand.h"
#include "tests/support/refusedlogins.h"

#include <QFile>
#include <QTemporaryDir>

#include <cstdio>

namespace dueline {

/// Program that prints the current password, like a vault's or a cloud provider's command-line tool.
class RotatingPassword
{
public:
    explicit RotatingPassword(const QByteArray& first)
    {
        QFile script(command());
        if (!script.open(QIODevice::WriteOnly | QIODevice::Truncate))
            qFatal("no %s", qPrintable(command()));
        script.write("#!/bin/sh\nprintf x >>'" + runsFile().toUtf8() + "'\nexec cat '" + tokenFile().toUtf8() + "'\n");
        script.close();
        script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        give(first);
    }

    QString command() const { return m_folder.filePath(QStringLiteral("give")); }
    /// Returns how many times the program has run.
    qint64 runs() const { return QFile(runsFile()).size(); }
    /// Sets the output for all later runs.
    void give(const QByteArray& token)
    {
        QFile file(tokenFile() + QStringLiteral(".new"));
        if (!file.open(QIODevice::WriteOnly))
            qFatal("no token");
        file.write(token + '\n');
        file.close();
        if (std::rename(qPrintable(file.fileName()), qPrintable(tokenFile())) != 0)
            qFatal("no token");
    }
    /// Sets the output and makes it the server's only password.
    void change(RedisServer& server, const QByteArray& token)
    {
        give(token);
        changePassword(server, token);
    }
    /// Returns the configuration with this program as its password command instead of the password.
    RedisConfig of(RedisConfig config) const
    {
        config.password = {};
        config.passwordCommand = PasswordCommand::of(command());
        return config;
    }

private:
    QString tokenFile() const { return m_folder.filePath(QStringLiteral("token")); }
    QString runsFile() const { return m_folder.filePath(QStringLiteral("runs")); }

    QTemporaryDir m_folder;
};

} // namespace dueline
