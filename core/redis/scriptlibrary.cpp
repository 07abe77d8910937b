// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/scriptlibrary.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QSet>

namespace dueline {

namespace {

Error fileError(const QString& path, const QString& what)
{
    return {ErrorCode::Io, QStringLiteral("The script %1 %2.").arg(path, what)};
}

/// Appends `path` with its includes to `out`; `open` holds the files being pasted, `done` those pasted already.
Result<> paste(const QString& root, const QString& path, QByteArray& out, QStringList& open, QSet<QString>& done)
{
    if (open.contains(path))
        return fileError(path, QStringLiteral("includes itself by way of %1").arg(open.last()));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return fileError(path,
            open.isEmpty() ? QStringLiteral("cannot be read")
                           : QStringLiteral("is included by %1 but missing").arg(open.last()));
    open << path;
    done << path;
    static const QByteArray directive = "--- @include \"";
    while (!file.atEnd()) {
        const QByteArray line = file.readLine();
        if (!line.startsWith(directive)) {
            out += line;
            continue;
        }
        const qsizetype end = line.indexOf('"', directive.size());
        if (end < 0)
            return fileError(path, QStringLiteral("has an include without a closing quote"));
        const QString included = root + QStringLiteral("/include/")
            + QString::fromUtf8(line.mid(directive.size(), end - directive.size())) + QStringLiteral(".lua");
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
