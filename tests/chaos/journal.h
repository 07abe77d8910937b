// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QByteArray>
#include <QString>

#include <functional>
#include <vector>

namespace dueline::chaos {

/// Kind of a journal line. Each line begins with the queue, followed by the fields listed here.
enum class Event : char {
    AddSent = 'I', ///< id expiresMs: an add is about to be sent; the time is optional
    AddAnswered = 'a', ///< id: the server reported that the task exists
    AddUnknown = 'u', ///< id: no answer; it may exist
    KeyTaken = 'U', ///< id key sentMs holdMs: the server reported that the task was added with a unique key
    TickSent = 'T', ///< id schedule: the task of a schedule's tick is about to be created
    TickMade = 't', ///< id schedule: the server reported that this call advanced the schedule
    Claimed = 'c', ///< id token attempt dueMs
    Started = 'x', ///< id token attempt pid version: the handler begins, with the payload of that edit (TaskPlan)
    Ended = 'e', ///< id token outcome
    Damaged = 'b', ///< id token: the payload differs from the added one
    AckSent = 'K', ///< id token
    AckAnswered = 'k', ///< id token code
    NackSent = 'N', ///< id token
    NackAnswered = 'n', ///< id token code
    ReleaseSent = 'R', ///< id token
    ReleaseAnswered = 'r', ///< id token code
    Quarantined = 'q', ///< id token
    ActionSent = 'O', ///< id kind state token: an operator's action, with the operator's view of the task
    ActionAnswered = 'o', ///< id kind state token outcome
    EditSent = 'E', ///< id version expiresMs operation: an edit, with the resulting contents of the task
    EditAnswered = 'd', ///< id operation outcome
    Undone = 'z', ///< operation restored movedOn
    Paused = 'p', ///< fromMs toMs: the server's clock when the pause was confirmed, and before the resume was sent
    Fault = 'f', ///< name detail
};

/// An entry of the journal. Codes of answers: `accepted late stale unknown`; of actions: `done not-found moved-on
/// refused`, of edits also `changed`.
struct Entry
{
    TimePoint at; ///< this machine's clock
    Event event;
    QByteArray queue;
    std::vector<QByteArray> fields;
};

/// Events recorded outside Redis by every process of a run. All append to one file with one system call per batch. So a
/// killed process leaves whole lines, or a last one that is recognisably cut.
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
    /// Writes a batch. Thread-safe. Ends the program if the journal cannot be written, since nothing is proven without
    /// it.
    void write(const QByteArray& batch) const;
    void write(Event event, const QByteArray& queue, std::initializer_list<QByteArray> fields) const;

    /// Calls `visit` for every whole line in the order of writing. Returns the number of cut lines.
    static qint64 read(const QString& path, const std::function<void(const Entry&)>& visit);

private:
    int m_file = -1;
};

} // namespace dueline::chaos
