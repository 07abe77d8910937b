// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Returns the layout `list:KEY?results=CHANNEL&type=NAME`.
const LayoutType& listLayout();
/// Returns the layout `resend:KEY?max=3&type=NAME`.
const LayoutType& resendLayout();

} // namespace dueline
