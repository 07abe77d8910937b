// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/layouts/port/layouttext.h"
#include "tests/support/memory/memorylayout.h"

#include <QSet>
#include <QTest>

using namespace dueline;

/// Tests which layouts can be named and opened.
class TestLayoutRegistry : public QObject
{
    Q_OBJECT

private slots:
    void nativeIsTheDefault()
    {
        QCOMPARE(parseLayout(QString())->type().name(), QByteArray("native"));
        QVERIFY(parseLayout(QStringLiteral("native")).value() == defaultLayout());
    }

    void aByteOrderMarkInFrontIsNoPartOfTheName()
    {
        const auto layout = parseLayout(QStringLiteral("\ufeffzset:jobs"));
        QVERIFY(layout);
        QCOMPARE(layout->text(), QStringLiteral("zset:jobs"));
    }

    void aCustomDesignIsNamedWithItsKey()
    {
        const auto layout = parseLayout(QStringLiteral("zset:jobs?unit=ms"));
        QVERIFY(layout);
        QCOMPARE(layout->type().name(), QByteArray("zset"));
        QCOMPARE(layout->facts().queue, std::optional<QueueName>("jobs"));
        QCOMPARE(layout->text(), QStringLiteral("zset:jobs?unit=ms"));
        QVERIFY(!(*layout == defaultLayout()) && !(*layout == *parseLayout(QStringLiteral("zset:jobs"))));
    }

    void everyLayoutHasANameOfItsOwn()
    {
        QByteArrayList names;
        for (const LayoutType* type : allLayouts())
            names << type->name();
        QVERIFY(names.contains("native") && names.contains("bullmq"));
        QCOMPARE(QSet<QByteArray>(names.begin(), names.end()).size(), names.size());
    }

    /// A layout's dialog has exactly one field for each value in its text form.
    void whatADialogAsksForIsWrittenAndReadBack()
    {
        int forms = 0;
        for (const LayoutType* type : allLayouts()) {
            const std::vector<LayoutForm> all = type->forms();
            QVERIFY2(type->isReadable() == !all.empty(), type->name().constData());
            for (std::size_t number = 0; number < all.size(); ++number, ++forms) {
                const LayoutForm& form = all[number];
                QVERIFY2(form.title && form.explanation, type->name().constData());
                if (form.fields.empty())
                    continue;
                LayoutValues values;
                for (const LayoutField& field : form.fields) {
                    QVERIFY2(field.name && (field.row || &field != &form.fields.front()), type->name().constData());
                    const bool isPlain = field.kind == LayoutField::Kind::Choice && !*field.usual;
                    values[field.parameter] = isPlain           ? field.choices.back().first
                        : !form.isOneQueue && !*field.parameter ? "any?%1 & bytes\xff"
                        : *field.preset                         ? field.preset
                        : *field.usual                          ? field.usual
                                                                : "any?%1 & bytes\xff";
                }
                const QString written = layoutText(type->name(), form, values);
                const auto read = parseLayout(written);
                QVERIFY2(read, qPrintable(written));
                QCOMPARE(read->facts().form, number);
                QCOMPARE(read->facts().queue,
                    form.isOneQueue ? std::optional<QueueName>(values[{}]) : std::optional<QueueName>());
                QVERIFY(*parseLayout(read->text()) == *read);
                LayoutValues shown = layoutValues(read->text(), form);
                for (const LayoutField& field : form.fields) {
                    const QByteArray value
                        = shown.contains(field.parameter) ? shown[field.parameter] : QByteArray(field.usual);
                    const bool isKeyAgain = field.parameter == QByteArray("type") && value.isEmpty();
                    QVERIFY2(isKeyAgain || value == values[field.parameter], qPrintable(written));
                }
            }
        }
        QVERIFY(forms >= 10);
    }

    void aFieldThatIsLeftEmptyIsNotWritten()
    {
        for (const char* text : {"bullmq", "bull", "sidekiq", "celery", "bullmq?major=5", "bull?stamped=yes"}) {
            const auto layout = parseLayout(QString::fromLatin1(text));
            QVERIFY2(layout, text);
            const LayoutForm form = layout->type().forms().at(layout->facts().form);
            const LayoutValues values = layoutValues(layout->text(), form);
            QCOMPARE(values.at({}), QByteArray());
            QCOMPARE(layoutText(layout->type().name(), form, values), QString::fromLatin1(text));
        }
    }

    /// An empty Laravel prefix is not the default prefix.
    void anEmptyPrefixIsNotTheUsualOne()
    {
        const LayoutForm form = parseLayout(QStringLiteral("laravel"))->type().forms().front();
        QVERIFY(!layoutValues(QStringLiteral("laravel"), form).contains({}));
        for (const char* text :
            {"laravel:", "laravel:shop_database_", "laravel:?horizon=h:", "laravel?horizon=h:", "laravel"}) {
            const QString written = QString::fromLatin1(text);
            QCOMPARE(layoutText("laravel", form, layoutValues(written, form)), written);
            QCOMPARE(parseLayout(written)->text(), written);
        }
        QCOMPARE(layoutValues(QStringLiteral("laravel:?horizon=h:"), form).at({}), QByteArray());
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
        const LayoutSpec layout = memoryLayout();
        const auto factory = layoutFactory(layout, {}, {}, "worker-a", Access::OperateAndWork);
        const auto first = factory();
        const auto second = openLayout(layout, {}, {}, {}, Access::ReadOnly);
        QVERIFY(first && second);
        NewTask task;
        task.id = "t#1";
        QVERIFY((*first)->editor()->add("q", {task}));
        QVERIFY((*second)->inspector().task("q", "t#1"));
        QVERIFY(!(*second)->editor());

        const auto elsewhere = openLayout(memoryLayout(), {}, {}, {}, Access::Operate);
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
