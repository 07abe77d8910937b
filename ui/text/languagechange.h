// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QWidget;

namespace dueline {

/// Calls `take` immediately and after each change of language, to set the text of a widget or its children. The calls
/// are made in the order of registration.
void onLanguageChange(QWidget* widget, std::function<void()> take);

} // namespace dueline
