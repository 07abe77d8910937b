// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/context.h"

namespace dueline::duectl {

/// Backends for a move's source and target. Payloads aren't masked: a move must transfer them unchanged, and never
/// prints them.
struct MoveEnds
{
    std::unique_ptr<Backend> from;
    std::unique_ptr<Backend> to;
    /// target server's address; empty if source and target share the server and prefix
    QByteArray elsewhere;
    LayoutSpec toLayout = defaultLayout(); ///< layout of `to`
    bool production = false; ///< true if the source's or the target's profile is for production
};

/// Opens the context's connection with unmasked payloads, for callers that compare or transfer payloads but don't print
/// them.
Result<std::unique_ptr<Backend>> openWhole(Context& context, Access access);

/// Opens a move's source and target. The target is on the same server unless --to-url or --to-profile is set; its
/// password comes from the URL, the keyring, or a prompt. `writesFrom`: whether the source changes too. Errors: Usage
/// (both options are set); otherwise same as Context::open().
Result<MoveEnds> openEnds(Context& context, Access access, bool writesFrom);

} // namespace dueline::duectl
