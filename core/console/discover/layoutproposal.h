// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/openbackend.h"
#include "core/layouts/described/check/livecheck.h"
#include "core/layouts/described/guess/layoutguess.h"

#include <atomic>

namespace dueline {

/// Opens a client that can only read. Errors: those of RedisClient::open().
Result<std::unique_ptr<RedisClient>> openForReading(const ConnectionSpec& connection);

/// Keys of a server that belong to no known system, with samples from which layout files are proposed.
struct UnknownKeys
{
    KeySurvey survey;
    std::map<QByteArray, qint64> hashes; ///< hashes in which data of sampled members was found, with their lengths
    QByteArrayList known; ///< texts of layouts that open other queues on the server, without parameters; sorted

    /// Samples the named keys; without names, all unknown keys. `cancelled`: checked before each request of the search
    /// for known queues; may be null. Errors: those of findForeignQueues() and KeySurvey::read().
    static Result<UnknownKeys> read(RedisClient& client, const ConnectionSpec& connection,
        const std::vector<QByteArray>& named, const std::atomic<bool>* cancelled = nullptr);

    /// Returns proposals for all sampled keys, most convincing first.
    std::vector<LayoutGuess> guesses(const KeyFacts& facts = {}) const;
    /// Returns the proposal in which these sampled keys belong to one layout; nullopt if they do not look like a queue.
    std::optional<LayoutGuess> guessOf(const std::vector<QByteArray>& keys, const KeyFacts& facts) const;

private:
    Result<> countHashes(RedisClient& client);
};

/// Returns the names of the layouts that are not described by files. A layout file must not use these names.
QByteArrayList builtInLayoutNames();

/// Returns the names of the shipped layout files whose keys look like those of a proposal.
QByteArrayList layoutsLike(const LayoutGuess& guess);

/// Reads tasks with a layout, and masks their payloads and errors as the connection requires. `client` must be open.
/// Errors: those of LiveCheck::run().
Result<LiveCheck> sampleTasks(
    RedisClient& client, const ConnectionSpec& connection, const Description& description, int perState);

/// Returns the keys of the lists in a proposal.
std::vector<QByteArray> listsOf(const LayoutGuess& guess);

/// Watches lists until it is known from which end each list is consumed, until `time` has passed, or until `goesOn`
/// returns false. `goesOn`: called before each wait with the remaining time. Errors: those of ListWatch::look().
Result<RunningEnds> watchLists(
    RedisClient& client, std::vector<QByteArray> lists, Millis time, const std::function<bool(Millis left)>& goesOn);

/// Returns the number of scores that are times within a year of `now`.
int timesNear(const std::vector<double>& scores, ScoreUnit unit, TimePoint now);

/// Returns an unused path in the folder for layout files: `$XDG_CONFIG_HOME/dueline/layouts/NAME.toml`.
QString freeLayoutPath(const QByteArray& name);

/// Writes a layout file that only this user can read, and returns the layout that opens it. Creates the folder if
/// necessary. Errors: Exists if there is a file with different content, which is not changed; Io; Usage if the path is
/// not absolute.
Result<LayoutSpec> saveLayoutFile(const QString& path, const QByteArray& text);

} // namespace dueline
