// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QStringList>

#include <vector>

namespace dueline {

/// A row of `duectl help layouts`, from which completion is read, too: `zset:KEY` or `bullmq[:PREFIX]`, or with two
/// blanks in front a parameter, `  unit=s|ms`.
struct LayoutUsage
{
    const char* form;
    const char* meaning;
};

/// A text about a layout that the window shows in its language: marked with QT_TRANSLATE_NOOP("LayoutWords", …), `%1` …
/// stand for the arguments.
struct LayoutText
{
    const char* source = nullptr; ///< null: none
    QStringList arguments = {};
};

/// One field of the dialog that asks for a layout's parameters.
struct LayoutField
{
    enum class Kind : quint8 { Bytes, Choice, Duration, Number };

    const char* parameter = ""; ///< its name in `--layout`; empty: the key
    Kind kind = Kind::Bytes;
    const char* row = nullptr; ///< the label of its row; null: it stands on the row before
    const char* lead = nullptr; ///< a word before it there
    const char* name = nullptr; ///< for screen readers
    const char* hint = nullptr; ///< what may stand there
    const char* suffix = nullptr; ///< Number: behind it
    std::vector<std::pair<const char*, const char*>> choices = {}; ///< Choice: as in `--layout`, and in words
    const char* usual = ""; ///< what it is when it is left out, as in `--layout`
    const char* preset = ""; ///< Bytes: what stands there at first
    LayoutText missing = {}; ///< Bytes: why it must not be empty
    int most = 0; ///< Number: the largest
    bool isPattern = false; ///< Bytes: `%1` stands for the id of a task
    bool isName = false; ///< Bytes: a word for people rather than the name of a key
};

/// A layout as people choose it, and what they should know of it. One layout may have several, by its parameters.
struct LayoutForm
{
    const char* title = nullptr;
    const char* explanation = nullptr; ///< what its tasks are in Redis, a sentence
    bool isOneQueue = false; ///< it is the queue of the key that the first field names
    std::vector<LayoutField> fields = {};
    /// What is lost, or runs twice: by the design's own worker, by ours alone, by both at once.
    const char* theirs = nullptr;
    const char* ours = nullptr;
    const char* mixed = nullptr;
};

/// What a task of a layout can be given when it is added.
struct AddingFacts
{
    QByteArray type; ///< the only one there is; empty: any
    bool times = true;
    bool ids = true;
    bool needsId = false;
    bool idIsWord = false; ///< an id that is given is no number and holds no colon
    bool payload = true;
    bool attempts = true;
    bool backoff = true;
    bool lease = true;
    bool unique = true; ///< a unique key
    bool copies = true;
    int usualAttempts = 0; ///< where none are given; 0: as the queue's settings say
    int mostPriority = 0; ///< as Capabilities::mostPriority
    bool asksQueue = false; ///< of the layout's queues one is chosen, since the place in view may be none
    bool payloadIsName = false; ///< a payload becomes the task's id
    QByteArray pattern; ///< that ids have to match, as SCAN's MATCH; empty: any
    /// A payload has to be this, in JSON; Any: it may be anything.
    enum class Form : quint8 { Any, Json, Array } form = Form::Any;
    const char* typeWord = nullptr; ///< what the framework calls it, besides our word; null: nothing else
    const char* typeHint = nullptr; ///< what stands in its empty field; null: that it names the handler
    const char* payloadWord = nullptr;
    const char* priorityHint = nullptr; ///< which of them run first
    const char* firstPayload = "{}";
    LayoutText payloadHint; ///< what becomes of it
    LayoutText hint; ///< instead of the time
};

/// What is known of a layout with its parameters, before anything is opened.
struct LayoutFacts
{
    bool needsServer = true;
    std::optional<QueueName> queue; ///< the only one there is, which is named after a key; nullopt: any number
    QByteArray key; ///< whose type tells something about what is there; empty: none
    bool shares = false; ///< tasks of all its queues stand in a place of their own, called `@` and the layout
    std::size_t form = 0; ///< which of the type's forms it is
    QString severalSlots; ///< why its keys do not lie in one slot of a cluster, a part of a sentence; empty: they do
    AddingFacts adding;
    /// Its tasks can be moved into a native queue for good; what such a queue does not have, a sentence each: as duectl
    /// prints it, and as the window shows it.
    bool adoptable = false;
    QStringList lostByAdoption;
    std::vector<LayoutText> lostByAdoptionInWindow;
};

} // namespace dueline
