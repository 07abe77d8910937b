// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"

#include "core/layouts/celery/celeryevents.h"
#include "core/layouts/celery/celerymessage.h"

namespace dueline::fuzz {

namespace {

void holdsAsTask(const CeleryMessage& message, const QByteArray& input)
{
    const TaskSource list{"q", TaskSource::Kind::List, TaskSource::Score::None, TaskState::Due, {}, "queued"};
    const Task task = message.task(list, {0, TaskState::Due, input, 0, fromMs(5)}, fromMs(5));
    FUZZ_HOLDS(task.size == message.payload.size() && task.untimed == !message.eta);
    FUZZ_HOLDS(task.dueAt == task.at && task.at == message.eta.value_or(fromMs(5)));
    FUZZ_HOLDS((task.nativeState == "damaged") == !message.isEnvelope);
    qsizetype told = 0;
    for (const TaskFact& fact : message.facts(input))
        told = std::max(told, fact.value.size());
    FUZZ_HOLDS(told <= CeleryMessage::longestTold);
}

} // namespace

void celery(const QByteArray& input)
{
    CeleryOutcomes outcomes;
    for (const CeleryEvent& event : CeleryEvent::inBody(input)) {
        FUZZ_HOLDS(
            !event.id.isEmpty() && event.type.startsWith("task-") && event.retries >= 0 && event.ran.count() >= 0);
        if (const auto outcome = outcomes.hear(event))
            FUZZ_HOLDS(outcome->id == event.id && outcome->attempt > 0 && outcome->late.count() >= 0);
    }
    FUZZ_HOLDS(CeleryEvent::read(input).size() <= std::size_t(input.size()));
    const CeleryMessage message = CeleryMessage::read(input);
    FUZZ_HOLDS(message.isEnvelope || (message.id.isEmpty() && message.payload == input && !message.eta));
    FUZZ_HOLDS(message.retries >= 0 && message.payload.size() <= CeleryMessage::mostBytes);
    holdsAsTask(message, input);
    const CeleryMessage taken = CeleryMessage::readTaken(input);
    FUZZ_HOLDS(taken.etaLength == 0);
    holdsAsTask(taken, input);
    if (message.isEnvelope) {
        const CeleryMessage same = CeleryMessage::readTaken('[' + input + R"(,"","r"])");
        FUZZ_HOLDS(same.id == message.id && same.payload == message.payload && same.route == "r");
    }
    FUZZ_HOLDS(message.eta.has_value() == (message.etaLength > 0));
    if (!message.eta)
        return;
    // Replacing the eta changes no other field.
    const auto with = [&](const QByteArray& token) {
        return CeleryMessage::read(
            input.left(message.etaOffset) + token + input.mid(message.etaOffset + message.etaLength));
    };
    const CeleryMessage moved = with(R"("2027-01-02T03:04:05.678000+00:00")");
    FUZZ_HOLDS(moved.eta == fromMs(1'798'859'045'678));
    const CeleryMessage now = with("null");
    FUZZ_HOLDS(!now.eta);
    for (const CeleryMessage* other : {&moved, &now}) {
        FUZZ_HOLDS(other->id == message.id && other->type == message.type && other->payload == message.payload);
        FUZZ_HOLDS(other->route == message.route && other->retries == message.retries);
        FUZZ_HOLDS(other->further == message.further && other->expires == message.expires);
    }
}

} // namespace dueline::fuzz
