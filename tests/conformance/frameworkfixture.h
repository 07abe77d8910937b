// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/conformance/fixture.h"
#include "tests/support/frameworkwriter.h"

namespace dueline {

/// Queues of a framework on a private server shared by all tests of a program. The framework's own workers run the
/// tasks, so there is no broker. Tasks are written as the framework's clients and workers write them.
class FrameworkFixture : public Fixture
{
public:
    /// Creates a fixture for a row of Fixture::layouts(); nullptr for any other layout.
    static std::unique_ptr<Fixture> make(const QByteArray& layout);
    static std::vector<QByteArray> layouts();

    /// Creates a fixture. `shared`: uses the pseudo-queue that the framework's queues share instead of a queue.
    FrameworkFixture(const QByteArray& layout, bool shared);

    QueueName queue() const override;
    bool holds(Feature feature) const override;
    StateSet states() const override;
    Result<std::unique_ptr<Backend>> open(const QByteArray& session, Access access) override;
    void waitUntil(TimePoint at) override;
    void damage(const QueueName& queue, const TaskId& id) override;
    bool puts() const override { return true; }
    void put(const NewTask& task, TaskState state, const QByteArray& error) override;

private:
    std::unique_ptr<FrameworkWriter> m_writer;
    bool m_isShared;
};

} // namespace dueline
