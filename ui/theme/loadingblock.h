// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QBrush;
class QPainter;
class QRectF;

namespace dueline {

struct Tokens;

/// Paints a placeholder for a value that is loading. `fill`: normally `line`. In high contrast, only paints an outline,
/// because a filled block would look like content.
void paintLoadingBlock(QPainter& painter, const Tokens& tokens, const QRectF& block, const QBrush& fill);

} // namespace dueline
