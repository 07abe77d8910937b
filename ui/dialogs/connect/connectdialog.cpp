// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/connect/connectdialog.h"

#include "core/console/profiles/profilejson.h"
#include "core/redis/redisurl.h"
#include "core/redis/sshtunnel.h"
#include "ui/dialogs/connect/connectionextras.h"
#include "ui/dialogs/connect/connectionstepview.h"
#include "ui/dialogs/connect/layoutdialog.h"
#include "ui/dialogs/connect/layoutlist.h"
#include "ui/dialogs/connect/webhookfields.h"
#include "ui/presenters/settings/profiles.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/times/durationedit.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTimer>
#include <QUrl>

#include <tuple>

namespace dueline {

ConnectDialog::ConnectDialog(const Theme& theme, Profiles* profiles, QWidget* parent)
    : DialogFrame(theme, tr("Connect to Redis"), QString(), Environment::Development, parent)
    , m_profiles(profiles)
    , m_url(named(new QLineEdit, tr("URL")))
    , m_ssh(named(new QLineEdit, tr("SSH host")))
    , m_name(named(new QLineEdit, tr("Name")))
    , m_group(named(new QComboBox, tr("Group")))
    , m_environment(named(new QComboBox, tr("Environment")))
    , m_layouts(new LayoutList(theme, [this](LayoutDialog& dialog) { prepare(dialog); }))
    , m_password(named(new QLineEdit, tr("Password")))
    , m_keep(named(new QComboBox, tr("Where the password is stored")))
    , m_variable(named(new QLineEdit, tr("Variable")))
    , m_command(named(new QLineEdit, tr("Password command")))
    , m_keeping(new PlainLabel)
    , m_prefix(named(new QLineEdit, tr("Key prefix")))
    , m_connectTimeout(named(new DurationEdit, tr("Connect timeout")))
    , m_commandTimeout(named(new DurationEdit, tr("Max reply time")))
    , m_readOnly(new QCheckBox(tr("Read-only: nothing is ever &written")))
    , m_hook(new QPushButton(tr("Webhook…")))
    , m_more(new QPushButton)
    , m_extras(new ConnectionExtras(theme))
    , m_webhook(new WebhookFields(theme))
    , m_save(new QPushButton(tr("&Save")))
    , m_testButton(new QPushButton(tr("&Test")))
    , m_copy(new QPushButton(tr("Cop&y result")))
    , m_steps(new ConnectionStepView(theme))
{
    setMinimumWidth(580);
    buildServer();
    buildSecret();
    buildRest();
    buildTest();
    // This dialog has so many fields that they compete for letters. Set explicit mnemonics, so that every label can
    // underline one of its own letters.
    setVerb(tr("C&onnect"));
    addBeforeVerb(m_save);
    addToFooter(m_testButton);
    m_save->setVisible(profiles);
    connect(m_save, &QPushButton::clicked, this, [this] { finish(false); });
    connect(m_testButton, &QPushButton::clicked, this, &ConnectDialog::toggleTest);
    for (QPushButton* button : {m_save, m_testButton, m_copy, m_hook, m_more})
        button->setAutoDefault(false); // Enter must press the confirm button instead
    edit(Profile::fresh(), {});
    m_url->setFocus();
}

void ConnectDialog::buildServer()
{
    m_url->setPlaceholderText(QStringLiteral("redis://user@127.0.0.1:6379/0"));
    addRow(tr("URL"), m_url);
    m_ssh->setPlaceholderText(tr("optional: [user@]host[:port]; uses your SSH config"));
    addRow(tr("Via SSH"), m_ssh);
    auto* names = new QHBoxLayout;
    m_name->setPlaceholderText(tr("Leave empty to connect without saving"));
    m_name->setMaxLength(80);
    m_group->setEditable(true);
    m_group->lineEdit()->setPlaceholderText(tr("none"));
    m_group->lineEdit()->setAccessibleName(tr("Group"));
    names->addWidget(m_name, 2);
    names->addWidget(PlainLabel::quiet(theme(), tr("Group")));
    names->addWidget(m_group, 1);
    addRow(tr("Name"), names);
    m_environment->addItem(tr("Development"), int(Environment::Development));
    m_environment->addItem(tr("Staging"), int(Environment::Staging));
    m_environment->addItem(tr("Production: read-only until unlocked"), int(Environment::Production));
    addRow(tr("Environment"), m_environment);
    addRow(tr("Layouts"), m_layouts);
    connect(m_layouts, &LayoutList::changed, this, &ConnectDialog::validate);
    connect(m_url, &QLineEdit::textChanged, this, &ConnectDialog::validate);
    connect(m_url, &QLineEdit::editingFinished, this, &ConnectDialog::settleUrl);
    connect(m_ssh, &QLineEdit::textChanged, this, &ConnectDialog::validate);
    connect(m_name, &QLineEdit::textChanged, this, &ConnectDialog::validate);
}

void ConnectDialog::buildSecret()
{
    auto* row = new QHBoxLayout;
    m_password->setEchoMode(QLineEdit::Password);
    auto* show = new QCheckBox(tr("Show"));
    show->setAccessibleName(tr("Show the password"));
    isNothingTyped(*show);
    isNothingTyped(*show);
    connect(show, &QCheckBox::toggled, this,
        [this](bool on) { m_password->setEchoMode(on ? QLineEdit::Normal : QLineEdit::Password); });
    row->addWidget(m_password, 1);
    row->addWidget(show);
    addRow(tr("Password"), row);
    auto* keep = new QHBoxLayout;
    m_keep->addItem(tr("System keyring"), int(SecretPlace::Kind::Keychain));
    m_keep->addItem(tr("Not saved: ask each time"), int(SecretPlace::Kind::Ask));
    m_keep->addItem(tr("Environment variable"), int(SecretPlace::Kind::Variable));
    m_keep->addItem(tr("Not saved: run a command"), int(SecretPlace::Kind::Command));
    m_variable->setPlaceholderText(tr("name of the variable"));
    m_command->setPlaceholderText(tr("a program and its arguments"));
    m_command->setToolTip(
        tr("Runs for each connection, without a shell. The first line of the output is the password."));
    keep->addWidget(m_keep, 1);
    keep->addWidget(m_variable, 1);
    keep->addWidget(m_command, 1);
    addRow(tr("Save password in"), keep);
    m_keeping->setWordWrap(true);
    QPalette warned = palette();
    warned.setColor(QPalette::WindowText, theme().tokens().of(TaskState::Leased).text);
    m_keeping->setPalette(warned);
    m_keeping->hide();
    body().addWidget(m_keeping);
    connect(m_keep, &QComboBox::currentIndexChanged, this, &ConnectDialog::showKeeping);
    connect(m_variable, &QLineEdit::textChanged, this, &ConnectDialog::validate);
    connect(m_command, &QLineEdit::textChanged, this, &ConnectDialog::validate);
    connect(m_password, &QLineEdit::editingFinished, this, &ConnectDialog::showKeeping);
    connect(m_password, &QLineEdit::textEdited, this, [this] { m_passwordServer = {}; });
}

void ConnectDialog::buildRest()
{
    constexpr int roomAroundText = 32; // extra width in pixels, including the field's frame
    auto* row = new QHBoxLayout;
    row->addWidget(m_prefix, 1);
    m_prefix->setMinimumWidth(m_prefix->fontMetrics().horizontalAdvance(QStringLiteral("dueline")) + roomAroundText);
    for (const auto& [label, box] :
        {std::pair(tr("Connect timeout"), m_connectTimeout), std::pair(tr("Max reply time"), m_commandTimeout)}) {
        box->setRange(Millis(secondMs), Profile::longestTimeout);
        connect(box, &DurationEdit::edited, this, &ConnectDialog::validate);
        row->addWidget(PlainLabel::quiet(theme(), label));
        row->addWidget(box);
    }
    addRow(tr("Prefix"), row);
    auto* last = new QHBoxLayout;
    last->addWidget(m_readOnly, 1);
    m_more->setProperty("variant", QStringLiteral("link"));
    m_more->setCheckable(true);
    m_hook->setProperty("variant", QStringLiteral("link"));
    if (!m_profiles) // only a saved connection can have a webhook
        m_hook->hide();
    last->addWidget(m_hook);
    last->addWidget(m_more);
    last->addSpacing(-linkRim);
    addRow({}, last);
    body().addWidget(m_extras);
    body().addWidget(m_webhook);
    m_webhook->hide();
    connect(m_hook, &QPushButton::clicked, this, [this] { showWebhook(m_webhook->isHidden()); });
    connect(m_more, &QPushButton::toggled, this, &ConnectDialog::showMore);
    connect(m_extras, &ConnectionExtras::changed, this, &ConnectDialog::validate);
    connect(m_webhook, &WebhookFields::changed, this, &ConnectDialog::validate);
    showMore(false);
    connect(m_prefix, &QLineEdit::textChanged, this, &ConnectDialog::validate);
}

void ConnectDialog::buildTest()
{
    m_steps->hide();
    body().addWidget(m_steps);
    m_copy->setProperty("variant", QStringLiteral("link"));
    m_copy->hide();
    addToFooter(m_copy);
    connect(m_copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(m_steps->text()); });
    connect(&m_test, &ConnectionTest::stepEnded, m_steps, &ConnectionStepView::add);
    connect(&m_test, &ConnectionTest::finished, this, [this] {
        m_testButton->setText(tr("&Test"));
        m_copy->setVisible(!m_steps->text().isEmpty());
    });
}

