// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/sandbox.h"

#include <QFile>
#include <QTemporaryDir>

#include <algorithm>

namespace dueline {

using namespace Qt::StringLiterals;

/// Puts a folder first in PATH for the lifetime of this object.
class PathInFront
{
public:
    explicit PathInFront(const QString& folder)
        : m_before(qgetenv("PATH"))
    {
        qputenv("PATH", folder.toUtf8() + ':' + m_before);
    }
    ~PathInFront() { qputenv("PATH", m_before); }

private:
    QByteArray m_before;
};

/// Fake `ssh` program that writes its arguments, environment and process id into the folder. Takes `$socket` and
/// `$port` from the -L option.
class FakeSsh
{
public:
    explicit FakeSsh(const QByteArray& body)
        : m_path(m_folder.path())
    {
        QFile::link(Sandbox::findServer().value(), m_folder.filePath(u"redis-server"_s));
        QFile file(m_folder.filePath(u"ssh"_s));
        if (!file.open(QIODevice::WriteOnly))
            qFatal("no script");
        file.write("#!/bin/sh\ncd '" + m_folder.path().toUtf8()
            + "'\nprintf '%s\\n' \"$@\" > arguments\nenv > environment\n"
              "while [ \"$1\" != -L ]; do shift; done\nsocket=${2%%:*}\necho \"$socket\" > socket\necho $$ >> pids\n"
            + body + '\n');
        file.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
    }
    QByteArray left(const char* name) const
    {
        QFile file(m_folder.filePath(QLatin1String(name)));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    /// Returns the process ids of all runs so far.
    QList<QByteArray> pids() const { return left("pids").trimmed().split('\n'); }
    bool isAlive() const
    {
        const QList<QByteArray> all = pids();
        return std::any_of(all.begin(), all.end(),
            [](const QByteArray& pid) { return QFile::exists(u"/proc/"_s + QString::fromLatin1(pid)); });
    }

private:
    QTemporaryDir m_folder;
    PathInFront m_path;
};

} // namespace dueline
