// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/fixture.h"

#include "core/layouts/catalogue/layoutregistry.h"
#include "core/layouts/native/nativebackend.h"
#include "core/layouts/native/nativekeys.h"
#include "tests/conformance/customfixture.h"
#include "tests/conformance/frameworkfixture.h"
#include "tests/support/limitedserver.h"
#include "tests/support/manualclock.h"
#include "tests/support/memory/memorybackend.h"
#include "tests/support/redisserver.h"

#include <QCoreApplication>
#include <QThread>

#include <algorithm>
#include <map>
#include <optional>

namespace dueline {

namespace {

/// The memory layout, which is the reference. Time advances only when a test advances it.
class MemoryFixture : public Fixture
{
public:
    Result<std::unique_ptr<Backend>> open(const QByteArray& session, Access access) override
    {
        return std::unique_ptr<Backend>(std::make_unique<MemoryBackend>(m_store, session, access));
    }

    void waitUntil(TimePoint at) override { m_clock->moveTo(at); }

    void damage(const QueueName& queue, const TaskId& id) override
    {
        const auto lock = m_store->lock();
        m_store->find(queue)->find(id)->envelopeDamaged = true;
    }

private:
    std::shared_ptr<ManualClock> m_clock = std::make_shared<ManualClock>();
    std::shared_ptr<MemoryStore> m_store = std::make_shared<MemoryStore>(m_clock);
};

/// The native layout on a private server shared by all tests in a program. Each test has its own keys.
class NativeFixture : public Fixture
{
public:
    /// Creates a fixture. `mixed`: the connection also opens a custom design with the same name. `service`: imitates
    /// this managed service's limits.
    explicit NativeFixture(bool mixed = false, std::optional<LimitedServer::Service> service = {})
        : m_isMixed(mixed)
        , m_service(service)
        , m_prefix("conformance" + QByteArray::number(++s_made))
    {
        if (!s_server) {
            s_server = std::make_unique<RedisServer>();
            qAddPostRoutine([] {
                s_limited.clear();
                s_server.reset();
            });
        }
        if (!s_server->isRunning())
            s_server->start();
        if (service && !s_limited.contains(*service))
            s_limited[*service] = std::make_unique<LimitedServer>(s_server->config(), *service);
    }

    Result<std::unique_ptr<Backend>> open(const QByteArray& session, Access access) override
    {
        if (m_isMixed) {
            const LayoutSpec both = joinLayouts({defaultLayout(), parseLayout(QStringLiteral("zset:q")).value()});
            return openLayout(both, config(), m_prefix, session, access);
        }
        NativeOptions options;
        options.redis = config();
        options.prefix = m_prefix;
        options.session = session;
        options.access = access;
        auto opened = NativeBackend::open(options);
        if (!opened)
            return opened.error();
        return std::unique_ptr<Backend>(std::move(opened).value());
    }

    void waitUntil(TimePoint at) override
    {
        while (true) {
            const Reply time = s_server->call({"TIME"});
            const qint64 now = time.items.at(0).bytes.toLongLong() * 1000 + time.items.at(1).bytes.toLongLong() / 1000;
            if (now >= toMs(at))
                return;
            QThread::msleep(ulong(std::min<qint64>(toMs(at) - now, 1000)));
        }
    }

    void damage(const QueueName& queue, const TaskId& id) override
    {
        s_server->call({"HSET", NativeKeys(m_prefix, queue).tasks(), id, "no envelope"});
    }

private:
    RedisConfig config() const { return m_service ? s_limited.at(*m_service)->config() : s_server->config(); }

    static inline int s_made = 0;
    static inline std::unique_ptr<RedisServer> s_server;
    static inline std::map<LimitedServer::Service, std::unique_ptr<LimitedServer>> s_limited;
    bool m_isMixed;
    std::optional<LimitedServer::Service> m_service;
    QByteArray m_prefix;
};

/// Rows that run the native layout on the managed services that LimitedServer imitates.
const std::pair<const char*, LimitedServer::Service> services[]{
    {"native+elasticache-serverless", LimitedServer::Service::ElastiCacheServerless},
    {"native+alibaba-proxy", LimitedServer::Service::AlibabaProxy},
    {"native+dragonfly", LimitedServer::Service::Dragonfly},
};

} // namespace

std::vector<QByteArray> Fixture::layouts()
{
    std::vector<QByteArray> names{"memory", "native", "native+mixed"};
    for (const auto& [name, service] : services)
        names.push_back(name);
    for (const QByteArray& custom : CustomFixture::layouts())
        names.push_back(custom);
    for (const QByteArray& framework : FrameworkFixture::layouts())
        names.push_back(framework);
    return names;
}

std::unique_ptr<Fixture> Fixture::make(const QByteArray& layout)
{
    if (layout == "memory")
        return std::make_unique<MemoryFixture>();
    if (layout == "native")
        return std::make_unique<NativeFixture>();
    if (layout == "native+mixed")
        return std::make_unique<NativeFixture>(true);
    for (const auto& [name, service] : services) {
        if (layout == name)
            return std::make_unique<NativeFixture>(false, service);
    }
    auto custom = CustomFixture::make(layout);
    return custom ? std::move(custom) : FrameworkFixture::make(layout);
}

} // namespace dueline
