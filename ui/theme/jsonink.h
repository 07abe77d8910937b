// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jsontree.h"
#include "ui/theme/tokens.h"

namespace dueline {

/// Returns the color of a JSON value.
inline QColor jsonInk(JsonTree::Kind kind, const Tokens& tokens)
{
    switch (kind) {
    case JsonTree::Kind::Object:
    case JsonTree::Kind::Array:
        return tokens.text3;
    case JsonTree::Kind::String:
        return tokens.jsonString;
    case JsonTree::Kind::Number:
        return tokens.jsonNumber;
    default:
        return tokens.jsonKey;
    }
}

} // namespace dueline
