// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/custom/customeditor.h"

#include "core/base/text.h"
#include "core/layouts/custom/customwords.h"
#include "core/layouts/port/portwords.h"

namespace dueline {

namespace {

/// Returns whether one of the design's own workers holds the task. Such a task has no token from Dueline.
bool isTheirs(const TaskRef& ref) { return ref.seenState == TaskState::Leased && ref.seenToken.isEmpty(); }

} // namespace

CustomEditor::CustomEditor(NativeScripts& scripts, const CustomSpec& spec)
    : NativeEditor(scripts)
    , m_spec(spec)
{ }

Result<> CustomEditor::meet(const QueueName& queue, bool make)
{
    const Error missing{ErrorCode::NotFound, portwords::noQueue(printable(queue))};
    if (queue != m_spec.key)
        return missing;
    if (auto prepared = scripts().prepare(queue); !prepared)
        return prepared;
    const NativeKeys keys = scripts().keys(queue);
    std::vector<QByteArray> keyNames{keys.meta(), keys.leases()};
    const std::vector<QByteArray>& home = scripts().overlay()->homeKeys;
    keyNames.insert(keyNames.end(), home.begin(), home.end());
    const auto reply = scripts().run("meet", keys, keyNames, {make || home.empty() ? "1" : "0"});
    if (!reply)
        return reply.error();
    return reply->integer == 1 ? Result<>() : missing;
}

Result<std::vector<ItemOutcome>> CustomEditor::place(
    const QueueName& queue, const OperationId& operation, const std::vector<TaskDetail>& tasks)
{
    // NOLINTNEXTLINE(bugprone-parent-virtual-call): skip NativeEditor::place(), which the design doesn't support
    return QueueEditor::place(queue, operation, tasks);
}

Result<std::vector<ItemOutcome>> CustomEditor::act(const ActionStep& step)
{
    if (step.refs.size() > 100)
        return NativeEditor::act(step); // the step has too many tasks: let the base class reject it
    if (auto met = meet(step.queue); !met) {
        if (met.error().code == ErrorCode::NotFound)
            return std::vector<ItemOutcome>(step.refs.size(), ItemOutcome::NotFound);
        return met.error();
    }
    ActionStep ours = step;
    ours.refs.clear();
    ours.newDue.clear();
    for (std::size_t i = 0; i < step.refs.size(); ++i) {
        if (isTheirs(step.refs[i]))
            continue;
        ours.refs.push_back(step.refs[i]);
        if (i < step.newDue.size())
            ours.newDue.push_back(step.newDue[i]);
    }
    auto acted = NativeEditor::act(ours);
    if (!acted || acted->size() == step.refs.size())
        return acted;
    std::vector<ItemOutcome> outcomes;
    auto next = acted->begin();
    for (const TaskRef& ref : step.refs)
        outcomes.push_back(isTheirs(ref) ? ItemOutcome::Refused : *next++);
    return outcomes;
}

Result<UndoStep> CustomEditor::undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
    const QByteArray& cursor, const UndoTurn& turn)
{
    if (auto met = meet(queue); !met)
        return met.error();
    return NativeEditor::undo(queue, undone, operation, cursor, turn);
}

Result<> CustomEditor::record(const OperationRecord& record)
{
    if (auto met = meet(record.queue); !met)
        return met;
    return NativeEditor::record(record);
}

Result<> CustomEditor::setPaused(const QueueName& queue, bool paused)
{
    if (auto met = meet(queue); !met)
        return met;
    return NativeEditor::setPaused(queue, paused);
}

Result<> CustomEditor::configure(const QueueName& queue, const QueueSettings& settings)
{
    if (settings.expiresAfter > Millis(0))
        return Error{ErrorCode::NotSupported, customwords::noExpiry(QString::fromLatin1(m_spec.name()))};
    if (auto met = meet(queue); !met)
        return met;
    return NativeEditor::configure(queue, settings);
}

Result<> CustomEditor::removeQueue(const QueueName& queue, bool force)
{
    if (auto met = meet(queue); !met)
        return met;
    return NativeEditor::removeQueue(queue, force);
}

Result<ItemOutcome> CustomEditor::cancel(const QueueName& queue, const TaskRef& ref)
{
    return isTheirs(ref) ? Result<ItemOutcome>(ItemOutcome::Refused) : NativeEditor::cancel(queue, ref);
}

Result<ItemOutcome> CustomEditor::release(const QueueName& queue, const TaskRef& ref)
{
    return isTheirs(ref) ? Result<ItemOutcome>(ItemOutcome::Refused) : NativeEditor::release(queue, ref);
}

Result<ItemOutcome> CustomEditor::extend(const QueueName& queue, const TaskRef& ref, Millis leaseFor)
{
    return isTheirs(ref) ? Result<ItemOutcome>(ItemOutcome::Refused) : NativeEditor::extend(queue, ref, leaseFor);
}

Result<> CustomEditor::checkOptions(const NewTask& task, bool anyType) const
{
    const TaskOptions& wanted = task.options;
    const char* cannot = wanted.maxAttempts ? customwords::ownAttempts()
        : wanted.backoff                    ? customwords::ownBackoff()
        : wanted.leaseFor                   ? customwords::ownLease()
        : wanted.expiresAt                  ? customwords::ownExpiry()
        : wanted.keepResult                 ? customwords::ownResult()
                                            : nullptr;
    if (cannot)
        return refused(customwords::optionIsUnsupported(QString::fromLatin1(m_spec.name()), QLatin1StringView(cannot)));
    if (task.unique)
        return Error{ErrorCode::NotSupported, customwords::noUniqueKeys(QString::fromLatin1(m_spec.name()))};
    if (const auto checked = checkPriority(task, 0, m_spec.name()); !checked)
        return checked;
    const QByteArrayView type = dueline::typeOf(task.id);
    if (!anyType && type != m_spec.type)
        return refused(customwords::typeIsFixed(
            printable(m_spec.key, 60), printable(m_spec.type, 60), printable(type.toByteArray(), 60)));
    return {};
}

QByteArray CustomEditor::uniqueOf(const NewTask& task)
{
    const qsizetype hash = task.id.indexOf('#');
    QByteArray unique = hash < 0 ? QByteArray() : task.id.mid(hash + 1);
    // A generated part may start with -, and a command line would then mistake the id for an option.
    if (timeOfId(task.id) && unique.startsWith('-'))
        unique.remove(0, 1);
    return unique;
}

} // namespace dueline
