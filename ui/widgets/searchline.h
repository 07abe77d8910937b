// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace dueline {

class Theme;

/// A line for words that narrow what is listed beside it: a magnifier before them, and a thin cross that clears them
/// while there are any. Both follow the theme and have names.
class SearchLine : public QLineEdit
{
    Q_OBJECT

public:
    explicit SearchLine(const Theme& theme, QWidget* parent = nullptr);
};

} // namespace dueline
