// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/transfer/movepreview.h"

namespace dueline {

/// Data that a move or copy keeps and loses, described for the preview.
struct TransferLosses
{
    QString kept; ///< data that is kept, such as `id, type, payload and due time`
    QStringList notKept; ///< one sentence for each kind of data that isn't kept
};
KeptData keptData(const MoveRequest& request, const Backend& from, const Backend& to);
TransferLosses lossesOf(const MoveRequest& request, const Backend& from, const Backend& to);

} // namespace dueline
