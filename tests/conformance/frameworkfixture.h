// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/conformance/fixture.h"
#include "tests/support/frameworkwriter.h"

namespace dueline {

/// A framework's queues on a private server shared by all tests in a program. There is no broker, because the
/// framework's own workers run the tasks. Tasks are written as the framework's clients and workers would write them.
class FrameworkFixture : public Fixture
{
public:
    /// Creates a fixture for a row of Fixture::layouts(), or returns nullptr for any other layout.
    static std::unique_ptr<Fixture> make(const QByteArray& layout);
    static std::vector<QByteArray> layouts();

    /// Creates a fixture. `shared`: uses the pseudo-queue shared by the framework's queues, not a queue.
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
