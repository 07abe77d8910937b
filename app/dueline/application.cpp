// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dueline/application.h"

#include "app/dueline/firstpaint.h"
#include "core/base/text.h"
#include "core/console/connect/findqueue.h"
#include "core/console/profiles/placelink.h"
#include "core/redis/redisurl.h"
#include "ui/dialogs/connect/connectdialog.h"
#include "ui/dialogs/connect/linkquestion.h"
#include "ui/dialogs/connect/passworddialog.h"
#include "ui/dialogs/settingsdialog.h"
#include "ui/failures/mutedgroups.h"
#include "ui/presenters/desktop/webhookalerts.h"
#include "ui/presenters/settings/settingsplace.h"
#include "ui/presenters/settings/sourceeditor.h"
#include "ui/presenters/windowrecord.h"
#include "ui/timeline/timelinepane.h"
#include "ui/widgets/tasks/filterline.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/widgets/toasts.h"
#include "ui/window/profilecommands.h"
#include "ui/window/sandboxtour.h"
#include "ui/window/windowzone.h"

#include <QApplication>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace dueline {

Application::Application(
    QApplication& application, LaunchOptions options, const Preferences& preferences, Language& language)
    : m_application(application)
    , m_options(std::move(options))
    , m_preferences(preferences)
    , m_saved(preferences)
    , m_theme(application, m_options.firstTheme(preferences.theme))
    , m_profiles(ProfileStore(), m_keychain, Credentials::ofEnvironment())
    , m_bench(m_formatting)
    , m_window(m_theme, m_formatting, m_bench)
    , m_language(language, m_window, nullptr)
    , m_desktop(m_bench.view(), m_bench.events(), m_window)
    , m_screenshots(m_window, m_bench, m_bench.connections().worker(), m_theme)
{
    Credentials::clearEnvironment(); // handler programs must not inherit the credentials
    Preferences first = m_preferences;
    first.theme = m_givenTheme = m_theme.choice();
    apply(first);
    // Screenshots must not depend on the saved window size and layout.
    if (!m_options.isUnattended())
        m_window.rememberIn(Preferences::defaultPath());
    if (!m_options.size.isEmpty())
        m_window.resize(m_options.size);
    connect(&m_window, &MainWindow::sandboxRequested, this, [this] { openSandbox(!m_preferences.tourTaken); });
    connect(&m_window, &MainWindow::connectRequested, this, &Application::openUrl);
    connect(&m_window, &MainWindow::connectDialogRequested, this, [this] { askConnection(Profile::fresh(), {}); });
    connect(&m_window, &MainWindow::profileRequested, this, [this](const QString& name) { openProfile(name); });
    connect(&m_window, &MainWindow::profileRemoveRequested, this, &Application::removeProfile);
    connect(&m_window, &MainWindow::profileEditRequested, this, [this](const QString& name) {
        if (const Profile* profile = m_profiles.find(name))
            askConnection(*profile, name);
    });
    connect(&m_window, &MainWindow::profileCopyRequested, this, [this](const QString& name) {
        if (const Profile* profile = m_profiles.find(name))
            askConnection(m_profiles.copyOf(*profile), {});
    });
    connect(&m_profiles, &Profiles::changed, this, [this] { m_bench.connections().setProfiles(m_profiles.all()); });
    new ProfileCommands(m_theme, m_profiles, m_window, this);
    connect(&m_bench.connections(), &OpenConnections::passwordAccepted, this,
        [this](const Connection* connection, const Secret& password) {
            m_profiles.keepPassword(connection->profile().name, {password, connection->spec().redis.sentinelPassword});
        });
    connect(&m_bench.connections(), &OpenConnections::recordFailed, this, &Application::fail);
    connect(&m_bench.connections(), &OpenConnections::readersChosen, this, [this](const Connection* connection) {
        changeProfile(
            *connection, [connection](Profile& profile) { profile.readers = connection->spec().readers->choices(); });
    });
    const MutedGroups& muted = MutedGroups::of(m_bench.view());
    connect(&muted, &MutedGroups::changed, this, [this, &muted](const Connection* connection) {
        changeProfile(*connection, [&](Profile& profile) { profile.mutedFailures = muted.all(*connection); });
    });
    connect(&m_bench.connections(), &OpenConnections::profileDescribed, this,
        [this](const Profile& profile, const Secret& password) {
            const auto typed = password.isEmpty() ? std::nullopt : std::optional(password);
            if (const auto kept = m_profiles.save(profile, {}, typed); !kept)
                fail(kept.error());
        });
    auto* hooks = new WebhookAlerts(m_desktop.alerts(), m_bench.connections(), m_profiles.webhooks(), this);
    connect(hooks, &WebhookAlerts::failed, this, [this](const QString& profile, const QString& reason) {
        m_window.messages().show({Notice::Kind::Warning, QStringLiteral("warning"),
            tr("The webhook for %1 failed").arg(printable(profile.toUtf8(), 60)), reason, {}});
    });
    connect(&m_profiles, &Profiles::secretsProblem, this, [this](const QString& reason) {
        m_window.messages().show({Notice::Kind::Warning, QStringLiteral("warning"), reason, {}, {}});
    });
    if (const auto usable = checkSettingsToRead(Preferences::defaultPath()); !usable)
        fail(usable.error());
    // Screenshots must not depend on saved profiles, unless the command line names one.
    if (!m_options.isUnattended() || !m_options.profile.isEmpty())
        loadProfiles();
    connect(&m_window, &MainWindow::settingsRequested, this, &Application::askSettings);
    connect(&m_window, &MainWindow::tourRequested, this, &Application::tour);
    connect(&m_language, &LanguageCommands::chosen, this, [this](const QString& code) {
        m_preferences.language = code;
        if (!m_options.isUnattended())
            save();
    });
    // Save a theme or refresh period chosen in a menu, unless the window was only rendered for a screenshot.
    if (!m_options.isUnattended())
        connect(&m_application, &QApplication::aboutToQuit, this, &Application::save);
    connect(&m_quitSignals, &QuitSignals::received, this, &Application::quitUnasked);
    connect(&m_screenshots, &Screenshots::finished, this, [this](bool ok) { m_application.exit(ok ? 0 : 1); });
}

