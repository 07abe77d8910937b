// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"
#include "core/queue/queueaudit.h"

namespace dueline {

/// Audit of a native queue. mend.lua repairs the faults that it finds.
class NativeAudit : public QueueAudit
{
public:
    NativeAudit(NativeScripts& scripts, const QueueName& queue);

    Result<bool> step() override;
    qint64 looked() const override { return m_looked; }
    const std::set<TaskId>& found(Fault fault) const override { return m_found[std::size_t(fault)]; }
    Result<qint64> mend(const std::set<TaskId>& ids, const QByteArray& who) override;
    Result<qint64> tidy(const std::set<TaskId>& ids) override;

private:
    Result<> note(const std::vector<Reply>& faults);
    Result<bool> isUnreadable(const TaskId& id);
    Result<bool> entriesAddUp();
    bool nextKey();

    NativeScripts& m_scripts;
    NativeKeys m_keys;
    int m_walked = 0; ///< index (from 1) of the key that examine.lua is scanning; 0 before the first scan
    QByteArray m_cursor = "0";
    qint64 m_looked = 0;
    std::array<std::set<TaskId>, allFaults.size()> m_found;
};

} // namespace dueline
