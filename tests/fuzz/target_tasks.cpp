// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"

#include "core/console/transfer/recordreader.h"
#include "core/console/transfer/tasklines.h"

#include <QBuffer>

namespace dueline::fuzz {

namespace {

constexpr qint64 longestRecord = 1024;
const TimePoint importedAt = fromMs(1'780'000'000'123);

std::vector<QByteArray> recordsOf(QByteArray input, bool quoted)
{
    QBuffer file(&input);
    file.open(QIODevice::ReadOnly);
    RecordReader reader(file, longestRecord, quoted);
    std::vector<QByteArray> records;
    qint64 line = 0;
    while (true) {
        const auto next = reader.next();
        FUZZ_HOLDS(next.ok());
        if (!*next)
            break;
        FUZZ_HOLDS((*next)->line > line && (*next)->bytes.size() <= longestRecord);
        line = (*next)->line;
        if (!(*next)->tooLong)
            records.push_back((*next)->bytes);
    }
    FUZZ_HOLDS(reader.position() == input.size());
    return records;
}

} // namespace

void tasks(const QByteArray& input)
{
    for (const QByteArray& line : recordsOf(input, false)) {
        const auto task = readTaskLine(line, "seed", importedAt);
        if (!task) {
            FUZZ_HOLDS(task.error().code == ErrorCode::Usage && !task.error().message.isEmpty());
            continue;
        }
        FUZZ_HOLDS(!task->detail.task.id.isEmpty());
        // A written task is one line, and reading it back returns the same task. If the task had no time, the line has
        // the time assigned on import.
        const QByteArray written = taskLine(*task);
        FUZZ_HOLDS(written.endsWith('\n') && written.count('\n') == 1);
        const auto again = readTaskLine(written.chopped(1), "other", importedAt + Millis(5));
        TaskRecord timed = *task;
        timed.detail.task.untimed = false;
        FUZZ_HOLDS(again && *again == timed);
    }

    CsvTasks csv;
    bool titled = false;
    for (const QByteArray& record : recordsOf(input, true)) {
        if (!titled) {
            const auto titles = csv.readTitles(record);
            if (!titles)
                return;
            titled = *titles;
            continue;
        }
        const auto task = csv.read(record, "seed", importedAt);
        if (!task)
            continue;
        FUZZ_HOLDS(!task->detail.task.id.isEmpty());
        CsvTasks ours;
        FUZZ_HOLDS(ours.readTitles(recordsOf(csvTitles(), true).at(0)).ok());
        const auto records = recordsOf(csvRecord(*task), true);
        FUZZ_HOLDS(records.size() <= 1); // there is no record if the escaped text exceeds the reader's limit
        if (records.empty())
            continue;
        const auto again = ours.read(records.front(), "other", importedAt + Millis(5));
        FUZZ_HOLDS(again && again->detail.task.id == task->detail.task.id && again->payload == task->payload
            && again->detail.task.state == task->detail.task.state);
    }
}

} // namespace dueline::fuzz
