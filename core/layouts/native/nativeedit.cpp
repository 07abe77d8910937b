// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativeedit.h"

#include "core/base/text.h"
#include "core/layouts/native/nativecodec.h"
#include "core/layouts/native/nativedescription.h"
#include "core/layouts/native/nativewords.h"
#include "core/layouts/port/portwords.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QCryptographicHash>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace dueline {

namespace {

/// Lifetime of an uploaded payload until the script uses it.
constexpr Millis broughtFor{std::chrono::minutes(10)};

QByteArray digestOf(const QByteArray& bytes)
{
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha1).toHex();
}

template <typename T> void setMember(QJsonObject& line, QLatin1StringView name, const std::optional<T>& value)
{
    if (value)
        line.insert(name, *value);
    else
        line.remove(name);
}

/// Returns the entry's first line with the edit applied, preserving members added by other programs.
QByteArray editedLine(const QByteArray& entry, const TaskEdit& edit)
{
    QJsonObject line = QJsonDocument::fromJson(entry.first(std::max<qsizetype>(0, entry.indexOf('\n')))).object();
    if (edit.options) {
        const TaskOptions& options = *edit.options;
        setMember(line, QLatin1StringView("a"), options.maxAttempts);
        setMember(line, QLatin1StringView("b"),
            options.backoff ? std::optional(formatBackoff(*options.backoff)) : std::nullopt);
        setMember(line, QLatin1StringView("l"),
            options.leaseFor ? std::optional(qint64(options.leaseFor->count())) : std::nullopt);
        setMember(
            line, QLatin1StringView("e"), options.expiresAt ? std::optional(toMs(*options.expiresAt)) : std::nullopt);
        setMember(line, QLatin1StringView("r"), options.keepResult ? std::optional(1) : std::nullopt);
    }
    if (edit.payload) {
        const bool big = edit.payload->size() > NativeCodec::bigPayload;
        setMember(line, QLatin1StringView("s"), big ? std::optional(qint64(edit.payload->size())) : std::nullopt);
        // This member distinguishes the entries of two large payloads of the same size.
        setMember(line, QLatin1StringView("v"),
            big ? std::optional(QString::fromLatin1(uniquePartOf(edit.operation))) : std::nullopt);
    }
    return QJsonDocument(line).toJson(QJsonDocument::Compact);
}

/// Returns the change to the task's expiry time: `=` keeps it, an empty string removes it, and anything else is the new
/// time in ms.
QByteArray expiryWord(const TaskOptions& held, const TaskEdit& edit)
{
    if (!edit.options || edit.options->expiresAt == held.expiresAt)
        return "=";
    return edit.options->expiresAt ? QByteArray::number(toMs(*edit.options->expiresAt)) : QByteArray();
}

std::optional<EditOutcome> editOutcomeOf(const QByteArray& code)
{
    if (code == "1")
        return EditOutcome::Done;
    if (code == "0")
        return EditOutcome::NotFound;
    if (code == "m")
        return EditOutcome::MovedOn;
    if (code == "c")
        return EditOutcome::Changed;
    return std::nullopt;
}

} // namespace

Result<> NativeEditor::checkOperation(const OperationId& id)
{
    const QByteArray unique = uniquePartOf(id);
    if (!unique.isEmpty() && std::all_of(unique.begin(), unique.end(), [](char c) { return c > ' ' && c != '\x7f'; }))
        return {};
    return Error{ErrorCode::Usage, nativewords::operationIsWrong(printable(id))};
}

Result<QByteArray> NativeEditor::revision(const QueueName& queue, const TaskId& id)
{
    return m_scripts.overlay() ? QueueEditor::revision(queue, id) : NativeEdit(*this).revision(queue, id);
}

Result<EditOutcome> NativeEditor::edit(const TaskEdit& edit)
{
    if (m_scripts.overlay())
        return QueueEditor::edit(edit);
    if (auto checked = checkOperation(edit.operation); !checked)
        return checked.error();
    if (auto checked = checkEdit(edit); !checked)
        return checked.error();
    if (auto prepared = m_scripts.prepare(edit.queue); !prepared)
        return prepared.error();
    return NativeEdit(*this).edit(edit);
}

/// Returns a task's entry in `tasks`. Errors: NotFound.
Result<QByteArray> NativeEdit::stored(const QueueName& queue, const TaskId& id)
{
    const NativeKeys k = m_editor.scripts().keys(queue);
    const auto entry = m_editor.scripts().client().call({"HGET", k.tasks(), id});
    if (!entry)
        return NativeScripts::errorAt(k.tasks(), entry.error());
    if (!entry->isBytes()) {
        return Error{ErrorCode::NotFound, portwords::noTask(printable(id), printable(queue))};
    }
    return entry->bytes;
}

