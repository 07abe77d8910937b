// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/undocommands.h"

#include "core/base/text.h"
#include "ui/actions/actions.h"
#include "ui/text/formatting.h"
#include "ui/text/undowords.h"
#include "ui/widgets/toolbar.h"
#include "ui/widgets/undobutton.h"
#include "ui/workbench/undoinview.h"
#include "ui/workbench/viewedplace.h"

namespace dueline {

namespace {

/// Maximum number of queues whose records are read in advance. With more, reading would take hundreds of commands, so
/// the records are read on demand.
constexpr std::size_t manyQueues = 100;

} // namespace

UndoCommands::UndoCommands(ViewedPlace& view, UndoInView& undo, Actions& actions, Toolbar& toolbar,
    const Formatting& formatting, QObject* parent)
    : QObject(parent)
    , m_view(view)
    , m_undo(undo)
    , m_actions(actions)
    , m_toolbar(toolbar)
    , m_formatting(formatting)
{
    UndoButton& button = toolbar.undoButton();
    const auto read = [this] {
        if (Connection* current = m_view.current())
            m_undo.history().read(*current);
    };
    connect(&button, &UndoButton::menuNeared, this, read);
    connect(&button, &UndoButton::menuOpened, this, [this, read] {
        read();
        showChoices();
    });
    connect(&undo.history(), &UndoHistory::changed, this, &UndoCommands::showChoices);
    connect(&view, &ViewedPlace::currentChanged, this, &UndoCommands::readOnce);
    connect(&button, &UndoButton::undoRequested, this, [this](const std::vector<OperationRecord>& operations) {
        if (Connection* current = m_view.current())
            m_undo.undoTogether(*current, operations);
    });
    connect(&button, &UndoButton::activityRequested, m_actions["view.activity"], &QAction::trigger);
}

void UndoCommands::describe()
{
    const ActionRow& row = actionRow("edit.undo");
    const auto inMenu = [](QString text) { return text.replace(u'&', QStringLiteral("&&")); };
    const auto nameOf = [](const UndoHistory::Undoable& undoable) { return undoable.connection->profile().name; };
    UndoButton& button = m_toolbar.undoButton();
    if (m_undo.slowJob()) {
        button.setName({});
        return m_actions.describe("edit.undo", actionText(row),
            tr("The last operation here is still running. Stop it first, then undo what it has changed."));
    }
    if (const UndoHistory::Undoable* next = m_undo.next()) {
        const std::vector<OperationRecord> parts = m_undo.nextParts();
        const QString words = undoWords(parts, nameOf(*next));
        const int acting = m_undo.partsStillActing(next->operation.id);
        m_actions.describe("edit.undo", inMenu(words),
            acting == 0
                ? words
                : words + u'\n' + tr("Skipped: %Ln operation(s) still running. Stop them first.", nullptr, acting));
        return button.setName(words);
    }
    button.setName({});
    const UndoHistory::Undoable* last = m_undo.history().lastOf(m_view.current());
    if (!last)
        last = m_undo.last();
    if (!last)
        return m_actions.describe("edit.undo", actionText(row), actionTip(row));
    const bool sameServer = last->connection == m_view.current();
    const QString where = printable(sameServer ? last->operation.queue : nameOf(*last).toUtf8(), 40);
    m_actions.describe("edit.undo", tr("&Undo… (last on %1)").arg(inMenu(where)),
        tr("Last: %1. This opens the operation's queue; nothing is undone yet.")
            .arg(deedWords(last->operation, nameOf(*last))));
}

void UndoCommands::showChoices()
{
    std::vector<UndoButton::Choice> choices;
    const Connection* current = m_view.current();
    if (!current)
        return m_toolbar.undoButton().showChoices(choices, tr("Choose a connection first"));
    const bool mayUndo = current->mayWrite() && current->session().isOnline();
    const TimePoint now = current->session().serverNow();
    for (const UndoHistory::Entry& entry : m_undo.history().entries(*current)) {
        const QString at = m_formatting.instant(entry.parts.front().at, now);
        const QString deed = deedWords(entry.parts, current->profile().name);
        choices.push_back({entry.wasUndone() && entry.putBack.value_or(0) > 0
                ? tr("%1: undone, %2", "retry of 12 in a queue, when").arg(deed, at)
                : entry.canUndo
                ? tr("%1, %2", "undo something, when").arg(undoWords(entry.parts, current->profile().name), at)
                : tr("%1: can no longer be undone, %2", "retry of 12 in a queue, when").arg(deed, at),
            entry.canUndo && mayUndo, entry.parts});
    }
    m_toolbar.undoButton().showChoices(choices, noteOf(*current, choices.empty()));
}

/// Reads the records once the connection has responded and its queues are known.
void UndoCommands::readOnce()
{
    Connection* current = m_view.current();
    if (current && current->refreshedAt() != TimePoint{} && current->queues().size() <= manyQueues
        && m_undo.history().known(*current) == UndoHistory::Known::Nothing)
        m_undo.history().read(*current);
}

/// Returns the note below the entries of the undo menu. Without entries, the menu contains only the note.
QString UndoCommands::noteOf(const Connection& connection, bool isEmpty) const
{
    switch (m_undo.history().known(connection)) {
    case UndoHistory::Known::All:
        return isEmpty ? tr("Nothing here can be undone") : QString();
    case UndoHistory::Known::Failed:
        return tr("This connection's operations cannot be read");
    case UndoHistory::Known::Nothing:
    case UndoHistory::Known::Reading:
        break;
    }
    return connection.session().connection().isLost() ? tr("Not connected: operations unknown")
                                                      : tr("Loading operations…");
}

} // namespace dueline