Application::~Application() = default;

int Application::run()
{
    m_language.checkFont(); // before the first paint, so that unreadable text never appears
    if (!m_options.isUnattended())
        connect(&m_scheme.emplace(), &DesktopScheme::told, &m_theme, &Theme::followDesktop);
    logFirstPaint(m_window);
    m_window.show();
    if (!m_options.isUnattended())
        offerChanges();
    if (m_options.sandbox)
        openSandbox(!m_preferences.tourTaken);
    if (m_options.link && !m_options.isUnattended())
        openLink(m_options.url);
    else if (!m_options.url.isEmpty())
        openUrl(m_options.url);
    const auto filterAsAsked = [this] {
        if (!m_options.filter.isEmpty())
            m_window.findChild<FilterLine*>()->apply(m_options.filter);
    };
    const Profile* profile = m_options.profile.isEmpty() ? nullptr : m_profiles.find(m_options.profile);
    if (profile && m_options.isUnattended())
        openWith(*profile, m_profiles.secrets().waitFor(*profile));
    else if (!m_options.profile.isEmpty())
        openProfile(m_options.profile, filterAsAsked);
    if (m_options.profile.isEmpty() || m_options.isUnattended())
        filterAsAsked();
    if (m_options.isUnattended()) {
        const bool shows = m_options.sandbox || !m_options.url.isEmpty() || !m_options.profile.isEmpty();
        if (shows && m_bench.connections().all().empty())
            return 1; // the reason has already been printed
        m_screenshots.take(m_options.pictures, m_options.summary, shows);
    }
    return m_application.exec();
}

/// Quits without a prompt, because a signal's sender couldn't answer it. If the worker is running, first makes it
/// return its tasks to the queue.
void Application::quitUnasked()
{
    EmbeddedWorker& worker = m_bench.connections().worker();
    if (!worker.isRunning())
        return m_application.quit();
    connect(
        &worker, &EmbeddedWorker::stateChanged, &m_application,
        [this, &worker] {
            if (!worker.isRunning())
                m_application.quit();
        },
        Qt::QueuedConnection);
    worker.stop();
}

