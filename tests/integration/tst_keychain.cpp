// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/keychainstore.h"
#include "core/console/profilesecrets.h"
#include "core/console/profilestore.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

#include <QDirIterator>
#include <QStandardPaths>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

const QByteArray password = "S3cr-\xc3\xa4 7d1f";
constexpr const char* sceneVariable = "DUELINE_TEST_KEYRING";

/// Waits for what a question is answered with.
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

} // namespace

/// What happens on a bus with a keyring that is open, with one that is locked, and without any: one function each, run
/// in a process of its own, since a process keeps its first bus.
class TestScene : public QObject
{
    Q_OBJECT

private slots:
    void open();
    void locked();
    void none();

private:
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

    // Another program, as it were: nothing of it is in this one's memory.
    KeychainStore second(Millis(10'000));
    Profile sentinels = shop();
    sentinels.url = u"redis-sentinel://127.0.0.1:1/m"_s;
    const FoundSecrets found = ProfileSecrets(second, {}).waitFor(sentinels);
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

    // duectl finds it, too: a server that wants the password, a profile that does not say it.
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
    FAILS(duectl.run("queues --profile shop"), 3, "The keyring holds no password of shop.");
}

void TestScene::locked()
{
    KeychainStore store(Millis(2'000));
    Waiting<Result<Secret>> read;
    store.read(u"bytes"_s, &m_here, read());
    QTRY_VERIFY_WITH_TIMEOUT(read.came(), 10'000);
    // It is in there; "not found" would be a lie.
    QVERIFY(!(*read).ok());
    QVERIFY2((*read).error().code == ErrorCode::Io, qPrintable((*read).error().message));
    Waiting<SecretKeeping> kept;
    store.write(u"bytes"_s, Secret(password), &m_here, kept());
    QTRY_VERIFY_WITH_TIMEOUT(kept.came(), 10'000);
    QVERIFY(!(*kept).lasts);
    QVERIFY2((*kept).reason.contains(u"kept until you quit"), qPrintable((*kept).reason));
    Waiting<Result<Secret>> remembered;
    store.read(u"bytes"_s, &m_here, remembered());
    QTRY_VERIFY(remembered.came());
    QCOMPARE((*remembered)->bytes(), password);
}

void TestScene::none()
{
    KeychainStore store(Millis(5'000));
    ProfileSecrets secrets(store, {});
    Waiting<SecretKeeping> kept;
    secrets.keep(shop(), {Secret(password), {}}, &m_here, kept());
    QTRY_VERIFY_WITH_TIMEOUT(kept.came(), 20'000);
    QVERIFY(!(*kept).lasts);
    QVERIFY2((*kept).reason.contains(u"kept until you quit"), qPrintable((*kept).reason));
    QVERIFY(!(*kept).reason.contains(u"S3cr"));
    QCOMPARE(secrets.waitFor(shop()).credentials.password.bytes(), password);
    // Until this store goes, not longer.
    KeychainStore next(Millis(5'000));
    const FoundSecrets found = ProfileSecrets(next, {}).waitFor(shop());
    QVERIFY(found.credentials.password.isEmpty());
    QVERIFY2(found.missing.contains(u"No keyring"), qPrintable(found.missing));
    // Nothing fell on the disk.
    QDirIterator files(QDir::homePath(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadOnly))
            QVERIFY2(!file.readAll().contains("S3cr-"), qPrintable(file.fileName()));
    }
}

/// Starts the scenes, each on a private bus with a private home.
class TestKeychain : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void anOpenKeyringKeepsPasswords();
    void aLockedKeyringIsTold();
    void withoutAKeyringPasswordsAreKeptUntilTheEnd();
    void theEnvironmentWins();
    void aVariableIsTakenOutOfTheEnvironment();
    void askingIsSaid();

private:
    /// `keyring`: shell words that start one.
    void play(const QString& scene, const QString& keyring);

    std::unique_ptr<QTemporaryDir> m_home;
    QString m_missing; ///< a program
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
        session.start(QCoreApplication::applicationFilePath(), {scene});
    else
        session.start(u"dbus-run-session"_s, {u"--"_s, u"sh"_s, u"-c"_s, keyring + u" && \"$SELF\" "_s + scene});
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
    // The keyring of before, with what it holds; nobody unlocks it.
    play(u"locked"_s, u"gnome-keyring-daemon --start --daemonize --components=secrets >/dev/null"_s);
}

void TestKeychain::withoutAKeyringPasswordsAreKeptUntilTheEnd()
{
    m_missing.clear(); // this needs neither
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
    QCOMPARE(secrets.waitFor(profile).credentials.password.bytes(), password); // opened again
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
