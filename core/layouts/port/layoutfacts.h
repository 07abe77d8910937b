// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QStringList>

#include <vector>

namespace dueline {

/// Row in `duectl help layouts`, also used for completion. It describes a layout (`zset:KEY` or `bullmq[:PREFIX]`), or
/// a layout parameter, which is indented by two blanks (`  unit=s|ms`).
struct LayoutUsage
{
    const char* form;
    const char* meaning;
};

/// Translatable text about a layout. Mark the source text with QT_TRANSLATE_NOOP("LayoutWords", …). The arguments
/// replace the placeholders `%1`, `%2`, ….
struct LayoutText
{
    const char* source = nullptr; ///< null if there is no text
    QStringList arguments = {};
};

/// Field for editing a layout parameter in the dialog.
struct LayoutField
{
    enum class Kind : quint8 { Bytes, Choice, Duration, Number };

    const char* parameter = ""; ///< parameter name in `--layout`; empty for the key
    Kind kind = Kind::Bytes;
    const char* row = nullptr; ///< row label; null if the field is in the same row as the previous field
    const char* lead = nullptr; ///< label before the field, if the row contains several fields
    const char* name = nullptr; ///< accessible name
    const char* hint = nullptr; ///< placeholder text
    const char* suffix = nullptr; ///< for Number: text after the value, such as a unit
    std::vector<std::pair<const char*, const char*>> choices = {}; ///< for Choice: values in `--layout`, and labels
    const char* usual = ""; ///< default value in `--layout` syntax
    const char* preset = ""; ///< for Bytes: initial text
    /// Error message to show if a Bytes field is empty; none if the field may be empty.
    LayoutText missing = {};
    int most = 0; ///< for Number: maximum value
    bool isPattern = false; ///< for Bytes: true if `%1` stands for a task's id
    bool isName = false; ///< for Bytes: true if the value is a display name rather than a key name
};

/// Form for a layout in dialogs. A layout may have several forms with different parameters.
struct LayoutForm
{
    const char* title = nullptr;
    const char* explanation = nullptr; ///< sentence that explains how tasks are stored in Redis
    bool isOneQueue = false; ///< true if the layout has only one queue, whose key is entered in the first field
    std::vector<LayoutField> fields = {};
    /// Sentences that explain whether tasks can be lost or run twice with only the design's own workers, with only
    /// Dueline's workers, and with both at the same time.
    const char* theirs = nullptr;
    const char* ours = nullptr;
    const char* mixed = nullptr;
};

/// Properties that a layout's new tasks can have.
struct AddingFacts
{
    QByteArray type; ///< the only type allowed; empty if all types are allowed
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
    int usualAttempts = 0; ///< number of attempts if the user specifies none; 0: the queue's settings apply
    int mostPriority = 0; ///< see Capabilities::mostPriority
    // True if the user must choose one of the layout's queues for the new task, because the displayed queue may not
    // accept tasks.
    bool asksQueue = false;
    bool payloadIsName = false; ///< true if the payload becomes the task's id
    QByteArray pattern; ///< id pattern in SCAN syntax; empty if any id is valid
    /// Required form of the payload; Any if unrestricted.
    enum class Form : quint8 { Any, Json, Array } form = Form::Any;
    const char* typeWord = nullptr; ///< the framework's own term for a task type; null if there is none
    // placeholder text of the type field; if null, the placeholder explains that the type selects the handler
    const char* typeHint = nullptr;
    const char* payloadWord = nullptr;
    const char* priorityHint = nullptr; ///< text that explains how priorities are ordered
    const char* firstPayload = "{}";
    LayoutText payloadHint; ///< text that explains what happens to the payload
    LayoutText hint; ///< hint to show in place of the time field
};

/// Facts about a layout and its parameters that are known before it is opened.
struct LayoutFacts
{
    bool needsServer = true;
    /// Name of the only queue, derived from a key; nullopt if the layout may have several queues.
    std::optional<QueueName> queue;
    QByteArray key; ///< key whose Redis type is checked before opening the layout; empty if there is none
    /// True if there is a pseudo-queue for data that all queues share, named `@` followed by the layout.
    bool shares = false;
    std::size_t form = 0; ///< index of the form that matches the parameters
    /// Clause that explains why the keys are in different cluster slots; empty if they share one.
    QString severalSlots;
    AddingFacts adding;
    /// True if the tasks can be moved permanently to a native queue. The lists below name the data and features that
    /// such a move loses, one sentence per item, separately for duectl and for the window.
    bool adoptable = false;
    QStringList lostByAdoption;
    std::vector<LayoutText> lostByAdoptionInWindow;
};

} // namespace dueline