void Application::apply(const Preferences& preferences)
{
    m_window.table().setRowHeight(rowHeight(preferences.density));
    m_bench.view().setRefreshPeriod(preferences.refreshEvery);
    SourceEditor::use(preferences.editorCommand);
    if (!m_options.isUnattended()) {
        m_desktop.setRules(preferences.notifications);
        m_bench.connections().setRecorded(
            preferences.recorded ? std::optional(WindowRecord::usualInterval) : std::nullopt);
    }
    if (!m_options.isUnattended() && m_window.zone().choice() != preferences.timeZone)
        m_window.zone().choose(preferences.timeZone);
    m_theme.choose(preferences.theme); // apply the theme last: it repaints the entire window
}

bool Application::askToDeleteRecordings(QWidget& parent) const
{
    QMessageBox box(QMessageBox::NoIcon, tr("Delete recordings"), {}, QMessageBox::Cancel, &parent);
    box.setText(tr("Delete the recorded counts and events for all servers? Nothing in Redis will change."));
    QPushButton* verb = box.addButton(tr("Delete"), QMessageBox::DestructiveRole);
    box.exec();
    return box.clickedButton() == verb;
}

void Application::askSettings()
{
    Preferences now = m_preferences;
    now.theme = m_theme.choice();
    now.refreshEvery = m_bench.view().refreshPeriod();
    now.timeZone = m_window.zone().choice();
    now.language = m_language.choice();
    SettingsDialog dialog(m_theme, now, &m_window, WindowRecord::usedBytes());
    connect(&dialog, &SettingsDialog::recordingsDeletionRequested, this, [this, &dialog] {
        if (!askToDeleteRecordings(dialog))
            return;
        if (const auto removed = m_bench.connections().removeRecordings(); !removed)
            fail(removed.error());
        dialog.setRecordedBytes(WindowRecord::usedBytes());
    });
    if (dialog.exec() != QDialog::Accepted)
        return;
    const ThemeChoice theme = m_preferences.theme;
    const QString language = m_preferences.language;
    m_preferences = dialog.preferences();
    apply(m_preferences);
    // A theme from the command line only applies to this run, so keep the saved one.
    if (!m_options.theme.isEmpty() && m_preferences.theme == now.theme && now.theme == m_givenTheme)
        m_preferences.theme = theme;
    if (m_preferences.language == now.language || !m_language.use(m_preferences.language))
        m_preferences.language = language;
    save();
}

void Application::save()
{
    if (m_options.theme.isEmpty() || m_theme.choice() != m_givenTheme)
        m_preferences.theme = m_theme.choice();
    m_preferences.refreshEvery = m_bench.view().refreshPeriod();
    m_preferences.timeZone = m_window.zone().choice();
    if (const auto saved = m_preferences.saveChanges(m_saved); !saved)
        return fail(saved.error());
    m_saved = m_preferences;
}

void Application::fail(const Error& error)
{
    if (m_options.isUnattended())
        std::fprintf(stderr, "dueline: %s\n", qPrintable(error.message));
    m_window.messages().show({Notice::Kind::Failure, QStringLiteral("warning"), error.message, {}, {}});
}

void Application::openSandbox(bool withTour)
{
    auto connection = Connection::openSandbox();
    if (!connection)
        return fail(connection.error());
    Connection& opened = **connection;
    m_bench.connections().add(std::move(*connection));
    show(opened);
    startWorker(opened);
    if (withTour && !m_options.isUnattended())
        tourOnceLoaded(opened.id());
}

/// Starts the tour in the sandbox, opening the sandbox if necessary.
void Application::tour()
{
    for (const auto& connection : m_bench.connections().all()) {
        if (!connection->isSandbox())
            continue;
        if (m_bench.view().current() != connection.get())
            m_bench.view().show({connection->id(), {}, {}});
        return tourOnceLoaded(connection->id());
    }
    openSandbox(true);
}

