// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativeeditor.h"
#include "core/layouts/native/nativeinspector.h"
#include "tests/support/nativeplace.h"

namespace dueline {

/// Returns an id. Ids sort by number.
inline TaskId numbered(int i) { return "mail#" + QByteArray::number(i).rightJustified(5, '0'); }

/// Parses a filter that is known to be valid.
inline TaskFilter filterOf(const char* text)
{
    auto filter = TaskFilter::parse(QString::fromUtf8(text));
    if (!filter)
        qFatal("%s", qUtf8Printable(filter.error().message));
    return std::move(filter).value();
}

/// NativePlace (a native queue on a private server) with two operators.
class NativeOperator : public NativePlace
{
public:
    NativeOperator()
        : editor(worker.scripts)
        , otherEditor(other.scripts)
        , inspector(worker.scripts)
    { }

    /// Returns the tasks as an operator sees them now.
    std::vector<TaskRef> refs(const std::vector<TaskId>& ids)
    {
        std::vector<TaskRef> seen;
        for (const TaskId& id : ids) {
            const Task task = value(inspector.task("q", id)).task;
            seen.push_back({id, task.state, task.token, task.at});
        }
        return seen;
    }
    std::vector<ItemOutcome> act(const OperationId& operation, ActionKind kind, const std::vector<TaskRef>& seen,
        bool force = false, std::optional<TimePoint> due = {})
    {
        return act(editor, operation, kind, seen, force, due);
    }
    static std::vector<ItemOutcome> act(NativeEditor& by, const OperationId& operation, ActionKind kind,
        const std::vector<TaskRef>& seen, bool force = false, std::optional<TimePoint> due = {})
    {
        ActionStep step{"q", operation, {}, seen, {}};
        step.action.kind = kind;
        step.action.force = force;
        if (due)
            step.newDue.assign(seen.size(), *due);
        return value(by.act(step));
    }
    void record(const OperationId& id, const QByteArray& kind = "retry")
    {
        OperationRecord record;
        record.id = id;
        record.kind = kind;
        record.queue = "q";
        record.undoable = true;
        record.finished = true;
        const auto recorded = editor.record(record);
        QVERIFY2(recorded.ok(), recorded.ok() ? "" : qPrintable(recorded.error().message));
    }
    /// Undoes an operation in as many steps as needed. Returns the totals of all steps, with an empty cursor.
    UndoStep undo(const OperationId& undone, const OperationId& operation = "q/undo")
    {
        UndoStep sum;
        do {
            const UndoStep step = value(editor.undo("q", undone, operation, sum.cursor, UndoTurn()));
            sum.restored += step.restored;
            sum.movedOn += step.movedOn;
            sum.cursor = step.cursor;
        } while (!sum.cursor.isEmpty() && !QTest::currentTestFailed());
        return sum;
    }
    /// Creates a task and fails its only attempt.
    Lease failOne(const TaskId& id)
    {
        addDue({id});
        const Lease lease = claim().at(0);
        nack(lease, std::nullopt);
        return lease;
    }

    NativeEditor editor;
    NativeEditor otherEditor;
    NativeInspector inspector;
};

} // namespace dueline
