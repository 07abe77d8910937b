// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/description.h"

namespace dueline {

/// Role of a key in a queue, derived from a word in its name, such as `delayed` or `failed`.
struct KeyRole
{
    TaskState state = TaskState::Due;
    qsizetype at = 0; ///< position of the word in the name
    qsizetype length = 0; ///< length of the word; 0 if no word indicates the role
    /// False for a word that is also common in keys with other roles, such as `queue`.
    bool isClear = false;

    /// Returns a key's role. If no word in its name indicates a role, returns the usual role for the key's type.
    static KeyRole of(const QByteArray& name, DescribedPlace::Kind kind);
};

/// Returns whether a key's name, such as `lock` or `in-progress`, suggests that the key marks running tasks.
bool isLockName(const QByteArray& name);

/// Returns whether a byte is part of a word in a key name rather than a separator.
bool isNamePart(char c);

} // namespace dueline
