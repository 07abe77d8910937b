// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <optional>
#include <vector>

namespace dueline {

/// A value of a pickle, as a text or as what it is made of, by the places of these among the nodes.
struct PickleNode
{
    enum class Kind : quint8 { Word, String, Bytes, ByteArray, Long, Tuple, List, Dict, Set, FrozenSet, Global, Call };

    Kind kind = Kind::Word;
    QByteArrayView view; ///< of the pickle's bytes, not escaped
    QByteArray own = {}; ///< instead of `view`, where the bytes are not written so in the pickle
    std::vector<int> children
        = {}; ///< items; of a dict keys and values in turn; of a call what is called, then arguments
    std::vector<int> items = {}; ///< of a call: what was appended
    std::vector<int> pairs = {}; ///< of a call: what was set by key
    int state = -1; ///< what was put into it last; -1: nothing

    QByteArrayView bytes() const { return own.isNull() ? view : QByteArrayView(own); }
};

/// What the opcodes of a pickle build, protocols 0 to 5, with texts in the place of values: no name is looked up and
/// nothing is called. A node may be a part of several, and of itself.
struct PickleTree
{
    static constexpr int mostOperations = 100'000;
    static constexpr int mostRemembered = 10'000; ///< entries of the memo
    static constexpr qsizetype longestName = 1024 * 1024; ///< of a module with what it has, bytes

    std::vector<PickleNode> nodes; ///< which refer to the bytes of the pickle
    int root = 0; ///< the node of the whole

    /// nullopt: no pickle, cut off, past a limit, or one with persistent ids, extensions or buffers of its own.
    static std::optional<PickleTree> read(QByteArrayView pickle);
};

} // namespace dueline
