// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/failuregroupactions.h"

#include "ui/actions/actions.h"
#include "ui/failures/failuregrouppage.h"
#include "ui/presenters/operationjob.h"
#include "ui/text/formatting.h"
#include "ui/text/languagechange.h"
#include "ui/widgets/assistive.h"
#include "ui/widgets/panelheader.h"
#include "ui/workbench/actionrunner.h"

#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <numeric>

namespace dueline {

namespace {

const StateSet failedOnes{TaskState::Failed};

} // namespace

FailureGroupActions::FailureGroupActions(PanelHeader& head, ActionRunner& runner, const Actions& actions, QWidget& page)
    : m_head(head)
    , m_runner(runner)
    , m_tasks(head.addButton(QStringLiteral("filter"),
          []() -> PanelHeader::Words {
              return {
                  FailureGroupPage::tr("Show tasks"), FailureGroupPage::tr("List the current row's tasks (Return).")};
          }))
    , m_canary(head.addButton(QStringLiteral("run-now"),
          [this]() -> PanelHeader::Words {
              return {canaryWords(), canaryTip()};
          }))
    , m_retry(head.addButton(QStringLiteral("retry"),
          []() -> PanelHeader::Words {
              return {FailureGroupPage::tr("Retry"),
                  FailureGroupPage::tr("Retry the tasks in the selected rows now, after confirmation (R).")};
          }))
    , m_later(head.addButton(QStringLiteral("reschedule"),
          []() -> PanelHeader::Words {
              return {FailureGroupPage::tr("Retry later"),
                  FailureGroupPage::tr(
                      "Retry later, at a set time or spread over 30 minutes, after confirmation (Shift+R).")};
          }))
    , m_discard(head.addButton(QStringLiteral("discard"),
          []() -> PanelHeader::Words {
              return {FailureGroupPage::tr("Discard"),
                  FailureGroupPage::tr("Move the tasks in the selected rows to the trash, after confirmation (Del).")};
          }))
    , m_mute(head.addButton(QStringLiteral("mute"),
          [this]() -> PanelHeader::Words {
              return {muteWords(), muteTip()};
          }))
    , m_copy(head.addButton(QStringLiteral("copy"),
          []() -> PanelHeader::Words {
              return {FailureGroupPage::tr("Copy report"), FailureGroupPage::tr("Copy this page as text or Markdown.")};
          }))
    , m_close(head.addButton(QStringLiteral("close"), []() -> PanelHeader::Words {
        return {FailureGroupPage::tr("Close"), FailureGroupPage::tr("Go back to the previous page (Escape).")};
    }))
{
    for (const QToolButton* button : {m_canary, m_retry, m_later})
        head.keepText(button);
    head.setPrimary(m_canary);
    using Way = FilterAction::Mode;
    const auto requests = [this](QToolButton* button, ActionKind kind, Way mode) {
        connect(button, &QToolButton::clicked, this, [this, kind, mode] { Q_EMIT requested(kind, mode); });
    };
    connect(m_canary, &QToolButton::clicked, this, [this] {
        if (!runsCanary())
            Q_EMIT requested(ActionKind::Retry, Way::Canary);
        // Iterate over a copy: cancelling a job may end it immediately, which removes it from m_canaries.
        for (OperationJob* job : std::vector(m_canaries))
            job->cancel();
    });
    requests(m_retry, ActionKind::Retry, Way::AtOnce);
    requests(m_later, ActionKind::Retry, Way::Later);
    requests(m_discard, ActionKind::Discard, Way::AtOnce);
    connect(m_tasks, &QToolButton::clicked, this, &FailureGroupActions::tasksRequested);
    fillCopyMenu();
    connect(m_mute, &QToolButton::clicked, this, &FailureGroupActions::muteRequested);
    connect(m_close, &QToolButton::clicked, this, &FailureGroupActions::closeRequested);
    addKey(page, actions["task.retry"]->shortcut().toString(), m_retry);
    addKey(page, actions["task.reschedule"]->shortcut().toString(), m_later);
    addKey(page, actions["task.discard"]->shortcut().toString(), m_discard);
    addKey(page, QStringLiteral("C"), m_canary);
    addKey(page, QStringLiteral("M"), m_mute);
}

void FailureGroupActions::follow(OperationJob& job)
{
    const auto end = [this, job = &job] {
        if (std::erase(m_canaries, job) > 0)
            tellCanary();
    };
    connect(&job, &RunningJob::progressed, m_follower.get(), [this, job = &job](const OperationProgress& progress) {
        if (progress.stage.isEmpty() || std::find(m_canaries.begin(), m_canaries.end(), job) != m_canaries.end())
            return;
        m_canaries.push_back(job);
        tellCanary();
    });
    connect(&job, &RunningJob::finished, m_follower.get(), end);
    connect(&job, &RunningJob::failed, m_follower.get(), end);
    connect(&job, &QObject::destroyed, m_follower.get(), end);
}

void FailureGroupActions::followNone()
{
    m_follower = std::make_unique<QObject>();
    m_canaries.clear();
    tellCanary();
}

void FailureGroupActions::tellCanary()
{
    m_head.applyTheme(
        m_canary, runsCanary() ? QStringLiteral("stop") : QStringLiteral("run-now"), canaryWords(), canaryTip());
    m_canary->setEnabled(runsCanary() || m_allowsCanary);
}

QString FailureGroupActions::canaryWords() const
{
    if (runsCanary())
        return FailureGroupPage::tr("Stop canary");
    return m_chosenTasks > 0 ? FailureGroupPage::tr("Canary retry %1…").arg(Formatting::count(m_chosenTasks))
                             : FailureGroupPage::tr("Canary");
}

QString FailureGroupActions::canaryTip() const
{
    if (runsCanary())
        return FailureGroupPage::tr("Stop the running canary. Retried tasks remain retried (C).");
    return FailureGroupPage::tr(
        "Retry one task from each selected queue and type, then ten, then the rest, as long as the "
        "retries succeed. Requires confirmation (C).");
}

QString FailureGroupActions::muteWords() const
{
    return m_isMuted ? FailureGroupPage::tr("Unmute") : FailureGroupPage::tr("Mute");
}

QString FailureGroupActions::muteTip() const
{
    return m_isMuted ? FailureGroupPage::tr("Stop muting this group (M).")
                     : FailureGroupPage::tr("List this group last and do not mark it as new until it recurs (M).");
}

void FailureGroupActions::fillCopyMenu()
{
    auto* menu = new QMenu(m_copy);
    const QAction* text = menu->addAction(QString());
    const QAction* markdown = menu->addAction(QString());
    const QAction* link = menu->addAction(QString());
    connect(link, &QAction::triggered, this, &FailureGroupActions::linkRequested);
    connect(text, &QAction::triggered, this, [this] { Q_EMIT reportRequested(false); });
    connect(markdown, &QAction::triggered, this, [this] { Q_EMIT reportRequested(true); });
    onLanguageChange(m_copy, [menu] {
        menu->actions().front()->setText(FailureGroupPage::tr("As text"));
        menu->actions()[1]->setText(FailureGroupPage::tr("As Markdown"));
        menu->actions().back()->setText(FailureGroupPage::tr("Link to this group"));
    });
    Assistive::opensMenu(*m_copy, *menu);
}

void FailureGroupActions::addKey(QWidget& page, const QString& shortcut, QToolButton* button)
{
    auto* action = new QAction(&page);
    onLanguageChange(button, [action, button] { action->setText(button->text()); });
    action->setShortcut(QKeySequence(shortcut));
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, button, &QToolButton::click);
    page.addAction(action);
}