Result<QByteArray> NativeEdit::revision(const QueueName& queue, const TaskId& id)
{
    const auto entry = stored(queue, id);
    return entry ? Result<QByteArray>(digestOf(*entry)) : entry;
}

Result<EditOutcome> NativeEdit::edit(const TaskEdit& edit)
{
    NativeScripts& scripts = m_editor.scripts();
    const auto entry = stored(edit.queue, edit.ref.id);
    if (!entry && entry.error().code == ErrorCode::NotFound)
        return EditOutcome::NotFound;
    if (!entry)
        return entry.error();
    // The entry must be read before its new first line can be created. The script detects changes made since then.
    const auto envelope = NativeCodec::decodeEnvelope(*entry);
    if (!envelope) {
        return Error{
            ErrorCode::WrongType, nativewords::taskIsUnreadable(printable(edit.ref.id)), envelope.error().detail};
    }
    const NativeKeys k = scripts.keys(edit.queue);
    const bool brings = edit.payload && edit.payload->size() > NativeCodec::bigPayload;
    if (brings && digestOf(*entry) == edit.revision) {
        const auto brought = scripts.client().call(
            {"SET", k.brought(edit.operation), *edit.payload, "PX", number(qint64(broughtFor.count()))});
        if (!brought)
            return brought.error();
    }
    const auto reply = m_editor.once("edit", edit.queue, "edit",
        {edit.ref.seenState == TaskState::Failed ? k.failed() : k.pending(), k.retry(), k.tasks(), k.tries(),
            k.before(), k.meta(), scripts.memo(k, "edit"), k.bigPayload(edit.ref.id), k.edited(edit.operation),
            k.editedPayload(edit.operation), k.brought(edit.operation), k.expiring()},
        {{}, uniquePartOf(edit.operation), edit.ref.id, roleOf(edit.ref.seenState), edit.revision,
            editedLine(*entry, edit),
            !edit.payload ? "="
                : brings  ? "^"
                          : "+",
            brings ? QByteArray() : edit.payload.value_or(QByteArray()), envelope->bigSize ? "1" : "0",
            number(qint64(QueueSettings().keepUndo.count())), expiryWord(envelope->options, edit)});
    if (!reply)
        return reply.error();
    if (reply->bytes == "x") {
        return Error{ErrorCode::Refused, nativewords::payloadWasDropped(printable(edit.ref.id))};
    }
    const auto outcome = editOutcomeOf(reply->bytes);
    if (!outcome)
        return unexpectedReply();
    return *outcome;
}

std::optional<Result<UndoStep>> NativeEdit::undo(
    const QueueName& queue, const OperationId& undone, const OperationId& operation)
{
    NativeScripts& scripts = m_editor.scripts();
    const NativeKeys k = scripts.keys(queue);
    const auto known = scripts.client().pipeline({{"HGET", k.operation(undone), "kind"},
        {"HGET", k.edited(undone), "id"}, {"HGET", k.operation(undone), "restored"}});
    if (!known)
        return known.error();
    UndoStep step;
    const Reply& id = known->at(1);
    if (!id.isBytes() || id.isError()) {
        if (known->at(0).isError() || known->at(0).bytes != "edit")
            return std::nullopt;
        if (known->at(2).bytes == "1") { // a previous undo restored the task but was then interrupted
            step.restoredInAll = 1;
            return step;
        }
        step.movedOn = 1; // the record has expired or was evicted by the server
        return step;
    }
    const auto reply = m_editor.once("unedit", queue, "undo",
        {k.pending(), k.retry(), k.leased(), k.failed(), k.done(), k.trash(), k.tasks(), k.tries(), k.before(),
            k.leases(), k.cancel(), k.meta(), scripts.memo(k, "undo"), k.operations(), k.bigPayload(id.bytes),
            k.edited(undone), k.editedPayload(undone), k.expiring(), k.operation(undone)},
        {{}, uniquePartOf(undone), uniquePartOf(operation), k.wakeChannel(),
            number(qint64(QueueSettings().keepUndo.count())), id.bytes});
    if (!reply)
        return reply.error();
    step.restored = reply->bytes.count('1');
    step.movedOn = 1 - step.restored;
    return step;
}

} // namespace dueline
