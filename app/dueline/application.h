// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/dueline/launchoptions.h"
#include "app/dueline/quitsignals.h"
#include "app/dueline/screenshots.h"
#include "core/console/profiles/keychainstore.h"
#include "ui/presenters/settings/preferences.h"
#include "ui/presenters/settings/profiles.h"
#include "ui/theme/desktopscheme.h"
#include "ui/theme/theme.h"
#include "ui/window/desktopalerts.h"
#include "ui/window/languagecommands.h"
#include "ui/window/mainwindow.h"

#include <QPointer>

class QApplication;
class QMessageBox;

namespace dueline {

class Language;

/// Puts the program together: theme, workbench, window, and what the command line asks for. The lifetimes stand in one
/// order here.
class Application : public QObject
{
    Q_OBJECT

public:
    /// `language`: in force already; changed by what somebody chooses.
    Application(QApplication& application, LaunchOptions options, const Preferences& preferences, Language& language);
    ~Application() override;

    /// Runs the event loop; the exit code of the program.
    int run();

    /// Brings the window to the front. A link is a stranger's: it is connected to once the user has said so, and no
    /// password of this program's environment is sent there. Empty: none.
    void openLink(const QString& link);
    /// Says that the program ended by itself before, and where `report` of it lies.
    void tellCrash(const QString& report);

private:
    void openSandbox(bool withTour);
    void openUrl(const QString& url);
    /// `opened`: called once it is, where that is not at once.
    void openProfile(const QString& name, const std::function<void()>& opened = {});
    /// As Profiles::findSecrets(); the window goes on meanwhile, and says so where it takes long.
    void findSecrets(
        const Profile& profile, const QString& replaces, const std::function<void(const FoundSecrets&)>& answer);
    void open(Profile profile, const Credentials& credentials);
    void openWith(const Profile& profile, const FoundSecrets& found);
    void askConnection(const Profile& profile, const QString& replaces);
    void removeProfile(const QString& name);
    void loadProfiles();
    void show(Connection& connection);
    void fail(const Error& error);
    void askSettings();
    void apply(const Preferences& preferences);
    void save();
    void startWorker(Connection& connection);
    void offerChanges();
    void tour();
    void tourOnceLoaded(const QString& connection);
    void quitUnasked();

    QApplication& m_application;
    LaunchOptions m_options;
    Preferences m_preferences;
    ThemeChoice m_givenTheme{}; ///< of the command line: for this time only
    Preferences m_saved; ///< as the file has them by what this window knows
    Formatting m_formatting;
    Theme m_theme;
    KeychainStore m_keychain;
    Profiles m_profiles;
    Workbench m_bench;
    MainWindow m_window;
    LanguageCommands m_language;
    DesktopAlerts m_desktop;
    Screenshots m_screenshots;
    std::optional<DesktopScheme> m_scheme; ///< a picture has the theme it was asked for
    QuitSignals m_quitSignals;
    QPointer<QMessageBox> m_linkQuestion;
    QStringList m_opening; ///< saved connections whose password is being looked for
};

} // namespace dueline
