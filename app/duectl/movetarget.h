// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/context.h"

namespace dueline::duectl {

/// Both ends of a move. Their payloads are not masked, because they are not printed.
struct MoveEnds
{
    std::unique_ptr<Backend> from;
    std::unique_ptr<Backend> to;
    QByteArray elsewhere; ///< address of the other server; empty: the same server and prefix
    LayoutSpec toLayout = defaultLayout(); ///< layout of `to`
    bool production = false; ///< true if either end is a production profile
};

/// Opens the backend of the context without masking payloads, because they are compared but not printed.
Result<std::unique_ptr<Backend>> openWhole(Context& context, Access access);

/// Opens the source of a command's tasks, and the target specified by --to-url or --to-profile. The target has its own
/// password, from the URL, the keyring or a prompt. `writesFrom`: the source is also changed. Errors: Usage (both
/// options), those of Context::open.
Result<MoveEnds> openEnds(Context& context, Access access, bool writesFrom);

} // namespace dueline::duectl
