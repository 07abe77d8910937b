// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/pubsub/pubsublayout.h"

#include "core/base/text.h"
#include "core/layouts/custom/customlayout.h"
#include "core/layouts/pubsub/pubsubadoptstore.h"
#include "core/layouts/pubsub/pubsubparts.h"

namespace dueline {

namespace {

class PubsubLayout : public CustomLayout
{
public:
    QByteArray name() const override { return "pubsub"; }
    QByteArrayList parameterNames() const override { return {"keys", "type"}; }
    CustomParts parts(const CustomSpec& spec) const override
    {
        return pubsubParts(static_cast<const PubsubSpec&>(spec));
    }

    std::unique_ptr<AdoptStore> adoptStore(RedisClient& client, const LayoutParametersPtr& parameters) const override
    {
        return std::make_unique<PubsubAdoptStore>(client, std::static_pointer_cast<const PubsubSpec>(parameters));
    }

    std::vector<LayoutUsage> usage() const override
    {
        return {{"pubsub:CHANNEL", "keys that contain a time in seconds and are announced on a channel"},
            {"  keys=PATTERN", "pattern of the keys that are tasks, as in SCAN: keys=job*; required"}, usageOfType};
    }

    std::vector<LayoutForm> forms() const override
    {
        LayoutField channel = keyField();
        channel.row = channel.name = QT_TRANSLATE_NOOP("LayoutWords", "Channel");
        channel.hint = QT_TRANSLATE_NOOP("LayoutWords", "the channel that new tasks are published on");
        LayoutField keys;
        keys.parameter = "keys";
        keys.row = QT_TRANSLATE_NOOP("LayoutWords", "Tasks are");
        keys.name = QT_TRANSLATE_NOOP("LayoutWords", "Keys of tasks");
        keys.hint = QT_TRANSLATE_NOOP("LayoutWords", "a pattern: job*");

        LayoutForm form;
        form.title = QT_TRANSLATE_NOOP("LayoutWords", "SET and PUBLISH");
        form.explanation = QT_TRANSLATE_NOOP(
            "LayoutWords", "Each task is a key whose value is its time; its name is published on a channel.");
        form.fields = {channel, keys, typeField()};
        form.isOneQueue = true;
        form.theirs = QT_TRANSLATE_NOOP("LayoutWords",
            "Runs when the message arrives, regardless of the time in the key; without a listener the task never "
            "runs. The key stays.");
        form.ours = QT_TRANSLATE_NOOP("LayoutWords", "Runs at the time in the key, once; the key stays.");
        form.mixed = QT_TRANSLATE_NOOP("LayoutWords",
            "Tasks run twice by design: the design's own worker runs them at the message, Dueline's at the time.");
        return {form};
    }

protected:
    std::shared_ptr<CustomSpec> make() const override { return std::make_shared<PubsubSpec>(*this); }
    const char* scriptFolder() const override { return "pubsub"; }

    void addFacts(const CustomSpec& spec, LayoutFacts& facts) const override
    {
        facts.key.clear(); // a channel is not a key
        facts.adding.payload = facts.adding.copies = false;
        facts.adding.needsId = true;
        facts.adding.pattern = static_cast<const PubsubSpec&>(spec).keys;
        const QString channel = printable(spec.key, 60);
        facts.lostByAdoption
            << QStringLiteral("The message on %1: programs that listen there receive nothing about native tasks.")
                   .arg(channel)
            << QStringLiteral(
                   "A listener may have run keys that are due by now when their message arrived; they are moved, too.");
        facts.lostByAdoptionInWindow.push_back(
            {QT_TRANSLATE_NOOP("LayoutWords", "The message on %1: listeners receive nothing about native tasks."),
                {channel}});
        facts.lostByAdoptionInWindow.push_back({QT_TRANSLATE_NOOP(
            "LayoutWords", "A listener may have run keys that are due by now; they are moved, too.")});
    }
};

} // namespace

const LayoutType& pubsubLayout()
{
    static const PubsubLayout layout;
    return layout;
}

} // namespace dueline
