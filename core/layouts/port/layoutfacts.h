// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QStringList>

#include <vector>

namespace dueline {

/// A row of `duectl help layouts`, which completion also reads: `zset:KEY` or `bullmq[:PREFIX]`, or, indented by two
/// blanks, a parameter, `  unit=s|ms`.
struct LayoutUsage
{
    const char* form;
    const char* meaning;
};

/// A translatable text about a layout. The source is marked with QT_TRANSLATE_NOOP("LayoutWords", …); `%1` … stand for
/// the arguments.
struct LayoutText
{
    const char* source = nullptr; ///< null: none
    QStringList arguments = {};
};

/// A field of the dialog that edits a layout's parameters.
struct LayoutField
{
    enum class Kind : quint8 { Bytes, Choice, Duration, Number };

    const char* parameter = ""; ///< name in `--layout`; empty for the key
    Kind kind = Kind::Bytes;
    const char* row = nullptr; ///< label of its row; null if it shares the row of the field before it
    const char* lead = nullptr; ///< word that precedes it in a shared row
    const char* name = nullptr; ///< accessible name
    const char* hint = nullptr; ///< placeholder text
    const char* suffix = nullptr; ///< Number: text after the value
    std::vector<std::pair<const char*, const char*>> choices = {}; ///< Choice: value in `--layout`, and label
    const char* usual = ""; ///< default value, as `--layout` writes it
    const char* preset = ""; ///< Bytes: initial text
    LayoutText missing = {}; ///< Bytes: message if it is empty; no source if it may be empty
    int most = 0; ///< Number: maximum
    bool isPattern = false; ///< Bytes: `%1` stands for a task's id
    bool isName = false; ///< Bytes: a word for people, not the name of a key
};

/// A layout as the dialogs offer it. One layout may have several forms, which differ in their parameters.
struct LayoutForm
{
    const char* title = nullptr;
    const char* explanation = nullptr; ///< sentence that says what its tasks are in Redis
    bool isOneQueue = false; ///< the layout is one queue, the key in the first field
    std::vector<LayoutField> fields = {};
    /// Sentences that say whether tasks can be lost or run twice: with the design's own workers, with Dueline's workers
    /// only, and with both at the same time.
    const char* theirs = nullptr;
    const char* ours = nullptr;
    const char* mixed = nullptr;
};

/// Properties that a new task of a layout can have.
struct AddingFacts
{
    QByteArray type; ///< the only possible type; empty if any is allowed
    bool times = true;
    bool ids = true;
    bool needsId = false;
    bool idIsWord = false; ///< a given id is neither a number nor contains a colon
    bool payload = true;
    bool attempts = true;
    bool backoff = true;
    bool lease = true;
    bool unique = true; ///< unique keys
    bool copies = true;
    int usualAttempts = 0; ///< attempts if none are given; 0: the queue's settings decide
    int mostPriority = 0; ///< see Capabilities::mostPriority
    bool asksQueue = false; ///< the user chooses one of the layout's queues, since the queue in view may not be one
    bool payloadIsName = false; ///< the payload becomes the task's id
    QByteArray pattern; ///< MATCH pattern that ids must fit, as in SCAN; empty if any id is allowed
    /// Required JSON form of the payload; Any if there is no requirement.
    enum class Form : quint8 { Any, Json, Array } form = Form::Any;
    const char* typeWord = nullptr; ///< the framework's name for the type; null if it is the same
    const char* typeHint = nullptr; ///< placeholder of the type field; null: it says that the type names the handler
    const char* payloadWord = nullptr;
    const char* priorityHint = nullptr; ///< explains which priorities run first
    const char* firstPayload = "{}";
    LayoutText payloadHint; ///< explains what happens to the payload
    LayoutText hint; ///< hint that is shown instead of the time
};

/// Facts about a layout with its parameters, known before anything is opened.
struct LayoutFacts
{
    bool needsServer = true;
    /// Name of the only queue, taken from a key; nullopt if the layout may have several.
    std::optional<QueueName> queue;
    QByteArray key; ///< key whose Redis type gives a hint about the content; empty if none
    bool shares = false; ///< tasks of all its queues are in one shared place, which is named `@` and the layout
    std::size_t form = 0; ///< index of the type's form that it matches
    QString severalSlots; ///< reason why its keys are not in one slot of a cluster, as a clause; empty if they are
    AddingFacts adding;
    /// True if its tasks can be moved into a native queue for good. The lists say what such a queue lacks, one sentence
    /// each, as duectl prints it and as the window shows it.
    bool adoptable = false;
    QStringList lostByAdoption;
    std::vector<LayoutText> lostByAdoptionInWindow;
};

} // namespace dueline
