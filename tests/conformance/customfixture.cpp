// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/customfixture.h"

#include "core/layouts/catalogue/layoutregistry.h"
#include "core/layouts/custom/customlayout.h"
#include "core/layouts/zset/zsetlayout.h"
#include "core/queue/forwardingbackend.h"
#include "core/queue/forwardingeditor.h"
#include "tests/conformance/mappedbackend.h"
#include "tests/support/redisserver.h"

#include <QCoreApplication>
#include <QThread>

#include <algorithm>

namespace dueline {

namespace {

/// Layout under test. Its row is named LAYOUT or LAYOUT+VARIANT.
struct Row
{
    const char* name;
    const char* layout;
    bool isMixed = false; ///< true to open native queues on the same connection
};
constexpr std::array rows{Row{"cron", "cron:q"}, Row{"zset", "zset:q"}, Row{"zset+ms", "zset:q?unit=ms"},
    Row{"zset+lock", "zset:q?lock=lock_%1"}, Row{"zset+mixed", "zset:q", true}, Row{"pubsub", "pubsub:q?keys=*#*"},
    Row{"list", "list:q"}, Row{"resend", "resend:q"}};

RedisServer& server()
{
    static std::unique_ptr<RedisServer> shared;
    if (!shared) {
        shared = std::make_unique<RedisServer>();
        qAddPostRoutine([] { shared.reset(); });
        shared->start();
    }
    return *shared;
}

/// Editor that adds the suite's tasks with ids that the design assigns.
class SuiteEditor : public ForwardingEditor
{
public:
    /// Creates an editor that adds tasks with `adding`. For cron, `adding` treats the key as a plain sorted set,
    /// because cron names its tasks by whole seconds.
    SuiteEditor(QueueEditor& inner, QueueEditor& adding, QByteArray type)
        : ForwardingEditor(inner)
        , m_adding(adding)
        , m_type(std::move(type))
    { }

    Result<std::vector<AddOutcome>> add(const QueueName& queue, const std::vector<NewTask>& tasks) override
    {
        std::vector<NewTask> named;
        for (const NewTask& task : tasks) {
            NewTask member;
            member.id = m_type + '#' + task.id;
            member.dueAt = task.dueAt;
            member.dueIn = task.dueIn;
            member.unique = task.unique;
            named.push_back(std::move(member));
        }
        return m_adding.add(queue, named);
    }

private:
    QueueEditor& m_adding;
    QByteArray m_type;
};

class SuiteBackend : public ForwardingBackend
{
public:
    SuiteBackend(std::unique_ptr<Backend> inner, std::unique_ptr<Backend> adding, const QByteArray& type)
        : ForwardingBackend(std::move(inner))
        , m_adding(std::move(adding))
    {
        if (this->inner().editor())
            m_editor = std::make_unique<SuiteEditor>(*this->inner().editor(), *m_adding->editor(), type);
    }

    QueueEditor* editor() override { return m_editor.get(); }

private:
    std::unique_ptr<Backend> m_adding;
    std::unique_ptr<SuiteEditor> m_editor;
};

} // namespace

std::unique_ptr<Fixture> CustomFixture::make(const QByteArray& layout)
{
    for (const Row& row : rows) {
        if (layout != row.name)
            continue;
        const auto parsed = parseLayout(QString::fromLatin1(row.layout));
        Q_ASSERT(parsed);
        auto spec = std::dynamic_pointer_cast<const CustomSpec>(parsed->parameters());
        Q_ASSERT(spec);
        return std::make_unique<CustomFixture>(std::move(spec), row.isMixed);
    }
    return nullptr;
}

std::vector<QByteArray> CustomFixture::layouts()
{
    std::vector<QByteArray> names;
    for (const Row& row : rows)
        names.emplace_back(row.name);
    return names;
}

CustomFixture::CustomFixture(CustomSpecPtr spec, bool mixed)
    : m_spec(std::move(spec))
    , m_isMixed(mixed)
{
    server().call({"FLUSHALL"});
}

/// Opens the design's key as a different type of layout.
Result<std::unique_ptr<Backend>> CustomFixture::openAs(
    const LayoutType& type, const QByteArray& session, Access access) const
{
    QString text = m_spec->text();
    text.replace(0, text.indexOf(u':'), QString::fromLatin1(type.name()));
    const LayoutSpec design = parseLayout(text).value();
    return openLayout(
        m_isMixed ? joinLayouts({defaultLayout(), design}) : design, server().config(), {}, session, access);
}

Result<std::unique_ptr<Backend>> CustomFixture::open(const QByteArray& session, Access access)
{
    auto inner = openAs(*m_spec->design, session, access);
    if (!inner)
        return inner;
    if (!hasTimes())
        return std::unique_ptr<Backend>(std::make_unique<MappedBackend>(std::move(inner).value(), m_ids, m_spec->type));
    // Cron names its tasks itself, so add the suite's as members of a plain sorted set.
    const bool isCron = m_spec->name() == "cron";
    auto adding = openAs(isCron ? zsetLayout() : *m_spec->design, session, Access::Operate);
    if (!adding)
        return adding;
    return std::unique_ptr<Backend>(
        std::make_unique<SuiteBackend>(std::move(inner).value(), std::move(adding).value(), m_spec->type));
}

void CustomFixture::waitUntil(TimePoint at)
{
    while (true) {
        const Reply time = server().call({"TIME"});
        const qint64 now = time.items.at(0).bytes.toLongLong() * 1000 + time.items.at(1).bytes.toLongLong() / 1000;
        if (now >= toMs(at))
            return;
        QThread::msleep(ulong(std::min<qint64>(toMs(at) - now, 1000)));
    }
}

void CustomFixture::damage(const QueueName&, const TaskId& id)
{
    server().call({"HSET", m_spec->overlay("tasks"), id, "no envelope"});
}

QueueName CustomFixture::queue() const { return m_isMixed ? "q@" + m_spec->text().toUtf8() : QByteArray("q"); }

bool CustomFixture::hasTimes() const { return m_spec->design->facts(m_spec.get()).adding.times; }

bool CustomFixture::holds(Feature feature) const
{
    if (feature == Feature::Restored || feature == Feature::Order)
        return hasTimes() && m_spec->name() != "pubsub";
    const bool isOfTimes = feature == Feature::Times || feature == Feature::Filled || feature == Feature::OwnIds;
    const bool isOfAll = feature == Feature::Adding || feature == Feature::BareRefs || feature == Feature::Records;
    return isOfAll || (isOfTimes && hasTimes());
}

} // namespace dueline
