// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/pubsub/pubsublayout.h"

#include "core/base/text.h"
#include "core/layouts/custom/customlayout.h"
#include "core/layouts/pubsub/pubsubadoptstore.h"
#include "core/layouts/pubsub/pubsubparts.h"
#include "core/layouts/pubsub/pubsubwords.h"

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
        return {{"pubsub:CHANNEL", pubsubwords::usage()}, {"  keys=PATTERN", pubsubwords::keysUsage()}, usageOfType()};
    }

    std::vector<LayoutForm> forms() const override
    {
        LayoutField channel = keyField();
        channel.row = channel.name = pubsubwords::channelLabel();
        channel.hint = pubsubwords::channelHint();
        LayoutField keys;
        keys.parameter = "keys";
        keys.row = pubsubwords::keysLabel();
        keys.name = pubsubwords::keysName();
        keys.hint = pubsubwords::keysHint();

        LayoutForm form;
        form.title = pubsubwords::formTitle();
        form.explanation = pubsubwords::formExplanation();
        form.fields = {channel, keys, typeField()};
        form.isOneQueue = true;
        form.theirs = pubsubwords::runByOthers();
        form.ours = pubsubwords::runByDueline();
        form.mixed = pubsubwords::runByBoth();
        return {form};
    }

protected:
    std::shared_ptr<CustomSpec> make() const override { return std::make_shared<PubsubSpec>(*this); }
    const char* scriptFolder() const override { return "pubsub"; }

    void addFacts(const CustomSpec& spec, LayoutFacts& facts) const override
    {
        facts.key.clear(); // the channel name isn't a key
        facts.adding.payload = facts.adding.copies = false;
        facts.adding.needsId = true;
        facts.adding.pattern = static_cast<const PubsubSpec&>(spec).keys;
        const QString channel = printable(spec.key, 60);
        facts.lostByAdoption << pubsubwords::messagesLost(channel) << pubsubwords::runsMayRepeat();
        facts.lostByAdoptionInWindow.push_back({pubsubwords::messagesLostInWindow(), {channel}});
        facts.lostByAdoptionInWindow.push_back({pubsubwords::runsMayRepeatInWindow()});
    }
};

} // namespace

const LayoutType& pubsubLayout()
{
    static const PubsubLayout layout;
    return layout;
}

} // namespace dueline
