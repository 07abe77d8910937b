// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// `list:KEY?results=CHANNEL&type=NAME`.
const LayoutType& listLayout();
/// `resend:KEY?max=3&type=NAME`.
const LayoutType& resendLayout();

} // namespace dueline
