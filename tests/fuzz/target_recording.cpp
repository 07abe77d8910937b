// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"

#include "core/console/witness/changes.h"
#include "core/console/witness/vanished.h"

#include <QFile>
#include <QTemporaryDir>

namespace dueline::fuzz {

void recording(const QByteArray& input)
{
    static const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("x.dwit"));
    QFile file(path);
    FUZZ_HOLDS(file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(input) == input.size());
    file.close();
    const auto recording = RecordFile::read(path);
    if (!recording) {
        FUZZ_HOLDS(!recording.error().message.isEmpty() && !recording.error().message.contains(u'\n'));
        return;
    }
    const auto changes = readChanges(**recording, {});
    if (!changes)
        FUZZ_HOLDS(!changes.error().message.isEmpty());
    else
        FUZZ_HOLDS(changes->from <= changes->to);
    const auto lost = vanishedTasks(**recording);
    for (const VanishedTasks& tasks : lost ? *lost : std::vector<VanishedTasks>()) {
        VanishedLines lines(**recording, tasks);
        while (lines.read(1024).size() > 0) { }
        FUZZ_HOLDS(lines.lines() <= tasks.complete);
        const auto own = tasksByOwnQueue(**recording, tasks);
        for (const VanishedTasks& part : own ? *own : std::vector<VanishedTasks>())
            FUZZ_HOLDS(!part.own.isEmpty() && part.complete <= tasks.complete);
    }
    // Reading must not change the file.
    FUZZ_HOLDS(file.open(QIODevice::ReadOnly) && file.readAll() == input);
}

} // namespace dueline::fuzz