void ConnectDialog::edit(const Profile& profile, const QString& replaces)
{
    m_before = profile;
    m_replaces = replaces;
    m_ssh->clear();
    m_url->setText(profile.url);
    settleUrl();
    m_name->setText(profile.name);
    m_group->clear();
    QStringList groups;
    for (const Profile& other : m_profiles ? m_profiles->all() : std::vector<Profile>()) {
        if (!other.group.isEmpty() && !groups.contains(other.group))
            groups << other.group;
    }
    m_group->addItems(groups);
    m_group->setEditText(profile.group);
    m_environment->setCurrentIndex(m_environment->findData(int(profile.environment)));
    m_layouts->setChosen(profile.layout);
    forgetPassword();
    m_password->setPlaceholderText(replaces.isEmpty() ? tr("none") : tr("unchanged"));
    m_keep->setCurrentIndex(m_keep->findData(int(profile.secret.kind)));
    m_variable->setText(profile.secret.variable);
    m_command->setText(profile.secret.command);
    m_prefix->setText(QString::fromUtf8(profile.prefix));
    m_connectTimeout->setDuration(profile.connectTimeout);
    m_commandTimeout->setDuration(profile.commandTimeout);
    m_readOnly->setChecked(profile.readOnly);
    m_extras->edit(profile);
    if (m_profiles)
        m_webhook->edit(m_profiles->webhooks(), replaces);
    showKeeping();
}

