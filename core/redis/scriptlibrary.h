// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

#include <map>

namespace dueline {

/// Complete Lua script, ready to send.
struct Script
{
    QByteArray name; ///< name of the script: `native/claim`
    QByteArray source; ///< source with its includes inserted
    QByteArray sha; ///< SHA-1 of the source, 40 hex digits
    /// true if the first line has the `no-writes` flag, in which case the script can also run for read-only users and
    /// on read-only servers
    bool readsOnly = false;
};

/// Scripts in a folder, usually `:/lua`. The line `--- @include "now"` inserts the file `<root>/include/now.lua`, but
/// only once per script. The line `--- @function "native/ack"` inserts that whole script as the function
/// `scripts['native/ack']` of KEYS and ARGV. A missing file or a cycle is a programming error, reported when the
/// scripts are loaded.
class ScriptLibrary
{
public:
    /// Loads all scripts in `<root>/<layout>/`. Errors: Io.
    static Result<ScriptLibrary> load(const QString& root, const QString& layout);

    /// Returns a script by name, such as `claim`. Asserts that it exists.
    const Script& operator[](QByteArrayView name) const;
    const std::map<QByteArray, Script, std::less<>>& all() const { return m_scripts; }

private:
    std::map<QByteArray, Script, std::less<>> m_scripts;
};

} // namespace dueline
