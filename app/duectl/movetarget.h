// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/context.h"

namespace dueline::duectl {

/// Source and target of a move. Payloads are not masked, because they are not printed.
struct MoveEnds
{
    std::unique_ptr<Backend> from;
    std::unique_ptr<Backend> to;
    QByteArray elsewhere; ///< address of the other server; empty if source and target have the same server and prefix
    LayoutSpec toLayout = defaultLayout(); ///< layout of `to`
    bool production = false; ///< true if the source or the target is a production profile
};

/// Opens the context's backend without masking payloads, because they are only compared and not printed.
Result<std::unique_ptr<Backend>> openWhole(Context& context, Access access);

/// Opens the source of a command's tasks, and the target specified by --to-url or --to-profile. The target's password
/// comes from the URL, the keyring or a prompt. `writesFrom`: whether the source is also changed. Errors: Usage (both
/// options), those of Context::open.
Result<MoveEnds> openEnds(Context& context, Access access, bool writesFrom);

} // namespace dueline::duectl