void FailureGroupActions::showTasks() { m_tasks->click(); }

void FailureGroupActions::update(const std::vector<FailureGroup::Share>& chosen, bool isKnown, bool isMuted)
{
    m_isMuted = isMuted;
    m_head.applyTheme(m_mute, QStringLiteral("mute"), muteWords(), muteTip());
    ActionContext context = m_runner.context(1, 0, failedOnes);
    const auto all = [&](const auto& can) {
        return !chosen.empty() && m_runner.view().current()
            && std::all_of(chosen.begin(), chosen.end(), [&](const FailureGroup::Share& share) {
                   context.capabilities = m_runner.view().current()->session().capabilities(share.queue);
                   return can();
               });
    };
    const bool retries = all([&] { return Actions::allows(context, "task.retry"); });
    m_chosenTasks = std::accumulate(chosen.begin(), chosen.end(), qint64(0),
        [](qint64 sum, const FailureGroup::Share& share) { return sum + share.tasks; });
    m_tasks->setEnabled(!chosen.empty());
    m_retry->setEnabled(retries);
    m_allowsCanary = retries && all([&] { return context.capabilities.stages; });
    tellCanary();
    m_later->setEnabled(retries && all([&] { return context.capabilities.retryLater; }));
    m_discard->setEnabled(all([&] { return Actions::allows(context, "task.discard"); }));
    const auto explain = [&](QToolButton* button, const char* id) {
        QString why;
        all([&] {
            why = Actions::whyNot(context, id);
            return why.isEmpty();
        });
        m_head.setReason(button, button->isEnabled() ? QString() : why);
    };
    explain(m_canary, "task.retry");
    explain(m_retry, "task.retry");
    explain(m_later, "task.retryLater");
    explain(m_discard, "task.discard");
    m_copy->setEnabled(isKnown);
    m_mute->setEnabled(isKnown);
}

} // namespace dueline
