// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/port/operationfields.h"

#include "core/base/text.h"

#include <QStringList>

#include <algorithm>

namespace dueline::OperationFields {

namespace {

TimePoint instantAt(const QByteArray& ms) { return fromMs(ms.toLongLong()); }

} // namespace

std::vector<QByteArray> arguments(const OperationRecord& record)
{
    std::vector<QByteArray> arguments{uniquePartOf(record.id), record.id, record.finished ? "1" : "0", record.kind,
        number(record.done), record.by, record.undoes.isEmpty() ? "0" : "1",
        record.holdFor ? record.holder : QByteArray(), number(record.holdFor.value_or(Millis(0))), "filter",
        record.filter, "reason", record.reason, "total", number(record.total), "skipped", number(record.skipped),
        "undoable", record.undoable ? "1" : "0", "undoes", record.undoes};
    for (const auto& [name, value] :
        {std::pair{"undone_by", &record.undoneBy}, std::pair{"plan", &record.plan}, std::pair{"match", &record.match},
            std::pair{"states", &record.states}, std::pair{"stage", &record.stage}}) {
        if (!value->isEmpty())
            arguments.insert(arguments.end(), {name, *value});
    }
    return arguments;
}

OperationRecord read(const QueueName& queue, const QByteArray& unique, const std::vector<Reply>& fields, TimePoint now)
{
    OperationRecord record;
    qint64 arrived = 0;
    record.id = queue + '/' + unique;
    record.queue = queue;
    for (std::size_t i = 0; i + 1 < fields.size(); i += 2) {
        const QByteArray& name = fields[i].bytes;
        const QByteArray& value = fields[i + 1].bytes;
        if (name == "kind")
            record.kind = value;
        else if (name == "filter")
            record.filter = value;
        else if (name == "by")
            record.by = value;
        else if (name == "reason")
            record.reason = value;
        else if (name == "at")
            record.at = instantAt(value);
        else if (name == "total")
            record.total = value.toLongLong();
        else if (name == "done")
            record.done = value.toLongLong();
        else if (name == "arrived")
            arrived = value.toLongLong();
        else if (name == "skipped")
            record.skipped = value.toLongLong();
        else if (name == "finished")
            record.finished = value == "1";
        else if (name == "undoable")
            record.undoable = value == "1";
        else if (name == "undoes")
            record.undoes = value;
        else if (name == "undone_by")
            record.undoneBy = value;
        else if (name == "plan")
            record.plan = value;
        else if (name == "match")
            record.match = value;
        else if (name == "states")
            record.states = value;
        else if (name == "stage")
            record.stage = value;
        else if (name == "wish")
            record.asked = value;
        else if (name == "holder")
            record.holder = value;
        else if (name == "held")
            record.running = instantAt(value) > now;
    }
    // If an import was killed, its record may not count the last tasks that it imported.
    if (record.kind == "import" && arrived > record.done) {
        record.done = arrived;
        record.total = std::max(record.total, record.done + record.skipped);
    }
    record.running = record.running && !record.finished;
    return record;
}

Error errorOf(const Error& error, const OperationId& operation)
{
    const QString name = printable(operation);
    if (error.detail.startsWith(u"HELD ")) {
        const QStringList words = error.detail.split(u' ');
        return {ErrorCode::Busy,
            QStringLiteral("The operation %1 is being run by %2. If that program was killed, try again in %3 s.")
                .arg(name, words.value(1), QString::number(words.value(2).toLongLong() / 1000 + 1)),
            error.detail};
    }
    if (error.detail.startsWith(u"OVER "))
        return {ErrorCode::Refused, QStringLiteral("The operation %1 was ended or undone by another client.").arg(name),
            error.detail};
    if (error.detail.startsWith(u"GONE "))
        return {ErrorCode::NotFound, QStringLiteral("The operation %1 no longer exists.").arg(name), error.detail};
    return error;
}

} // namespace dueline::OperationFields
