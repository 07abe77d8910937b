// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/description.h"

#include <QStringList>

namespace dueline {

/// Store of payloads, in the words of a layout file; names are patterns.
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
    bool isPerQueue = false; ///< the key contains the name of the queue
    TaskState state = TaskState::Due;
    std::optional<ScoreUnit> unit;
    bool hasFractions = false;
    std::optional<bool> runsTail;
    bool isEndWatched = false; ///< runsTail was observed, not derived from the age of items
    bool isPacked = false;
    QByteArray member; ///< empty: the usual pattern
    QByteArray lock; ///< empty: none
    std::optional<std::pair<int, int>> buckets;
    GuessedStore store;
    int confidence = 0; ///< percent
    QString why;
};

/// Contents of a proposed layout file.
struct GuessedFile
{
    QByteArray name;
    QByteArray source = "names"; ///< `names`, `set` or `scan`
    QByteArrayList queues;
    std::vector<std::pair<QByteArray, QByteArray>> fields; ///< name and value, as in the file
    std::vector<GuessedPlace> places;
    std::vector<std::pair<GuessedPlace, QByteArray>> companions; ///< place with the same members, and the main place
    bool namesOtherQueues = false; ///< the payloads name several queues
    QStringList open; ///< sentences stating what could not be determined

    /// Returns the file, with the reasons as comments.
    QByteArray text() const;
    bool hasField(const QByteArray& field) const;
};

/// Returns a text as a TOML string.
QByteArray tomlText(const QByteArray& text);

} // namespace dueline
