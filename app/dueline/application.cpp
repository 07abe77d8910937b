// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dueline/application.h"

#include "core/base/text.h"
#include "core/redis/redisurl.h"
#include "ui/dialogs/connectdialog.h"
#include "ui/dialogs/passworddialog.h"
#include "ui/dialogs/settingsdialog.h"
#include "ui/profiletools.h"
#include "ui/sandboxtour.h"
#include "ui/timeline/timelinepane.h"
#include "ui/widgets/filterline.h"
#include "ui/widgets/tasktable.h"

#include <QApplication>
#include <QMessageBox>
#include <QPushButton>

#include <cstdio>
#include <utility>

namespace dueline {

Application::Application(
    QApplication& application, LaunchOptions options, const Preferences& preferences, Language& language)
    : m_application(application)
    , m_options(std::move(options))
    , m_preferences(preferences)
    , m_theme(application, m_options.firstTheme(preferences.theme))
    , m_profiles(ProfileStore(), m_keychain, Credentials::ofEnvironment())
    , m_bench(m_formatting)
    , m_window(m_theme, m_formatting, m_bench)
    , m_language(language, m_window, nullptr)
    , m_desktop(m_bench, m_window)
    , m_screenshots(m_window, m_bench, m_bench.worker(), m_theme)
{
    Credentials::clearEnvironment(); // handler programs do not inherit them
    Preferences first = m_preferences;
    first.theme = m_theme.choice();
    apply(first);
    // A picture is the same whatever somebody has made of the window before.
    if (!m_options.isUnattended())
        m_window.rememberIn(Preferences::defaultPath());
    const QStringList size = m_options.size.split(u'x');
    if (size.size() == 2 && size[0].toInt() > 0 && size[1].toInt() > 0)
        m_window.resize(size[0].toInt(), size[1].toInt());
    connect(&m_window, &MainWindow::sandboxWished, this, &Application::openSandbox);
    connect(&m_window, &MainWindow::connectWished, this, &Application::openUrl);
    connect(&m_window, &MainWindow::connectDialogWished, this, [this] { askConnection({}, {}); });
    connect(&m_window, &MainWindow::profileWished, this, &Application::openProfile);
    connect(&m_window, &MainWindow::profileRemoveWished, this, &Application::removeProfile);
    connect(&m_window, &MainWindow::profileEditWished, this, [this](const QString& name) {
        if (const Profile* profile = m_profiles.find(name))
            askConnection(*profile, name);
    });
    connect(&m_window, &MainWindow::profileCopyWished, this, [this](const QString& name) {
        if (const Profile* profile = m_profiles.find(name))
            askConnection(m_profiles.copyOf(*profile), {});
    });
    connect(&m_profiles, &Profiles::changed, this, [this] { m_bench.setProfiles(m_profiles.all()); });
    new ProfileTools(m_theme, m_profiles, m_window, this);
    connect(&m_profiles, &Profiles::keptUntilQuit, this, [this](const QString& reason) {
        m_window.messages().show({Notice::Kind::Warning, QStringLiteral("warning"), reason, {}, {}});
    });
    // A picture is the same whatever somebody has saved, unless it asks for one of these.
    if (!m_options.isUnattended() || !m_options.profile.isEmpty())
        loadProfiles();
    connect(&m_window.actions(), &Actions::triggered, this, [this](const QByteArray& id) {
        if (id == "app.settings")
            askSettings();
        else if (id == "help.tour")
            tour();
    });
    connect(&m_language, &LanguageTools::chosen, this, [this](const QString& code) {
        m_preferences.language = code;
        if (!m_options.isUnattended())
            save();
    });
    // A theme or period chosen elsewhere in the window is kept, too; what renders a picture keeps nothing.
    if (!m_options.isUnattended())
        connect(&m_application, &QApplication::aboutToQuit, this, &Application::save);
    connect(&m_quitSignals, &QuitSignals::received, &m_application, &QApplication::quit);
    connect(&m_screenshots, &Screenshots::finished, this, [this](bool ok) { m_application.exit(ok ? 0 : 1); });
}

Application::~Application() = default;

int Application::run()
{
    m_language.checkFont(); // before words that cannot be read are painted
    m_window.show();
    if (!m_options.isUnattended())
        offerChanges();
    if (m_options.sandbox)
        openSandbox();
    if (m_options.link && !m_options.isUnattended())
        openLink(m_options.url);
    else if (!m_options.url.isEmpty())
        openUrl(m_options.url);
    if (!m_options.profile.isEmpty()) {
        if (const Profile* profile = m_profiles.find(m_options.profile))
            openWith(*profile, m_profiles.secrets().waitFor(*profile));
        else
            openProfile(m_options.profile);
    }
    if (!m_options.filter.isEmpty())
        m_window.findChild<FilterLine*>()->apply(m_options.filter);
    if (m_options.isUnattended()) {
        const bool shows = m_options.sandbox || !m_options.url.isEmpty() || !m_options.profile.isEmpty();
        if (shows && m_bench.connections().empty())
            return 1; // why was said
        m_screenshots.take(m_options.pictures, m_options.summary, shows);
    }
    return m_application.exec();
}

void Application::apply(const Preferences& preferences)
{
    m_window.table().setRowHeight(rowHeight(preferences.density));
    m_bench.setRefreshPeriod(preferences.refreshEvery);
    if (!m_options.isUnattended())
        m_desktop.setRules(preferences.notifications);
    m_theme.choose(preferences.theme); // last: the window writes everything anew
}

void Application::askSettings()
{
    Preferences now = m_preferences;
    now.theme = m_theme.choice();
    now.refreshEvery = m_bench.refreshPeriod();
    SettingsDialog dialog(m_theme, now, &m_window);
    if (dialog.exec() != QDialog::Accepted)
        return;
    m_preferences = dialog.preferences();
    apply(m_preferences);
    if (m_preferences.language != now.language && !m_language.use(m_preferences.language))
        m_preferences.language = now.language;
    save();
}

void Application::save()
{
    // The theme of the command line is for this time only.
    if (m_options.theme.isEmpty())
        m_preferences.theme = m_theme.choice();
    m_preferences.refreshEvery = m_bench.refreshPeriod();
    if (const auto saved = m_preferences.save(); !saved)
        fail(saved.error());
}

void Application::fail(const Error& error)
{
    if (m_options.isUnattended())
        std::fprintf(stderr, "dueline: %s\n", qPrintable(error.message));
    m_window.messages().show({Notice::Kind::Failure, QStringLiteral("warning"), error.message, {}, {}});
}

void Application::openSandbox()
{
    auto connection = Connection::openSandbox();
    if (!connection)
        return fail(connection.error());
    Connection& opened = **connection;
    m_bench.add(std::move(*connection));
    show(opened);
    startWorker(opened);
    if (!m_options.isUnattended() && !m_preferences.tourTaken)
        tourOnceLoaded(opened.id());
}

/// Asked for: on the sandbox that is open, else on a new one.
void Application::tour()
{
    for (const auto& connection : m_bench.connections()) {
        if (!connection->isSandbox())
            continue;
        if (m_bench.current() != connection.get())
            m_bench.show({connection->id(), {}, {}});
        return tourOnceLoaded(connection->id());
    }
    m_preferences.tourTaken = false;
    openSandbox();
}

/// Once there is something to see, unless somebody has gone elsewhere by then.
void Application::tourOnceLoaded(const QString& connection)
{
    constexpr std::chrono::milliseconds lookEvery{100};
    constexpr int patience = 100;
    auto* poll = new QTimer(this);
    connect(poll, &QTimer::timeout, this, [this, poll, connection, looks = 0]() mutable {
        const bool loaded = m_bench.current() && m_bench.current()->id() == connection
            && !m_window.timelinePane().timeline().data().bins.empty()
            && (m_bench.place().queue.isEmpty() || m_bench.tasks().rowCount() > 0);
        if (!loaded || QApplication::activeModalWidget()) {
            if (++looks > patience)
                poll->deleteLater();
            return;
        }
        poll->deleteLater();
        // Kept at once: however this start ends, the tour has come.
        if (startSandboxTour(m_window, m_theme) && !std::exchange(m_preferences.tourTaken, true))
            save();
    });
    poll->start(lookEvery);
}

/// After an upgrade, in a line that waits to be read.
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
        notice.links.push_back({tr("What changed"), {}, [this] { m_window.actions()["help.changes"]->trigger(); }});
        return notice;
    }));
}

