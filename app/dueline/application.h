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

struct PlaceLink;

class Language;

/// Main object of the program. Creates and connects the theme, the workbench, and the window, and runs the actions
/// requested on the command line. The order of the members matters: later members use earlier ones.
class Application : public QObject
{
    Q_OBJECT

public:
    /// Creates the application. `language`: the active language, which the user can change.
    Application(QApplication& application, LaunchOptions options, const Preferences& preferences, Language& language);
    ~Application() override;

    /// Runs the event loop. Returns the exit code of the program.
    int run();

    /// Raises the window and, unless the link is empty, opens a redis:// or dueline:// link. Links are untrusted:
    /// connections are opened only with the user's consent, and without passwords from this program's environment.
    void openLink(const QString& link);
    /// Reports that the program crashed during its last run. `report`: path of the crash report.
    void tellCrash(const QString& report);

private:
    void openSandbox(bool withTour);
    void openUrl(const QString& url);
    void openPlace(const QString& text);
    void showLinked(Connection& connection, const PlaceLink& link);
    /// Opens a saved profile. `opened`: called once the profile is open, possibly not until the user has unlocked the
    /// keyring.
    void openProfile(const QString& name, const std::function<void()>& opened = {});
    /// Looks up secrets, like Profiles::findSecrets(). The window stays responsive, and shows a message if the keyring
    /// doesn't respond within 1.5 s.
    void findSecrets(
        const Profile& profile, const QString& replaces, const std::function<void(const FoundSecrets&)>& answer);
    void open(Profile profile, const Credentials& credentials);
    void openWith(const Profile& profile, const FoundSecrets& found);
    void askConnection(const Profile& profile, const QString& replaces);
    void removeProfile(const QString& name);
    /// Changes a connection's saved profile. Does nothing if the connection isn't saved.
    void changeProfile(const Connection& connection, const std::function<void(Profile&)>& change);
    void loadProfiles();
    void show(Connection& connection);
    void fail(const Error& error);
    void askSettings();
    bool askToDeleteRecordings(QWidget& parent) const;
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
    ThemeChoice m_givenTheme{}; ///< theme at startup, possibly from the command line
    Preferences m_saved; ///< preferences as last read from or written to the file
    Formatting m_formatting;
    Theme m_theme;
    KeychainStore m_keychain;
    Profiles m_profiles;
    Workbench m_bench;
    MainWindow m_window;
    LanguageCommands m_language;
    DesktopAlerts m_desktop;
    Screenshots m_screenshots;
    std::optional<DesktopScheme> m_scheme; ///< nullopt for screenshots, which don't follow the desktop's color scheme
    QuitSignals m_quitSignals;
    QPointer<QMessageBox> m_linkQuestion;
    QStringList m_opening; ///< saved connections whose passwords are being looked up
};

} // namespace dueline
