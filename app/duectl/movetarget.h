// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/context.h"

namespace dueline::duectl {

/// Backends of the source and the target of a move. Payloads are not masked, because a move must transfer them
/// unchanged and does not print them.
struct MoveEnds
{
    std::unique_ptr<Backend> from;
    std::unique_ptr<Backend> to;
    /// address of the target's server; empty if source and target have the same server and prefix
    QByteArray elsewhere;
    LayoutSpec toLayout = defaultLayout(); ///< layout of `to`
    bool production = false; ///< true if the source or the target is a production profile
};

/// Opens the context's connection without masking payloads, for callers that compare or transfer payloads but do not
/// print them.
Result<std::unique_ptr<Backend>> openWhole(Context& context, Access access);

/// Opens the source and the target of a move. The target is on the same server unless --to-url or --to-profile is
/// given; its password comes from the URL, the keyring or a prompt. `writesFrom`: whether the source is changed, too.
/// Errors: Usage (both options), those of Context::open.
Result<MoveEnds> openEnds(Context& context, Access access, bool writesFrom);

} // namespace dueline::duectl
