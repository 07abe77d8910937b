// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QWidget;

namespace dueline {

/// Calls `take` immediately and after each language change, so that it can set the text of a widget or its children.
/// Calls are made in order of registration.
void onLanguageChange(QWidget* widget, std::function<void()> take);

} // namespace dueline
