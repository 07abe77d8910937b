// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/streams/streamlayout.h"

#include "core/layouts/port/detection.h"
#include "core/layouts/shared/jobs/frameworkacl.h"
#include "core/layouts/shared/jobs/frameworkscripts.h"
#include "core/layouts/streams/streambackend.h"

#include <algorithm>
#include <span>

namespace dueline {

namespace {

struct StreamParameters : LayoutParameters
{
    StreamSpec spec;
};

const StreamSpec& streamSpecOf(const LayoutParameters* parameters)
{
    static const StreamSpec all;
    return parameters ? static_cast<const StreamParameters&>(*parameters).spec : all;
}

class StreamLayout : public LayoutType
{
public:
    QByteArray name() const override { return "stream"; }
    QByteArray product() const override { return "Redis Streams"; }

    Result<LayoutParametersPtr> parse(const QString& text, QByteArrayView) const override
    {
        auto spec = parseStream(text);
        if (!spec)
            return spec.error();
        auto parameters = std::make_shared<StreamParameters>();
        parameters->spec = *std::move(spec);
        return LayoutParametersPtr(std::move(parameters));
    }

    QString text(const LayoutParameters* parameters) const override { return streamSpecOf(parameters).text(); }

    Result<std::unique_ptr<Backend>> open(
        const LayoutParametersPtr& parameters, const LayoutOpening& opening) const override
    {
        return StreamBackend::open(streamSpecOf(parameters.get()), LayoutSpec(*this, parameters), opening);
    }

    std::vector<const ScriptLibrary*> scripts() const override
    {
        return {&FrameworkScripts::library("streams"), &FrameworkScripts::library("jobs")};
    }

    std::optional<AclRights> rights(
        AclRole role, const LayoutParameters* parameters, const QByteArray& prefix) const override
    {
        const StreamSpec& spec = streamSpecOf(parameters);
        FrameworkAcl acl{.overlays = {"*@stream:*"}};
        if (spec.key.isEmpty()) {
            acl.keys << "*";
        } else {
            acl.keys << aclQuoted(spec.key);
            acl.readKeys << "autoclaim:*:" + aclQuoted(spec.key);
            for (const QByteArray& key : {spec.dead, spec.delayed}) {
                if (!key.isEmpty())
                    acl.keys << aclQuoted(key);
            }
        }
        acl.reading = {"DBSIZE", "PTTL", "TIME", "XINFO|CONSUMERS", "XINFO|GROUPS", "XINFO|STREAM", "XLEN", "XPENDING",
            "XRANGE", "XREVRANGE", "ZSCORE"};
        return frameworkRights(role, acl, scripts(), prefix);
    }

    bool isSought() const override { return true; }
    QByteArray soughtType() const override { return "stream"; }

    LayoutFacts facts(const LayoutParameters* parameters) const override
    {
        LayoutFacts facts;
        facts.key = streamSpecOf(parameters).key;
        return facts;
    }

    std::vector<LayoutUsage> usage() const override
    {
        return {{"stream[:KEY]", "streams with consumer groups; each group of a stream is a queue, KEY/GROUP"},
            {"  group=NAME", "only this group"}, {"  dead=KEY", "stream of failed messages"},
            {"  delayed=KEY", "sorted set of delayed messages, scored in milliseconds"},
            {"  idle=TIME",
                "idle time after which a consumer counts as quiet and its pending messages can be changed (10m)"},
            {"  payload=FIELD", "field that contains the payload; usually detected by its name"}};
    }