Profile ConnectDialog::profile() const
{
    Profile profile = m_before;
    profile.url = m_url->text().trimmed();
    const QString host = m_ssh->text().trimmed();
    auto parsed = parseRedisUrl(profile.url);
    if (parsed && !host.isEmpty())
        parsed->sshHost = host;
    if (parsed && (!host.isEmpty() || !parsed->password.isEmpty()))
        profile.url = displayUrl(*parsed);
    profile.layout = m_layouts->chosen();
    profile.name = m_name->text().trimmed();
    profile.group = m_group->currentText().trimmed();
    profile.environment = Environment(m_environment->currentData().toInt());
    profile.secret.kind = SecretPlace::Kind(m_keep->currentData().toInt());
    profile.secret.variable
        = profile.secret.kind == SecretPlace::Kind::Variable ? m_variable->text().trimmed() : QString();
    profile.secret.command
        = profile.secret.kind == SecretPlace::Kind::Command ? m_command->text().trimmed() : QString();
    profile.prefix = m_prefix->text().toUtf8();
    profile.connectTimeout = m_connectTimeout->duration();
    profile.commandTimeout = m_commandTimeout->duration();
    profile.readOnly = m_readOnly->isChecked();
    m_extras->apply(profile);
    return profile;
}

QStringList ConnectDialog::enteredValues() const { return DialogFrame::enteredValues() << m_layouts->chosen(); }

std::optional<Secret> ConnectDialog::password() const
{
    if (const auto parsed = parseRedisUrl(m_url->text().trimmed()); parsed && !parsed->password.isEmpty())
        return parsed->password;
    if (!m_password->isModified())
        return {};
    return Secret(m_password->text().toUtf8());
}

