// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/integration/duectlprogram.h"

#include <QTemporaryDir>

namespace dueline {

/// Recording written by `duectl record`, and what `duectl changed` reports about it.
class RecordPlace
{
protected:
    QTemporaryDir m_folder;
    QString m_path; ///< current recording's file

    void useNewFile()
    {
        static int count = 0;
        m_path = m_folder.filePath(QStringLiteral("r%1.dwit").arg(++count));
    }
    /// Starts a recorder and waits until it has opened its file.
    std::unique_ptr<QProcess> record(const Duectl& duectl, const QStringList& options = {}) const
    {
        auto process = duectl.start(
            QStringList{QStringLiteral("record"), m_path, QStringLiteral("--every"), QStringLiteral("100ms")}
            + options);
        QByteArray seen;
        if (!Duectl::waitFor(*process, QProcess::StandardError, "Recording ", seen))
            qFatal("%s", seen.constData());
        return process;
    }
    static void stop(QProcess& process)
    {
        process.terminate();
        EXIT(Duectl::finish(process), 0);
    }
    QJsonObject changed(const QStringList& options = {}) const
    {
        const Answer answer
            = Duectl().run(QStringList{QStringLiteral("changed"), m_path, QStringLiteral("--json")} + options);
        if (answer.code > 1)
            qFatal("%s", answer.all().constData());
        return answer.object();
    }
    QJsonObject changedInLastHour() const { return changed({QStringLiteral("--from"), QStringLiteral("-1h")}); }
    /// Returns the last recorded number of due tasks in a queue, or -1 if nothing was recorded for it.
    int due(const QString& queue) const
    {
        for (const QJsonValue& each : changed()[QStringLiteral("queues")].toArray()) {
            if (each[QStringLiteral("name")] == queue)
                return each[QStringLiteral("after")][QStringLiteral("due")].toInt(-1);
        }
        return -1;
    }
    /// Waits until the recorder has read the server at least twice more.
    bool hasReadAgain() const
    {
        const auto seen = [this] { return changed()[QStringLiteral("seen_ms")].toInteger(); };
        return QTest::qWaitFor([&seen, before = seen()] { return seen() > before + 200; }, 20'000);
    }
};

} // namespace dueline
