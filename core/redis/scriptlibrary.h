// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

#include <map>

namespace dueline {

/// A Lua script, complete and ready to send.
struct Script
{
    QByteArray name; ///< `native/claim`
    QByteArray source; ///< with its includes pasted in
    QByteArray sha; ///< SHA-1 of the source, 40 hex digits
    bool readsOnly = false; ///< flagged `no-writes` in its first line: runs for users and on servers that may only read
};

/// The scripts below one folder (usually `:/lua`). A line `--- @include "now"` is replaced by `<root>/include/now.lua`,
/// each file at most once per script, and a line `--- @function "native/ack"` by that whole script as the function
/// `scripts['native/ack']` of KEYS and ARGV; a missing file or a circle is an error of ours and told at load.
class ScriptLibrary
{
public:
    /// Reads every script of `<root>/<layout>/`. Errors: Io.
    static Result<ScriptLibrary> load(const QString& root, const QString& layout);

    /// The script called `name` (`claim`); asking for one that does not exist asserts.
    const Script& operator[](QByteArrayView name) const;
    const std::map<QByteArray, Script, std::less<>>& all() const { return m_scripts; }

private:
    std::map<QByteArray, Script, std::less<>> m_scripts;
};

} // namespace dueline
