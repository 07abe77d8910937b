// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QStringList>

#include <vector>

namespace dueline {

/// Row in `duectl help layouts`, also used for completion: a layout (`zset:KEY` or `bullmq[:PREFIX]`) or, indented by
/// two blanks, one of its parameters (`  unit=s|ms`).
struct LayoutUsage
{
    const char* form;
    const char* meaning;
};

/// Translatable text about a layout. The source text is marked with QT_TRANSLATE_NOOP("LayoutWords", …), and `%1`, …
/// stand for the arguments.
struct LayoutText
{
    const char* source = nullptr; ///< null if there is no text
    QStringList arguments = {};
};

/// Field in the dialog that edits the parameters of a layout.
struct LayoutField
{
    enum class Kind : quint8 { Bytes, Choice, Duration, Number };

    const char* parameter = ""; ///< name in `--layout`; empty for the key
    Kind kind = Kind::Bytes;
    const char* row = nullptr; ///< label of its row; null if the field is in the row of the preceding field
    const char* lead = nullptr; ///< word before the field in a shared row
    const char* name = nullptr; ///< accessible name
    const char* hint = nullptr; ///< placeholder text
    const char* suffix = nullptr; ///< for Number: text after the value
    std::vector<std::pair<const char*, const char*>> choices = {}; ///< for Choice: value in `--layout`, and label
    const char* usual = ""; ///< default value in `--layout` syntax
    const char* preset = ""; ///< for Bytes: initial text
    LayoutText missing = {}; ///< for Bytes: message if the field is empty; no source text: it may be empty
    int most = 0; ///< for Number: maximum value
    bool isPattern = false; ///< for Bytes: true if `%1` represents the id of a task
    bool isName = false; ///< for Bytes: true if the value is a name for display, not the name of a key
};

/// Form in which dialogs offer a layout. A layout may have several forms, which differ in their parameters.
struct LayoutForm
{
    const char* title = nullptr;
    const char* explanation = nullptr; ///< sentence explaining how its tasks are stored in Redis
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
    QByteArray type; ///< the only possible type; empty if any type is allowed
    bool times = true;
    bool ids = true;
    bool needsId = false;
    bool idIsWord = false; ///< true if ids entered by the user must not be numbers or contain colons
    bool payload = true;
    bool attempts = true;
    bool backoff = true;
    bool lease = true;
    bool unique = true; ///< true if tasks may have unique keys
    bool copies = true;
    int usualAttempts = 0; ///< number of attempts if the user enters none; 0: as in the queue's settings
    int mostPriority = 0; ///< see Capabilities::mostPriority
    // the user must choose one of the layout's queues, since the displayed queue may not accept tasks
    bool asksQueue = false;
    bool payloadIsName = false; ///< true if the payload becomes the id of the task
    QByteArray pattern; ///< pattern for ids, as for SCAN; empty if any id is valid
    /// Required form of the payload; Any if there is no restriction.
    enum class Form : quint8 { Any, Json, Array } form = Form::Any;
    const char* typeWord = nullptr; ///< the framework's own word for a task's type; null if it has none
    // placeholder in the type field; if null, the placeholder explains that the type selects the handler
    const char* typeHint = nullptr;
    const char* payloadWord = nullptr;
    const char* priorityHint = nullptr; ///< explains how priorities are ordered
    const char* firstPayload = "{}";
    LayoutText payloadHint; ///< explains what happens to the payload
    LayoutText hint; ///< hint displayed instead of the time
};

/// Facts about a layout and its parameters that are known before the layout is opened.
struct LayoutFacts
{
    bool needsServer = true;
    /// Name of the only queue, derived from a key; nullopt if the layout may have several queues.
    std::optional<QueueName> queue;
    QByteArray key; ///< key whose Redis type shows what it contains; empty if there is none
    /// true if all its queues share one place for tasks, which is named `@` followed by the layout
    bool shares = false;
    std::size_t form = 0; ///< index of the form that matches the parameters
    QString severalSlots; ///< clause stating why the keys are not in one cluster slot; empty if they are
    AddingFacts adding;
    /// True if the tasks can be moved permanently into a native queue. The lists state what such a queue lacks, in one
    /// sentence each, separately for duectl and for the window.
    bool adoptable = false;
    QStringList lostByAdoption;
    std::vector<LayoutText> lostByAdoptionInWindow;
};

} // namespace dueline
