// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/layoutregistry.h"

#include <QTest>

using namespace dueline;

/// Which layouts can be named and opened.
class TestLayoutRegistry : public QObject
{
    Q_OBJECT

private slots:
    void nativeIsTheDefault()
    {
        QCOMPARE(parseLayout(QString())->kind, LayoutSpec::Kind::Native);
        QCOMPARE(parseLayout(QStringLiteral("native"))->kind, LayoutSpec::Kind::Native);
    }

    void aHandmadeDesignIsNamedWithItsKey()
    {
        const auto layout = parseLayout(QStringLiteral("zset:jobs?unit=ms"));
        QVERIFY(layout);
        QCOMPARE(layout->kind, LayoutSpec::Kind::Handmade);
        QCOMPARE(layout->handmade.key, QByteArray("jobs"));
        QVERIFY(layout->handmade.milliseconds);
    }

    void anyOtherNameIsAMistake()
    {
        for (const char* text : {"Native", "redis", "native:x", "memory:x", "lists:jobs"}) {
            const auto layout = parseLayout(QString::fromLatin1(text));
            QVERIFY2(!layout, text);
            QCOMPARE(layout.error().code, ErrorCode::Usage);
        }
    }

    void backendsOfOneMemoryLayoutSeeTheSameTasks()
    {
        const auto layout = parseLayout(QStringLiteral("memory"));
        QVERIFY(layout);
        const auto factory = layoutFactory(*layout, {}, {}, "worker-a", Access::OperateAndWork);
        const auto first = factory();
        const auto second = openLayout(*layout, {}, {}, {}, Access::ReadOnly);
        QVERIFY(first && second);
        NewTask task;
        task.id = "t#1";
        QVERIFY((*first)->editor()->add("q", {task}));
        QVERIFY((*second)->inspector().task("q", "t#1"));
        QVERIFY(!(*second)->editor());

        const auto elsewhere = openLayout(*parseLayout(QStringLiteral("memory")), {}, {}, {}, Access::Operate);
        QVERIFY(elsewhere);
        QVERIFY(!(*elsewhere)->inspector().task("q", "t#1"));
    }

    void aServerThatIsNotThereIsTold()
    {
        RedisConfig config;
        config.socketPath = QStringLiteral("/nonexistent/redis.sock");
        const auto opened = openLayout(*parseLayout(QString()), config, {}, {}, Access::Operate);
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::Unreachable);
    }
};

QTEST_GUILESS_MAIN(TestLayoutRegistry)
#include "tst_layoutregistry.moc"