void ConnectDialog::validate()
{
    // Leave the URL alone while the user types it: its beginning may also be a valid URL.
    if (!m_url->isModified() && takePassword())
        return; // takePassword() has changed the URL, which validated the input
    const auto parsed = parseRedisUrl(m_url->text().trimmed());
    Profile entered = profile();
    const bool saves = m_profiles && !entered.name.isEmpty();
    if (!saves)
        entered.name = QStringLiteral("connection");
    const Result<> checked = checkProfile(entered);
    const QString host = m_ssh->text().trimmed();
    const auto ssh = SshDestination::parse(host);
    const bool sshGood = host.isEmpty() || (ssh.ok() && parsed.ok() && parsed->socketPath.isEmpty());
    QString problem = Formatting::sentences({m_connectTimeout->problem(), m_commandTimeout->problem()});
    const QString webhook = m_webhook->isChosen() && !saves
        ? tr("Enter a name. Only saved connections can have a webhook.")
        : m_webhook->problem();
    const bool good = parsed.ok() && checked.ok() && sshGood && problem.isEmpty() && webhook.isEmpty();
    if (!m_url->text().isEmpty() && !good) {
        if (!parsed)
            problem = parsed.error().message;
        else if (!sshGood)
            problem = ssh ? tr("A Unix socket cannot be used through SSH.") : ssh.error().message;
        else if (!checked)
            problem = checked.error().message;
        else if (problem.isEmpty())
            problem = webhook;
    }
    setProblem(problem);
    setVerb(saves ? tr("Save and &open") : tr("C&onnect"));
    verb()->setEnabled(good);
    m_save->setEnabled(good && saves);
    m_testButton->setEnabled(good);
}

/// Moves the password from the URL to the password field, which hides it.
bool ConnectDialog::takePassword()
{
    auto parsed = parseRedisUrl(m_url->text().trimmed());
    if (!parsed || parsed->password.isEmpty())
        return false;
    m_password->setText(QString::fromUtf8(std::exchange(parsed->password, {}).bytes()));
    m_password->setModified(true);
    m_passwordServer = *parsed;
    m_url->setText(displayUrl(*parsed));
    showKeeping();
    return true;
}

/// Clears a password that came from the URL if the URL now refers to a different server or user, which must not receive
/// it.
void ConnectDialog::dropPasswordOfOtherServer()
{
    const bool cameFromUrl = !m_passwordServer.hosts.empty() || !m_passwordServer.socketPath.isEmpty();
    const auto parsed = parseRedisUrl(m_url->text().trimmed());
    if (!cameFromUrl || !parsed
        || std::tie(parsed->hosts, parsed->socketPath, parsed->user)
            == std::tie(m_passwordServer.hosts, m_passwordServer.socketPath, m_passwordServer.user))
        return;
    forgetPassword();
    showKeeping();
}

void ConnectDialog::forgetPassword()
{
    m_password->clear();
    m_password->setModified(false);
    m_passwordServer = {};
}

/// Moves a complete URL's password and SSH settings to their own fields.
void ConnectDialog::settleUrl()
{
    if (!takePassword())
        dropPasswordOfOtherServer();
    auto parsed = parseRedisUrl(m_url->text().trimmed());
    if (!parsed || parsed->sshHost.isEmpty())
        return;
    m_ssh->setText(std::exchange(parsed->sshHost, {}));
    m_url->setText(displayUrl(*parsed));
}

/// Shows or hides the rarely needed settings. While they are visible, the URL's TLS options are in their own fields.
void ConnectDialog::showMore(bool more)
{
    m_more->setText(more ? tr("Less") : tr("TLS, Sentinel, masking…"));
    m_extras->setVisible(more);
    if (more)
        m_webhook->hide(); // a small screen has no room for both the webhook and the settings
    settleUrl();
    if (more)
        m_url->setText(m_extras->takeFrom(m_url->text()));
    adjustSize();
}

/// Shows or hides the webhook. Always hides the rarely needed settings.
void ConnectDialog::showWebhook(bool shown)
{
    m_more->setChecked(false);
    m_webhook->setVisible(shown);
    if (shown)
        m_webhook->setFocus();
    adjustSize();
}

