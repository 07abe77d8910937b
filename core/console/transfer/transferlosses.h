// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/transfer/movepreview.h"

namespace dueline {

/// Data that a move or copy preserves and loses, for the preview.
struct TransferLosses
{
    QString kept; ///< preserved data as a list: `id, type, payload and due time`
    QStringList notKept; ///< one sentence for each kind of data that is lost
};
KeptData keptData(const MoveRequest& request, const Backend& from, const Backend& to);
TransferLosses lossesOf(const MoveRequest& request, const Backend& from, const Backend& to);

} // namespace dueline
