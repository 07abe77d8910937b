// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QByteArray>
#include <QString>

#include <functional>
#include <vector>

namespace dueline::chaos {

/// Kind of a journal line. A line's fields are the queue, followed by the fields listed here.
enum class Event : char {
    AddSent = 'I', ///< id expiresMs: an add will be sent; the time is optional
    AddAnswered = 'a', ///< id: the server reported that the task exists
    AddUnknown = 'u', ///< id: the add has no reply, so the task may exist
    KeyTaken = 'U', ///< id key sentMs holdMs: the server reported that the task was added with a unique key
    TickSent = 'T', ///< id schedule: the task for a tick of the schedule will be created
    TickMade = 't', ///< id schedule: the server reported that this call advanced the schedule
    Claimed = 'c', ///< id token attempt dueMs: a worker claimed the task
    /// id token attempt pid version: the handler starts, with this version of the payload (see TaskPlan)
    Started = 'x',
    Ended = 'e', ///< id token outcome: the handler ended
    Damaged = 'b', ///< id token: the payload differs from the added one
    AckSent = 'K', ///< id token: an ack will be sent
    AckAnswered = 'k', ///< id token code: reply to an ack
    NackSent = 'N', ///< id token: a nack will be sent
    NackAnswered = 'n', ///< id token code: reply to a nack
    ReleaseSent = 'R', ///< id token: a release will be sent
    ReleaseAnswered = 'r', ///< id token code: reply to a release
    Quarantined = 'q', ///< id token: the worker quarantined the task
    ActionSent = 'O', ///< id kind state token: an operator's action, with the task as the operator saw it
    ActionAnswered = 'o', ///< id kind state token outcome: reply to an action
    EditSent = 'E', ///< id version expiresMs operation: an edit, with the content that the task will have
    EditAnswered = 'd', ///< id operation outcome: reply to an edit
    Undone = 'z', ///< operation restored movedOn: result of an undo
    Paused = 'p', ///< fromMs toMs: the server's clock when the pause was confirmed, and before the resume was sent
    Fault = 'f', ///< name detail: an injected fault
};

/// Journal entry. Reply codes: `accepted late stale unknown`; for actions: `done not-found moved-on refused`, and for
/// edits also `changed`.
struct Entry
{
    TimePoint at; ///< time on the local clock
    Event event;
    QByteArray queue;
    std::vector<QByteArray> fields;
};

/// Events that all processes in a run record outside Redis. All of them append to one file, with one system call per
/// batch, so a killed process leaves only complete lines, except for a last line that is recognizably cut off.
class Journal
{
public:
    explicit Journal(const QString& path);
    ~Journal();
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    /// Adds a line to the caller's batch.
    static void append(
        QByteArray& batch, Event event, const QByteArray& queue, std::initializer_list<QByteArray> fields);
    /// Writes a batch. Thread-safe. Exits if the journal can't be written, because the run would then prove nothing.
    void write(const QByteArray& batch) const;
    void write(Event event, const QByteArray& queue, std::initializer_list<QByteArray> fields) const;

    /// Calls `visit` for every complete line, in the order they were written. Returns the number of lines that were cut
    /// off.
    static qint64 read(const QString& path, const std::function<void(const Entry&)>& visit);

private:
    int m_file = -1;
};

} // namespace dueline::chaos
