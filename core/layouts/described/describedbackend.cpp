// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/describedbackend.h"

namespace dueline {

namespace {

Capabilities capabilitiesOf(const Description& description)
{
    Capabilities can;
    can.layout = description.name;
    can.states = description.states();
    can.history = description.field("attempts") || description.field("error");
    can.sharedWork = can.unlistedWorkers = can.copied = true;
    return can;
}

} // namespace

DescribedBackend::DescribedBackend(std::shared_ptr<const Description> description, const QueueName& shared,
    std::shared_ptr<RedisLane> lane, Access access)
    : RedisBackend(std::move(lane), access, capabilitiesOf(*description))
    , m_name(QString::fromUtf8(description->name))
    , m_inspector(client(), std::move(description), shared)
{ }

Result<std::unique_ptr<Backend>> DescribedBackend::open(std::shared_ptr<const Description> description,
    const QueueName& shared, std::shared_ptr<RedisLane> lane, Access access, const QByteArray& prefix)
{
    if (description->ownPrefix != prefix) {
        Description own = *description;
        own.ownPrefix = prefix;
        description = std::make_shared<const Description>(std::move(own));
    }
    std::unique_ptr<DescribedBackend> backend(
        new DescribedBackend(std::move(description), shared, std::move(lane), access));
    if (auto opened = backend->RedisBackend::open(); !opened)
        return opened.error();
    return std::unique_ptr<Backend>(std::move(backend));
}

QString DescribedBackend::refusal() const
{
    const QString server = RedisBackend::refusal();
    return server.isEmpty() ? QStringLiteral("Tasks of the layout %1 are read-only in this version.").arg(m_name)
                            : server;
}

void DescribedBackend::connected(bool) { m_inspector.forget(); }

} // namespace dueline