/// Starts the tour once the connection's tasks are displayed. Gives up after ten seconds, for example if the user has
/// selected another connection.
void Application::tourOnceLoaded(const QString& connection)
{
    constexpr std::chrono::milliseconds lookEvery{100};
    constexpr int patience = 100;
    constexpr int rowsComeWithin = 20; // number of polls before an empty list counts as loaded
    auto* poll = new QTimer(this);
    connect(poll, &QTimer::timeout, this, [this, poll, connection, looks = 0]() mutable {
        const bool loaded = m_bench.view().current() && m_bench.view().current()->id() == connection
            && !m_window.timelinePane().timeline().data().bins.empty()
            && (m_bench.list().tasks().rowCount() > 0 || looks >= rowsComeWithin);
        if (m_bench.view().current() && m_bench.view().place().queue.isEmpty())
            m_bench.view().showMostNotable(); // the tour explains the task list, so show one
        if (!loaded || QApplication::activeModalWidget()) {
            if (++looks > patience)
                poll->deleteLater();
            return;
        }
        poll->deleteLater();
        // Save now, so that the tour isn't offered a second time even if this run ends abnormally.
        if (startSandboxTour(m_window, m_theme) && !std::exchange(m_preferences.tourTaken, true))
            save();
    });
    poll->start(lookEvery);
}

/// Offers the list of changes after an upgrade.
void Application::offerChanges()
{
    const QString before = m_preferences.usedVersion;
    const bool news = m_preferences.noteVersion(QStringLiteral(DUELINE_VERSION));
    if (before != m_preferences.usedVersion)
        save();
    if (!news)
        return;
    m_window.messages().show(Notice::worded([this] {
        Notice notice{Notice::Kind::Result, QStringLiteral("info"),
            tr("Dueline is now %1").arg(QStringLiteral(DUELINE_VERSION)), {}, {}};
        notice.links.push_back({tr("What is new"), {}, [this] { m_window.actions()["help.changes"]->trigger(); }});
        return notice;
    }));
}

namespace {

QString keyringSubject() { return QStringLiteral("keyring"); }

/// Disconnects and deletes a one-shot receiver of the connection's signal.
void endOnce(Connection& connection, QObject* once)
{
    connection.disconnect(once);
    once->deleteLater();
}

} // namespace

void Application::show(Connection& connection)
{
    const QString queue = std::exchange(m_options.queue, {}); // queue given on the command line
    if (queue.isEmpty())
        return;
    // Wait until the queues are known, because the sidebar can't show unknown queues.
    auto* once = new QObject(this);
    connect(&connection, &Connection::queuesChanged, once, [this, once, queue, &connection] {
        endOnce(connection, once);
        if (m_bench.view().current() == &connection) // the user may have selected another connection by now
            m_bench.view().show(
                {connection.id(), listedQueue(connection.spec().layout, connection.queues(), queue.toUtf8()), {}});
    });
}

void Application::startWorker(Connection& connection)
{
    // Wait for the first refresh, which reads the queues.
    auto* once = new QObject(this);
    connect(&connection, &Connection::queuesChanged, once, [this, once, &connection] {
        if (connection.queues().empty())
            return; // the queues haven't been read yet
        endOnce(connection, once);
        const auto started
            = m_bench.connections().worker().start(connection, connection.workableQueues(), WorkerSettings::demo());
        if (!started)
            fail(started.error());
    });
}

