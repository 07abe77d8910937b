// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/description.h"

#include <QStringList>

namespace dueline {

/// Store of payloads, as it is written in a layout file. All names are patterns.
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
    bool isPerQueue = false; ///< true if the key contains the name of the queue
    TaskState state = TaskState::Due;
    std::optional<ScoreUnit> unit;
    bool hasFractions = false;
    std::optional<bool> runsTail;
    bool isEndWatched = false; ///< true if `runsTail` was observed; false if it was derived from the age of items
    bool isPacked = false;
    QByteArray member; ///< pattern of the members; if empty, the default pattern is used
    QByteArray lock; ///< pattern of the lock keys; empty if there are none
    std::optional<std::pair<int, int>> buckets;
    GuessedStore store;
    QByteArray stateWord; ///< word in the key's name that shows the state; empty if there is none
    int payloads = 0; ///< number of sampled IDs for which a payload was found
    int ids = 0; ///< number of sampled IDs whose payload was looked up
    int confidence = 0; ///< confidence in percent
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
    /// Places that have the same members as a main place, each with the name of that main place.
    std::vector<std::pair<GuessedPlace, QByteArray>> companions;
    bool namesOtherQueues = false; ///< true if payloads contain the names of different queues
    QStringList open; ///< sentences that describe what could not be determined

    /// Returns the text of the file, with the reasons as comments.
    QByteArray text() const;
    bool hasField(const QByteArray& field) const;
};

/// Converts text to a TOML string.
QByteArray tomlText(const QByteArray& text);

} // namespace dueline
