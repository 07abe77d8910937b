// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/guess/guessedpayload.h"
#include "core/layouts/described/guess/keyrole.h"
#include "core/layouts/described/guess/keysurvey.h"

namespace dueline {

/// Key that may contain tasks, and the properties derived from its sample.
struct KeyAnchor
{
    const SampledKey* sampled = nullptr;
    ScoreUnit unit = ScoreUnit::Seconds;
    int share = 0; ///< percentage of scores that are plausible times in `unit`
    bool hasFractions = false;
    const MemberLink* link = nullptr; ///< link from members to payloads; null if the member is the payload
    /// link that may lead to another program's keys, so that it isn't proposed; null if there is none
    const MemberLink* unrelated = nullptr;
    QByteArray body; ///< for tasks stored as hashes: field with the payload
    bool isPacked = false; ///< true if the members are packed in Redisson's format
    GuessedPayload payload;
    std::optional<bool> runsTail; ///< for a list: true if the oldest items are at the tail; nullopt if unknown

    qsizetype queueAt = 0; ///< position of the varying part of the key
    qsizetype queueLength = 0; ///< length of the varying part; 0 if no part is known to vary
    bool isBucket = false; ///< true if the varying part is a bucket number rather than a queue name

    /// Creates an anchor; nullopt if the key probably contains no tasks. If so, `why` receives the reason if it is
    /// worth reporting. `unit`: known unit of the scores; nullopt to infer it from the sample.
    static std::optional<KeyAnchor> of(
        const SampledKey& key, QString& why, const std::optional<ScoreUnit>& unit = std::nullopt);

    const QByteArray& key() const { return sampled->key; }
    QByteArray varying() const { return key().mid(queueAt, queueLength); }
    /// Returns the key without its varying part.
    QByteArray masked() const
    {
        return key().left(queueAt) + (queueLength > 0 ? "\x01" : "") + key().mid(queueAt + queueLength);
    }
    KeyRole role() const { return KeyRole::of(masked(), sampled->kind); }
    bool isPerQueue() const { return queueLength > 0 && !isBucket; }
    /// Returns the hash tag; empty if the key has none.
    QByteArray tag() const;
    /// Returns the key's pattern.
    QByteArray pattern() const;
    /// Returns the pattern of another name used for the same tasks, such as a payload key.
    QByteArray patternOf(const QByteArray& name) const;
};

/// Converts a name to a pattern without variables.
QByteArray literalPattern(const QByteArray& name);
/// Returns the part of a name up to and including its last `:`, `/`, `.`, `|` or `}`.
QByteArray keyBeginning(const QByteArray& name);
/// Returns the position of a word between separators in a name; -1 if there is none.
qsizetype wholeWordAt(const QByteArray& name, const QByteArray& word);
/// Returns whether a value is more likely to be a counter than a payload or a name.
bool isSmallNumber(const QByteArray& value);

} // namespace dueline
