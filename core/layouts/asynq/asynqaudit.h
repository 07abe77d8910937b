// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/asynq/asynqcheckup.h"
#include "core/queue/queueaudit.h"

namespace dueline {

class AsynqEditor;

/// Tasks of asynq whose place and state differ, and mending them: `Doubled` are those that stand elsewhere than they
/// say, `Stray` those that stand nowhere. What stands somewhere gets the state of that place; what stands nowhere is
/// archived, to be retried or discarded.
class AsynqAudit : public QueueAudit
{
public:
    /// `editor`: outlives this.
    AsynqAudit(RedisClient& client, RedisClock& clock, std::shared_ptr<AsynqHashes> hashes, AsynqEditor& editor,
        const QueueName& queue);

    Result<bool> step() override { return m_look.step(); }
    qint64 looked() const override { return m_look.looked(); }
    const std::set<TaskId>& found(Fault fault) const override;
    /// Errors besides: Refused, where the archive is full.
    Result<qint64> mend(const std::set<TaskId>& ids, const QByteArray& who) override;
    /// Nothing is left over in a form that this finds.
    Result<qint64> tidy(const std::set<TaskId>& ids) override;

private:
    AsynqCheckup m_look;
    AsynqEditor& m_editor;
    QueueName m_queue;
};

} // namespace dueline
