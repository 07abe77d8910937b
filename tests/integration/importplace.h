// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/integration/duectlprogram.h"
#include "tests/support/frameworkwriter.h"

namespace dueline {

using namespace Qt::StringLiterals;

/// Server with queues of one framework, for testing imports.
class ImportPlace
{
public:
    explicit ImportPlace(const QByteArray& layout)
        : layout(QString::fromLatin1(layout))
        , writer(FrameworkWriter::of(layout, server))
    { }

    Answer run(const QString& line, const QByteArray& input = {}) const
    {
        return duectl.run(QStringList{u"--layout"_s, layout} + words(qPrintable(line)), input);
    }
    /// Returns the queue's row in `duectl queues`, with the task count of each state, or an empty object if the queue
    /// is not listed.
    QJsonObject counts(const QString& queue) const
    {
        for (const QJsonValue& info : run(u"--json queues"_s).array()) {
            if (info[u"name"_s].toString() == queue)
                return info.toObject();
        }
        return {};
    }
    QByteArray field(const QByteArray& key, const char* name) { return server.call({"HGET", key, name}).bytes; }

    RedisServer server{{.tcp = true, .aof = false, .password = {}, .arguments = {}}};
    Duectl duectl{server.url()};
    QString layout;
    std::unique_ptr<FrameworkWriter> writer;
};

/// Returns a line of an import file with a task of type `send`.
inline QByteArray importLine(const QByteArray& id, const QByteArray& payload, Millis in = {})
{
    const qint64 due = QDateTime::currentMSecsSinceEpoch() + in.count();
    return R"({"id":"send#)" + id + R"(","state":")" + (in > Millis(0) ? "scheduled" : "due") + R"(","due_ms":)"
        + QByteArray::number(due) + R"(,"payload":)"
        + QJsonDocument(QJsonArray{QString::fromUtf8(payload)}).toJson(QJsonDocument::Compact).mid(1).chopped(1)
        + "}\n";
}

} // namespace dueline
