// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/bull/bulllayout.h"

#include "core/layouts/bull/bullinspector.h"
#include "core/layouts/bull/bullschedules.h"
#include "core/layouts/bulljobs/queueowner.h"
#include "core/layouts/detection.h"
#include "core/layouts/framework/frameworkbackend.h"
#include "core/layouts/framework/frameworkparameters.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

using BullParameters = FrameworkParameters<BullSpec>;

/// A key that may count the jobs of a queue.
struct BullCandidate
{
    BullSpec spec;
    QueueName queue;
    QByteArray base;
};

class BullLayout : public LayoutType
{
public:
    QByteArray name() const override { return "bull"; }
    bool isOffered() const override { return false; } // no dialog asks for its prefix yet

    Result<LayoutParametersPtr> parse(const QString& text, QByteArrayView) const override
    {
        return BullParameters::from(parseBull(text));
    }

    QString text(const LayoutParameters* parameters) const override { return BullParameters::of(parameters).text(); }

    Result<std::unique_ptr<Backend>> open(
        const LayoutParametersPtr& parameters, const LayoutOpening& opening) const override
    {
        const Capabilities able = FrameworkBackend::abilities(
            name(), {TaskState::Scheduled, TaskState::Due, TaskState::Leased, TaskState::Failed, TaskState::Done});
        const auto make = [&spec = BullParameters::of(parameters.get()), ours = opening.prefix](
                              RedisClient& client, RedisClock& clock) {
            FrameworkPorts ports;
            ports.inspector = std::make_unique<BullInspector>(client, clock, spec, ours);
            ports.schedules = std::make_unique<BullSchedules>(client, spec);
            return ports;
        };
        return FrameworkBackend::open(
            opening.lane, opening.access, able, QStringLiteral("What Bull publishes is not listened to."), make);
    }

    /// `PREFIX:QUEUE:id` may be one; what else is there says whose it is. One that both have opened is told here alone.
    Result<> detect(Detection& detection) const override
    {
        const auto counters = detection.keys("Bull", "*:id", "string");
        if (!counters)
            return counters.error();
        std::vector<BullCandidate> candidates;
        for (const QByteArray& counter : *counters) {
            if (auto found = BullSpec::ofCounter(counter))
                candidates.push_back({found->first, found->second, counter.chopped(2)});
        }
        constexpr std::size_t together = 100;
        const auto ask = [&detection](const std::vector<Command>& commands) { return detection.ask(commands); };
        for (std::size_t from = 0; from < candidates.size(); from += together) {
            const std::size_t until = std::min(candidates.size(), from + together);
            std::vector<QByteArray> bases;
            for (std::size_t i = from; i < until; ++i)
                bases.push_back(candidates[i].base);
            const auto signs = readOwnerSigns(ask, bases);
            if (!signs)
                return signs.error();
            for (std::size_t i = from; i < until; ++i) {
                if (const auto added = tell(detection, candidates[i], (*signs)[i - from]); !added)
                    return added;
            }
        }
        return {};
    }

    bool owns(QByteArrayView key, const KnownKeys& known) const override
    {
        const auto isOfQueue = [key](const ForeignQueue& queue) {
            return (queue.framework == "Bull" || queue.framework == "Bull and BullMQ")
                && key.contains(QByteArray(':' + queue.name + ':'));
        };
        return key.startsWith("bull:") || std::any_of(known.queues.begin(), known.queues.end(), isOfQueue);
    }

private:
    static Result<> tell(Detection& detection, const BullCandidate& candidate, const OwnerSigns& signs)
    {
        const QueueOwner owner = ownerOf(signs);
        const bool isBoth = owner == QueueOwner::Both;
        // Any program may count in a key that ends in `:id`; below `bull:` a plain name is believed.
        const bool isBelieved = signs.areEvident() || (candidate.spec == BullSpec() && !candidate.queue.contains(':'));
        if (!isBoth && (owner != QueueOwner::Bull || !isBelieved))
            return {};
        const QByteArray& base = candidate.base;
        return detection.add(isBoth ? "Bull and BullMQ" : "Bull", candidate.queue,
            {{"LLEN", base + "wait"}, {"LLEN", base + "paused"}, {"LLEN", base + "active"}, {"ZCARD", base + "delayed"},
                {"ZCARD", base + "failed"}},
            candidate.spec.text().toLatin1());
    }
};

} // namespace

const LayoutType& bullLayout()
{
    static const BullLayout layout;
    return layout;
}

} // namespace dueline
