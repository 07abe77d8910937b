// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/customspec.h"
#include "tests/conformance/fixture.h"
#include "tests/conformance/mappedbackend.h"

namespace dueline {

/// Custom design on a private server shared by all tests in a program. The suite chooses its tasks' ids, which a design
/// stores as sorted set members, keys, or list items. Fields other than id and time are dropped if the design can't
/// store them; tests that need them call holds().
class CustomFixture : public Fixture
{
public:
    /// Creates a fixture for a row of Fixture::layouts(), or returns nullptr for any other layout.
    static std::unique_ptr<Fixture> make(const QByteArray& layout);
    static std::vector<QByteArray> layouts();

    /// Creates a fixture. `mixed`: also opens native queues on the same connection.
    explicit CustomFixture(CustomSpecPtr spec, bool mixed = false);

    Result<std::unique_ptr<Backend>> open(const QByteArray& session, Access access) override;
    void waitUntil(TimePoint at) override;
    void damage(const QueueName& queue, const TaskId& id) override;
    bool holds(Feature feature) const override;
    QueueName queue() const override;

private:
    bool hasTimes() const;

    Result<std::unique_ptr<Backend>> openAs(const LayoutType& type, const QByteArray& session, Access access) const;

    CustomSpecPtr m_spec;
    bool m_isMixed;
    std::shared_ptr<SuiteIds> m_ids = std::make_shared<SuiteIds>(); ///< generated ids, for designs that generate ids
};

} // namespace dueline
