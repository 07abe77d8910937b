// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/overlayeditor.h"
#include "core/layouts/list/listsourcekey.h"

namespace dueline {

/// Editor for a list. Finds items by their bytes, never by their position, because positions change when workers claim
/// items. A restored item returns to its former position, between the same items.
class ListEditor : public OverlayEditor
{
public:
    ListEditor(NativeScripts& scripts, const ListSpec& spec, std::shared_ptr<ListMemory> memory);

    /// Adds items. Errors: Refused for a due time in the future, because a list has no due times. The `resend` layout
    /// also refuses text that isn't valid UTF-8.
    Result<std::vector<AddOutcome>> add(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    /// Returns the actual id if the task has just been added, otherwise the id that its item would have.
    TaskId idFor(const QueueName& queue, const NewTask& task) const override;

protected:
    Result<std::vector<ItemOutcome>> actAtHome(const ActionStep& step) override;
    Result<> bringHome() override;

private:
    Result<QByteArray> itemOf(const NewTask& task, TimePoint now) const;

    const ListSpec& m_list;
    ListSourceKey m_home;
    std::size_t m_perCall = 0; ///< number of items that a script can remove in about 1 ms; 0 if unknown
    std::map<TaskId, TaskId> m_added; ///< actual ids of added tasks, by requested id
};

} // namespace dueline