void Application::show(Connection& connection)
{
    if (m_options.queue.isEmpty())
        return;
    // The sidebar can only show what is known.
    auto* once = new QObject(this);
    connect(&connection, &Connection::queuesChanged, once, [this, once, &connection] {
        once->deleteLater();
        m_bench.show({connection.id(), m_options.queue.toUtf8(), {}});
    });
}

void Application::startWorker(Connection& connection)
{
    // The queues are known after the first refresh.
    auto* once = new QObject(this);
    connect(&connection, &Connection::queuesChanged, once, [this, once, &connection] {
        once->deleteLater();
        std::vector<QueueName> queues;
        for (const QueueInfo& queue : connection.queues())
            queues.push_back(queue.name);
        if (auto started = m_bench.worker().start(connection, queues, WorkerSettings::demo()); !started)
            fail(started.error());
    });
}

void Application::openUrl(const QString& url)
{
    const auto parsed = parseRedisUrl(url);
    if (!parsed)
        return fail(parsed.error());
    Profile profile;
    profile.url = url;
    if (url == m_options.url && !m_options.layout.isEmpty())
        profile.layout = m_options.layout;
    profile.name = parsed->hosts.empty() ? tr("unix socket") : parsed->hosts.front().host;
    open(std::move(profile), m_profiles.secrets().environment());
}