/// Warns if there is no keyring for the password. Whether the keyring accepts the password is checked only when the
/// connection is saved, because the keyring may prompt the user.
void ConnectDialog::showKeeping()
{
    const auto kind = SecretPlace::Kind(m_keep->currentData().toInt());
    m_variable->setVisible(kind == SecretPlace::Kind::Variable);
    m_command->setVisible(kind == SecretPlace::Kind::Command);
    m_keeping->hide();
    validate();
    if (kind != SecretPlace::Kind::Keychain || !m_profiles || !m_password->isModified() || m_password->text().isEmpty())
        return;
    m_profiles->secrets().store().probe(this, [this](const SecretKeeping& keeping) {
        const bool concerns = m_keep->currentData().toInt() == int(SecretPlace::Kind::Keychain);
        say(concerns && !keeping.lasts ? keeping.reason : QString());
    });
}

void ConnectDialog::say(const QString& sentence)
{
    m_keeping->setText(sentence);
    m_keeping->setVisible(!sentence.isEmpty());
}

void ConnectDialog::toggleTest()
{
    settleUrl();
    if (m_test.isRunning())
        return m_test.cancel();
    if (m_asking)
        return endAsking();
    showWebhook(false); // make room for the steps of the test
    m_steps->clear();
    m_steps->show();
    m_copy->hide();
    m_testButton->setText(tr("Stop the test"));
    constexpr std::chrono::milliseconds saidAfter{1'500};
    say({});
    m_asking = new QObject(this);
    QTimer::singleShot(
        saidAfter, m_asking, [this] { say(tr("Waiting for the keyring. Your desktop may ask you to unlock it.")); });
    withPassword(m_asking, [this, asking = m_asking.data()](const FoundSecrets& found) {
        if (m_asking != asking)
            return; // the test has been stopped
        endAsking();
        say(found.withheld ? found.missing : QString());
        beginTest(found.credentials.password);
    });
}

/// Stops waiting for the keyring, and ignores its answer.
void ConnectDialog::endAsking()
{
    if (m_asking)
        std::exchange(m_asking, nullptr)->deleteLater();
    say({});
    m_testButton->setText(tr("&Test"));
}

void ConnectDialog::withPassword(QObject* context, const std::function<void(const FoundSecrets&)>& then)
{
    const std::optional<Secret> typed = password();
    if (!typed && m_profiles)
        return m_profiles->findSecrets(profile(), m_replaces, context, then);
    FoundSecrets found;
    found.credentials.password = typed.value_or(Secret());
    then(found);
}

Result<ConnectionSpec> ConnectDialog::connection(const Secret& password) const
{
    const Secret sentinel = m_profiles ? m_profiles->secrets().environment().sentinelPassword : Secret();
    return connectionOf(profile(), {password, sentinel});
}

void ConnectDialog::beginTest(const Secret& password)
{
    const auto spec = connection(password);
    if (!spec)
        return setProblem(spec.error().message);
    m_testButton->setText(tr("Stop the test"));
    m_test.start(*spec);
}

void ConnectDialog::prepare(LayoutDialog& dialog)
{
    settleUrl();
    if (!parseRedisUrl(m_url->text().trimmed()))
        return dialog.setUnreachable(tr("Enter a URL to see the tasks found on the server."));
    withPassword(&dialog, [this, &dialog](const FoundSecrets& found) {
        if (const auto spec = connection(found.credentials.password))
            dialog.setConnection(*spec);
        else
            dialog.setUnreachable(spec.error().message);
    });
}

/// Accepts the dialog on Enter or a click on the confirm button.
void ConnectDialog::accept() { finish(true); }

void ConnectDialog::finish(bool opens)
{
    settleUrl();
    const Profile entered = profile();
    if (m_profiles && !entered.name.isEmpty()) {
        if (const auto saved = m_profiles->save(entered, m_replaces, password()); !saved)
            return setProblem(saved.error().message);
        m_webhook->save(entered.name);
    }
    m_opens = opens;
    DialogFrame::accept();
}

QString ConnectDialog::url() const
{
    const QString url = profile().url;
    if (m_password->text().isEmpty())
        return url;
    const qsizetype start = url.indexOf(QLatin1String("://"));
    if (start < 0)
        return url;
    const qsizetype at = url.indexOf(u'@', start);
    const QString secret = u':' + QString::fromLatin1(QUrl::toPercentEncoding(m_password->text()));
    return at < 0 ? url.left(start + 3) + secret + u'@' + url.mid(start + 3) : url.left(at) + secret + url.mid(at);
}

} // namespace dueline
