// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/transfer/movepreview.h"

namespace dueline {

/// Description of the data that a move or copy keeps and loses, for the preview.
struct TransferLosses
{
    QString kept; ///< list of what is kept, such as `id, type, payload and due time`
    QStringList notKept; ///< one sentence for each kind of data that is not kept
};
KeptData keptData(const MoveRequest& request, const Backend& from, const Backend& to);
TransferLosses lossesOf(const MoveRequest& request, const Backend& from, const Backend& to);

} // namespace dueline
