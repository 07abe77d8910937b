// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/scriptlibrary.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QSet>

#include <optional>

namespace dueline {

namespace {

Error fileError(const QString& path, const QString& what)
{
    return {ErrorCode::Io, QStringLiteral("The script %1 %2.").arg(path, what)};
}

/// Returns a directive's quoted name; nullopt if `line` isn't this directive. Errors: Io if the closing quote is
/// missing.
Result<std::optional<QString>> nameIn(const QByteArray& line, const QByteArray& directive, const QString& path)
{
    if (!line.startsWith(directive))
        return std::optional<QString>();
    const qsizetype end = line.indexOf('"', directive.size());
    if (end < 0)
        return fileError(path, QStringLiteral("has an include without a closing quote"));
    return std::optional(QString::fromUtf8(line.mid(directive.size(), end - directive.size())));
}

Result<> paste(const QString& root, const QString& path, QByteArray& out, QStringList& open, QSet<QString>& done);

/// Appends a whole script, with its own includes, as the function `scripts['NAME']`. Leaves out the script's first
/// line, which only EVALSHA needs.
Result<> pasteFunction(const QString& root, const QString& name, QByteArray& out, QStringList& open)
{
    QByteArray body;
    QSet<QString> done;
    if (auto pasted = paste(root, root + u'/' + name + QStringLiteral(".lua"), body, open, done); !pasted)
        return pasted;
    if (body.startsWith("#!"))
        body.remove(0, body.indexOf('\n') + 1);
    out += "scripts['" + name.toUtf8() + "'] = function(KEYS, ARGV)\n" + body
        + (body.endsWith('\n') ? "end\n" : "\nend\n");
    return {};
}

/// Appends `path` with its includes to `out`. `open`: files being inserted; `done`: files already inserted.
Result<> paste(const QString& root, const QString& path, QByteArray& out, QStringList& open, QSet<QString>& done)
{
    if (open.contains(path))
        return fileError(path, QStringLiteral("includes itself through %1").arg(open.last()));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return fileError(path,
            open.isEmpty() ? QStringLiteral("cannot be read")
                           : QStringLiteral("is included by %1 but missing").arg(open.last()));
    open << path;
    done << path;
    while (!file.atEnd()) {
        const QByteArray line = file.readLine();
        const auto function = nameIn(line, "--- @function \"", path);
        const auto include = nameIn(line, "--- @include \"", path);
        if (!function || !include)
            return (function ? include : function).error();
        if (*function) {
            if (auto pasted = pasteFunction(root, **function, out, open); !pasted)
                return pasted;
            continue;
        }
        if (!*include) {
            out += line;
            continue;
        }
        const QString included = root + QStringLiteral("/include/") + **include + QStringLiteral(".lua");
        if (done.contains(included) && !open.contains(included))
            continue;
        if (auto pasted = paste(root, included, out, open, done); !pasted)
            return pasted;
        if (!out.endsWith('\n'))
            out += '\n';
    }
    open.removeLast();
    return {};
}

} // namespace

Result<ScriptLibrary> ScriptLibrary::load(const QString& root, const QString& layout)
{
    const QDir folder(root + u'/' + layout);
    const QStringList files = folder.entryList({QStringLiteral("*.lua")}, QDir::Files, QDir::Name);
    if (files.isEmpty())
        return Error{ErrorCode::Io, QStringLiteral("There are no scripts in %1.").arg(folder.path())};
    ScriptLibrary library;
    for (const QString& file : files) {
        Script script;
        script.name = layout.toUtf8() + '/' + file.chopped(4).toUtf8();
        QStringList open;
        QSet<QString> done;
        if (auto pasted = paste(root, folder.filePath(file), script.source, open, done); !pasted)
            return pasted.error();
        script.sha = QCryptographicHash::hash(script.source, QCryptographicHash::Sha1).toHex();
        script.readsOnly = script.source.left(script.source.indexOf('\n')).contains("no-writes");
        library.m_scripts.emplace(file.chopped(4).toUtf8(), std::move(script));
    }
    return library;
}

const Script& ScriptLibrary::operator[](QByteArrayView name) const
{
    const auto found = m_scripts.find(name.toByteArray());
    Q_ASSERT_X(found != m_scripts.end(), "ScriptLibrary", name.toByteArray().constData());
    return found->second;
}

} // namespace dueline
