// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArrayList>

namespace dueline {

/// Layout files that are built into the program.
class ShippedLayouts
{
public:
    /// Returns the file names in alphabetical order.
    static QByteArrayList names();
    /// Returns the contents of the file with this name; empty if there is none.
    static QByteArray file(const QByteArray& name);
};

/// Reads a layout file from disk. Stops one byte past TomlValue::mostBytes, so that the parser reports an error for a
/// larger file. Errors: Io; NotFound if the file doesn't exist.
Result<QByteArray> readLayoutFile(const QString& path);

} // namespace dueline
