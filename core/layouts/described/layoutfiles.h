// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArrayList>

namespace dueline {

/// Layout files that are part of the program.
class ShippedLayouts
{
public:
    /// Returns the names of the files in alphabetical order.
    static QByteArrayList names();
    /// Returns the file with this name; empty if there is none.
    static QByteArray file(const QByteArray& name);
};

/// Reads a layout file from disk. If the file exceeds TomlValue::mostBytes, reads one byte more than the limit, so that
/// the parser reports an error. Errors: Io; NotFound if the file does not exist.
Result<QByteArray> readLayoutFile(const QString& path);

} // namespace dueline
