// SPDX-License-Identifier: GPL-3.0-or-later
// The part of Application that opens connections.
#include "app/dueline/application.h"

#include "core/base/text.h"
#include "core/redis/redisurl.h"
#include "ui/dialogs/connectdialog.h"
#include "ui/dialogs/linkquestion.h"
#include "ui/dialogs/passworddialog.h"

#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace dueline {

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
    const auto parsed = parseRedisUrl(link);
    if (!parsed)
        return fail(parsed.error());
    if (m_linkQuestion)
        m_linkQuestion->close(); // the newest is what somebody waits for
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

void Application::loadProfiles()
{
    if (const auto loaded = m_profiles.load(); !loaded)
        fail(loaded.error());
}

void Application::openProfile(const QString& name, const std::function<void()>& opened)
{
    const Profile* profile = m_profiles.find(name);
    if (!profile) {
        const auto found = ProfileStore().find(name); // for the sentence that names those there are
        if (!found)
            return fail(found.error());
        loadProfiles(); // somebody else has saved it
        return m_profiles.find(name) ? openProfile(name, opened) : void();
    }
    if (m_opening.contains(name))
        return; // pressed again while a keyring asks the person
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
    constexpr std::chrono::milliseconds saidAfter{1'500}; // a keyring that asks nobody answers within some ms
    auto* waiting = new QTimer(this);
    waiting->setSingleShot(true);
    connect(waiting, &QTimer::timeout, this, [this, name = profile.name] {
        m_window.messages().show(Notice::worded([name] {
            return Notice{Notice::Kind::Warning, QStringLiteral("key"), tr("Waiting for the keyring"),
                tr("%1 opens once the keyring has answered. A window of the desktop may ask you to unlock it.")
                    .arg(printable(name.toUtf8(), 80)),
                {}};
        }));
    });
    waiting->start(saidAfter);
    m_profiles.findSecrets(profile, replaces, this, [this, waiting, answer](const FoundSecrets& found) {
        waiting->deleteLater();
        waiting->stop();
        if (m_window.messages().notice().text == tr("Waiting for the keyring"))
            m_window.messages().clear();
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
    // A keyring that holds nothing, or is not there, is no news: not every server wants a password.
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
    // What was open under the old name is open with the old settings.
    std::vector<QString> open;
    for (const auto& connection : m_bench.connections()) {
        if (!replaces.isEmpty() && !connection->isSandbox() && connection->profile().name == replaces)
            open.push_back(connection->id());
    }
    // Otherwise it stays as it is until it is opened the next time.
    if (!std::all_of(open.begin(), open.end(), [this](const QString& id) { return m_window.mayClose(id); }))
        return;
    for (const QString& id : open)
        m_bench.close(id);
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
