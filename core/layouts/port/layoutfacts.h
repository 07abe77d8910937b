// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QStringList>

#include <vector>

namespace dueline {

/// Row in `duectl help layouts`, also used for completion: `zset:KEY` or `bullmq[:PREFIX]`, or a parameter indented by
/// two blanks, `  unit=s|ms`.
struct LayoutUsage
{
    const char* form;
    const char* meaning;
};

/// Translatable text about a layout. The source is marked with QT_TRANSLATE_NOOP("LayoutWords", …); `%1`, … represent
/// the arguments.
struct LayoutText
{
    const char* source = nullptr; ///< null: no text
    QStringList arguments = {};
};

/// Field in the dialog that edits the parameters of a layout.
struct LayoutField
{
    enum class Kind : quint8 { Bytes, Choice, Duration, Number };

    const char* parameter = ""; ///< name in `--layout`; empty for the key
    Kind kind = Kind::Bytes;
    const char* row = nullptr; ///< label of its row; null if it shares the row of the preceding field
    const char* lead = nullptr; ///< word before the field in a shared row
    const char* name = nullptr; ///< accessible name
    const char* hint = nullptr; ///< placeholder text
    const char* suffix = nullptr; ///< for Number: text after the value
    std::vector<std::pair<const char*, const char*>> choices = {}; ///< for Choice: value in `--layout`, and label
    const char* usual = ""; ///< default value in `--layout` syntax
    const char* preset = ""; ///< for Bytes: initial text
    LayoutText missing = {}; ///< for Bytes: message if the field is empty; no source text: it may be empty
    int most = 0; ///< for Number: maximum value
    bool isPattern = false; ///< for Bytes: true if `%1` stands for the id of a task
    bool isName = false; ///< for Bytes: true if the value is a word for display, not the name of a key
};

/// Form in which the dialogs offer a layout. A layout may have several forms, which differ in their parameters.
struct LayoutForm
{
    const char* title = nullptr;
    const char* explanation = nullptr; ///< sentence that explains how its tasks are stored in Redis
    bool isOneQueue = false; ///< true if the layout has only one queue, whose key is in the first field
    std::vector<LayoutField> fields = {};
    /// Sentences stating whether tasks can be lost or run twice: with the design's own workers, with only Dueline's
    /// workers, and with both at the same time.
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
    bool idIsWord = false; ///< true if ids entered by the user must not be numbers or contain a colon
    bool payload = true;
    bool attempts = true;
    bool backoff = true;
    bool lease = true;
    bool unique = true; ///< true if tasks may have unique keys
    bool copies = true;
    int usualAttempts = 0; ///< number of attempts if the user enters none; 0: the queue's settings decide
    int mostPriority = 0; ///< see Capabilities::mostPriority
    // the user chooses one of the layout's queues, since the displayed queue may not accept tasks
    bool asksQueue = false;
    bool payloadIsName = false; ///< true if the payload becomes the id of the task
    QByteArray pattern; ///< MATCH pattern for ids, as in SCAN; empty if any id is valid
    /// Required JSON form of the payload; Any if there is none.
    enum class Form : quint8 { Any, Json, Array } form = Form::Any;
    const char* typeWord = nullptr; ///< the framework's word for the type; null if it has no other word
    // placeholder in the type field; null: a placeholder stating that the type selects the handler
    const char* typeHint = nullptr;
    const char* payloadWord = nullptr;
    const char* priorityHint = nullptr; ///< explanation of how priorities are ordered
    const char* firstPayload = "{}";
    LayoutText payloadHint; ///< explanation of what happens to the payload
    LayoutText hint; ///< hint that is displayed in place of the time
};

/// Facts about a layout and its parameters that are known before the layout is opened.
struct LayoutFacts
{
    bool needsServer = true;
    /// Name of the only queue, derived from a key; nullopt if the layout may have several queues.
    std::optional<QueueName> queue;
    QByteArray key; ///< key whose Redis type indicates what it contains; empty if there is none
    bool shares = false; ///< true if all its queues share one place for tasks, named `@` followed by the layout
    std::size_t form = 0; ///< index of the form that matches the parameters
    QString severalSlots; ///< reason why the keys are not in one cluster slot, as a clause; empty if they are
    AddingFacts adding;
    /// True if the tasks can be moved permanently into a native queue. The lists state what such a queue lacks, one
    /// sentence each, once for duectl and once for the window.
    bool adoptable = false;
    QStringList lostByAdoption;
    std::vector<LayoutText> lostByAdoptionInWindow;
};

} // namespace dueline
