// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/settings/sourceeditor.h"

#include "core/base/text.h"

#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>

namespace dueline {

namespace {

const QString filePart = QStringLiteral("{file}");
const QString linePart = QStringLiteral("{line}");

/// The editor's program and its arguments; empty if none is configured.
QStringList& configured()
{
    static QStringList command;
    return command;
}

} // namespace

void SourceEditor::use(const QString& command)
{
    configured() = problemOf(command).isEmpty() ? QProcess::splitCommand(command) : QStringList();
}

bool SourceEditor::isConfigured() { return !configured().isEmpty(); }

QString SourceEditor::problemOf(const QString& command)
{
    const QStringList parts = QProcess::splitCommand(command);
    if (parts.isEmpty())
        return {};
    if (QStringList(parts.mid(1)).filter(filePart).isEmpty())
        return tr("The editor command needs {file} as an argument, for example code -g {file}:{line}.");
    if (QStandardPaths::findExecutable(parts.front()).isEmpty())
        return tr("There is no program %1 on this computer.").arg(printable(parts.front().toUtf8(), 60));
    return {};
}

Result<> SourceEditor::open(const SourcePlace& place)
{
    QStringList command = configured();
    if (command.isEmpty())
        return Error{ErrorCode::Usage, tr("To open this file, set an editor command in the settings.")};
    const QString path = QString::fromLocal8Bit(place.path);
    if (!QFileInfo(path).isFile())
        return Error{ErrorCode::NotFound, tr("This computer has no file %1.").arg(printable(place.path, 120))};
    const QString program = command.takeFirst();
    for (QString& argument : command) {
        // Replace the line first, because the path may contain any text.
        argument.replace(linePart, QString::number(place.line));
        argument.replace(filePart, path);
    }
    if (!QProcess::startDetached(program, command))
        return Error{ErrorCode::Io, tr("Cannot start the editor %1.").arg(printable(program.toUtf8(), 60))};
    return {};
}

} // namespace dueline
