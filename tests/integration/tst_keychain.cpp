// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/profiles/keychainstore.h"
#include "core/console/profiles/profilesecrets.h"
#include "core/console/profiles/profilestore.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/fakekeyring.h"
#include "tests/support/redisserver.h"

#include <QDir>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;

namespace {

const QByteArray password = "S3cr-\xc3\xa4 7d1f";
constexpr const char* sceneVariable = "DUELINE_TEST_KEYRING";

/// Receiver for an asynchronous reply.
template <typename Value> class Waiting
{
public:
    std::function<void(Value)> operator()()
    {
        return [this](Value value) { m_value = std::move(value); };
    }
    bool came() const { return m_value.has_value(); }
    const Value& operator*() const { return *m_value; }

private:
    std::optional<Value> m_value;
};

Profile shop()
{
    Profile profile;
    profile.name = u"shop"_s;
    profile.url = u"redis://127.0.0.1:1"_s;
    return profile;
}

/// Returns the profile of a server behind sentinels with a different password.
Profile shopBehindSentinels()
{
    Profile profile = shop();
    profile.url = u"redis-sentinel://127.0.0.1:1/m"_s;
    return profile;
}

QString busAddress() { return qEnvironmentVariable("DBUS_SESSION_BUS_ADDRESS"); }

} // namespace

