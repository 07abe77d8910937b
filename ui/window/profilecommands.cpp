// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/profilecommands.h"

#include "core/base/plainfile.h"
#include "core/base/text.h"
#include "ui/dialogs/importdialog.h"
#include "ui/presenters/settings/profiles.h"
#include "ui/text/languagechange.h"
#include "ui/widgets/toasts.h"
#include "ui/window/mainwindow.h"

#include <QFileDialog>
#include <QMenu>
#include <QMenuBar>
#include <QSaveFile>

#include <algorithm>
#include <tuple>

namespace dueline {

ProfileCommands::ProfileCommands(const Theme& theme, Profiles& profiles, MainWindow& window, QObject* parent)
    : QObject(parent)
    , m_theme(theme)
    , m_profiles(profiles)
    , m_window(window)
    , m_menu(new QMenu(&window))
{
    onLanguageChange(m_menu, [this] { m_menu->setTitle(tr("Saved co&nnections")); });
    // Insert the actions above the import action, in whichever menu contains it.
    QAction* import = window.actions()["profiles.import"];
    for (QAction* title : window.menuBar()->actions()) {
        if (title->menu() && title->menu()->actions().contains(import))
            title->menu()->insertMenu(import, m_menu);
    }
    connect(&window, &MainWindow::profileImportRequested, this, &ProfileCommands::importThem);
    connect(&window, &MainWindow::profileExportRequested, this, &ProfileCommands::exportThem);
    connect(&profiles, &Profiles::changed, this, &ProfileCommands::fill);
    fill();
}

void ProfileCommands::fill()
{
    m_menu->clear();
    std::vector<Profile> all = m_profiles.all();
    std::stable_sort(all.begin(), all.end(),
        [](const Profile& a, const Profile& b) { return std::tie(a.group, a.name) < std::tie(b.group, b.name); });
    QString group;
    for (const Profile& profile : all) {
        if (m_menu->actions().size() >= mostListed)
            break;
        if (profile.group != group) {
            group = profile.group;
            m_menu->addSection(printable(group.toUtf8(), 60));
        }
        const QString text = printable(profile.name.toUtf8(), 60).replace(u'&', QStringLiteral("&&"));
        m_menu->addAction(text, &m_window, [this, name = profile.name] { Q_EMIT m_window.profileRequested(name); });
    }
    m_menu->setEnabled(!all.empty());
    m_window.actions()["profiles.export"]->setEnabled(!all.empty());
}

void ProfileCommands::importThem()
{
    ImportDialog dialog(m_theme, m_profiles, &m_window);
    if (dialog.exec() != QDialog::Accepted)
        return;
    m_window.messages().show({Notice::Kind::Result, QStringLiteral("import"),
        tr("%Ln connection(s) saved", nullptr, int(dialog.found().size())), {}, {}});
}

Result<> ProfileCommands::exportTo(const QString& path) const
{
    const auto failed = [&path](const QString& why) {
        return Error{ErrorCode::Io, tr("Cannot write the file %1: %2.").arg(printable(path.toUtf8(), 120), why)};
    };
    if (const QString problem = notPlain(path, Links::Followed); !problem.isEmpty())
        // Saving would replace a special file, such as a named pipe, with a regular file.
        return failed(problem);
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return failed(file.errorString());
    file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    file.write(ProfileStore::asJson(m_profiles.all()));
    return file.commit() ? Result<>() : failed(file.errorString());
}

void ProfileCommands::exportThem()
{
    const QString path = QFileDialog::getSaveFileName(
        &m_window, tr("Export connections"), QStringLiteral("dueline-connections.json"), QStringLiteral("*.json"));
    if (path.isEmpty())
        return;
    if (const auto written = exportTo(path); !written)
        m_window.messages().show({Notice::Kind::Failure, QStringLiteral("warning"), written.error().message, {}, {}});
    else
        m_window.messages().show({Notice::Kind::Result, QStringLiteral("export"),
            tr("%Ln connection(s) written, without passwords", nullptr, int(m_profiles.all().size())), {}, {}});
}

} // namespace dueline
