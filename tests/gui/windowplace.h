// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/demoqueues.h"
#include "tests/support/redisserver.h"
#include "ui/actions/commandpalette.h"
#include "ui/dialogs/addtaskdialog.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/connectdialog.h"
#include "ui/dialogs/keysdialog.h"
#include "ui/dialogs/rescheduledialog.h"
#include "ui/dialogs/settingsdialog.h"
#include "ui/mainwindow.h"
#include "ui/panels/dock.h"
#include "ui/widgets/tasktable.h"

#include <QApplication>
#include <QDir>
#include <QTest>

namespace dueline {

/// The real window on a real server with the demo queues, its settings in a folder of its own, and every dialog it can
/// open: what tests look at that go through all there is.
class WindowPlace
{
public:
    WindowPlace()
        : m_config((qputenv("XDG_CONFIG_HOME", m_folder.path().toUtf8()), true))
        , m_theme(*qobject_cast<QApplication*>(QCoreApplication::instance()))
        , m_bench(m_formatting)
        , m_window(m_theme, m_formatting, m_bench)
    {
        m_window.resize(1600, 1000);
        m_window.show();
    }

    MainWindow& window() { return m_window; }
    Workbench& bench() { return m_bench; }
    Theme& theme() { return m_theme; }

    /// Opens the server, and shows a queue, a failed task in the inspector, and the dock.
    [[nodiscard]] bool fill()
    {
        if (!fillDemoQueues(m_server.config()))
            return false;
        Profile profile;
        profile.name = QStringLiteral("shop");
        profile.url = m_server.url();
        auto connection = Connection::open(profile);
        if (!connection)
            return false;
        Connection& opened = **connection;
        m_bench.add(std::move(*connection));
        const bool loaded = QTest::qWaitFor(
            [this, &opened] {
                if (m_bench.place().queue != "webhooks")
                    m_bench.show({opened.id(), "webhooks", {}});
                return m_bench.queue() && m_bench.tasks().rowCount() > 0 && m_bench.tasks().taskAt(0);
            },
            10'000);
        if (!loaded)
            return false;
        m_window.table().setCurrentIndex(m_bench.tasks().index(0, TaskTableModel::Type));
        if (Dock* dock = m_window.findChild<Dock*>())
            dock->setOpen(true);
        return QTest::qWaitFor([this] { return m_window.table().currentTask() != nullptr; }, 5'000);
    }

    /// Shows each panel of the dock in turn, then calls `look`.
    template <typename Look> void forEachPanel(Look look)
    {
        Dock* dock = m_window.findChild<Dock*>();
        for (const QString& id : dock ? dock->ids() : QStringList()) {
            dock->open(id);
            QTest::qWait(20);
            look(id);
        }
    }

    /// Shows each dialog in turn, then calls `look` with it and its name.
    template <typename Look> void forEachDialog(Look look)
    {
        const Task task = *m_window.table().currentTask();
        std::vector<TaskRef> refs{TaskTableModel::refOf(task)};
        const Profile& profile = m_bench.current()->profile();
        const auto with = [&look](QDialog& dialog, const char* name) {
            dialog.show();
            QTest::qWait(20);
            // For looking at them all, in the language of the test.
            if (const QString folder = qEnvironmentVariable("DUELINE_DIALOG_PICTURES"); !folder.isEmpty())
                dialog.grab().save(QDir(folder).filePath(QString::fromLatin1(name) + QStringLiteral(".png")));
            look(dialog, QString::fromLatin1(name));
            dialog.close();
        };
        AddTaskDialog add(m_theme, m_formatting, *m_bench.queue(), {}, QStringLiteral("webhooks"),
            Environment::Production, Millis(0), &m_window);
        with(add, "add");
        OperationRequest request;
        request.queue = "webhooks";
        request.action.kind = ActionKind::Discard;
        request.selection.kind = TaskSelection::Kind::Refs;
        request.selection.refs = refs;
        request.selection.refs.push_back({"webhook.deliver#7", TaskState::Leased, "1-a.1-1", m_bench.now()});
        request.selection.refs.push_back({"webhook.deliver#8", TaskState::Retrying, {}, m_bench.now()});
        OperationPreview preview;
        preview.total = 2;
        ++preview.counts[task.state];
        ++preview.counts[TaskState::Retrying];
        preview.firstDue = preview.lastDue = m_bench.now();
        preview.undoable = true;
        preview.undoFor = preview.heldFor = std::chrono::hours(24);
        ConfirmDialog confirm(m_theme, m_formatting, request, profile, m_bench.now(), &m_window);
        confirm.setPreview(preview);
        with(confirm, "confirm");
        ConnectDialog connect(m_theme, nullptr, &m_window);
        with(connect, "connect");
        KeysDialog keys(m_theme, m_window.actions(), &m_window);
        with(keys, "keys");
        RescheduleDialog reschedule(
            m_theme, m_formatting, refs, "webhooks", Environment::Staging, m_bench.now(), &m_window);
        with(reschedule, "reschedule");
        SettingsDialog settings(m_theme, Preferences(), QStringLiteral("en"), &m_window);
        with(settings, "settings");
        CommandPalette palette(m_theme, CommandPalette::entriesOf(m_window.actions()), false, &m_window);
        with(palette, "palette");
    }

private:
    QTemporaryDir m_folder;
    bool m_config;
    RedisServer m_server;
    Theme m_theme;
    Formatting m_formatting{QTimeZone::utc()};
    Workbench m_bench;
    MainWindow m_window;
};

} // namespace dueline
