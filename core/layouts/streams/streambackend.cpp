// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/streams/streambackend.h"

#include "core/layouts/streams/streamcheckup.h"

namespace dueline {

namespace {

const char* const releaseCaution = QT_TRANSLATE_NOOP("LayoutWords",
    "A released message runs the next time a consumer claims idle messages. A failed message is added again as a new "
    "message.");
const char* const discardCaution = QT_TRANSLATE_NOOP(
    "LayoutWords", "Discarding deletes waiting and failed messages; undo and restore add them again as new messages.");

Capabilities streamCapabilities(const StreamSpec& spec)
{
    Capabilities can;
    can.layout = "stream";
    StreamQueue queue;
    queue.spec = spec;
    can.states = queue.states();
    can.workers = can.sharedWork = can.copied = true;
    can.actions = {ActionKind::Retry, ActionKind::RunNow, ActionKind::Discard, ActionKind::Restore, ActionKind::Delete};
    if (!spec.delayed.isEmpty())
        can.actions.push_back(ActionKind::Reschedule);
    can.ofEndedWorkers = {ActionKind::Retry, ActionKind::RunNow, ActionKind::Discard, ActionKind::Delete};
    can.undo = can.undoOptional = true;
    can.cautions = {{ActionKind::Retry, releaseCaution}, {ActionKind::Discard, discardCaution}};
    return can;
}

} // namespace

StreamBackend::StreamBackend(const StreamSpec& spec, const LayoutSpec& layout, const LayoutOpening& opening)
    : RedisBackend(opening.lane, opening.access, streamCapabilities(spec))
    , m_inspector(client(), m_clock, spec, layout, opening.found, opening.prefix)
    , m_editor(client(), m_inspector)
{ }

Result<std::unique_ptr<Backend>> StreamBackend::open(
    const StreamSpec& spec, const LayoutSpec& layout, const LayoutOpening& opening)
{
    std::unique_ptr<StreamBackend> backend(new StreamBackend(spec, layout, opening));
    if (auto opened = backend->RedisBackend::open(); !opened)
        return opened.error();
    return std::unique_ptr<Backend>(std::move(backend));
}

Result<std::optional<Foresight>> StreamBackend::foresee(const ActionStep& step)
{
    if (!refusal().isEmpty())
        return RedisBackend::foresee(step);
    auto foresight = m_editor.foresee(step);
    if (foresight && *foresight && step.refs.empty())
        addMemory(**foresight);
    return foresight;
}

std::unique_ptr<QueueCheckup> StreamBackend::checkup(const QueueInfo& queue, const QueueName& called)
{
    return std::make_unique<StreamCheckup>(client(), m_clock, m_inspector, queue, called);
}

void StreamBackend::connected(bool)
{
    m_clock.forget();
    m_inspector.forget(serverVersion());
}

} // namespace dueline
