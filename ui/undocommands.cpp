// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/undocommands.h"

#include "core/base/text.h"
#include "ui/actions/actions.h"
#include "ui/presenters/workbench.h"
#include "ui/text/formatting.h"
#include "ui/text/undowords.h"
#include "ui/widgets/toolbar.h"
#include "ui/widgets/undobutton.h"

namespace dueline {

UndoCommands::UndoCommands(
    Workbench& bench, Actions& actions, Toolbar& toolbar, const Formatting& formatting, QObject* parent)
    : QObject(parent)
    , m_bench(bench)
    , m_actions(actions)
    , m_toolbar(toolbar)
    , m_formatting(formatting)
{
    UndoButton& button = toolbar.undoButton();
    const auto read = [this] {
        if (Connection* current = m_bench.current())
            m_bench.undoHistory().read(*current);
    };
    connect(&button, &UndoButton::menuNeared, this, read);
    connect(&button, &UndoButton::menuOpened, this, [this, read] {
        showChoices();
        read();
    });
    connect(&bench.undoHistory(), &UndoHistory::changed, this, &UndoCommands::showChoices);
    connect(&button, &UndoButton::undoRequested, this, [this](const OperationRecord& operation) {
        if (Connection* current = m_bench.current())
            m_bench.undo(*current, operation);
    });
    connect(&button, &UndoButton::activityRequested, m_actions["view.activity"], &QAction::trigger);
}

void UndoCommands::describe()
{
    const ActionRow& row = actionRow("edit.undo");
    const auto inMenu = [](QString text) { return text.replace(u'&', QStringLiteral("&&")); };
    const auto nameOf = [](const UndoHistory::Undoable& undoable) { return undoable.connection->profile().name; };
    UndoButton& button = m_toolbar.undoButton();
    if (const UndoHistory::Undoable* next = m_bench.nextUndo()) {
        const std::vector<OperationRecord> parts = m_bench.nextUndoParts();
        const QString words = undoWords(parts, nameOf(*next));
        m_actions.describe("edit.undo", inMenu(words), words);
        return button.setNames(words, undoWords(parts));
    }
    button.setNames({}, {});
    const UndoHistory::Undoable* last = m_bench.undoHistory().lastOf(m_bench.current());
    if (!last)
        last = m_bench.lastUndoable();
    if (!last)
        return m_actions.describe("edit.undo", actionText(row), actionTip(row));
    const bool sameServer = last->connection == m_bench.current();
    const QString where = printable(sameServer ? last->operation.queue : nameOf(*last).toUtf8(), 40);
    m_actions.describe("edit.undo", tr("&Undo… (last on %1)").arg(inMenu(where)),
        tr("Last: %1. Nothing is undone from here; this shows the way there.")
            .arg(deedWords(last->operation, nameOf(*last))));
}

void UndoCommands::showChoices()
{
    std::vector<UndoButton::Choice> choices;
    const Connection* current = m_bench.current();
    if (!current)
        return m_toolbar.undoButton().showChoices(choices);
    const bool mayUndo = current->mayWrite() && current->session().isOnline();
    const TimePoint now = current->session().serverNow();
    for (const UndoHistory::Entry& entry : m_bench.undoHistory().entries(*current)) {
        const QString at = m_formatting.instant(entry.operation.at, now);
        const bool wasUndone = !entry.operation.undoneBy.isEmpty();
        const QString deed = deedWords(entry.operation, current->profile().name);
        choices.push_back({wasUndone && entry.putBack.value_or(0) > 0
                ? tr("%1: undone, %2", "retry of 12 in a queue, when").arg(deed, at)
                : entry.canUndo
                ? tr("%1, %2", "undo something, when").arg(undoWords(entry.operation, current->profile().name), at)
                : tr("%1: cannot be undone any more, %2", "retry of 12 in a queue, when").arg(deed, at),
            entry.canUndo && mayUndo, entry.operation});
    }
    m_toolbar.undoButton().showChoices(choices);
}

} // namespace dueline
