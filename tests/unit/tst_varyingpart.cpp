// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/failures/kindclustering.h"
#include "core/console/failures/kindvalues.h"
#include "core/queue/errors/errorpattern.h"
#include "core/queue/errors/varyingpart.h"
#include "tests/unit/consolerequests.h"

#include <QTest>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;

/// Tests which parts of an error vary within its failure group, and the values of these parts.
class TestVaryingPart : public QObject
{
    Q_OBJECT

    /// Returns the text with its varying parts in `[]`.
    static QByteArray marked(const VaryingPart& sample)
    {
        QByteArray text;
        qsizetype at = 0;
        for (const TextPart& part : sample.varying) {
            text += sample.line.sliced(at, part.from - at) + '[' + sample.line.sliced(part.from, part.size) + ']';
            at = part.from + part.size;
        }
        return text + sample.line.sliced(at);
    }

private slots:
    void whatVariesIsFoundInTheError_data()
    {
        QTest::addColumn<QByteArray>("error");
        QTest::addColumn<QByteArray>("marks");
        const auto row = [](const char* error, const char* marks) {
            QTest::newRow(error) << QByteArray(error) << QByteArray(marks);
        };
        row("refused", "refused");
        row("Timeout after 30 s", "Timeout after [30] s");
        row("pod checkout-7d9f8-x2k4q was evicted", "pod [checkout-7d9f8-x2k4q] was evicted");
        row("no key \"a b\" for 'c1'", "no key \"[a b]\" for '[c1]'");
        row("HTTP 503 from https://api.shop.example/v1/7", "HTTP 503 from https://[api.shop.example]/v[1]/[7]");
        row("451 4.7.1 <bob@example.org>: Greylisted", "451 4.7.1 <[bob@example.org]>: Greylisted");
        row("exit code 137 of 0b04af12cc", "exit code 137 of [0b04af12cc]");
        row("30 s late\nat x.y", "[30] s late");
        row("Traceback (most recent call last):\n  File \"a.py\", line 3\nKeyError: 'card'", "KeyError: '[card]'");
        row("größer als 5 für 12 Ämter", "größer als [5] für [12] Ämter");
        row("1.5", "[1.5]");
    }
    void whatVariesIsFoundInTheError()
    {
        QFETCH(QByteArray, error);
        QFETCH(QByteArray, marks);
        const auto sample = varyingPartOf(error, errorText(error));
        QVERIFY(sample);
        QCOMPARE(marked(*sample), marks);
    }

    void aWordOfAKindIsMarkedToo()
    {
        QByteArrayList errors;
        for (const char* user : {"alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan"})
            errors << "user " + QByteArray(user) + " may not open the ledger of 2024";
        QByteArrayList texts;
        for (const QByteArray& error : errors)
            texts << errorText(error);
        const KindClustering kinds(texts);
        QCOMPARE(kinds.kinds().size(), 1U);
        const auto sample = varyingPartOf(errors[2], kinds.kinds()[0].text());
        QVERIFY(sample);
        QCOMPARE(marked(*sample), QByteArray("user [carol] may not open the ledger of [2024]"));
        QCOMPARE(wordBefore(sample->line, sample->varying[0]), QByteArray("user"));
        QCOMPARE(wordBefore(sample->line, sample->varying[1]), QByteArray("ledger of"));
        // An error from a different group has no varying parts.
        QVERIFY(!varyingPartOf("user carol may open the ledger of 2024", kinds.kinds()[0].text()));
        QVERIFY(!varyingPartOf("refused", kinds.kinds()[0].text()));
    }

