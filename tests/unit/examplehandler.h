// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/handlers/handler.h"

#include <QDir>
#include <QSaveFile>

namespace dueline {

/// `file:FOLDER`: writes each payload to a file named after its task.
class FileHandler : public Handler
{
public:
    static constexpr qsizetype largest = 1024 * 1024;

    explicit FileHandler(QString folder)
        : m_folder(std::move(folder))
    { }

    HandlerResult run(TaskContext& context) override
    {
        if (context.payload.size() > largest) // a permanent failure: the task is not retried
            return HandlerResult::fail("the payload is larger than 1 MiB", false);
        if (!QDir(m_folder).exists()) // possibly a temporary failure, so the task is retried
            return HandlerResult::retry("the folder does not exist", Millis(30'000));
        QSaveFile file(m_folder + u'/' + QString::fromLatin1(context.lease.id.toPercentEncoding()));
        if (!file.open(QIODevice::WriteOnly)) // The queue's retry policy applies.
            return HandlerResult::fail(file.errorString().toUtf8());
        for (qsizetype at = 0; at < context.payload.size(); at += 65536) {
            if (context.stop.stop_requested()) // A stopped handler leaves no file behind.
                return HandlerResult::stopped();
            file.write(context.payload.mid(at, 65536));
            context.log(QByteArray::number(at / 1024) + " KiB");
        }
        if (!file.commit())
            return HandlerResult::fail(file.errorString().toUtf8());
        return HandlerResult::done(file.fileName().toUtf8());
    }

private:
    const QString m_folder; // constant, because run() is called concurrently
};

} // namespace dueline
