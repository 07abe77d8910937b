// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/asynq/asynqmessage.h"
#include "core/layouts/asynq/protobuf.h"
#include "tests/fuzz/targets.h"

namespace dueline::fuzz {

void asynq(const QByteArray& input)
{
    const auto fields = Protobuf::read(input);
    const auto message = AsynqMessage::read(input);
    FUZZ_HOLDS(fields.has_value() == message.has_value());
    if (!message)
        return;
    FUZZ_HOLDS(fields->size() <= Protobuf::mostFields);
    qsizetype bytes = 0;
    for (const ProtobufField& field : *fields)
        bytes += field.bytes.size();
    FUZZ_HOLDS(bytes <= input.size());
    // Reading a written message back returns the same message, except for unknown fields.
    const auto again = AsynqMessage::read(message->written());
    FUZZ_HOLDS(again && again->type == message->type && again->payload == message->payload && again->id == message->id
        && again->queue == message->queue && again->maxRetry == message->maxRetry && again->retried == message->retried
        && again->error == message->error && again->completedAt == message->completedAt
        && again->headers == message->headers);
    // An edit replaces only the payload.
    const auto edited = AsynqMessage::read(AsynqMessage::withPayload(input, "new"));
    FUZZ_HOLDS(fields->size() == Protobuf::mostFields
        || (edited && edited->payload == "new" && edited->type == message->type && edited->id == message->id
            && edited->queue == message->queue && edited->maxRetry == message->maxRetry
            && edited->error == message->error && edited->headers == message->headers));
    const TaskSource source{"key", TaskSource::Kind::SortedSet, TaskSource::Score::Seconds, TaskState::Failed, {}, "w"};
    const Task task = message->task(source, {0, TaskState::Failed, "id", 1, fromMs(1000)});
    FUZZ_HOLDS(task.attempt >= 0 && task.maxAttempts > 0 && task.error.size() <= AsynqMessage::shownError);
}

} // namespace dueline::fuzz
