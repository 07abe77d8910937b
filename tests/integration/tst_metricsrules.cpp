// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/prometheuspeer.h"
#include "tests/support/sourcepath.h"

#include <QRegularExpression>
#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

const QString rulesFile = sourcePath(QStringLiteral("resources/monitoring/dueline-rules.yml"));
const QString casesFile = sourcePath(QStringLiteral("tests/integration/metricsrules.yml"));

QString textOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

/// Tests the installed alert rules with Prometheus's own tool.
class TestMetricsRules : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (const QString missing = PrometheusPeer::missing(); !missing.isEmpty())
            QSKIP(qPrintable(missing));
    }

    void theRulesAreValid()
    {
        const auto judged = PrometheusPeer::promtool({u"check"_s, u"rules"_s, rulesFile});
        QVERIFY2(judged.code == 0, judged.said);
    }

    void eachFiresWhenItShouldAndNotBefore()
    {
        const auto judged = PrometheusPeer::promtool({u"test"_s, u"rules"_s, casesFile});
        QVERIFY2(judged.code == 0, judged.said);
    }

    void eachHasACase()
    {
        const QString cases = textOf(casesFile);
        static const QRegularExpression alert(u"- alert: (\\w+)"_s);
        const QString rules = textOf(rulesFile);
        int count = 0;
        for (auto match = alert.globalMatch(rules); match.hasNext(); ++count) {
            const QString name = match.next().captured(1);
            QVERIFY2(cases.contains(name + u'"'), qPrintable(name));
        }
        QVERIFY(count > 5);
    }
};

QTEST_GUILESS_MAIN(TestMetricsRules)
#include "tst_metricsrules.moc"
