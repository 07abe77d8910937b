// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/openbackend.h"
#include "core/layouts/described/check/livecheck.h"
#include "core/layouts/described/guess/layoutguess.h"

#include <atomic>

namespace dueline {

/// Opens a read-only client. Errors: same as RedisClient::open().
Result<std::unique_ptr<RedisClient>> openForReading(const ConnectionSpec& connection);

/// Keys on a server that don't belong to any known system, with samples of their content. Layout files are proposed
/// from these samples.
struct UnknownKeys
{
    KeySurvey survey;
    std::map<QByteArray, qint64> hashes; ///< hashes that contain data about sampled members, with their lengths
    QByteArrayList known; ///< layouts, without parameters, for opening the server's known queues; sorted

    /// Samples the given keys, or all unknown keys if none are given. `cancelled`: checked before each request in the
    /// search for known queues; may be null. Errors: same as findForeignQueues() and KeySurvey::read().
    static Result<UnknownKeys> read(RedisClient& client, const ConnectionSpec& connection,
        const std::vector<QByteArray>& named, const std::atomic<bool>* cancelled = nullptr);

    /// Returns proposals for the sampled keys, most likely first.
    std::vector<LayoutGuess> guesses(const KeyFacts& facts = {}) const;
    /// Returns a proposal for one layout that contains exactly these sampled keys; nullopt if they don't look like a
    /// queue.
    std::optional<LayoutGuess> guessOf(const std::vector<QByteArray>& keys, const KeyFacts& facts) const;

private:
    Result<> countHashes(RedisClient& client);
};

/// Returns the names of all layouts that aren't defined by files. A layout file must not use one of these names.
QByteArrayList builtInLayoutNames();

/// Returns the names of shipped layout files that describe keys similar to the proposal's.
QByteArrayList layoutsLike(const LayoutGuess& guess);

/// Reads tasks through a layout, and masks their payloads and errors as `connection` specifies. `client` must be open.
/// Errors: same as LiveCheck::run().
Result<LiveCheck> sampleTasks(
    RedisClient& client, const ConnectionSpec& connection, const Description& description, int perState);

/// Returns the keys of a proposal's lists.
std::vector<QByteArray> listsOf(const LayoutGuess& guess);

/// Watches lists until it is known which end each list is consumed from, until `time` has passed, or until `goesOn`
/// returns false. `goesOn`: called before each wait with the remaining time. Errors: same as ListWatch::look().
Result<RunningEnds> watchLists(
    RedisClient& client, std::vector<QByteArray> lists, Millis time, const std::function<bool(Millis left)>& goesOn);

/// Returns how many of the scores are times within a year of `now`.
int timesNear(const std::vector<double>& scores, ScoreUnit unit, TimePoint now);

/// Returns an unused path in the layout file folder: `$XDG_CONFIG_HOME/dueline/layouts/NAME.toml`.
QString freeLayoutPath(const QByteArray& name);

/// Writes a layout file that only this user can read, and returns the layout it defines. Creates the folder if
/// necessary. Errors: Exists (the path has a file with different content, which is left unchanged), Io, Usage (the path
/// isn't absolute).
Result<LayoutSpec> saveLayoutFile(const QString& path, const QByteArray& text);

} // namespace dueline
