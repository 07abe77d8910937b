// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <cmath>

namespace dueline {

/// Sizes on the wallboard, which are designed for a height of 1080 pixels and scale with the actual height.
class WallScale
{
public:
    static constexpr int designHeight = 1080;
    /// Smallest font size. On a 55-inch display with 1080 lines, capitals are 12 mm tall, which is readable at 4 m.
    static constexpr int leastText = 26;

    WallScale() = default;
    explicit WallScale(int height)
        : m_factor(std::max(0.25, double(height) / designHeight))
    { }

    double factor() const { return m_factor; }
    /// Returns a length in actual pixels. `length`: length at a height of 1080 pixels.
    int px(double length) const { return int(std::lround(length * m_factor)); }
    QFont font(const Theme& theme, int pixels, QFont::Weight weight = QFont::Normal) const
    {
        QFont font = theme.font(0, weight);
        font.setPixelSize(std::max(1, px(std::max(pixels, leastText))));
        return font;
    }
    bool operator==(const WallScale&) const = default;

private:
    double m_factor = 1;
};

} // namespace dueline
