// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <optional>

namespace dueline {

/// Pickles of Python, protocols 0 to 5, as text. Nothing is unpickled: opcodes build a tree of texts, no name is looked
/// up and nothing is called. All is bounded, whatever the bytes say.
struct PickleText
{
    static constexpr int mostOperations = 100'000;
    static constexpr int deepest = 64; ///< values in values
    static constexpr int mostRemembered = 10'000; ///< entries of the memo
    static constexpr qsizetype mostText = 1024 * 1024; ///< bytes; what is longer is cut

    /// The value as Python writes it: `('mail.send', None, (1, 'two'), {'k': [3]})`; an object as `module.name(…)` with
    /// what it is made of. Valid UTF-8 without control characters; cut at `mostText` and then ended by `…`. nullopt: no
    /// pickle, cut off, past a limit, or one with persistent ids, extensions or buffers of its own.
    static std::optional<QByteArray> read(QByteArrayView pickle);
    /// Bytes that are none, in hex, cut as above.
    static QByteArray inHex(const QByteArray& bytes);
};

} // namespace dueline
