// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

/// The same with places where a line may be broken in words that have none for a long way: what a server or a payload
/// says may be one word of a thousand letters. For what is looked at; to be copied it has characters too many.
QString breakable(const QString& text);

} // namespace dueline
