// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/demo/demoframeworks.h"
#include "core/console/demo/demoqueues.h"
#include "tests/integration/metricsplace.h"
#include "tests/support/must.h"
#include "tests/support/prometheuspeer.h"
#include "tests/support/sourcepath.h"

#include <QRegularExpression>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Returns the installed rules without their `for` durations, so that alerts fire immediately.
QByteArray rulesAtOnce()
{
    static const QRegularExpression holdFor(u"^ +for: .*\n"_s, QRegularExpression::MultilineOption);
    return QString::fromUtf8(contentOf(sourcePath(QStringLiteral("resources/monitoring/dueline-rules.yml"))))
        .remove(holdFor)
        .toUtf8();
}

/// Returns the queries in the dashboard's selection lists and panels, with variables filled in. For a panel without a
/// query, returns its title, which is not a valid query.
QStringList dashboardQueries()
{
    static const QRegularExpression variable(u"\\$(instance|layout|queue)\\b"_s);
    static const QRegularExpression valuesOf(u"^label_values\\((.+), \\w+\\)$"_s);
    QStringList queries;
    const QByteArray text = contentOf(sourcePath(QStringLiteral("resources/monitoring/dueline-dashboard.json")));
    const QJsonObject dashboard = QJsonDocument::fromJson(text).object();
    for (const QJsonValue& choice : dashboard[u"templating"_s][u"list"_s].toArray()) {
        if (choice[u"type"_s] == u"query"_s)
            queries << valuesOf.match(choice[u"definition"_s].toString()).captured(1).replace(variable, u".*"_s);
    }
    for (const QJsonValue& panel : dashboard[u"panels"_s].toArray()) {
        if (panel[u"targets"_s].toArray().isEmpty())
            queries << panel[u"title"_s].toString();
        for (const QJsonValue& target : panel.toObject().value(u"targets"_s).toArray())
            queries << target.toObject()
                           .value(u"expr"_s)
                           .toString()
                           .replace(u"$__rate_interval"_s, u"1m"_s)
                           .replace(variable, u".*"_s);
    }
    return queries;
}

} // namespace

/// Tests metrics in Debian's Prometheus, which scrapes a server with queues in three layouts.
class TestPrometheus : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (const QString missing = PrometheusPeer::missing(); !missing.isEmpty())
            QSKIP(qPrintable(missing));
    }

    void itScrapesAndItsRulesFire()
    {
        RedisServer server({.tcp = true, .aof = false, .password = {}, .arguments = {}});
        must(fillDemoQueues(server.config()));
        must(fillDemoFrameworks(server.config()));
        const Duectl duectl(server.url());
        EXIT(duectl.run("add late t --at 2026-01-01T00:00:00Z"), 0);
        EXIT(duectl.run("add held t --copies 5"), 0);
        // This worker dies while holding tasks.
        const auto worker
            = duectl.start(words("work --queue held --handler t=sleep:600000 --lease 1s --concurrency 2"));
        QTRY_COMPARE_WITH_TIMEOUT(server.call({"ZCARD", "dueline:{held}:leased"}).integer, 2, 20000);
        sendSignal(*worker, SIGKILL);
        worker->waitForFinished();

        QTemporaryDir folder;
        QFile rules(folder.filePath(u"rules.yml"_s));
        QVERIFY(rules.open(QIODevice::WriteOnly));
        rules.write(rulesAtOnce());
        rules.close();
        const ServedMetrics served(duectl);
        PrometheusPeer prometheus(served.port(), rules.fileName());
        const auto fires = [&](const QString& alert) { return prometheus.firing().contains(alert); };
        for (const char* alert : {"DuelineTasksOverdue", "DuelineWorkerLost", "DuelineLeasesWithoutHeartbeat"})
            // The last alert fires only after a missed heartbeat.
            QTRY_VERIFY2_WITH_TIMEOUT(fires(QString::fromLatin1(alert)), alert, 90000);
        QVERIFY2(!fires(u"DuelineRedisAway"_s) && !fires(u"DuelineQueueUnreadable"_s),
            qPrintable(prometheus.firing().join(u' ')));

        QCOMPARE(prometheus.query(u"up == 1 and on() dueline_up == 1"_s).size(), 1);
        for (const char* layout : {"native", "bullmq", "sidekiq"})
            QVERIFY2(
                prometheus.query(u"sum(dueline_tasks{layout=\"%1\"}) > 0"_s.arg(QLatin1StringView(layout))).size() == 1,
                layout);

        const QStringList queries = dashboardQueries();
        QVERIFY(queries.size() > 25);
        for (const QString& query : queries)
            QTRY_VERIFY2_WITH_TIMEOUT(!prometheus.query(query).isEmpty(), qPrintable(query), 10000);

        // Wait until a minute of scrapes has been recorded.
        QTRY_VERIFY_WITH_TIMEOUT(!prometheus.query(u"sum_over_time(up[5m]) >= 60"_s).isEmpty(), 120'000);

        server.stop();
        QTRY_VERIFY_WITH_TIMEOUT(fires(u"DuelineRedisAway"_s), 20000);
    }
};

QTEST_GUILESS_MAIN(TestPrometheus)
#include "tst_prometheus.moc"