    /// For any error, the parts are in order and within the line, and the rest is the text of the error's group.
    void ofAnyErrorWhatStaysIsTheKind()
    {
        const QByteArray pieces[]{
            "a1", " ", "\"", "'", "<*>", "10.0.0.1", ":", "x-9", "é", "#", "://", "#42", "/", "<", ">", "…", "7"};
        quint32 state = 7;
        int told = 0;
        for (int round = 0; round < 20'000; ++round) {
            QByteArray error;
            for (int i = 0; i < 8; ++i) {
                state = state * 1664525 + 1013904223;
                error += pieces[(state >> 16) % std::size(pieces)];
            }
            const QByteArray kind = errorText(error);
            const auto sample = varyingPartOf(error, kind);
            if (!sample)
                continue;
            ++told;
            qsizetype at = 0;
            for (const TextPart& part : sample->varying) {
                QVERIFY2(part.from >= at && part.size > 0 && part.from + part.size <= sample->line.size(),
                    error.constData());
                at = part.from + part.size;
            }
        }
        QVERIFY2(told > 10'000, qPrintable(QString::number(told)));
    }

    void theMostFrequentValuesOfEachPlaceAreCounted()
    {
        const auto clock = std::make_shared<ManualClock>(fromMs(1'790'000'000'000));
        MemoryBackend backend(std::make_shared<MemoryStore>(clock), "tester", Access::OperateAndWork);
        int next = 0;
        const auto fail = [&](const QByteArray& error, int count) {
            for (int i = 0; i < count; ++i) {
                NewTask task;
                task.id = "k8s#" + QByteArray::number(next++);
                task.options.maxAttempts = 1;
                QVERIFY(backend.editor()->add("mail", {task}).ok());
                ClaimRequest request;
                request.queue = "mail";
                request.limit = 1;
                request.types.all = true;
                request.leaseFor = 60s;
                const auto claimed = backend.broker()->claim(request);
                QVERIFY(claimed.ok() && claimed->leases.size() == 1);
                const Lease& lease = claimed->leases.front();
                QVERIFY(
                    backend.broker()->nack("mail", {{lease.id, lease.token, std::nullopt, "failed", error}}, {}).ok());
            }
        };
        fail("pod web-0b04 lost node-7 after 30 s", 61);
        fail("pod web-1c22 lost node-7 after 30 s", 30);
        for (int i = 0; i < 9; ++i)
            fail("pod web-9d" + QByteArray::number(10 + i) + " lost node-7 after 30 s", 1);
        fail("refused", 5);
        FailureCensus census("mail");
        for (bool all = false; !all;) {
            const auto step = census.step(backend);
            QVERIFY(step.ok());
            all = *step;
        }
        const auto groups = census.groups();
        QCOMPARE(groups.size(), 2U);
        QCOMPARE(groups[0].count, 100);
        KindValues values("mail", groups[0]);
        for (bool all = false; !all;) {
            const auto step = values.step(backend);
            QVERIFY(step.ok());
            all = *step;
        }
        QCOMPARE(values.tasks(), 100);
        QVERIFY(!values.hasMore());
        const auto parts = values.parts();
        QCOMPARE(parts.size(), 1U); // Node and seconds are the same in all errors.
        QCOMPARE(parts[0].label, QByteArray("pod"));
        QCOMPARE(parts[0].values, 11);
        QCOMPARE(parts[0].top.size(), KindValues::told);
        QCOMPARE(parts[0].top[0], (KindValues::Value{"web-0b04", 61}));
        QCOMPARE(parts[0].top[1], (KindValues::Value{"web-1c22", 30}));
        QCOMPARE(parts[0].top[2], (KindValues::Value{"web-9d10", 1}));
        QCOMPARE(parts[0].tasks, 100);

        // A word that varies is not used to label the part that follows it.
        fail("charge ab?try=1 refused", 3);
        fail("charge cd?try=2 refused", 2);
        KindValues charges("mail", QStringLiteral("state:failed error:charge"), "charge <**>?try=<*> refused");
        while (!*charges.step(backend)) { }
        QCOMPARE(charges.parts()[0].label, QByteArray("charge"));
        QCOMPARE(charges.parts()[1].label, QByteArray("try"));
        KindValues asked("mail", QStringLiteral("state:failed error:charge"), "charge <**>?<*> refused");
        while (!*asked.step(backend)) { }
        QCOMPARE(asked.parts()[1].label, QByteArray());

        // A filter may also find errors outside the group. They contribute no values.
        KindValues few("mail", QStringLiteral("state:failed"), "pod <*> lost node-7 after 30 s");
        while (!*few.step(backend)) { }
        QCOMPARE(few.tasks(), 100);
        QCOMPARE(few.parts().front().tasks, 100);
    }
};

QTEST_APPLESS_MAIN(TestVaryingPart)
#include "tst_varyingpart.moc"
