// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/context.h"

namespace dueline::duectl {

/// Two ends of a move, with unmasked payloads, which are not printed.
struct MoveEnds
{
    std::unique_ptr<Backend> from;
    std::unique_ptr<Backend> to;
    QByteArray elsewhere; ///< address of the other server; empty: the same server and prefix
    LayoutSpec toLayout = defaultLayout(); ///< layout of `to`
    bool production = false; ///< True if one of the ends is a production profile.
};

/// Opens the context's backend with unmasked payloads, for comparing payloads without printing them.
Result<std::unique_ptr<Backend>> openWhole(Context& context, Access access);

/// Opens the source of a command's tasks, and the target of --to-url or --to-profile. The password of the target is
/// separate: it comes from the URL, the keyring or a prompt. `writesFrom`: the source changes too. Errors: Usage (both
/// options), those of Context::open.
Result<MoveEnds> openEnds(Context& context, Access access, bool writesFrom);

} // namespace dueline::duectl
