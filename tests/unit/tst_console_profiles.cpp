// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/profiles/profileexchange.h"
#include "core/console/profiles/profilestore.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <sys/wait.h>
#include <unistd.h>

using namespace dueline;

namespace {

Profile profileCalled(const QString& name)
{
    Profile profile;
    profile.name = name;
    profile.url = QStringLiteral("redis://host-a:6380/2");
    return profile;
}

} // namespace

class TestConsoleProfiles : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void savedProfilesComeBackAsTheyWere();
    void everyFieldComesBack();
    void savingAgainReplaces();
    void aRenamedProfileStaysInItsPlace();
    void whatIsNotKnownIsKept();
    void fiveBackupsAreKept();
    void aDamagedFileIsToldWithTheBackupToGoBackTo();
    void anExportComesBackElsewhere();
    void aListOfUrlsIsImported();
    void aTextWithoutProfilesIsNoImport();
    void theFileIsPrivate();
    void noFileMeansNoProfiles();
    void aFolderThatMayNotBeEnteredIsNoMissingFile();
    void removingTakesOneAway();
    void aMissingProfileNamesTheOnesThereAre();
    void aPasswordIsNeverStored();
    void aFileThatDoesNotParseSaysWhere_data();
    void aFileThatDoesNotParseSaysWhere();
    void aNewerFileIsLeftAlone();
    void anUnknownEnvironmentIsNotTakenForAHarmlessOne();
    void theFilesStandWhereTheDesktopKeepsThem();

private:
    void write(const QByteArray& text);
    QJsonObject stored() const;

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
};

void TestConsoleProfiles::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->filePath(QStringLiteral("dueline/profiles.json"));
}

