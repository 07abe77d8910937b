// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <optional>
#include <vector>

namespace dueline {

/// Value in a pickle: a string, or a container with the indexes of its parts in the list of nodes.
struct PickleNode
{
    enum class Kind : quint8 { Word, String, Bytes, ByteArray, Long, Tuple, List, Dict, Set, FrozenSet, Global, Call };

    Kind kind = Kind::Word;
    QByteArrayView view; ///< bytes of the value, as contained in the pickle
    QByteArray own = {}; ///< bytes to use instead of `view`, if the pickle does not contain them verbatim
    std::vector<int> children
        = {}; ///< items; for a dict, keys and values alternately; for a call, the callable and then the arguments
    std::vector<int> items = {}; ///< items appended to the result of a call
    std::vector<int> pairs = {}; ///< items set by key on the result of a call; keys and values alternate
    int state = -1; ///< index of the state that was set last; -1 if no state was set

    QByteArrayView bytes() const { return own.isNull() ? view : QByteArrayView(own); }
};

/// Tree built from the opcodes of a pickle (protocols 0 to 5), with text in place of values. No names are looked up,
/// and nothing is called. A node may be part of several nodes, or even of itself.
struct PickleTree
{
    static constexpr int mostOperations = 100'000;
    static constexpr int mostRemembered = 10'000; ///< maximum number of memo entries
    static constexpr qsizetype longestName = 1024 * 1024; ///< maximum length of module and name together, in bytes

    std::vector<PickleNode> nodes; ///< nodes, which refer to the bytes of the pickle
    int root = 0; ///< index of the root node

    /// Parses a pickle. Returns nullopt for data that is truncated, exceeds a limit or is not a pickle, and for pickles
    /// with persistent ids, extensions or out-of-band buffers.
    static std::optional<PickleTree> read(QByteArrayView pickle);
};

} // namespace dueline
