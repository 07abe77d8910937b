// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QImage>
#include <QList>

#include <algorithm>

namespace dueline {

/// Returns a palette of the image's most frequent colors, without near duplicates.
inline QList<QRgb> picturePalette(const QImage& image)
{
    QHash<QRgb, int> counts;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            ++counts[image.pixel(x, y)];
    }
    QList<QRgb> byCount = counts.keys();
    std::sort(byCount.begin(), byCount.end(), [&counts](QRgb a, QRgb b) {
        return counts.value(a) != counts.value(b) ? counts.value(a) > counts.value(b) : a < b;
    });
    QList<QRgb> palette;
    for (const QRgb color : byCount) {
        const bool isNew = std::none_of(palette.begin(), palette.end(), [color](QRgb known) {
            return std::abs(qRed(color) - qRed(known)) + std::abs(qGreen(color) - qGreen(known))
                + std::abs(qBlue(color) - qBlue(known))
                < 14;
        });
        // Include plain background colors exactly, even if they are similar.
        if ((isNew || counts.value(color) > 2000) && palette.size() < 256)
            palette << color;
    }
    return palette;
}

} // namespace dueline
