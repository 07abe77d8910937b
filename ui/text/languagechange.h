// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QWidget;

namespace dueline {

/// Words that stay on a widget or below it: `take` sets them now, and again whenever the language changes. Parts that
/// are worded later are told later.
void onLanguageChange(QWidget* widget, std::function<void()> take);

} // namespace dueline
