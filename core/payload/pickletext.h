// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <optional>

namespace dueline {

/// Pickles of Python as text. Nothing is unpickled: a PickleTree is written as Python would. All is bounded, whatever
/// the bytes say.
struct PickleText
{
    static constexpr int deepest = 64; ///< values in values
    static constexpr qsizetype mostText = 1024 * 1024; ///< bytes; what is longer is cut

    /// The value as Python writes it: `('mail.send', None, (1, 'two'), {'k': [3]})`; an object as `module.name(…)` with
    /// what it is made of. Valid UTF-8 without control characters; cut at `mostText` and then ended by `…`. nullopt: as
    /// PickleTree::read(), or too deep.
    static std::optional<QByteArray> read(QByteArrayView pickle);
    /// Bytes that are none, in hex, cut as above.
    static QByteArray inHex(const QByteArray& bytes);
};

} // namespace dueline
