// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QByteArray>
#include <QString>

#include <functional>
#include <vector>

namespace dueline::chaos {

/// What a line of the journal tells. Each stands with the queue first, then the fields named here.
enum class Event : char {
    AddSent = 'I', ///< id expiresMs: an add is about to be sent; the time may be missing
    AddAnswered = 'a', ///< id: the server has said that the task is there
    AddUnknown = 'u', ///< id: no answer; it may be there
    KeyTaken = 'U', ///< id key sentMs holdMs: the server has said that the task was added, with a unique key
    TickSent = 'T', ///< id schedule: the task of a schedule's tick is about to be made
    TickMade = 't', ///< id schedule: the server has said that this call moved the schedule on
    Claimed = 'c', ///< id token attempt dueMs
    Started = 'x', ///< id token attempt pid version: the handler begins, with the payload of that edit (TaskPlan)
    Ended = 'e', ///< id token outcome
    Damaged = 'b', ///< id token: the payload is not what was added
    AckSent = 'K', ///< id token
    AckAnswered = 'k', ///< id token code
    NackSent = 'N', ///< id token
    NackAnswered = 'n', ///< id token code
    ReleaseSent = 'R', ///< id token
    ReleaseAnswered = 'r', ///< id token code
    Quarantined = 'q', ///< id token
    ActionSent = 'O', ///< id kind state token: an operator's action, with what the operator saw
    ActionAnswered = 'o', ///< id kind state token outcome
    EditSent = 'E', ///< id version expiresMs operation: an edit, with what the task is to hold after it
    EditAnswered = 'd', ///< id operation outcome
    Undone = 'z', ///< operation restored movedOn
    Paused = 'p', ///< fromMs toMs: the server's clock when the pause was confirmed, and before the resume was sent
    Fault = 'f', ///< name detail
};

/// Codes of answers: `accepted late stale unknown`; of actions: `done not-found moved-on refused`, of edits `changed`,
/// too.
struct Entry
{
    TimePoint at; ///< this machine's clock
    Event event;
    QByteArray queue;
    std::vector<QByteArray> fields;
};

/// What happened, written outside Redis by every process of a run: one file, opened for appending, one system call per
/// batch, so that a killed process leaves whole lines, or a last one that is recognised as cut.
class Journal
{
public:
    explicit Journal(const QString& path);
    ~Journal();
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    /// Adds a line to the batch of the caller.
    static void append(
        QByteArray& batch, Event event, const QByteArray& queue, std::initializer_list<QByteArray> fields);
    /// Writes a batch; from any thread. A journal that cannot be written ends the program: without it nothing is
    /// proven.
    void write(const QByteArray& batch) const;
    void write(Event event, const QByteArray& queue, std::initializer_list<QByteArray> fields) const;

    /// Calls `visit` for every whole line in the order of writing. Returns how many lines were cut.
    static qint64 read(const QString& path, const std::function<void(const Entry&)>& visit);

private:
    int m_file = -1;
};

} // namespace dueline::chaos
