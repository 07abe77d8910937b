// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace dueline {

class Theme;

/// Field for words that filter the list next to it. It has a search icon, plus a clear button while it contains text.
/// Both follow the theme and have accessible names.
class SearchLine : public QLineEdit
{
    Q_OBJECT

public:
    explicit SearchLine(const Theme& theme, QWidget* parent = nullptr);
};

} // namespace dueline
