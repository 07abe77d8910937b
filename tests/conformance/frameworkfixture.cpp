// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/frameworkfixture.h"

#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/support/redisserver.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QThread>

#include <algorithm>

namespace dueline {

namespace {

/// Layout under test. Its row is named LAYOUT or LAYOUT+VARIANT.
struct FrameworkRow
{
    const char* name;
    const char* layout;
    bool isShared = false;
};
constexpr std::array frameworkRows{FrameworkRow{"bullmq", "bullmq"}, FrameworkRow{"sidekiq", "sidekiq"},
    FrameworkRow{"sidekiq+shared", "sidekiq", true}};

RedisServer& frameworkServer()
{
    static std::unique_ptr<RedisServer> shared;
    if (!shared) {
        shared = std::make_unique<RedisServer>();
        qAddPostRoutine([] { shared.reset(); });
        shared->start();
    }
    return *shared;
}

qint64 frameworkNow()
{
    const Reply time = frameworkServer().call({"TIME"});
    return time.items.at(0).bytes.toLongLong() * 1000 + time.items.at(1).bytes.toLongLong() / 1000;
}

} // namespace

std::unique_ptr<Fixture> FrameworkFixture::make(const QByteArray& layout)
{
    for (const FrameworkRow& row : frameworkRows) {
        if (layout == row.name)
            return std::make_unique<FrameworkFixture>(row.layout, row.isShared);
    }
    return nullptr;
}

std::vector<QByteArray> FrameworkFixture::layouts()
{
    std::vector<QByteArray> names;
    for (const FrameworkRow& row : frameworkRows)
        names.emplace_back(row.name);
    return names;
}

FrameworkFixture::FrameworkFixture(const QByteArray& layout, bool shared)
    : m_writer(FrameworkWriter::of(layout, frameworkServer()))
    , m_isShared(shared)
{
    frameworkServer().call({"FLUSHALL"});
}

QueueName FrameworkFixture::queue() const { return m_isShared ? m_writer->shared() : QueueName("q"); }

bool FrameworkFixture::holds(Feature feature) const
{
    switch (feature) {
    case Feature::Types:
    case Feature::Filled:
        return true;
    case Feature::BareRefs: // Members of shared sets are also identified by their scores.
        return !m_isShared;
    case Feature::Times: // A task in a list has no time.
        return m_isShared;
    default:
        return false;
    }
}

StateSet FrameworkFixture::states() const
{
    StateSet states{TaskState::Trash};
    if (m_isShared)
        states.insert(TaskState::Due); // Scheduled tasks become due when their time has passed.
    for (const TaskState state : allStates) {
        // Sidekiq's processes report a running job only after a delay.
        const bool isUnseen = state == TaskState::Leased && m_writer->layout() == "sidekiq";
        if (!isUnseen && m_writer->states().contains(state)
            && (m_writer->placeOf("q", state) == m_writer->shared()) == m_isShared)
            states.insert(state);
    }
    return states;
}

Result<std::unique_ptr<Backend>> FrameworkFixture::open(const QByteArray& session, Access access)
{
    return openLayout(
        parseLayout(QString::fromLatin1(m_writer->layout())).value(), frameworkServer().config(), {}, session, access);
}

void FrameworkFixture::waitUntil(TimePoint at)
{
    for (qint64 now = frameworkNow(); now < toMs(at); now = frameworkNow())
        QThread::msleep(ulong(std::min<qint64>(toMs(at) - now, 1000)));
}

// The fixture doesn't support Feature::Damage.
void FrameworkFixture::damage(const QueueName&, const TaskId&) { Q_ASSERT(false); }

void FrameworkFixture::put(const NewTask& task, TaskState state, const QByteArray& error)
{
    WrittenJob job{task.id, state};
    job.at = task.dueAt.value_or(fromMs(frameworkNow() + task.dueIn.value_or(Millis(0)).count()));
    job.type = task.id.left(task.id.indexOf('#'));
    job.error = error;
    // Sidekiq's arguments are JSON.
    job.payload = m_writer->layout() == "sidekiq"
        ? QJsonDocument(QJsonArray{QString::fromLatin1(task.payload)}).toJson(QJsonDocument::Compact)
        : task.payload;
    if (m_isShared && state == TaskState::Due)
        job.state = TaskState::Scheduled; // The job is in the scheduled set, with a time in the past.
    m_writer->write("q", job);
}

} // namespace dueline
