// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace dueline {

/// What zlib compressed, up to `most` bytes of it; `isCut`, unless null, tells whether there is more. nullopt: it is
/// none, is damaged, or ends early.
std::optional<QByteArray> inflated(const QByteArray& compressed, qsizetype most, bool* isCut = nullptr);
/// The same where only all of it is of use: of what is longer than `most` nothing is kept, so it takes no memory.
/// nullopt as above, and where there is more, which `isLonger` tells.
std::optional<QByteArray> inflatedWhole(const QByteArray& compressed, qsizetype most, bool& isLonger);

} // namespace dueline
