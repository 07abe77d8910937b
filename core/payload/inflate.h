// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace dueline {

/// What zlib compressed, up to `most` bytes of it; `isCut`, unless null, tells whether there is more. nullopt: it is
/// none, is damaged, or ends early.
std::optional<QByteArray> inflated(const QByteArray& compressed, qsizetype most, bool* isCut = nullptr);

} // namespace dueline