    std::vector<LayoutForm> forms() const override
    {
        LayoutForm form;
        form.title = QT_TRANSLATE_NOOP("LayoutWords", "Streams with consumer groups");
        form.explanation = QT_TRANSLATE_NOOP("LayoutWords",
            "Each of a stream's consumer groups is a queue. The group's consumers handle the messages; you can "
            "release, discard and restore messages here.");
        LayoutField key;
        key.row = key.name = QT_TRANSLATE_NOOP("LayoutWords", "Stream");
        key.hint = QT_TRANSLATE_NOOP("LayoutWords", "empty: all streams with consumer groups");
        LayoutField group;
        group.parameter = "group";
        group.row = group.name = QT_TRANSLATE_NOOP("LayoutWords", "Group");
        group.hint = QT_TRANSLATE_NOOP("LayoutWords", "empty: all groups of the stream");
        LayoutField dead;
        dead.parameter = "dead";
        dead.row = QT_TRANSLATE_NOOP("LayoutWords", "Failed");
        dead.name = QT_TRANSLATE_NOOP("LayoutWords", "Stream of failed messages");
        dead.hint = QT_TRANSLATE_NOOP("LayoutWords", "stream of failed messages, if any, e.g. failed");
        LayoutField delayed;
        delayed.parameter = "delayed";
        delayed.row = QT_TRANSLATE_NOOP("LayoutWords", "Delayed");
        delayed.name = QT_TRANSLATE_NOOP("LayoutWords", "Sorted set of delayed messages");
        delayed.hint = QT_TRANSLATE_NOOP("LayoutWords", "sorted set of delayed messages, if any");
        LayoutField idle;
        idle.parameter = "idle";
        idle.kind = LayoutField::Kind::Duration;
        idle.row = QT_TRANSLATE_NOOP("LayoutWords", "Quiet after");
        idle.name = QT_TRANSLATE_NOOP("LayoutWords", "Idle time after which a consumer is shown as quiet");
        idle.usual = idle.preset = "10m";
        LayoutField payload;
        payload.parameter = "payload";
        payload.row = QT_TRANSLATE_NOOP("LayoutWords", "Payload");
        payload.name = QT_TRANSLATE_NOOP("LayoutWords", "Field that contains the payload");
        payload.hint = QT_TRANSLATE_NOOP("LayoutWords", "empty: detected by name, e.g. message or data");
        form.fields = {key, group, dead, delayed, idle, payload};
        return {form};
    }

    Result<std::vector<std::optional<PlacedQueue>>> lookAt(
        const AskServer& ask, const std::vector<QByteArray>& places) const override
    {
        std::vector<std::optional<PlacedQueue>> found(places.size());
        std::vector<Command> pipeline;
        std::vector<std::size_t> ends;
        for (const QByteArray& key : places) {
            pipeline.push_back({"XINFO", "GROUPS", key});
            for (Command& sign : StreamKeys::ownerSigns(key))
                pipeline.push_back(std::move(sign));
            ends.push_back(pipeline.size());
        }
        const auto replies = pipeline.empty() ? Result(std::vector<Reply>()) : ask(pipeline);
        if (!replies)
            return replies.error();
        std::size_t from = 0;
        for (std::size_t i = 0; i < places.size(); ++i) {
            const std::span all(*replies);
            const bool hasGroups = all[from].isArray() && !all[from].items.empty();
            const bool isOwned = StreamKeys::isOwner(all.subspan(from + 1, ends[i] - from - 1));
            if (hasGroups && !isOwned && !StreamKeys::isOwned(places[i]))
                found[i] = PlacedQueue{LayoutSpec(*this), places[i]};
            from = ends[i];
        }
        return found;
    }

    /// Finds streams with groups. Marks a number of tasks as a lower bound if waiting entries would have to be counted
    /// one by one.
    Result<> detect(Detection& detection) const override
    {
        const auto keys = detection.keys("Redis Streams", "*", "stream");
        if (!keys)
            return keys.error();
        const auto placed
            = lookAt([&detection](const std::vector<Command>& commands) { return detection.ask(commands); }, *keys);
        if (!placed)
            return placed.error();
        for (std::size_t i = 0; i < keys->size(); ++i) {
            if (!(*placed)[i])
                continue;
            std::vector<Command> pipeline;
            StreamFacts::append(pipeline, (*keys)[i]);
            const auto replies = detection.ask(pipeline);
            if (!replies)
                return replies.error();
            const StreamFacts facts = StreamFacts::of((*replies)[0], (*replies)[1]);
            for (const StreamGroup& group : facts.groups) {
                const auto waiting = facts.waiting(group, false);
                const QByteArray queue = StreamQueueName{(*keys)[i], group.name}.text();
                detection.add({product(), queue, group.pending + waiting.value_or(0), name(), !waiting});
            }
        }
        return {};
    }

    bool owns(QByteArrayView key, const KnownKeys& known) const override
    {
        return std::any_of(known.queues.begin(), known.queues.end(), [this, key](const ForeignQueue& queue) {
            return queue.framework == product() && StreamQueueName::of(queue.name).key == key;
        });
    }

    std::vector<Command> signsOf(const LayoutParameters*, const QueueName& queue) const override
    {
        return {{"XLEN", StreamQueueName::of(queue).key}};
    }
};

} // namespace

const LayoutType& streamLayout()
{
    static const StreamLayout layout;
    return layout;
}

} // namespace dueline
