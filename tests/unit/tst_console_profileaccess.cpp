// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/openbackend.h"
#include "tests/support/memory/memorylayout.h"

#include <QTest>

#include <tuple>

using namespace dueline;

namespace {

Profile profileNamed(const QString& name)
{
    Profile profile;
    profile.name = name;
    profile.url = QStringLiteral("redis://host-a:6380/2");
    return profile;
}

} // namespace

/// Tests a profile's access level, and its connection's passwords and deadlines.
class TestConsoleProfileAccess : public QObject
{
    Q_OBJECT

private slots:
    void timeoutsAndSentinelUserReachTheConnection();
    void accessFollowsTheProfile_data();
    void accessFollowsTheProfile();
    void readOnlyProfilesCannotBeUnlocked();
    void theWorkerIsASecondUnlock();
    void thePasswordComesFromTheUrlOrTheEnvironment();
    void aProfileOpensAsItSays();
    void aReadOnlyBackendHasNoEditor();
};

void TestConsoleProfileAccess::timeoutsAndSentinelUserReachTheConnection()
{
    Profile profile = profileNamed(QStringLiteral("a"));
    profile.connectTimeout = Millis(1'500);
    profile.commandTimeout = Millis(2'500);
    profile.sentinelUser = QStringLiteral("watcher");
    const auto connection = connectionOf(profile);
    QVERIFY(connection.ok());
    QVERIFY((connection->redis.timeouts == Timeouts{Millis(1'500), Millis(2'500), Millis(2'500)}));
    QCOMPARE(connection->redis.sentinelUser, QStringLiteral("watcher"));
    QVERIFY((connectionOf(profileNamed(QStringLiteral("b")))->redis.timeouts == Timeouts{}));
}

void TestConsoleProfileAccess::accessFollowsTheProfile_data()
{
    QTest::addColumn<int>("environment");
    QTest::addColumn<bool>("readOnly");
    QTest::addColumn<bool>("writes");
    QTest::addColumn<bool>("worker");
    QTest::addColumn<int>("access");
    const auto row
        = [](const char* name, Environment environment, bool readOnly, bool writes, bool worker, Access access) {
              QTest::newRow(name) << int(environment) << readOnly << writes << worker << int(access);
          };
    row("development", Environment::Development, false, false, false, Access::OperateAndWork);
    row("staging", Environment::Staging, false, false, false, Access::OperateAndWork);
    row("production", Environment::Production, false, false, false, Access::ReadOnly);
    row("production, writes unlocked", Environment::Production, false, true, false, Access::Operate);
    row("production, both unlocked", Environment::Production, false, true, true, Access::OperateAndWork);
    row("read-only development", Environment::Development, true, false, false, Access::ReadOnly);
    row("read-only production", Environment::Production, true, false, false, Access::ReadOnly);
}

void TestConsoleProfileAccess::accessFollowsTheProfile()
{
    QFETCH(int, environment);
    QFETCH(bool, readOnly);
    QFETCH(bool, writes);
    QFETCH(bool, worker);
    QFETCH(int, access);
    Profile profile = profileNamed(QStringLiteral("a"));
    profile.environment = Environment(environment);
    profile.readOnly = readOnly;
    const auto opened = openAccess(profile, writes, worker);
    QVERIFY(opened.ok());
    QCOMPARE(int(*opened), access);
}

void TestConsoleProfileAccess::readOnlyProfilesCannotBeUnlocked()
{
    for (const Environment environment : {Environment::Production, Environment::Development}) {
        Profile profile = profileNamed(QStringLiteral("a"));
        profile.environment = environment;
        profile.readOnly = true;
        QVERIFY(openAccess(profile, true, false).error().code == ErrorCode::Refused);
        QVERIFY(openAccess(profile, true, true).error().code == ErrorCode::Refused);
    }
}

void TestConsoleProfileAccess::theWorkerIsASecondUnlock()
{
    Profile profile = profileNamed(QStringLiteral("a"));
    profile.environment = Environment::Production;
    QVERIFY(openAccess(profile, false, true).error().code == ErrorCode::Refused);
}

void TestConsoleProfileAccess::thePasswordComesFromTheUrlOrTheEnvironment()
{
    RedisConfig config;
    qunsetenv("REDISCLI_AUTH");
    Credentials::ofEnvironment().fill(config);
    QVERIFY(config.password.isEmpty());
    qputenv("REDISCLI_AUTH", "from the environment");
    qputenv("DUELINE_SENTINEL_AUTH", "of the sentinels");
    const Credentials credentials = Credentials::ofEnvironment();
    credentials.fill(config);
    QCOMPARE(config.password.bytes(), QByteArray("from the environment"));
    QVERIFY(config.sentinelPassword.isEmpty()); // a single server has no Sentinels
    config.topology = Topology::Sentinel;
    config.password = Secret("from the URL");
    credentials.fill(config);
    QCOMPARE(config.password.bytes(), QByteArray("from the URL"));
    QCOMPARE(config.sentinelPassword.bytes(), QByteArray("of the sentinels"));
    qunsetenv("DUELINE_SENTINEL_AUTH");
    const auto connection = connectionOf(profileNamed(QStringLiteral("a")));
    QVERIFY(connection.ok());
    QCOMPARE(connection->redis.password.bytes(), QByteArray("from the environment"));
    qunsetenv("REDISCLI_AUTH");
}

void TestConsoleProfileAccess::aProfileOpensAsItSays()
{
    Profile profile = profileNamed(QStringLiteral("a"));
    profile.prefix = "shop";
    const auto connection = connectionOf(profile);
    QVERIFY(connection.ok());
    QCOMPARE(connection->redis.hosts.at(0), (Endpoint{QStringLiteral("host-a"), 6380}));
    QCOMPARE(connection->redis.database, 2);
    QCOMPARE(connection->prefix, QByteArray("shop"));
    QVERIFY(connection->layout == defaultLayout());
    profile.url = QStringLiteral("http://host");
    QVERIFY(connectionOf(profile).error().code == ErrorCode::Usage);
}

void TestConsoleProfileAccess::aReadOnlyBackendHasNoEditor()
{
    for (const auto& [access, editor, broker] : {std::tuple(Access::ReadOnly, false, false),
             std::tuple(Access::Operate, true, false), std::tuple(Access::OperateAndWork, true, true)}) {
        const auto backend = backendFactory({{}, memoryLayout(), "dueline"}, "tester", access)();
        QVERIFY(backend.ok());
        QCOMPARE((*backend)->editor() != nullptr, editor);
        QCOMPARE((*backend)->broker() != nullptr, broker);
    }
}

QTEST_GUILESS_MAIN(TestConsoleProfileAccess)
#include "tst_console_profileaccess.moc"
