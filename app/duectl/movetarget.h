// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/context.h"

namespace dueline::duectl {

/// Both ends of a move, payloads whole whatever a profile masks: nothing of them is printed.
struct MoveEnds
{
    std::unique_ptr<Backend> from;
    std::unique_ptr<Backend> to;
    QByteArray elsewhere; ///< the other server's address; empty: the same place
    LayoutSpec toLayout = defaultLayout(); ///< of `to`
    bool production = false; ///< one of them is
};

/// The backend of `context` with payloads whole, whatever its profile masks: for who compares them, and prints nothing
/// of them.
Result<std::unique_ptr<Backend>> openWhole(Context& context, Access access);

/// Opens where a command's tasks are and where --to-url or --to-profile says, with its own password: that of the URL,
/// the keyring, or asked for. `writesFrom`: the first end is changed, too. Errors: Usage (both options), those of
/// Context::open.
Result<MoveEnds> openEnds(Context& context, Access access, bool writesFrom);

} // namespace dueline::duectl