void Application::openLink(const QString& link)
{
    m_window.setWindowState(m_window.windowState() & ~Qt::WindowMinimized);
    m_window.show();
    m_window.raise();
    m_window.activateWindow();
    if (link.isEmpty())
        return;
    const auto parsed = parseRedisUrl(link);
    if (!parsed)
        return fail(parsed.error());
    if (m_linkQuestion)
        m_linkQuestion->close(); // the newest is what somebody waits for
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("Open a link"), {}, QMessageBox::Cancel, &m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setText(tr("A link asks to open %1. Connect?").arg(printable(displayUrl(*parsed).toUtf8(), 200)));
    box->setInformativeText(tr("No password that this program was started with is sent there."));
    QPushButton* verb = box->addButton(tr("Connect"), QMessageBox::AcceptRole);
    box->setDefaultButton(QMessageBox::Cancel);
    connect(verb, &QPushButton::clicked, this, [this, link, host = parsed->hosts.empty() ? tr("unix socket") : parsed->hosts.front().host] {
        Profile profile;
        profile.url = link;
        profile.name = host;
        open(std::move(profile), {});
    });
    m_linkQuestion = box;
    box->open();
}

void Application::tellCrash(const QString& report)
{
    // Not in the bar for messages, which an empty window does not have.
    auto* box = new QMessageBox(QMessageBox::NoIcon, QStringLiteral("Dueline"), {}, QMessageBox::Ok, &m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    box->setText(tr("Dueline ended by itself last time. What is known of it is in %1; it was sent nowhere.")
                     .arg(printable(report.toUtf8(), 300)));
    box->open();
}

void Application::loadProfiles()
{
    if (const auto loaded = m_profiles.load(); !loaded)
        fail(loaded.error());
}

void Application::openProfile(const QString& name)
{
    const Profile* profile = m_profiles.find(name);
    if (!profile) {
        const auto found = ProfileStore().find(name); // for the sentence that names those there are
        if (!found)
            return fail(found.error());
        loadProfiles(); // somebody else has saved it
        return m_profiles.find(name) ? openProfile(name) : void();
    }
    m_profiles.secrets().find(
        *profile, this, [this, profile = *profile](const FoundSecrets& found) { openWith(profile, found); });
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
    // A variable that is not set, or a keyring that cannot be read; one that holds nothing is no news.
    if (profile.secret.kind == SecretPlace::Kind::Variable && !found.missing.isEmpty())
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
    // What was open under the old name is open with the old settings.
    std::vector<QString> open;
    for (const auto& connection : m_bench.connections()) {
        if (!replaces.isEmpty() && !connection->isSandbox() && connection->profile().name == replaces)
            open.push_back(connection->id());
    }
    for (const QString& id : open)
        m_bench.close(id);
    if (entered.name.isEmpty()) {
        const auto redis = parseRedisUrl(entered.url);
        entered.name = redis && !redis->hosts.empty() ? redis->hosts.front().host : tr("unix socket");
    }
    if (const auto typed = dialog.password()) {
        Credentials credentials = m_profiles.secrets().environment();
        credentials.password = *typed;
        return this->open(entered, credentials);
    }
    m_profiles.secrets().find(
        entered, this, [this, entered](const FoundSecrets& found) { openWith(entered, found); });
}

void Application::removeProfile(const QString& name)
{
    QMessageBox box(QMessageBox::NoIcon, tr("Delete connection"), {}, QMessageBox::Cancel, &m_window);
    box.setTextFormat(Qt::PlainText);
    box.setText(tr("Delete the saved connection %1 and its password? Nothing in Redis changes.")
                    .arg(printable(name.toUtf8(), 80)));
    QPushButton* verb = box.addButton(tr("Delete"), QMessageBox::DestructiveRole);
    box.exec();
    if (box.clickedButton() != verb)
        return;
    if (const auto removed = m_profiles.remove(name); !removed)
        fail(removed.error());
}

void Application::open(Profile profile, const Credentials& credentials)
{
    profile.readOnly = profile.readOnly || m_options.readOnly;
    auto connection = Connection::open(profile, credentials);
    if (!connection)
        return fail(connection.error());
    Connection& opened = **connection;
    m_bench.add(std::move(*connection));
    show(opened);
}

} // namespace dueline
