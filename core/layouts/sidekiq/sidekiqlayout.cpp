// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/sidekiq/sidekiqlayout.h"

#include "core/layouts/detection.h"
#include "core/layouts/sidekiq/sidekiqbackend.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

const std::array<QByteArray, 3> sidekiqSets{"schedule", "retry", "dead"};

struct SidekiqParameters : LayoutParameters
{
    explicit SidekiqParameters(SidekiqSpec given)
        : spec(std::move(given))
    { }

    SidekiqSpec spec;
};

const SidekiqSpec& sidekiqSpecOf(const LayoutParameters* parameters)
{
    return static_cast<const SidekiqParameters*>(parameters)->spec; // those of the type itself
}

class SidekiqLayout : public LayoutType
{
public:
    QByteArray name() const override { return "sidekiq"; }
    bool isOffered() const override { return false; } // no dialog asks for its namespace yet

    Result<LayoutParametersPtr> parse(const QString& text, QByteArrayView) const override
    {
        auto spec = parseSidekiq(text);
        if (!spec)
            return spec.error();
        return LayoutParametersPtr(std::make_shared<const SidekiqParameters>(*std::move(spec)));
    }

    QString text(const LayoutParameters* parameters) const override { return sidekiqSpecOf(parameters).text(); }

    Result<std::unique_ptr<Backend>> open(
        const LayoutParametersPtr& parameters, const LayoutOpening& opening) const override
    {
        return SidekiqBackend::open(sidekiqSpecOf(parameters.get()), opening.lane, opening.access);
    }

    Result<> detect(Detection& detection) const override
    {
        // `queues` alone is a word anybody may have used.
        const auto types = detection.ask({{"TYPE", "schedule"}, {"TYPE", "retry"}, {"TYPE", "dead"}, {"TYPE", "queues"},
            {"EXISTS", "stat:processed"}, {"EXISTS", "processes"}});
        if (!types)
            return types.error();
        const auto is = [&types](std::size_t at, const char* type) { return (*types)[at].bytes == type; };
        const bool known
            = is(0, "zset") || is(1, "zset") || is(2, "zset") || (*types)[4].integer == 1 || (*types)[5].integer == 1;
        if (!is(3, "set") || !known)
            return {};
        const auto names = detection.members("queues");
        if (!names)
            return names.error();
        for (const QByteArray& queue : *names) {
            if (const auto added = detection.add("Sidekiq", queue, {{"LLEN", "queue:" + queue}}, name()); !added)
                return added;
        }
        for (std::size_t at = 0; at < sidekiqSets.size(); ++at) {
            if (!is(at, "zset"))
                continue;
            if (const auto added = detection.add("Sidekiq", sidekiqSets[at], {{"ZCARD", sidekiqSets[at]}}, name());
                !added)
                return added;
        }
        return {};
    }

    bool owns(QByteArrayView key, const KnownKeys& known) const override
    {
        const auto isQueue = [key](const ForeignQueue& queue) {
            return queue.framework == "Sidekiq"
                && (key == "queue:" + queue.name
                    || std::find(sidekiqSets.begin(), sidekiqSets.end(), key) != sidekiqSets.end());
        };
        return key.startsWith("sidekiq:") || key.startsWith("stat:")
            || std::any_of(known.queues.begin(), known.queues.end(), isQueue);
    }
};

} // namespace

const LayoutType& sidekiqLayout()
{
    static const SidekiqLayout layout;
    return layout;
}

} // namespace dueline
