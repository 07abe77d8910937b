// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sourcepath.h"

namespace dueline {

QString sourcePath(const QString& relative)
{
    const QString folder = QStringLiteral(DUELINE_SOURCE_DIR);
    return relative.isEmpty() ? folder : folder + u'/' + relative;
}

} // namespace dueline
