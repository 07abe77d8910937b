// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/openbackend.h"
#include "core/layouts/described/check/livecheck.h"
#include "core/layouts/described/guess/layoutguess.h"

#include <atomic>

namespace dueline {

/// Opens a client that can only read. Errors: those of RedisClient::open().
Result<std::unique_ptr<RedisClient>> openForReading(const ConnectionSpec& connection);

/// Keys of a server that belong to no known system, with samples of their content. Layout files are proposed from these
/// samples.
struct UnknownKeys
{
    KeySurvey survey;
    std::map<QByteArray, qint64> hashes; ///< hashes in which data about sampled members was found, with their lengths
    QByteArrayList known; ///< layouts, without parameters, that open the known queues on the server; sorted

    /// Samples the given keys, or all unknown keys if none are given. `cancelled`: checked before each request of the
    /// search for known queues; may be null. Errors: those of findForeignQueues() and KeySurvey::read().
    static Result<UnknownKeys> read(RedisClient& client, const ConnectionSpec& connection,
        const std::vector<QByteArray>& named, const std::atomic<bool>* cancelled = nullptr);

    /// Returns proposals for the sampled keys, most likely first.
    std::vector<LayoutGuess> guesses(const KeyFacts& facts = {}) const;
    /// Returns a proposal for one layout that contains exactly these sampled keys; nullopt if they do not look like a
    /// queue.
    std::optional<LayoutGuess> guessOf(const std::vector<QByteArray>& keys, const KeyFacts& facts) const;

private:
    Result<> countHashes(RedisClient& client);
};

/// Returns the names of all layouts that are not defined by files. A layout file must not have one of these names.
QByteArrayList builtInLayoutNames();

/// Returns the names of shipped layout files that describe keys similar to those of a proposal.
QByteArrayList layoutsLike(const LayoutGuess& guess);

/// Reads tasks with a layout, and masks their payloads and errors as `connection` specifies. `client` must be open.
/// Errors: those of LiveCheck::run().
Result<LiveCheck> sampleTasks(
    RedisClient& client, const ConnectionSpec& connection, const Description& description, int perState);

/// Returns the keys of a proposal's lists.
std::vector<QByteArray> listsOf(const LayoutGuess& guess);

/// Watches lists until the end from which each list is consumed is known, until `time` has passed, or until `goesOn`
/// returns false. `goesOn`: called before each wait with the remaining time. Errors: those of ListWatch::look().
Result<RunningEnds> watchLists(
    RedisClient& client, std::vector<QByteArray> lists, Millis time, const std::function<bool(Millis left)>& goesOn);

/// Returns how many of the scores are times within a year of `now`.
int timesNear(const std::vector<double>& scores, ScoreUnit unit, TimePoint now);

/// Returns a path in the folder for layout files at which there is no file yet:
/// `$XDG_CONFIG_HOME/dueline/layouts/NAME.toml`.
QString freeLayoutPath(const QByteArray& name);

/// Writes a layout file that only this user can read, and returns the layout that it defines. Creates the folder if
/// necessary. Errors: Exists if the path already has a file with different content, which is left unchanged; Io; Usage
/// if the path is not absolute.
Result<LayoutSpec> saveLayoutFile(const QString& path, const QByteArray& text);

} // namespace dueline
