// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/overlayeditor.h"
#include "core/layouts/list/listhome.h"

namespace dueline {

/// The operator's side of a list. Items are found by their bytes, never by their place: one that a worker has taken
/// meanwhile has moved on. What comes back goes to the tail, where it is taken next.
class ListEditor : public OverlayEditor
{
public:
    ListEditor(NativeScripts& scripts, const ListSpec& spec, std::shared_ptr<ListMemory> memory);

    /// Errors: Refused for a due time in the future (a list has no times), and for text that is not UTF-8 (resend).
    Result<std::vector<AddOutcome>> add(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    /// Of the tasks added last, the very id; of others that of the item which this one would be.
    TaskId idFor(const QueueName& queue, const NewTask& task) const override;

protected:
    Result<std::vector<ItemOutcome>> actAtHome(const ActionStep& step) override;
    Result<> bringHome() override;

private:
    Result<QByteArray> itemOf(const NewTask& task, TimePoint now) const;

    const ListSpec& m_list;
    ListHome m_home;
    std::size_t m_perCall = 0; ///< items that a script takes out in about a millisecond; 0: not known yet
    std::map<TaskId, TaskId> m_added; ///< by the id they were to have
};

} // namespace dueline
