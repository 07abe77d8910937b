// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/windowbench.h"
#include "ui/actions/actions.h"
#include "ui/board/boardpane.h"
#include "ui/board/boardwall.h"
#include "ui/commands/commandpalette.h"
#include "ui/failures/failuregrouppage.h"
#include "ui/panels/dock.h"
#include "ui/widgets/paneltable.h"

#include <QLineEdit>
#include <QTest>
#include <QTimer>

#include <cstdio>

namespace dueline {

namespace {

/// Presses a key in the widget that has the focus.
void pressInWindow(QWidget& window, Qt::Key key)
{
    if (QWidget* focus = window.focusWidget())
        QTest::keyClick(focus, key);
}

} // namespace

void WindowBench::screens(std::chrono::seconds each, int rate)
{
    show("small");
    const Helper changes({QStringLiteral("--change"), m_sandbox->url(), QStringLiteral("million"),
        QString::number(rate), QString::number(m_payload)});
    const auto ms = int(each.count() * 1000);
    auto& board = *m_window->findChild<BoardPane*>();
    const auto measure = [&](const char* name, const std::function<void()>& begin, const std::function<void()>& act) {
        m_clock.begin();
        begin();
        QTimer acting;
        QObject::connect(&acting, &QTimer::timeout, &m_clock, act);
        acting.start(200);
        rest(ms);
        acting.stop();
        const auto costs = m_clock.end();
        line(QStringLiteral("%1, %2 changes per second, %3 events: CPU of the longest event")
                 .arg(QString::fromLatin1(name))
                 .arg(rate)
                 .arg(costs.size()),
            QStringLiteral("%1 ms").arg(costs.empty() ? 0.0 : costs.front().ms, 0, 'f', 1), QStringLiteral("50 ms"));
        std::printf("<!-- the five most costly:");
        for (std::size_t i = 0; i < std::min<std::size_t>(costs.size(), 5); ++i)
            std::printf(" %s/%d %.1f ms,", costs[i].receiver, costs[i].type, costs[i].ms);
        std::printf(" -->\n");
    };
    const auto trigger = [this](const char* action) { m_window->actions()[action]->trigger(); };
    int step = 0;
    measure(
        "overview", [&] { trigger("view.board"); },
        [&] {
            pressInWindow(*m_window, Qt::Key_Down);
            if (++step % 5 == 0)
                board.model().toggleOrder(step % 2 == 0 ? BoardModel::Due : BoardModel::FailedLately);
        });
    measure(
        "wallboard", [&] { trigger("view.wall"); }, [&] { board.wall()->turn(1); });
    trigger("view.wall");
    measure(
        "failure group", [&] { trigger("view.incident"); },
        [&] { m_window->findChild<FailureGroupPage*>()->table().selectRow(0); });
    measure(
        "what changed", [&] { trigger("view.changes"); }, [] {});
    measure(
        "failures panel", [&] { trigger("view.failures"); }, [&] { pressInWindow(*m_window, Qt::Key_Down); });
    m_window->findChild<Dock*>()->setOpen(false);
    // The palette runs an event loop, so a timer closes it.
    m_clock.begin();
    QTimer typing;
    const QString query = QStringLiteral("timeout after 77777");
    QObject::connect(&typing, &QTimer::timeout, &m_clock, [&] {
        auto* palette = qobject_cast<CommandPalette*>(QApplication::activeModalWidget());
        if (!palette)
            return;
        auto* line = palette->findChild<QLineEdit*>();
        if (line->text().size() < query.size())
            QTest::keyClick(line, query[line->text().size()].toLatin1());
    });
    typing.start(150);
    QTimer::singleShot(ms, &m_clock, [] {
        if (QWidget* palette = QApplication::activeModalWidget())
            palette->close();
    });
    trigger("tools.palette");
    const auto costs = m_clock.end();
    line(QStringLiteral("search in all queues, %1 changes per second, %2 events: CPU of the longest event")
             .arg(rate)
             .arg(costs.size()),
        QStringLiteral("%1 ms").arg(costs.empty() ? 0.0 : costs.front().ms, 0, 'f', 1), QStringLiteral("50 ms"));
}

} // namespace dueline
