// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/describededitor.h"
#include "core/layouts/port/redisbackend.h"

namespace dueline {

class LayoutType;

/// Backend for the queues described by a file. It has a broker only if the file has a `[run]` table; otherwise, only
/// the design's own workers run tasks.
class DescribedBackend : public RedisBackend
{
public:
    struct Opening
    {
        QueueName shared; ///< queue that represents the places shared by all queues
        QByteArray prefix = "dueline"; ///< prefix of Dueline's own keys
        /// Layouts of known frameworks, whose keys are never written; may be null.
        const std::vector<const LayoutType*>* frameworks = nullptr;
        QByteArray session = {}; ///< worker name; generated if empty
        /// Sentence that says how to allow changes; empty if tasks can be changed. refusal() also lists the keys that
        /// could be changed.
        QString refusal = {};
    };

    /// Opens a connection. Errors: same as RedisClient::open().
    static Result<std::unique_ptr<DescribedBackend>> open(std::shared_ptr<const Description> description,
        std::shared_ptr<RedisLane> lane, Access access, const Opening& opening);

    ~DescribedBackend() override;

    QueueInspector& inspector() override;
    QueueEditor* editor() override;
    TaskBroker* broker() override;
    Result<std::unique_ptr<EventSource>> events(const std::vector<QueueName>& queues, bool wake, bool results) override;
    DescribedEditor& describedEditor() { return m_editor; }
    QueueDiscovery* discovery() override { return m_inspector.discovery(); }
    QString refusal() const override;
    using RedisBackend::capabilities;
    const Capabilities& capabilities(const QueueName& queue) const override;
    QueueCapabilities queueCapabilities() const override;
    Result<std::optional<Foresight>> foresee(const ActionStep& step) override;
    Result<> admits(const QueueName& queue, const std::vector<NewTask>& tasks) override
    {
        return m_editor.admits(queue, tasks);
    }
    Result<std::optional<std::vector<AddOutcome>>> foreseeAdd(
        const QueueName& queue, const std::vector<NewTask>& tasks) override
    {
        return m_editor.foreseeAdd(queue, tasks);
    }

protected:
    void connected(bool again) override;

private:
    DescribedBackend(std::shared_ptr<const Description> description, std::shared_ptr<RedisLane> lane, Access access,
        const Opening& opening);
    bool mayAct() const { return mayOperate() && m_refusal.isEmpty(); }

    std::shared_ptr<const Description> m_description;
    QueueName m_shared;
    const QString m_allowing; ///< sentence that says how to allow changes; empty if tasks can be changed
    QString m_refusal;
    DescribedInspector m_inspector;
    DescribedEditor m_editor;
    struct Running;
    std::unique_ptr<Running> m_running; ///< null if the file has no `[run]` table
    Capabilities m_inShared;
    Capabilities m_inQueues;
};

} // namespace dueline
