// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/overlayeditor.h"
#include "core/layouts/list/listsourcekey.h"

namespace dueline {

/// Editor of a list. Items are found by their bytes, never by their position: an item that a worker has taken meanwhile
/// has moved on. A restored item is placed at the tail, where it is taken next.
class ListEditor : public OverlayEditor
{
public:
    ListEditor(NativeScripts& scripts, const ListSpec& spec, std::shared_ptr<ListMemory> memory);

    /// Adds items. Errors: Refused for a due time in the future (a list has no times), and for text that is not UTF-8
    /// (resend).
    Result<std::vector<AddOutcome>> add(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    /// Returns the exact id of a task added last; for other tasks, the id of the item that it would become.
    TaskId idFor(const QueueName& queue, const NewTask& task) const override;

protected:
    Result<std::vector<ItemOutcome>> actAtHome(const ActionStep& step) override;
    Result<> bringHome() override;

private:
    Result<QByteArray> itemOf(const NewTask& task, TimePoint now) const;

    const ListSpec& m_list;
    ListSourceKey m_home;
    std::size_t m_perCall = 0; ///< items that a script removes in about a millisecond; 0: unknown
    std::map<TaskId, TaskId> m_added; ///< added id by requested id
};

} // namespace dueline
