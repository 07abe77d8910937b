// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/asynq/asynqcheckup.h"
#include "core/queue/queueaudit.h"

namespace dueline {

class AsynqEditor;

/// Audit that finds and repairs asynq tasks whose stored state doesn't match the key that lists them. A `Doubled` task
/// is listed in a key that doesn't match its state; the repair sets the state to match the key. A `Stray` task is
/// listed in no key; the repair archives it, so that an operator can retry or discard it.
class AsynqAudit : public QueueAudit
{
public:
    /// Creates an audit. `editor` must outlive it.
    AsynqAudit(RedisClient& client, RedisClock& clock, std::shared_ptr<JobHashes> hashes, AsynqEditor& editor,
        const QueueName& queue);

    Result<bool> step() override { return m_look.step(); }
    qint64 looked() const override { return m_look.looked(); }
    const std::set<TaskId>& found(Fault fault) const override;
    /// Repairs these tasks. Errors: same as AsynqEditor, plus Refused if the archive is full.
    Result<qint64> mend(const std::set<TaskId>& ids, const QByteArray& who) override;
    /// Does nothing: this audit finds no leftovers.
    Result<qint64> tidy(const std::set<TaskId>& ids) override;

private:
    AsynqCheckup m_look;
    AsynqEditor& m_editor;
    QueueName m_queue;
};

} // namespace dueline
