// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/failures/payloadcontrast.h"
#include "tests/unit/consolefakes.h"

#include <QTest>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;

/// Tests comparing the payloads of failed tasks with those of done tasks, using data with known differences.
class TestPayloadContrast : public QObject
{
    Q_OBJECT

    using Finding = PayloadContrast::Finding;

    std::shared_ptr<ManualClock> m_clock = std::make_shared<ManualClock>(fromMs(1'790'000'000'000));
    std::unique_ptr<MemoryBackend> m_backend;
    int m_next = 0;

    /// Runs `count` tasks of the type with the payloads that `make` returns. All fail permanently, or all succeed.
    void run(int count, bool fails, const std::function<QByteArray(int)>& make, const QByteArray& type = "send")
    {
        for (int i = 0; i < count; ++i) {
            NewTask task;
            task.id = type + '#' + QByteArray::number(m_next++);
            task.payload = make(i);
            task.options.maxAttempts = 1;
            if (!m_backend->editor()->add("mail", {task}))
                qFatal("not added");
            ClaimRequest request;
            request.queue = "mail";
            request.limit = 1;
            request.types.all = true;
            request.leaseFor = 60s;
            const auto claimed = m_backend->broker()->claim(request);
            if (!claimed || claimed->leases.size() != 1)
                qFatal("nothing claimed");
            const Lease& lease = claimed->leases.front();
            const bool ended = fails
                ? m_backend->broker()
                      ->nack("mail", {{lease.id, lease.token, std::nullopt, "failed", "refused"}}, {})
                      .ok()
                : m_backend->broker()->ack("mail", {{lease.id, lease.token, {}}}, {}).ok();
            if (!ended)
                qFatal("not ended");
        }
    }
    PayloadContrast compared(const QStringList& masked = {}, const std::optional<PayloadContrast::Span>& span = {})
    {
        PayloadContrast contrast("mail", "send", QStringLiteral("state:failed type:send error:refused"), masked, span);
        for (int step = 0; step < 10'000; ++step) {
            const auto done = contrast.step(*m_backend);
            if (!done)
                qFatal("%s", qPrintable(done.error().message));
            if (*done)
                return contrast;
        }
        qFatal("it does not end");
    }
    /// Returns JSON with apostrophes replaced by quotation marks.
    static QByteArray json(QByteArray text) { return text.replace('\'', '"'); }
    static const PayloadContrast::Trait* find(const std::vector<PayloadContrast::Trait>& traits, const QByteArray& path,
        const std::optional<QByteArray>& value)
    {
        for (const auto& trait : traits) {
            if (trait.path == path && trait.value == value)
                return &trait;
        }
        return nullptr;
    }

private slots:
    void init()
    {
        m_next = 0;
        m_backend
            = std::make_unique<MemoryBackend>(std::make_shared<MemoryStore>(m_clock), "tester", Access::OperateAndWork);
    }

    void aValueThatFailedOnesShareIsFoundWithItsNumbers()
    {
        const auto order = [](int i, bool eu) {
            return json("{'user':") + QByteArray::number(i) + json(",'order':{'region':'") + (eu ? "eu" : "us")
                + json("','items':[{'sku':'a'},{'sku':'b'}]},'fast':true}");
        };
        run(60, true, [&](int i) { return order(i, i >= 6); }); // 54 of 60 failed tasks have the value.
        run(60, false, [&](int i) { return order(i, i < 6); }); // 6 of 60 done tasks have the value.
        // Tasks of other types are ignored.
        run(
            200, false, [&](int i) { return order(i, true); }, "other");
        const PayloadContrast contrast = compared();
        QCOMPARE(contrast.finding(), Finding::Found);
        QCOMPARE(contrast.failed(), 60);
        QCOMPARE(contrast.done(), 60);
        const auto traits = contrast.traits();
        QCOMPARE(traits.size(), std::size_t(1)); // All other values are equally common among failed and done tasks.
        QCOMPARE(traits[0].path, QByteArray("order.region"));
        QCOMPARE(*traits[0].value, QByteArray("\"eu\""));
        QCOMPARE(traits[0].failed, 54);
        QCOMPARE(traits[0].done, 6);
        QCOMPARE(traits[0].lift, 55.0 / 7.0);
    }

    void aMemberThatOnlyFailedOnesHaveIsFound()
    {
        run(40, true, [](int i) { return json("{'coupon':'c") + QByteArray::number(i) + json("','list':[1]}"); });
        run(40, false, [](int) { return json("{'list':[2]}"); });
        const auto traits = compared().traits();
        const auto* coupon = find(traits, "coupon", std::nullopt);
        QVERIFY(coupon);
        QCOMPARE(coupon->failed, 40);
        QCOMPARE(coupon->done, 0);
        QCOMPARE(coupon->lift, 41.0);
        QVERIFY(find(traits, "list[]", QByteArray("1")));
        QVERIFY(!find(traits, "list", std::nullopt)); // Both failed and done tasks have this member.
    }

