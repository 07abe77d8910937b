// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/composite/layoutfinder.h"
#include "core/layouts/catalogue/discovery/keysearch.h"
#include "core/layouts/port/redislane.h"

namespace dueline {

/// Finds the queues of all layouts that are isSought(): by what was found last time and where they are usually, then by
/// one walk over the names of all keys, round and round, which asks for the content of a few of them. Reads alone, no
/// scripts; no command takes longer on the server than a page of a table.
class Discovery : public LayoutFinder
{
public:
    static constexpr qint64 firstKeys = 200'000; ///< looked at on opening, within firstTime
    static constexpr std::chrono::milliseconds firstTime{2'000};
    static constexpr int laterScans = 2; ///< of each step from then on, a thousand keys each; 1 once all were looked at
    static constexpr std::size_t placesPerStep = 200; ///< of each layout, looked at on opening
    static constexpr std::size_t laterPlaces = 50; ///< of each step from then on
    static constexpr std::size_t mostWaiting
        = 20'000; ///< places of a layout; what is met besides waits for the next round
    static constexpr std::size_t mostEmpty = 200'000; ///< remembered, so that they are not looked at in each round
    static constexpr int forgetEvery = 16; ///< rounds

    /// `prefix`: of our own keys, which never count.
    Discovery(std::shared_ptr<RedisLane> lane, const QByteArray& prefix, std::shared_ptr<KeySearch> search);
    ~Discovery() override;

    Result<> begin() override;
    std::vector<LayoutSpec> layouts() const override { return m_search->found.layouts(); }
    Result<bool> step() override;
    DiscoveryState state() const override;
    Result<std::vector<QueueName>> likely(const QueueName& name) override;

private:
    Result<std::vector<Reply>> ask(const std::vector<Command>& commands);
    Result<> beginRound();
    Result<RedisClient*> node();
    Result<> scan();
    void meet(const QByteArray& key);
    void meetOurs(const QByteArray& key, const std::vector<const LayoutType*>& sought);
    void wait(const KeySearch::Place& place, bool isKnownToBe);
    bool isWaiting() const { return !m_search->queued.empty(); }
    Result<> look(std::size_t most);
    void save();
    void tell(const std::function<void(DiscoveryState&)>& change);

    std::shared_ptr<RedisLane> m_lane;
    QByteArray m_prefix;
    std::shared_ptr<KeySearch> m_search;
    std::map<QString, std::unique_ptr<RedisClient>> m_nodes; ///< of a cluster
};

} // namespace dueline