void Application::tellCrash(const QString& report)
{
    // Use a dialog: the message bar is hidden until a connection is opened.
    auto* box = new QMessageBox(QMessageBox::NoIcon, QStringLiteral("Dueline"), {}, QMessageBox::Ok, &m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    box->setText(tr("Dueline crashed during its last run. The report is in %1 and was not sent.")
                     .arg(printable(report.toUtf8(), 300)));
    box->open();
}

void Application::openUrl(const QString& url)
{
    auto profile = m_profiles.unsaved(url);
    if (!profile)
        return fail(profile.error());
    if (url == m_options.url && !m_options.layout.isEmpty())
        profile->layout = m_options.layout;
    open(*std::move(profile), m_profiles.secrets().environment());
}

void Application::openLink(const QString& link)
{
    m_window.setWindowState(m_window.windowState() & ~Qt::WindowMinimized);
    m_window.show();
    m_window.raise();
    m_window.activateWindow();
    if (link.isEmpty())
        return;
    if (PlaceLink::isLink(link))
        return openPlace(link);
    const auto parsed = parseRedisUrl(link);
    if (!parsed)
        return fail(parsed.error());
    if (m_linkQuestion)
        m_linkQuestion->close(); // replaced by the question about the new link
    const Profile* saved = m_profiles.ofTarget(*parsed);
    auto* question = new LinkQuestion(*parsed, saved ? saved->name : QString(), &m_window);
    question->setAttribute(Qt::WA_DeleteOnClose);
    connect(question, &LinkQuestion::confirmed, this, [this, link, name = saved ? saved->name : QString()] {
        if (!name.isEmpty())
            return openProfile(name);
        if (auto profile = m_profiles.unsaved(link))
            open(*std::move(profile), {});
    });
    m_linkQuestion = question;
    question->open();
}

/// Shows a link's queue, task, or failure group. If the connection hasn't read its queues yet, waits until it has.
void Application::showLinked(Connection& connection, const PlaceLink& link)
{
    if (connection.refreshedAt() == TimePoint{}) {
        auto* once = new QObject(this);
        connect(&connection, &Connection::queuesChanged, once, [this, once, link, &connection] {
            endOnce(connection, once);
            // the user may have selected another connection by now
            if (m_bench.view().current() == &connection)
                showLinked(connection, link);
        });
        return;
    }
    const SidebarPlace place{connection.id(), link.queue, {}};
    m_bench.view().show(place);
    if (!link.queue.isEmpty())
        m_bench.events().list(link.filter);
    if (!link.task.isEmpty())
        m_bench.events().showTask(place, link.task);
    if (link.failure)
        m_bench.events().showFailureGroup(link.queue, link.failure);
}

/// Opens a dueline:// link, which only shows data. Asks before connecting if the link's connection isn't open.
void Application::openPlace(const QString& text)
{
    const auto link = PlaceLink::parse(text);
    if (!link)
        return fail(link.error());
    if (m_linkQuestion)
        m_linkQuestion->close(); // replaced by the question about the new link
    for (const auto& connection : m_bench.connections().all()) {
        if (connection->profile().name == link->profile && m_bench.connections().isSaved(*connection))
            return showLinked(*connection, *link);
    }
    const Profile* saved = m_profiles.find(link->profile);
    const auto target = saved ? parseRedisUrl(saved->url)
                              : Result<RedisConfig>(Error{ErrorCode::NotFound,
                                  tr("The link cannot be opened: there is no saved connection %1.")
                                      .arg(printable(link->profile.toUtf8(), 80))});
    if (!target)
        return fail(target.error());
    auto* question = new LinkQuestion(*target, saved->name, &m_window);
    question->setAttribute(Qt::WA_DeleteOnClose);
    connect(question, &LinkQuestion::confirmed, this, [this, link = *link] {
        openProfile(link.profile, [this, link] {
            if (Connection* current = m_bench.view().current(); current && current->profile().name == link.profile)
                showLinked(*current, link);
        });
    });
    m_linkQuestion = question;
    question->open();
}

void Application::loadProfiles()
{
    if (const auto loaded = m_profiles.load(); !loaded)
        fail(loaded.error());
}

void Application::openProfile(const QString& name, const std::function<void()>& opened)
{
    const Profile* profile = m_profiles.find(name);
    if (!profile) {
        const auto found = ProfileStore().find(name); // if there is no such profile, the error lists the saved ones
        if (!found)
            return fail(found.error());
        loadProfiles(); // another program has saved the profile since this program read the file
        return m_profiles.find(name) ? openProfile(name, opened) : void();
    }
    if (m_opening.contains(name))
        return; // second click while the keyring is still waiting for the user
    m_opening << name;
    findSecrets(*profile, name, [this, profile = *profile, opened](const FoundSecrets& found) {
        m_opening.removeOne(profile.name);
        openWith(profile, found);
        if (opened)
            opened();
    });
}

void Application::findSecrets(
    const Profile& profile, const QString& replaces, const std::function<void(const FoundSecrets&)>& answer)
{
    // How long to wait before showing a message. A keyring that doesn't need to prompt the user responds sooner.
    constexpr std::chrono::milliseconds saidAfter{1'500};
    auto* waiting = new QTimer(this);
    waiting->setSingleShot(true);
    connect(waiting, &QTimer::timeout, this, [this, name = profile.name] {
        m_window.messages().show(Notice::worded([name] {
            return Notice{Notice::Kind::Warning, QStringLiteral("key"), tr("Waiting for the keyring"),
                tr("%1 will open when the keyring responds. Your desktop may ask you to unlock the keyring.")
                    .arg(printable(name.toUtf8(), 80)),
                {}, {}, {}, {}, keyringSubject()};
        }));
    });
    waiting->start(saidAfter);
    m_profiles.findSecrets(profile, replaces, this, [this, waiting, answer](const FoundSecrets& found) {
        waiting->deleteLater();
        waiting->stop();
        m_window.messages().end(keyringSubject());
        answer(found);
    });
}

void Application::openWith(const Profile& profile, const FoundSecrets& found)
{
    Credentials credentials = found.credentials;
    if (found.ask && !m_options.isUnattended()) {
        PasswordDialog dialog(m_theme, profile, &m_window);
        if (dialog.exec() != QDialog::Accepted)
            return;
        credentials.password = dialog.password();
    }
    // Only report a password that was withheld. A missing password is no error: many servers have none.
    if (found.withheld)
        fail({ErrorCode::Authentication, found.missing});
    open(profile, credentials);
}

void Application::askConnection(const Profile& profile, const QString& replaces)
{
    ConnectDialog dialog(m_theme, &m_profiles, &m_window);
    dialog.edit(profile, replaces);
    if (dialog.exec() != QDialog::Accepted || !dialog.opens())
        return;
    Profile entered = dialog.profile();
    // Find connections that were opened before the profile was edited.
    std::vector<QString> open;
    for (const auto& connection : m_bench.connections().all()) {
        if (!replaces.isEmpty() && !connection->isSandbox() && connection->profile().name == replaces)
            open.push_back(connection->id());
    }
    // Close them, because an open connection can't change its settings.
    if (!std::all_of(open.begin(), open.end(), [this](const QString& id) { return m_window.mayClose(id); }))
        return;
    for (const QString& id : open)
        m_bench.connections().close(id);
    if (entered.name.isEmpty()) {
        const auto redis = parseRedisUrl(entered.url);
        entered.name = ProfileStore::freeName(redis ? displayName(*redis) : entered.url, m_profiles.all());
    }
    if (const auto typed = dialog.password()) {
        Credentials credentials = m_profiles.secrets().environment();
        credentials.password = *typed;
        return this->open(entered, credentials);
    }
    findSecrets(entered, replaces, [this, entered](const FoundSecrets& found) { openWith(entered, found); });
}

void Application::changeProfile(const Connection& connection, const std::function<void(Profile&)>& change)
{
    const Profile* saved = m_profiles.find(connection.profile().name);
    if (!saved || saved->url != connection.profile().url)
        return;
    Profile profile = *saved;
    change(profile);
    if (const auto kept = m_profiles.save(profile, profile.name, std::nullopt); !kept)
        fail(kept.error());
}

void Application::removeProfile(const QString& name)
{
    QMessageBox box(QMessageBox::NoIcon, tr("Delete connection"), {}, QMessageBox::Cancel, &m_window);
    box.setTextFormat(Qt::PlainText);
    box.setText(tr("Delete the saved connection %1 and its password? Nothing in Redis will change.")
                    .arg(printable(name.toUtf8(), 80)));
    QPushButton* verb = box.addButton(tr("Delete"), QMessageBox::DestructiveRole);
    box.exec();
    if (box.clickedButton() != verb)
        return;
    if (const auto removed = m_profiles.remove(name); !removed)
        return fail(removed.error());
    WindowRecord::removeOf(name);
}

void Application::open(Profile profile, const Credentials& credentials)
{
    profile.readOnly = profile.readOnly || m_options.readOnly;
    auto connection = Connection::open(profile, credentials);
    if (!connection)
        return fail(connection.error());
    Connection& opened = **connection;
    m_bench.connections().add(std::move(*connection));
    show(opened);
}

} // namespace dueline
