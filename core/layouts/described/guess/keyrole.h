// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/description.h"

namespace dueline {

/// Role of a key in a queue, according to a word in its name such as `delayed` or `failed`.
struct KeyRole
{
    TaskState state = TaskState::Due;
    qsizetype at = 0; ///< position of the word
    qsizetype length = 0; ///< 0 if no word shows the role
    /// False for a word that also occurs in the names of other keys, such as `queue`.
    bool isClear = false;

    /// Returns the role of a key; without a word in its name, the usual role of its type.
    static KeyRole of(const QByteArray& name, DescribedPlace::Kind kind);
};

/// Returns whether a name shows that the key marks running tasks: `lock`, `in-progress`.
bool isLockName(const QByteArray& name);

/// Returns whether a byte belongs to a word of a key name, not to a separator.
bool isNamePart(char c);

} // namespace dueline