    void maskedMembersAreNeverLookedAt()
    {
        run(40, true, [](int) { return json("{'Card':'4111','deep':{'card':{'no':7}},'ok':1}"); });
        run(40, false, [](int) { return json("{'ok':1}"); });
        QVERIFY(find(compared().traits(), "Card", QByteArray("\"4111\"")));
        const PayloadContrast contrast = compared({QStringLiteral("CARD")});
        for (const auto& trait : contrast.traits())
            QVERIFY2(!trait.path.toLower().contains("card"), trait.path.constData());
        QVERIFY(find(contrast.traits(), "deep", std::nullopt)); // `deep` is not masked
    }

    void whatIsTooFewIsSaid()
    {
        const auto make = [](int i) { return json("{'a':") + QByteArray::number(i % 2) + '}'; };
        run(29, true, make);
        run(40, false, make);
        QCOMPARE(compared().finding(), Finding::TooFewFailed);
        run(11, true, make);
        // Half of the failed tasks and half of the done tasks have the value.
        QCOMPARE(compared().finding(), Finding::Nothing);
        QVERIFY(compared().traits().empty());
    }

    void withoutDoneOnesNothingIsSaid()
    {
        run(60, true, [](int) { return json("{'a':1}"); });
        run(29, false, [](int) { return json("{'a':2}"); });
        const PayloadContrast contrast = compared();
        QCOMPARE(contrast.finding(), Finding::TooFewDone);
        QVERIFY(contrast.traits().empty());
    }

    void emptyPayloadsAreNotMistakenForTooFewTasks()
    {
        run(40, true, [](int) { return QByteArray(); });
        run(40, false, [](int) { return json("{'a':2}"); });
        QCOMPARE(compared().finding(), Finding::NoJson);
    }

    void whatIsNoJsonIsSaid()
    {
        run(40, true, [](int i) { return "line " + QByteArray::number(i); });
        run(40, false, [](int) { return json("{'a':2}"); });
        QCOMPARE(compared().finding(), Finding::NoJson);
    }

    void chanceIsNoFinding()
    {
        // 10 of 40 is 2.5 times as frequent as 4 of 40, but this may be a coincidence.
        run(40, true, [](int i) { return json(i < 10 ? "{'a':1}" : "{'a':2}"); });
        run(40, false, [](int i) { return json(i < 4 ? "{'a':1}" : "{'a':2}"); });
        QCOMPARE(compared().finding(), Finding::Nothing);
    }

    /// With a time span, the sample contains recent failures even if older ones alone would fill it.
    void theSampleIsSpreadOverTheTimeTheNewestFirst()
    {
        const TimePoint first = m_clock->now();
        run(40, false, [](int) { return json("{'v':1}"); });
        run(400, true, [](int) { return json("{'v':1}"); });
        m_clock->advance(1h);
        run(200, true, [](int) { return json("{'v':2}"); });
        const TimePoint last = m_clock->now();
        const PayloadContrast oldest = compared();
        QVERIFY(!find(oldest.traits(), "v", QByteArray("2"))); // older failures fill the sample
        const PayloadContrast spread = compared({}, PayloadContrast::Span{first, last});
        QCOMPARE(spread.failed(), PayloadContrast::most);
        QCOMPARE(spread.done(), 40);
        const auto traits = spread.traits();
        const auto* newest = find(traits, "v", QByteArray("2"));
        QVERIFY(newest);
        QVERIFY2(newest->failed >= 50 && newest->failed < PayloadContrast::most,
            qPrintable(QString::number(newest->failed)));
    }

    void aBurstFillsTheSampleAlone()
    {
        const TimePoint first = m_clock->now();
        run(1, true, [](int) { return json("{'v':1}"); });
        m_clock->advance(1h);
        run(200, true, [](int) { return json("{'v':2}"); });
        run(40, false, [](int) { return json("{'v':1}"); });
        QCOMPARE(compared({}, PayloadContrast::Span{first, m_clock->now()}).failed(), 201);
    }

    void aSpreadSampleHasAllOfFew()
    {
        const TimePoint first = m_clock->now() + 1min;
        run(35, false, [](int) { return json("{'v':1}"); }); // ended before the first failure
        m_clock->advance(1min);
        for (int i = 0; i < 8; ++i) {
            run(5, true, [](int) { return json("{'v':2}"); });
            m_clock->advance(7min);
        }
        const PayloadContrast contrast = compared({}, PayloadContrast::Span{first, m_clock->now() - 7min});
        QCOMPARE(contrast.failed(), 40);
        QCOMPARE(contrast.done(), 35);
        QCOMPARE(contrast.finding(), Finding::Found);
    }

    void theSampleIsBounded()
    {
        run(400, true, [](int) { return json("{'a':1}"); });
        run(40, false, [](int i) { return i == 0 ? QByteArray(QByteArray(100'000, ' ') + "{}") : json("{'a':2}"); });
        const PayloadContrast contrast = compared();
        QCOMPARE(contrast.failed(), PayloadContrast::most);
        QCOMPARE(contrast.done(), 39); // The large payload is left out.
        QCOMPARE(contrast.finding(), Finding::Found);
    }
};

QTEST_APPLESS_MAIN(TestPayloadContrast)
#include "tst_payloadcontrast.moc"