void TestConsoleProfiles::write(const QByteArray& text)
{
    QDir().mkpath(QFileInfo(m_path).path());
    QFile file(m_path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

QJsonObject TestConsoleProfiles::stored() const
{
    QFile file(m_path);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

void TestConsoleProfiles::savedProfilesComeBackAsTheyWere()
{
    ProfileStore store(m_path);
    Profile shop = profileCalled(QStringLiteral("Shop \"live\" 生产"));
    shop.url = QStringLiteral("rediss://ops@redis.example:6379/0?sni=redis.example");
    shop.environment = Environment::Production;
    shop.prefix = "shop";
    Profile local = profileCalled(QStringLiteral("local"));
    local.environment = Environment::Staging;
    local.readOnly = true;
    for (const Profile& profile : {shop, local}) {
        const auto saved = store.save(profile);
        QVERIFY2(saved.ok(), saved ? "" : qPrintable(saved.error().message));
    }
    const auto loaded = ProfileStore(m_path).load();
    QVERIFY2(loaded.ok(), loaded ? "" : qPrintable(loaded.error().message));
    QVERIFY(*loaded == (std::vector{shop, local}));
}

void TestConsoleProfiles::everyFieldComesBack()
{
    Profile profile = profileCalled(QStringLiteral("a"));
    profile.url = QStringLiteral("redis-sentinel://ops@s1:26379,s2:26379/shop/3");
    profile.group = QStringLiteral("Shop");
    profile.environment = Environment::Staging;
    profile.readOnly = true;
    profile.connectTimeout = Millis(1'500);
    profile.commandTimeout = Millis(30'000);
    profile.refreshEvery = Millis(2'000);
    profile.timeZone = QStringLiteral("Asia/Shanghai");
    profile.maskedFields = QStringList{QStringLiteral("email"), QStringLiteral("card number")};
    profile.readers = {{QStringLiteral("mail"), {{QStringLiteral("mail.send"), QStringLiteral("base64,zlib,json")}}},
        {QStringLiteral("queue 2"),
            {{QStringLiteral("*"), QStringLiteral("protobuf:shop.Order@/home/ann/shop.proto")}}}};
    profile.secret = {SecretPlace::Kind::Variable, QStringLiteral("SHOP_REDIS_PW")};
    profile.sentinelUser = QStringLiteral("watcher");
    profile.mutedFailures = {{"HTTP <*> \"quoted\"", TimePoint(Millis(1'795'899'538'123))}, {"", TimePoint()}};
    profile.recordedTasks = RecordedTasks::Ids;
    QVERIFY(ProfileStore(m_path).save(profile).ok());
    QVERIFY(ProfileStore(m_path).load()->at(0) == profile);
    profile.secret = {SecretPlace::Kind::Ask, {}};
    QVERIFY(ProfileStore(m_path).save(profile).ok());
    QVERIFY(ProfileStore(m_path).load()->at(0) == profile);
}

void TestConsoleProfiles::savingAgainReplaces()
{
    ProfileStore store(m_path);
    Profile profile = profileCalled(QStringLiteral("a"));
    QVERIFY(store.save(profile).ok());
    QVERIFY(store.save(profileCalled(QStringLiteral("b"))).ok());
    profile.prefix = "other";
    QVERIFY(store.save(profile).ok());
    QCOMPARE(store.load()->size(), 2U);
    QCOMPARE(store.load()->at(0).prefix, QByteArray("other"));
}

void TestConsoleProfiles::aRenamedProfileStaysInItsPlace()
{
    ProfileStore store(m_path);
    QVERIFY(store.save(profileCalled(QStringLiteral("a"))).ok());
    QVERIFY(store.save(profileCalled(QStringLiteral("b"))).ok());
    QVERIFY(store.save(profileCalled(QStringLiteral("c")), QStringLiteral("a")).ok());
    QCOMPARE(store.load()->at(0).name, QStringLiteral("c"));
    QCOMPARE(store.load()->size(), 2U);
    const auto taken = store.save(profileCalled(QStringLiteral("b")), QStringLiteral("c"));
    QVERIFY(taken.error().code == ErrorCode::Exists);
    QCOMPARE(store.load()->at(0).name, QStringLiteral("c"));
}

void TestConsoleProfiles::whatIsNotKnownIsKept()
{
    write(R"({"version":1,"theirs":[7],"profiles":[{"name":"a","url":"redis://h","colour":"teal","group":"old"}]})");
    ProfileStore store(m_path);
    QVERIFY(store.save(profileCalled(QStringLiteral("b"))).ok());
    QVERIFY(store.save(profileCalled(QStringLiteral("c")), QStringLiteral("a")).ok());
    QCOMPARE(stored().value(QStringLiteral("theirs")).toArray().at(0).toInt(), 7);
    const QJsonObject renamed = stored().value(QStringLiteral("profiles")).toArray().at(0).toObject();
    QCOMPARE(renamed.value(QStringLiteral("name")).toString(), QStringLiteral("c"));
    QCOMPARE(renamed.value(QStringLiteral("colour")).toString(), QStringLiteral("teal"));
    QVERIFY(!renamed.contains(QStringLiteral("group"))); // Dueline's own empty members are removed
}

void TestConsoleProfiles::fiveBackupsAreKept()
{
    ProfileStore store(m_path);
    QVERIFY(store.save(profileCalled(QStringLiteral("p0"))).ok());
    QVERIFY(store.backups().isEmpty());
    for (int i = 1; i <= 7; ++i)
        QVERIFY(store.save(profileCalled(QStringLiteral("p%1").arg(i))).ok());
    QVERIFY(store.save(profileCalled(QStringLiteral("p7"))).ok()); // Saving an unchanged profile creates no backup.
    QCOMPARE(store.backups().size(), 5);
    for (int i = 0; i < 5; ++i) {
        const QString path = store.backups().at(i);
        QCOMPARE(ProfileStore(path).load()->size(), std::size_t(7 - i));
        QVERIFY(!(QFileInfo(path).permissions() & (QFile::ReadGroup | QFile::ReadOther)));
    }
}

void TestConsoleProfiles::aDamagedFileIsToldWithTheBackupToGoBackTo()
{
    ProfileStore store(m_path);
    QVERIFY(store.save(profileCalled(QStringLiteral("a"))).ok());
    QVERIFY(store.remove(QStringLiteral("a")).ok());
    QVERIFY(store.save(profileCalled(QStringLiteral("b"))).ok());
    // Both the file and its newest backup are truncated to `{`.
    QVERIFY(QFile::resize(m_path, 1) && QFile::resize(store.backups().at(0), 1));
    const QString said = store.load().error().message;
    QVERIFY2(said.endsWith(QStringLiteral(" is in %1; copy it back.").arg(store.backups().at(1))), qPrintable(said));
    QVERIFY(QFile::remove(m_path) && QFile::copy(store.backups().at(1), m_path));
    QCOMPARE(store.load()->at(0).name, QStringLiteral("a"));
}

void TestConsoleProfiles::anExportComesBackElsewhere()
{
    Profile shop = profileCalled(QStringLiteral("shop"));
    shop.environment = Environment::Production;
    shop.maskedFields = QStringList{QStringLiteral("email")};
    const auto read = readProfiles(ProfileStore::asJson({shop}), QStringLiteral("export.json"));
    QVERIFY(read.ok());
    QCOMPARE(read->profiles.size(), 1U);
    QVERIFY(read->profiles.at(0).profile == shop);
    ProfileStore store(m_path);
    QCOMPARE(*store.add({shop}), QStringList{QStringLiteral("shop")});
    QCOMPARE(*store.add({shop}), QStringList{QStringLiteral("shop")}); // A profile with this name already exists.
    // Muted failure groups are not exported, and are ignored when comparing an imported profile with a saved one.
    Profile muting = shop;
    muting.mutedFailures = {{"refused", TimePoint(Millis(1))}};
    muting.recordedTasks = RecordedTasks::Complete;
    QVERIFY(store.save(muting, muting.name).ok());
    QVERIFY(!ProfileStore::asJson(*store.load()).contains("refused"));
    QVERIFY(!ProfileStore::asJson(*store.load()).contains("record"));
    QCOMPARE(*store.add({shop}), QStringList{QStringLiteral("shop")});
    shop.prefix = "other";
    // an imported file must not determine which tasks this computer records
    shop.recordedTasks = RecordedTasks::Complete;
    QCOMPARE(*store.add({shop}), QStringList{QStringLiteral("shop (2)")});
    QCOMPARE(store.load()->at(1).recordedTasks, RecordedTasks::None);
    QCOMPARE(store.load()->size(), 2U);
}

void TestConsoleProfiles::aListOfUrlsIsImported()
{
    const QByteArray list = "# from the wiki\n\nredis://host-a:6380/2\nrediss://ops:hunter2@host-b Shop  live\r\n"
                            "redis-sentinel://s1,s2/orders\nhttp://nothing\nredis://host-a:6381\n";
    const auto read = readProfiles(list, QStringLiteral("list.txt"), Environment::Production);
    QVERIFY(read.ok());
    QStringList names;
    for (const ImportedProfile& imported : read->profiles) {
        names << imported.profile.name;
        QVERIFY(imported.profile.environment == Environment::Production);
        QVERIFY(!imported.profile.url.contains(QStringLiteral("hunter2")));
    }
    QCOMPARE(names, QString::fromUtf8("host-a:6380/2|Shop live|orders|host-a:6381").split(u'|'));
    QCOMPARE(read->profiles.at(1).password.bytes(), QByteArray("hunter2"));
    QCOMPARE(read->problems.size(), 1);
    QVERIFY2(read->problems.at(0).startsWith(QStringLiteral("Line 6: ")), qPrintable(read->problems.at(0)));
}

void TestConsoleProfiles::aTextWithoutProfilesIsNoImport()
{
    QVERIFY(readProfiles("\n# nothing\n", QStringLiteral("x")).error().code == ErrorCode::Usage);
    QVERIFY(!readProfiles("{\"version\":1}", QStringLiteral("x")).ok());
}

void TestConsoleProfiles::theFileIsPrivate()
{
    write("{\"version\":1,\"profiles\":[]}");
    QFile::setPermissions(m_path, QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadOther);
    QVERIFY(ProfileStore(m_path).save(profileCalled(QStringLiteral("a"))).ok());
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QVERIFY(!(QFileInfo(m_path).permissions() & others));
}

void TestConsoleProfiles::noFileMeansNoProfiles()
{
    QVERIFY(ProfileStore(m_path).load()->empty());
    QVERIFY(!QFileInfo::exists(m_path));
}

void TestConsoleProfiles::aFolderThatMayNotBeEnteredIsNoMissingFile()
{
    // There is a file where the folder should be.
    QFile file(m_folder->filePath(QStringLiteral("dueline")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const auto found = ProfileStore(m_path).find(QStringLiteral("shop"));
    QVERIFY(found.error().code == ErrorCode::Io);
    QVERIFY2(found.error().message.contains(QStringLiteral("profiles.json: Not a directory")),
        qPrintable(found.error().message));
    QVERIFY(file.remove());
    // This check needs a user without access to the folder. Root can access every folder, so a child process switches
    // to another user.
    write(QByteArrayLiteral("{\"version\": 1, \"profiles\": []}"));
    QVERIFY(QFile::setPermissions(m_folder->path(), {}));
    const pid_t child = ::fork();
    if (child == 0) {
        if (::geteuid() == 0 && ::setuid(65534) != 0)
            ::_exit(2);
        const auto refused = ProfileStore(m_path).find(QStringLiteral("shop"));
        const bool told = refused.error().code == ErrorCode::Io
            && refused.error().message.startsWith(QStringLiteral("Cannot read the profiles in "))
            && refused.error().message.endsWith(QStringLiteral(": Permission denied."));
        ::_exit(told ? 0 : 1);
    }
    int status = -1;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(QFile::setPermissions(
        m_folder->path(), QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner));
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), 0);
}

void TestConsoleProfiles::removingTakesOneAway()
{
    ProfileStore store(m_path);
    QVERIFY(store.save(profileCalled(QStringLiteral("a"))).ok());
    QVERIFY(store.save(profileCalled(QStringLiteral("b"))).ok());
    QVERIFY(store.remove(QStringLiteral("a")).ok());
    QCOMPARE(store.load()->size(), 1U);
    QVERIFY(store.remove(QStringLiteral("a")).error().code == ErrorCode::NotFound);
}

void TestConsoleProfiles::aMissingProfileNamesTheOnesThereAre()
{
    ProfileStore store(m_path);
    QVERIFY(store.save(profileCalled(QStringLiteral("shop"))).ok());
    const auto found = store.find(QStringLiteral("shpo"));
    QVERIFY(found.error().code == ErrorCode::NotFound);
    QVERIFY(found.error().message.contains(QStringLiteral("\"shop\"")));
    QCOMPARE(store.find(QStringLiteral("shop"))->name, QStringLiteral("shop"));
}

void TestConsoleProfiles::aPasswordIsNeverStored()
{
    Profile profile = profileCalled(QStringLiteral("a"));
    profile.url = QStringLiteral("redis://ops:hunter2@host");
    const auto saved = ProfileStore(m_path).save(profile);
    QVERIFY(saved.error().code == ErrorCode::Usage);
    QVERIFY(!saved.error().message.contains(QStringLiteral("hunter2")));
    QVERIFY(!QFileInfo::exists(m_path));
}

void TestConsoleProfiles::aFileThatDoesNotParseSaysWhere_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("no JSON") << QByteArray("{\n \"version\": 1,\n \"profiles\": [}")
                             << QStringLiteral("line 3, column");
    QTest::newRow("empty") << QByteArray() << QStringLiteral("line 1, column 1");
    QTest::newRow("something else") << QByteArray("[1,2]") << QStringLiteral("does not contain profiles");
    QTest::newRow("no list") << QByteArray(R"({"version":1,"profiles":{}})")
                             << QStringLiteral("does not contain profiles");
    QTest::newRow("no name") << QByteArray(R"({"version":1,"profiles":[{"url":"redis://h"}]})")
                             << QStringLiteral("needs a name");
    QTest::newRow("no URL") << QByteArray(R"({"version":1,"profiles":[{"name":"a"}]})") << QStringLiteral("\"a\"");
    QTest::newRow("a number for a text") << QByteArray(R"({"version":1,"profiles":[{"name":"a","url":7}]})")
                                         << QStringLiteral("Profile 1");
    QTest::newRow("a text for a bool") << QByteArray(
        R"({"version":1,"profiles":[{"name":"a","url":"redis://h","readOnly":"yes"}]})")
                                       << QStringLiteral("\"readOnly\" is not true or false");
    QTest::newRow("a password") << QByteArray(R"({"version":1,"profiles":[{"name":"a","url":"redis://u:hunter2@h"}]})")
                                << QStringLiteral("Remove it");
    QTest::newRow("a layout of nobody") << QByteArray(
        R"({"version":1,"profiles":[{"name":"a","url":"redis://h","layout":"abacus"}]})")
                                        << QStringLiteral("\"a\"");
    QTest::newRow("twice the same name") << QByteArray(
        R"({"version":1,"profiles":[{"name":"a","url":"redis://h"},{"name":"a","url":"redis://i"}]})")
                                         << QStringLiteral("two profiles named \"a\"");
    const auto field = [](const char* name, const char* member, const char* says) {
        QTest::newRow(name) << QByteArray(R"({"version":1,"profiles":[{"name":"a","url":"redis://h",)") + member + "}]}"
                            << QString::fromUtf8(says);
    };
    field("a timeout of nothing", R"("connectTimeoutMs":0)", "between 100 ms");
    field("half a millisecond", R"("commandTimeoutMs":200.5)", "\"commandTimeoutMs\" is not a whole number");
    field("a refresh without end", R"("refreshMs":5)", "refresh period");
    field("a zone of nowhere", R"("timeZone":"Mars/Base")", "time zone");
    field("a zone that is several", R"("timeZone":"CST")", "CST is ambiguous");
    field("the machine's own zone", R"("timeZone":"localtime")", "a different time zone on each machine");
    field("readers in a list", R"("readers":["gzip"])", "\"readers\" is not an object that maps each queue");
    field("a reader that is a number", R"("readers":{"mail":{"mail.send":7}})",
        "\"readers\" is not an object that maps each queue");
    field("a reader nobody has", R"("readers":{"mail":{"mail.send":"rot13"}})", "There is no reader \"rot13\"");
    field("an unknown recording", R"("record":"all")", "\"record\" must be counts, ids or tasks");
    field("muted errors in a list", R"("mutedFailures":["refused"])", "\"mutedFailures\" is not an object that maps");
    field("an error muted before 1970", R"("mutedFailures":{"refused":-1})", "\"mutedFailures\" is not an object");
    field("numbers to mask", R"("mask":["a",7])", "\"mask\" is not a list of strings");
    field("a password in the secret", R"("secret":"hunter2")", "keychain, ask, variable:NAME or command:PROGRAM");
    field("a variable that cannot be", R"("secret":"variable:A-B")", "keychain, ask, variable:NAME or command:PROGRAM");
    QTest::newRow("a prefix that breaks keys")
        << QByteArray(R"({"version":1,"profiles":[{"name":"a","url":"redis://h","prefix":"a{b"}]})")
        << QStringLiteral("needs a prefix");
}

void TestConsoleProfiles::aFileThatDoesNotParseSaysWhere()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    write(text);
    const auto loaded = ProfileStore(m_path).load();
    QVERIFY(!loaded.ok());
    QVERIFY2(loaded.error().message.contains(says), qPrintable(loaded.error().message));
    QVERIFY(loaded.error().message.contains(m_path));
    QVERIFY(loaded.error().message.endsWith(QLatin1Char('.')));
    QVERIFY(!loaded.error().message.contains(QStringLiteral("hunter2")));
    // An unreadable file is not overwritten.
    QVERIFY(!ProfileStore(m_path).save(profileCalled(QStringLiteral("b"))).ok());
    QFile file(m_path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), text);
}

void TestConsoleProfiles::aNewerFileIsLeftAlone()
{
    write(R"({"version":2,"profiles":[]})");
    ProfileStore store(m_path);
    QVERIFY(store.load().error().code == ErrorCode::Refused);
    QVERIFY(store.save(profileCalled(QStringLiteral("a"))).error().code == ErrorCode::Refused);
}

void TestConsoleProfiles::anUnknownEnvironmentIsNotTakenForAHarmlessOne()
{
    write(R"({"version":1,"profiles":[{"name":"a","url":"redis://h","environment":"Production"}]})");
    const auto loaded = ProfileStore(m_path).load();
    QVERIFY(!loaded.ok());
    QVERIFY(loaded.error().message.contains(QStringLiteral("production, staging or development")));
}

void TestConsoleProfiles::theFilesStandWhereTheDesktopKeepsThem()
{
    qputenv("XDG_CONFIG_HOME", "/tmp/somewhere");
    QCOMPARE(ProfileStore().path(), QStringLiteral("/tmp/somewhere/dueline/profiles.json"));
    qputenv("XDG_CONFIG_HOME", "relative");
    QCOMPARE(ProfileStore().path(), QDir::homePath() + QStringLiteral("/.config/dueline/profiles.json"));
    qunsetenv("XDG_CONFIG_HOME");
    QCOMPARE(configFolder(), QDir::homePath() + QStringLiteral("/.config/dueline"));
    qputenv("DUELINE_PROFILES", "/tmp/handed-over.json");
    QCOMPARE(ProfileStore().path(), QStringLiteral("/tmp/handed-over.json"));
    qputenv("DUELINE_PROFILES", "relative.json");
    QCOMPARE(ProfileStore().path(), configFolder() + QStringLiteral("/profiles.json"));
    qunsetenv("DUELINE_PROFILES");
}

QTEST_GUILESS_MAIN(TestConsoleProfiles)
#include "tst_console_profiles.moc"
