// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <optional>
#include <vector>

namespace dueline {

/// Value in a pickle: a string, or a container with its parts' indexes in the list of nodes.
struct PickleNode
{
    enum class Kind : quint8 { Word, String, Bytes, ByteArray, Long, Tuple, List, Dict, Set, FrozenSet, Global, Call };

    Kind kind = Kind::Word;
    QByteArrayView view; ///< bytes of the value in the pickle
    QByteArray own = {}; ///< bytes to use instead of `view` if the pickle doesn't contain them verbatim
    std::vector<int> children
        = {}; ///< items; for a dict, alternating keys and values; for a call, the callable followed by its arguments
    std::vector<int> items = {}; ///< items appended to a call's result
    std::vector<int> pairs = {}; ///< items set by key on a call's result; keys and values alternate
    int state = -1; ///< index of the last state set; -1 if there is none

    QByteArrayView bytes() const { return own.isNull() ? view : QByteArrayView(own); }
};

/// Tree built from a pickle's opcodes (protocols 0 to 5), with text in place of values. It looks up no names and calls
/// nothing. A node may be part of several nodes, or even of itself.
struct PickleTree
{
    static constexpr int mostOperations = 100'000;
    static constexpr int mostRemembered = 10'000; ///< maximum number of memo entries
    static constexpr qsizetype longestName = 1024 * 1024; ///< maximum length of module and name combined, in bytes

    std::vector<PickleNode> nodes; ///< nodes; their views point into the pickle, which must outlive them
    int root = 0;

    /// Parses a pickle. Returns nullopt if the data is truncated, exceeds a limit or isn't a pickle, or if the pickle
    /// contains persistent ids, extensions or out-of-band buffers.
    static std::optional<PickleTree> read(QByteArrayView pickle);
};

} // namespace dueline