/// Tests situations on a private bus: the keyring is open, locked, missing or not created yet, or the user declines a
/// prompt or is away. Each function runs in a separate process, because a process keeps using its first bus.
class TestScene : public QObject
{
    Q_OBJECT

private slots:
    void open();
    void locked();
    void fresh();
    void none();
    void unasked();
    void agreed();
    void refused();
    void refusedUnlocking();
    void unanswered();
    void mute();

private:
    /// Stores a password and returns the result.
    SecretKeeping keep(KeychainStore& store, const Credentials& credentials)
    {
        ProfileSecrets secrets(store, {});
        Waiting<SecretKeeping> kept;
        secrets.keep(shop(), credentials, &m_here, kept());
        if (!QTest::qWaitFor([&kept] { return kept.came(); }, 20'000))
            return {false, u"no answer at all"_s};
        return *kept;
    }
    Result<Secret> read(KeychainStore& store)
    {
        Waiting<Result<Secret>> read;
        store.read(ProfileSecrets::passwordKey(u"shop"_s), &m_here, read());
        if (!QTest::qWaitFor([&read] { return read.came(); }, 20'000))
            return Error{ErrorCode::Server, u"no answer at all"_s};
        return *read;
    }

    QObject m_here;
};

void TestScene::open()
{
    KeychainStore store(Millis(10'000));
    Waiting<SecretKeeping> probed;
    store.probe(&m_here, probed());
    QTRY_VERIFY_WITH_TIMEOUT(probed.came(), 15'000);
    QVERIFY2((*probed).lasts, qPrintable((*probed).reason));

    ProfileSecrets secrets(store, {});
    Waiting<SecretKeeping> kept;
    secrets.keep(shop(), {Secret(password), Secret("of the sentinels")}, &m_here, kept());
    QTRY_VERIFY(kept.came());
    QVERIFY2((*kept).lasts, qPrintable((*kept).reason));

    // A second store acts like another program: it shares no memory with the first.
    KeychainStore second(Millis(10'000));
    const FoundSecrets found = ProfileSecrets(second, {}).waitFor(shopBehindSentinels());
    QCOMPARE(found.credentials.password.bytes(), password);
    QCOMPARE(found.credentials.sentinelPassword.bytes(), QByteArray("of the sentinels"));
    QCOMPARE(found.missing, QString());

    Waiting<Result<Secret>> binary;
    Waiting<SecretKeeping> binaryKept;
    second.write(u"bytes"_s, Secret(QByteArray("\xff\x00\x01", 3)), &m_here, binaryKept());
    QTRY_VERIFY(binaryKept.came());
    store.read(u"bytes"_s, &m_here, binary());
    QTRY_VERIFY(binary.came());
    QVERIFY((*binary).ok());
    QCOMPARE((*binary)->bytes(), QByteArray("\xff\x00\x01", 3));

    // duectl finds the password too: the server requires one, and the profile doesn't contain it.
    RedisServer server({.tcp = false, .aof = false, .password = password, .arguments = {}});
    Profile profile = shop();
    profile.url = u"unix:"_s + server.config().socketPath;
    const QTemporaryDir config;
    Duectl duectl;
    duectl.setVariable("XDG_CONFIG_HOME", config.path());
    QVERIFY(ProfileStore(config.filePath(u"dueline/profiles.json"_s)).save(profile).ok());
    EXIT(duectl.run("queues --profile shop"), 0);

    Waiting<Result<>> forgotten;
    ProfileSecrets(second, {}).forget(u"shop"_s, &m_here, forgotten());
    QTRY_VERIFY(forgotten.came());
    QVERIFY((*forgotten).ok());
    Waiting<Result<Secret>> gone;
    store.read(ProfileSecrets::passwordKey(u"shop"_s), &m_here, gone());
    QTRY_VERIFY(gone.came());
    QVERIFY((*gone).error().code == ErrorCode::NotFound);
    FAILS(duectl.run("queues --profile shop"), 3, "The keyring has no password for shop.");
}

void TestScene::locked()
{
    KeychainStore store(Millis(2'000));
    Waiting<Result<Secret>> read;
    store.read(u"bytes"_s, &m_here, read());
    QTRY_VERIFY_WITH_TIMEOUT(read.came(), 10'000);
    // The password exists but can't be read, so "not found" would be wrong.
    QVERIFY(!(*read).ok());
    QVERIFY2((*read).error().code == ErrorCode::Authentication, qPrintable((*read).error().message));
    QVERIFY2((*read).error().message.contains(u"locked"), qPrintable((*read).error().message));
    // The password has been removed.
    QVERIFY(ProfileSecrets(store, {}).waitFor(shop()).missing.contains(u"has no password for shop"));
    Waiting<Result<>> removed;
    store.remove(u"bytes"_s, &m_here, removed());
    QTRY_VERIFY(removed.came());
    QVERIFY2((*removed).error().code == ErrorCode::Authentication, qPrintable((*removed).error().message));
    Waiting<SecretKeeping> kept;
    store.write(u"bytes"_s, Secret(password), &m_here, kept());
    QTRY_VERIFY_WITH_TIMEOUT(kept.came(), 10'000);
    QVERIFY(!(*kept).lasts);
    QVERIFY2((*kept).reason.contains(u"only until you quit"), qPrintable((*kept).reason));
    Waiting<Result<Secret>> remembered;
    store.read(u"bytes"_s, &m_here, remembered());
    QTRY_VERIFY(remembered.came());
    QCOMPARE((*remembered)->bytes(), password);
}

void TestScene::fresh()
{
    const auto keyrings
        = [] { return QDir(qEnvironmentVariable("XDG_DATA_HOME") + u"/keyrings"_s).entryList(QDir::Files); };
    QVERIFY(keyrings().isEmpty());
    KeychainStore store(Millis(10'000));
    Waiting<SecretKeeping> probed;
    store.probe(&m_here, probed());
    QTRY_VERIFY(probed.came());
    QVERIFY2((*probed).lasts, qPrintable((*probed).reason));
    const Result<Secret> nothing = read(store);
    QVERIFY2(nothing.error().code == ErrorCode::NotFound, qPrintable(nothing.error().message));
    QCOMPARE(keyrings(), QStringList());
    // Without a screen, no dialog can prompt for a new keyring's password.
    const SecretKeeping kept = keep(store, {Secret(password), {}});
    QVERIFY(!kept.lasts);
    QVERIFY2(kept.reason.contains(u"only until you quit"), qPrintable(kept.reason));
    QCOMPARE(read(store)->bytes(), password);
}

void TestScene::unasked()
{
    FakeKeyring keyring(busAddress());
    keyring.person = FakeKeyring::Person::IsAway;
    KeychainStore store(Millis(10'000));
    Waiting<SecretKeeping> probed;
    store.probe(&m_here, probed());
    QTRY_VERIFY(probed.came());
    QVERIFY2((*probed).lasts, qPrintable((*probed).reason));
    QVERIFY(read(store).error().code == ErrorCode::NotFound);
    const FoundSecrets found = ProfileSecrets(store, {}).waitFor(shopBehindSentinels());
    QVERIFY(!found.withheld);
    QCOMPARE(found.missing, u"The keyring has no password for shop."_s);
    Waiting<Result<>> forgotten;
    ProfileSecrets(store, {}).forget(u"shop"_s, &m_here, forgotten());
    QTRY_VERIFY(forgotten.came());
    QVERIFY((*forgotten).ok());
    QCOMPARE(keyring.prompts, 0);
    QVERIFY(!keyring.exists);
}

void TestScene::agreed()
{
    FakeKeyring keyring(busAddress());
    KeychainStore store(Millis(10'000));
    const SecretKeeping kept = keep(store, {Secret(password), Secret("of the sentinels")});
    QVERIFY2(kept.lasts, qPrintable(kept.reason));
    QCOMPARE(keyring.prompts, 1);
    QCOMPARE(keyring.held(), 2);
    KeychainStore second(Millis(10'000));
    keyring.locked = true;
    const FoundSecrets found = ProfileSecrets(second, {}).waitFor(shopBehindSentinels());
    QCOMPARE(found.credentials.password.bytes(), password);
    QCOMPARE(found.credentials.sentinelPassword.bytes(), QByteArray("of the sentinels"));
    QCOMPARE(keyring.prompts, 2);
}

void TestScene::refused()
{
    FakeKeyring keyring(busAddress());
    keyring.person = FakeKeyring::Person::Refuses;
    KeychainStore store(Millis(10'000));
    const SecretKeeping kept = keep(store, {Secret(password), Secret("of the sentinels")});
    QVERIFY(!kept.lasts);
    QVERIFY2(kept.reason.contains(u"only until you quit"), qPrintable(kept.reason));
    QCOMPARE(keyring.prompts, 1);
    const FoundSecrets found = ProfileSecrets(store, {}).waitFor(shopBehindSentinels());
    QCOMPARE(found.credentials.password.bytes(), password);
    QCOMPARE(found.credentials.sentinelPassword.bytes(), QByteArray("of the sentinels"));
    QCOMPARE(keyring.prompts, 1);
    // Saving the password again prompts again.
    keyring.person = FakeKeyring::Person::Agrees;
    QVERIFY(keep(store, {Secret(password), {}}).lasts);
    QCOMPARE(keyring.prompts, 2);
}

void TestScene::refusedUnlocking()
{
    FakeKeyring keyring(busAddress());
    keyring.put(u"dueline"_s, ProfileSecrets::passwordKey(u"shop"_s), password);
    keyring.put(u"dueline"_s, ProfileSecrets::sentinelKey(u"shop"_s), "of the sentinels");
    keyring.locked = true;
    keyring.person = FakeKeyring::Person::Refuses;
    KeychainStore store(Millis(10'000));
    const FoundSecrets found = ProfileSecrets(store, {}).waitFor(shopBehindSentinels());
    QVERIFY(found.credentials.password.isEmpty());
    QVERIFY(found.withheld);
    QVERIFY2(found.missing.contains(u"locked"), qPrintable(found.missing));
    QCOMPARE(keyring.prompts, 1);
    QVERIFY(!keep(store, {Secret("another"), Secret("one more")}).lasts);
    QCOMPARE(keyring.prompts, 2);
}

void TestScene::unanswered()
{
    FakeKeyring keyring(busAddress());
    keyring.person = FakeKeyring::Person::IsAway;
    KeychainStore store(Millis(1'000));
    Waiting<SecretKeeping> kept;
    ProfileSecrets secrets(store, {});
    secrets.keep(shop(), {Secret(password), {}}, &m_here, kept());
    QTRY_COMPARE(keyring.prompts, 1);
    // Reads don't wait for the user during the prompt.
    QCOMPARE(secrets.waitFor(shop()).credentials.password.bytes(), password);
    QVERIFY(!kept.came());
    QTRY_VERIFY(kept.came());
    QVERIFY(!(*kept).lasts);
    QVERIFY2((*kept).reason.contains(u"no response within 1 s"), qPrintable((*kept).reason));
    // While one request is unanswered, no others are sent, and no read waits for the answer.
    Profile other = shop();
    other.name = u"other"_s;
    QElapsedTimer timer;
    timer.start();
    const FoundSecrets found = secrets.waitFor(other);
    QVERIFY2(found.withheld && found.missing.contains(u"has not responded to an earlier request"),
        qPrintable(found.missing));
    QVERIFY2(timer.elapsed() < 1'000, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(keyring.prompts, 1);
    // When the user returns, the password is saved after all, and reads use the keyring again.
    keyring.person = FakeKeyring::Person::Agrees;
    keyring.answerAll();
    QTRY_COMPARE(keyring.held(), 1);
    QTRY_COMPARE(secrets.waitFor(other).missing, u"The keyring has no password for other."_s);
}

void TestScene::mute()
{
    FakeKeyring keyring(busAddress());
    keyring.put(u"dueline"_s, ProfileSecrets::passwordKey(u"shop"_s), password);
    keyring.mute = true;
    KeychainStore store(Millis(500));
    Waiting<SecretKeeping> probed;
    store.probe(&m_here, probed()); // The probe only checks whether there is a bus.
    QTRY_VERIFY(probed.came());
    QVERIFY((*probed).lasts);
    const Result<Secret> silence = read(store);
    QVERIFY2(silence.error().code == ErrorCode::Timeout, qPrintable(silence.error().message));
    QVERIFY(!keep(store, {Secret("typed"), {}}).lasts);
    QCOMPARE(read(store)->bytes(), QByteArray("typed"));
    keyring.mute = false;
    keyring.answerAll();
    KeychainStore second(Millis(10'000));
    QTRY_VERIFY(read(second).ok());
}

void TestScene::none()
{
    KeychainStore store(Millis(5'000));
    ProfileSecrets secrets(store, {});
    Waiting<SecretKeeping> kept;
    secrets.keep(shop(), {Secret(password), {}}, &m_here, kept());
    QTRY_VERIFY_WITH_TIMEOUT(kept.came(), 20'000);
    QVERIFY(!(*kept).lasts);
    QVERIFY2((*kept).reason.contains(u"only until you quit"), qPrintable((*kept).reason));
    QVERIFY(!(*kept).reason.contains(u"S3cr"));
    QCOMPARE(secrets.waitFor(shop()).credentials.password.bytes(), password);
    // A new store doesn't have the password, which is kept only for the first store's lifetime.
    KeychainStore next(Millis(5'000));
    const FoundSecrets found = ProfileSecrets(next, {}).waitFor(shop());
    QVERIFY(found.credentials.password.isEmpty());
    QVERIFY2(found.missing.contains(u"No keyring"), qPrintable(found.missing));
    // No password was written to disk.
    QDirIterator files(QDir::homePath(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadOnly))
            QVERIFY2(!file.readAll().contains("S3cr-"), qPrintable(file.fileName()));
    }
}

/// Runs TestScene's tests, each on a private bus with a private home folder.
class TestKeychain : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void anOpenKeyringKeepsPasswords();
    void aLockedKeyringIsTold();
    void aDesktopWithoutAKeyringOfItsOwnIsAskedNothing();
    void theKeyringIsAskedOnlyToKeepAndToFetch_data();
    void theKeyringIsAskedOnlyToKeepAndToFetch();
    void withoutAKeyringPasswordsAreKeptUntilTheEnd();
    void theEnvironmentWins();
    void aVariableIsTakenOutOfTheEnvironment();
    void askingIsSaid();

private:
    /// Runs one of TestScene's functions. `keyring` is a shell command that starts a keyring.
    void play(const QString& scene, const QString& keyring);

    std::unique_ptr<QTemporaryDir> m_home;
    QString m_missing; ///< name of a missing program
};

void TestKeychain::initTestCase()
{
    m_home = std::make_unique<QTemporaryDir>();
    for (const auto* program : {"dbus-run-session", "gnome-keyring-daemon"}) {
        if (QStandardPaths::findExecutable(QString::fromLatin1(program)).isEmpty())
            m_missing = QString::fromLatin1(program);
    }
}

void TestKeychain::play(const QString& scene, const QString& keyring)
{
    if (!m_missing.isEmpty())
        QSKIP(qPrintable(u"%1 is not installed, so there is no keyring to test with."_s.arg(m_missing)));
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const auto* variable : {"DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "REDISCLI_AUTH"})
        environment.remove(QString::fromLatin1(variable));
    const QString runtime = m_home->filePath(u"run"_s);
    QDir().mkpath(runtime);
    QFile::setPermissions(runtime, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    environment.insert(u"HOME"_s, m_home->path());
    environment.insert(u"XDG_RUNTIME_DIR"_s, runtime);
    environment.insert(u"XDG_DATA_HOME"_s, m_home->filePath(u"data"_s));
    environment.insert(u"XDG_CURRENT_DESKTOP"_s, u"GNOME"_s);
    environment.insert(QString::fromLatin1(sceneVariable), scene);
    environment.insert(u"SELF"_s, QCoreApplication::applicationFilePath());
    QProcess session;
    session.setProcessEnvironment(environment);
    session.setProcessChannelMode(QProcess::MergedChannels);
    if (keyring.isEmpty())
        session.start(QCoreApplication::applicationFilePath(), {u"tst_keychain"_s, scene});
    else
        session.start(
            u"dbus-run-session"_s, {u"--"_s, u"sh"_s, u"-c"_s, keyring + u" && \"$SELF\" tst_keychain "_s + scene});
    const bool ended = session.waitForFinished(60'000);
    const QByteArray said = session.readAll();
    QVERIFY2(ended, said.constData());
    QVERIFY2(session.exitStatus() == QProcess::NormalExit && session.exitCode() == 0, said.constData());
    QVERIFY2(said.contains("PASS   : TestScene::" + scene.toUtf8()), said.constData());
}

void TestKeychain::anOpenKeyringKeepsPasswords()
{
    play(u"open"_s, u"printf unlocks | gnome-keyring-daemon --unlock --components=secrets >/dev/null"_s);
}

void TestKeychain::aLockedKeyringIsTold()
{
    // The keyring still contains what the previous test stored, and is locked.
    play(u"locked"_s, u"gnome-keyring-daemon --start --daemonize --components=secrets >/dev/null"_s);
}

void TestKeychain::aDesktopWithoutAKeyringOfItsOwnIsAskedNothing()
{
    m_home = std::make_unique<QTemporaryDir>();
    play(u"fresh"_s, u"gnome-keyring-daemon --start --daemonize --components=secrets >/dev/null"_s);
}

void TestKeychain::theKeyringIsAskedOnlyToKeepAndToFetch_data()
{
    QTest::addColumn<QString>("scene");
    QTest::newRow("not before a password is kept") << u"unasked"_s;
    QTest::newRow("once when it is") << u"agreed"_s;
    QTest::newRow("once when the person refuses") << u"refused"_s;
    QTest::newRow("once when the person refuses to unlock it") << u"refusedUnlocking"_s;
    QTest::newRow("and nothing waits for a person who is away") << u"unanswered"_s;
    QTest::newRow("nor for a keyring that hangs") << u"mute"_s;
}

void TestKeychain::theKeyringIsAskedOnlyToKeepAndToFetch()
{
    QFETCH(QString, scene);
    play(scene, u"true"_s); // the scene provides a keyring itself
}

void TestKeychain::withoutAKeyringPasswordsAreKeptUntilTheEnd()
{
    m_missing.clear(); // this scene needs neither program
    play(u"none"_s, {});
}

void TestKeychain::theEnvironmentWins()
{
    KeychainStore store(Millis(2'000));
    Profile profile = shop();
    profile.secret = {SecretPlace::Kind::Variable, u"DUELINE_TEST_PASSWORD"_s};
    qputenv("DUELINE_TEST_PASSWORD", "of the variable");
    const auto found = ProfileSecrets(store, {Secret("of the environment"), {}}).waitFor(profile);
    QCOMPARE(found.credentials.password.bytes(), QByteArray("of the environment"));
    qunsetenv("DUELINE_TEST_PASSWORD");
}

void TestKeychain::aVariableIsTakenOutOfTheEnvironment()
{
    KeychainStore store(Millis(2'000));
    ProfileSecrets secrets(store, {});
    Profile profile = shop();
    profile.secret = {SecretPlace::Kind::Variable, u"DUELINE_TEST_PASSWORD"_s};
    QVERIFY(secrets.waitFor(profile).missing.contains(u"DUELINE_TEST_PASSWORD"));
    qputenv("DUELINE_TEST_PASSWORD", password);
    QCOMPARE(secrets.waitFor(profile).credentials.password.bytes(), password);
    QVERIFY(!qEnvironmentVariableIsSet("DUELINE_TEST_PASSWORD"));
    QCOMPARE(secrets.waitFor(profile).credentials.password.bytes(), password); // a profile can be opened again
}

void TestKeychain::askingIsSaid()
{
    KeychainStore store(Millis(2'000));
    ProfileSecrets secrets(store, {});
    Profile profile = shop();
    profile.secret = {SecretPlace::Kind::Ask, {}};
    QVERIFY(secrets.waitFor(profile).ask);
    QVERIFY(!ProfileSecrets(store, {Secret("x"), {}}).waitFor(profile).ask);
}

int main(int argc, char** argv)
{
    const QByteArray scene = qgetenv(sceneVariable);
    if (scene == "none")
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus");
    QCoreApplication application(argc, argv);
    if (!scene.isEmpty()) {
        TestScene test;
        return QTest::qExec(&test, argc, argv);
    }
    TestKeychain test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_keychain.moc"
