// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/description.h"

#include <QStringList>

namespace dueline {

/// Payload store, as written in a layout file. All names are patterns.
struct GuessedStore
{
    DescribedStore::Kind kind = DescribedStore::Kind::Member;
    QByteArray key;
    QByteArray body;
    bool hasNumberInFront = false;
    std::vector<DescribedDecoder> decoders;

    bool operator==(const GuessedStore&) const = default;
};

struct GuessedPlace
{
    QByteArray name;
    DescribedPlace::Kind kind = DescribedPlace::Kind::SortedSet;
    QByteArray key;
    bool isPerQueue = false; ///< true if the key contains the queue's name
    TaskState state = TaskState::Due;
    std::optional<ScoreUnit> unit;
    bool hasFractions = false;
    std::optional<bool> runsTail;
    bool isEndWatched = false; ///< true if `runsTail` was observed, false if it was inferred from the items' age
    bool isPacked = false;
    QByteArray member; ///< pattern of the members; empty for the default pattern
    QByteArray lock; ///< pattern of the lock keys; empty if there are none
    std::optional<std::pair<int, int>> buckets;
    GuessedStore store;
    QByteArray stateWord; ///< word in the key's name that indicates the state; empty if there is none
    int payloads = 0; ///< number of sampled ids with a payload
    int ids = 0; ///< number of sampled ids whose payload was looked up
    int confidence = 0; ///< in percent
    QString why;
};

/// Contents of a proposed layout file.
struct GuessedFile
{
    QByteArray name;
    QByteArray source = "names"; ///< source of the queue names: `names`, `set` or `scan`
    QByteArrayList queues;
    std::vector<std::pair<QByteArray, QByteArray>> fields; ///< names and values, as written in the file
    std::vector<GuessedPlace> places;
    /// Places with the same members as a main place, each with the main place's name.
    std::vector<std::pair<GuessedPlace, QByteArray>> companions;
    bool namesOtherQueues = false; ///< true if the payloads name more than one queue
    QStringList open; ///< sentences about what couldn't be determined

    /// Returns the file's text, with the reasons for its settings as comments.
    QByteArray text() const;
    bool hasField(const QByteArray& field) const;
};

/// Converts text to a TOML string.
QByteArray tomlText(const QByteArray& text);

} // namespace dueline
