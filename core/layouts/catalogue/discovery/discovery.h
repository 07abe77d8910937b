// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/composite/layoutfinder.h"
#include "core/layouts/catalogue/discovery/keysearch.h"
#include "core/layouts/port/redislane.h"

namespace dueline {

/// Search for the queues of every layout whose isSought() is true. It starts with the previous run's results and the
/// default keys, then repeatedly scans all key names and inspects candidates: keys or key prefixes that may hold
/// queues. It never writes to the server, runs no scripts, and no command blocks the server longer than it takes to
/// read one page of a table.
class Discovery : public LayoutFinder
{
public:
    /// Maximum number of keys to scan when a connection opens; firstTime also limits this scan.
    static constexpr qint64 firstKeys = 200'000;
    static constexpr std::chrono::milliseconds firstTime{2'000};
    /// Number of SCAN calls per step after the connection has opened, each covering a thousand keys. Once all keys have
    /// been scanned, a step makes only one call.
    static constexpr int laterScans = 2;
    // number of candidates to inspect per layout and step while a connection opens
    static constexpr std::size_t placesPerStep = 200;
    /// Number of candidates to inspect per layout and step after the connection has opened.
    static constexpr std::size_t laterPlaces = 50;
    // maximum number of waiting candidates per layout; the rest are deferred to the next round
    static constexpr std::size_t mostWaiting = 20'000;
    // number of waiting candidates per layout above which candidates that are only guesses are deferred to the next
    // round
    static constexpr std::size_t mostGuesses = 1'000;
    // number of candidates without a queue to remember, so that they aren't inspected in every round
    static constexpr std::size_t mostEmpty = 200'000;
    static constexpr int forgetEvery = 16; ///< number of rounds after which all candidates are inspected again

    /// Creates a discovery. `prefix`: prefix of Dueline's own keys, which are ignored. `opened`: names of other layouts
    /// that the connection opens, so that they aren't reported as unopened.
    Discovery(std::shared_ptr<RedisLane> lane, const QByteArray& prefix, std::shared_ptr<KeySearch> search,
        const std::set<QByteArray>& opened = {});
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
    void noteUnopened(const QByteArray& key);
    void wait(const KeySearch::Candidate& place, bool isKnownToBe);
    std::set<QByteArray> skippedLists() const;
    bool isWaiting() const { return !m_search->queued.empty(); }
    Result<> look(std::size_t most);
    void save();
    void tell(const std::function<void(DiscoveryState&)>& change);

    std::shared_ptr<RedisLane> m_lane;
    QByteArray m_prefix;
    std::shared_ptr<KeySearch> m_search;
    std::vector<const LayoutType*> m_unopened; ///< layouts that the connection neither searches for nor opens
    std::map<QString, std::unique_ptr<RedisClient>> m_nodes; ///< clients for the nodes of a cluster
};

} // namespace dueline
