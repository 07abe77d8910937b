// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/memberids.h"
#include "core/layouts/sidekiq/sidekiqheldlists.h"
#include "core/layouts/sidekiq/sidekiqjob.h"
#include "core/layouts/sidekiq/sidekiqsources.h"
#include "core/queue/tasknames.h"

#include <QTest>

#include <set>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests reading a Sidekiq job, the names of lists of running jobs, and the syntax of `--layout` values for Sidekiq.
class TestSidekiqJob : public QObject
{
    Q_OBJECT

private slots:
    void argumentsAreASliceOfItsBytes_data()
    {
        QTest::addColumn<QByteArray>("args");
        for (const char* args : {R"(["caf\u00e9"])", "[1.100]", "[12345678901234567890]", "[[], {}]", R"(["b\/c"])",
                 "[ 1 ,\t2\n]", "[]", "[\"\\\"args\\\":[0]\"]", R"({"no":"array"})"})
            QTest::addRow("%s", args) << QByteArray(args);
    }
    void argumentsAreASliceOfItsBytes()
    {
        QFETCH(QByteArray, args);
        const SidekiqJob job
            = SidekiqJob::read(R"( {"jid" : "a","x":{"args":[9]}, "args": )" + args + R"( ,"class":"C"} )");
        QVERIFY(job.isJson);
        QCOMPARE(job.args, args);
        QCOMPARE(job.jid, QByteArray("a"));
        QCOMPARE(job.type, QByteArray("C"));
    }

    void theLastOfAFieldCounts()
    {
        const SidekiqJob job = SidekiqJob::read(R"({"args":[1],"jid":"a","\u0061rgs":[2],"jid":"b"})");
        QCOMPARE(job.args, QByteArray("[2]"));
        QCOMPARE(job.jid, QByteArray("b"));
    }

    void attemptsFollowFromItsRetries_data()
    {
        QTest::addColumn<QByteArray>("fields");
        QTest::addColumn<int>("attempt");
        QTest::addColumn<int>("most");
        QTest::newRow("new") << QByteArray(R"("retry":true)") << 0 << 26;
        QTest::newRow("none said") << QByteArray(R"("x":1)") << 0 << 26;
        QTest::newRow("failed once") << QByteArray(R"("retry":5,"retry_count":0)") << 1 << 6;
        QTest::newRow("failed three times") << QByteArray(R"("retry":5,"retry_count":2)") << 3 << 6;
        QTest::newRow("dead") << QByteArray(R"("retry":true,"retry_count":25)") << 26 << 26;
        QTest::newRow("limit lowered since") << QByteArray(R"("retry":2,"retry_count":5)") << 6 << 6;
        QTest::newRow("huge") << QByteArray(R"("retry":2147483647,"retry_count":2147483647)") << 1'000'001 << 1'000'001;
        QTest::newRow("never again") << QByteArray(R"("retry":false,"failed_at":1795601607.1)") << 1 << 1;
        QTest::newRow("zero") << QByteArray(R"("retry":0,"retry_count":0)") << 1 << 1;
        QTest::newRow("nonsense") << QByteArray(R"("retry":"x","retry_count":-7)") << 1 << 26;
    }
    void attemptsFollowFromItsRetries()
    {
        QFETCH(QByteArray, fields);
        QFETCH(int, attempt);
        QFETCH(int, most);
        const SidekiqJob job = SidekiqJob::read('{' + fields + '}');
        QCOMPARE(job.attempt, attempt);
        QCOMPARE(job.maxAttempts, most);
    }

    void aWrappedJobIsCalledByWhatItWraps()
    {
        const SidekiqJob job = SidekiqJob::read(
            R"({"class":"ActiveJob::Wrapper","wrapped":"MailJob","error_class":"E","tags":["a"],"bid":"b1"})");
        QCOMPARE(job.type, QByteArray("MailJob"));
        QCOMPARE(job.error, QByteArray("E"));
        QCOMPARE(job.further, (std::vector<TaskFact>{{"bid", R"("b1")"}, {"tags", R"(["a"])"}}));
    }

    void aJobIsCalledAsSidekiqsPageCallsIt_data()
    {
        QTest::addColumn<QByteArray>("fields");
        QTest::addColumn<QByteArray>("shown");
        const auto row = [](const char* name, const char* fields, const char* shown) {
            QTest::newRow(name) << QByteArray(fields) << QByteArray(shown);
        };
        row("plain", R"("class":"MailJob","args":[])", "MailJob");
        row("mail",
            R"("class":"Sidekiq::ActiveJob::Wrapper","wrapped":"ActionMailer::MailDeliveryJob","args":[{"job_class":)"
            R"("ActionMailer::MailDeliveryJob","arguments":["UserMailer","welcome","deliver_now",{"args":[42]}]}])",
            "UserMailer#welcome");
        row("mail before Rails 6",
            R"("class":"ActiveJob::QueueAdapters::SidekiqAdapter::JobWrapper","wrapped":"ActionMailer::DeliveryJob",)"
            R"("args":[{"arguments":["Billing::InvoiceMailer","send_invoice","deliver_now",1]}])",
            "Billing::InvoiceMailer#send_invoice");
        row("mail without its names",
            R"("class":"Sidekiq::ActiveJob::Wrapper","wrapped":"ActionMailer::MailDeliveryJob","args":[{"arguments":[1,2]}])",
            "ActionMailer::MailDeliveryJob");
        row("mail without arguments", R"("class":"W","wrapped":"ActionMailer::DeliveryJob","args":[])",
            "ActionMailer::DeliveryJob");
        row("delayed",
            R"("class":"Sidekiq::Extensions::DelayedMailer",)"
            R"("args":["---\n- !ruby/class 'UserMailer'\n- :welcome\n- - 42\n"])",
            "UserMailer.welcome");
        row("delayed on an object",
            R"("class":"Sidekiq::Extensions::DelayedModel",)"
            R"("args":["---\n- !ruby/object:User\n  id: 1\n- :touch\n- []\n"])",
            "Sidekiq::Extensions::DelayedModel");
        row("its own words", R"("class":"A","wrapped":"B","display_class":"C","args":[])", "C");
    }
    void aJobIsCalledAsSidekiqsPageCallsIt()
    {
        QFETCH(QByteArray, fields);
        QFETCH(QByteArray, shown);
        const SidekiqJob job = SidekiqJob::read('{' + fields + '}');
        QCOMPARE(job.type, shown);
        QVERIFY(!job.className.isEmpty());
    }

    void aListIsNamedAsOneOfAQueue()
    {
        const auto nameOf = [](const char* key) {
            const auto list = SidekiqListName::of(key);
            return list ? list->nameSpace + '|' + list->queue : QByteArray("none");
        };
        QCOMPARE(nameOf("queue:mail"), QByteArray("|mail"));
        QCOMPARE(nameOf("shop:queue:mail"), QByteArray("shop|mail"));
        QCOMPARE(nameOf("a:b:queue:c:d"), QByteArray("a:b|c:d"));
        for (const char* other : {"queues", "queue:", "shop:queue:", ":queue:mail", "myqueue:mail", "rq:queue:mail",
                 "resque:queue:mail", "queue:sq|web:1:a|mail", "working:queue:mail:web:1:a"})
            QCOMPARE(nameOf(other), QByteArray("none"));
    }

    void anInstantIsSecondsOrMilliseconds()
    {
        QCOMPARE(sidekiqInstant("1795236791.2289999"), std::optional(fromMs(1795236791229)));
        QCOMPARE(sidekiqInstant("1795236791"), std::optional(fromMs(1795236791000)));
        QCOMPARE(sidekiqInstant("1795236791229"), std::optional(fromMs(1795236791229)));
        for (const char* text : {"", "x", "-1", "0", "nan", "1e300"})
            QVERIFY2(!sidekiqInstant(text), text);
    }

    void whatIsNoJobIsDamaged()
    {
        for (const char* member : {"", "x", "[]", "{\"a\":1", "7", "{\"a\":1} {}"}) {
            const SidekiqJob job = SidekiqJob::read(member);
            QVERIFY2(!job.isJson, member);
            const Task task
                = job.task(sidekiqSources({}, "dueline", "q", false).front(), {0, TaskState::Due, member, 0, {}});
            QCOMPARE(task.nativeState, QByteArray("damaged"));
            QCOMPARE(task.preview, QByteArray(member));
            QVERIFY(!task.error.isEmpty());
        }
    }

    void jobsOfOneJidAreToldApartByTheirBytes()
    {
        const auto named = [](const QByteArray& jid, const QByteArray& member) {
            Task task;
            MemberNames::name(task, jid, member);
            return task;
        };
        std::vector<Task> tasks{named("a", "1"), named("b", "2"), named("a", "3"), named("a", "3"), named({}, "x"),
            named({}, "y"), named({}, "x"), named("c~2", "4"), named("c~2", "4")};
        std::vector<Task*> shown;
        for (Task& task : tasks)
            shown.push_back(&task);
        for (int again = 0; again < 2; ++again) {
            MemberNames::distinguish(shown);
            const QByteArray one = MemberNames::digestOf("1");
            QCOMPARE(tasks[0].id, "a~" + one.left(8));
            QCOMPARE(tasks[0].exact, "a~" + one);
            QCOMPARE(tasks[1].id, TaskId("b"));
            QCOMPARE(tasks[2].id, "a~" + MemberNames::digestOf("3").left(8));
            QCOMPARE(tasks[3].id, tasks[2].id + "~2");
            QCOMPARE(tasks[6].id, tasks[4].id + "~2");
            QVERIFY(tasks[4].id.startsWith("bytes-") && tasks[5].id != tasks[4].id);
            QCOMPARE(tasks[7].id, TaskId("c~2"));
            QCOMPARE(tasks[8].id, TaskId("c~2~2"));
        }
        using Match = MemberNames::Match;
        const Task& first = tasks[0];
        QCOMPARE(ownIdOf(tasks[3]), QByteArrayView("a"));
        QCOMPARE(MemberNames::matches("a", first), Match::Shared);
        QCOMPARE(MemberNames::matches("a~2", first), Match::Shared);
        QCOMPARE(MemberNames::matches(first.id, first), Match::Exact);
        QCOMPARE(MemberNames::matches(first.exact, first), Match::Exact);
        QCOMPARE(MemberNames::matches(tasks[3].exact, tasks[2]), Match::Exact);
        QCOMPARE(MemberNames::matches(tasks[2].id, first), Match::None);
        QCOMPARE(MemberNames::matches(first.id.left(9), first), Match::None);
        QCOMPARE(MemberNames::matches("ab", first), Match::None);
        QCOMPARE(MemberNames::matches("c~2", tasks[7]), Match::Shared);
    }

    void aJidThatLooksLikeANameIsRenamed()
    {
        const auto named = [](const QByteArray& jid, const QByteArray& member) {
            Task task;
            MemberNames::name(task, jid, member);
            return task;
        };
        const QByteArray one = MemberNames::digestOf("1");
        std::vector<Task> tasks{named("a", "1"), named("a", "2"), named("a~" + one.left(8), "3"),
            named("a~" + one, "4"), named("a~" + one + "~2", "7"), named("b", "5"), named("b", "5"), named("b~2", "6")};
        std::vector<Task*> shown;
        for (Task& task : tasks)
            shown.push_back(&task);
        for (int again = 0; again < 2; ++again) {
            MemberNames::distinguish(shown);
            std::set<TaskId> names;
            for (const Task& task : tasks) {
                names.insert(task.id);
                QVERIFY2(MemberNames::matches(task.id, task) != MemberNames::Match::None, task.id);
                for (const Task& other : tasks) {
                    const bool isSame = MemberNames::digestIn(task.exact) == MemberNames::digestIn(other.exact);
                    const bool isMet = MemberNames::matches(task.id, other) == MemberNames::Match::Exact;
                    QVERIFY2(isSame || !isMet, task.id + " leads to " + other.exact);
                }
            }
            QCOMPARE(names.size(), tasks.size());
            QCOMPARE(tasks[0].id, "a~" + one.left(8));
            QCOMPARE(tasks[2].id, "a~" + one.left(8) + '~' + MemberNames::digestOf("3").left(8));
            QCOMPARE(ownIdOf(tasks[3]), QByteArrayView("a~" + one));
            QVERIFY(ownIdIn(tasks[3].id).isEmpty()); // The appended digest is not the one in the jid.
            QVERIFY(tasks[6].id != tasks[7].id);
        }
        // If only one job has a given jid, its name doesn't depend on the positions of other jobs.
        Task alone = named("a~" + one.left(8), "3");
        MemberNames::distinguish({&alone});
        QCOMPARE(MemberNames::matches(alone.id, tasks[0]), MemberNames::Match::None);
        QCOMPARE(MemberNames::matches(alone.id, alone), MemberNames::Match::Exact);
    }

    /// An inspector tells tasks with the same jid apart only within one reply, so this covers several replies.
    void jobsOfOneJidAreDistinguishedAcrossReplies()
    {
        const auto named = [](const QByteArray& jid, const QByteArray& member, TaskState state) {
            Task task;
            MemberNames::name(task, jid, member);
            task.state = state;
            return task;
        };
        TaskNames names;
        Task alone = named("b", "1", TaskState::Scheduled);
        Task first = named("a", "1", TaskState::Scheduled);
        names.distinguish({&alone, &first});
        QCOMPARE(first.id, TaskId("a"));
        Task again = named("a", "1", TaskState::Due); // the first task, now due
        Task other = named("a", "2", TaskState::Retrying);
        Task plain;
        plain.id = "a";
        names.distinguish({&again, &other, &plain});
        QCOMPARE(again.id, "a~" + MemberNames::digestOf("1").left(8));
        QCOMPARE(other.id, "a~" + MemberNames::digestOf("2").left(8));
        QCOMPARE(plain.id, TaskId("a"));
        Task equal = named("a", "2", TaskState::Failed);
        Task equalAlone = named("b", "1", TaskState::Failed);
        names.distinguish({&equal, &equalAlone});
        QCOMPARE(equal.id, other.id + "~2");
        QCOMPARE(equalAlone.id, TaskId("b~2"));
        QVERIFY(names.isRepeated(equal.exact) && names.isRepeated(alone.exact));
        QVERIFY(!names.isRepeated(first.exact) && !names.isRepeated({}));
        for (const Task* task : {&other, &equal, &equalAlone})
            QVERIFY(MemberNames::matches(task->id, *task) != MemberNames::Match::None);
    }

    void aLayoutIsReadBackAsItIsWritten()
    {
        for (const char* text : {"sidekiq", "sidekiq:shop", "sidekiq:a%3Fb:c"}) {
            const auto spec = parseSidekiq(QString::fromLatin1(text));
            QVERIFY2(spec, text);
            QCOMPARE(spec->text(), QString::fromLatin1(text));
        }
        QCOMPARE(parseSidekiq(u"sidekiq:shop"_s)->key("queues"), QByteArray("shop:queues"));
        QCOMPARE(parseSidekiq(u"sidekiq"_s)->sharedPlace(), QueueName("@sidekiq"));
        for (const char* text : {"sidekiqs", "sidekiq:", "sidekiq?x=1", "sidekiq:a?x=1"})
            QCOMPARE(parseSidekiq(QString::fromLatin1(text)).error().code, ErrorCode::Usage);
    }

    void workingListsNameQueueAndProcess_data()
    {
        QTest::addColumn<QByteArray>("nameSpace");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("queue"); // empty if the key is not a process's list
        QTest::addColumn<QByteArray>("process");
        QTest::addColumn<QByteArray>("alive");
        const QByteArray none;
        QTest::newRow("gitlab") << none << QByteArray("working:queue:mail:vm-1:8540:0123456789ab") << QByteArray("mail")
                                << QByteArray("vm-1:8540")
                                << QByteArray("reliable-fetcher-heartbeat-vm-1-8540-0123456789ab");
        QTest::newRow("gitlab before 0.8") << none << QByteArray("working:queue:mail:vm:8540") << QByteArray("mail")
                                           << QByteArray("vm:8540") << QByteArray("reliable-fetcher-heartbeat-vm-8540");
        QTest::newRow("a queue with colons")
            << none << QByteArray("working:queue:a:b:7:vm:8540:0123456789ab") << QByteArray("a:b:7")
            << QByteArray("vm:8540") << QByteArray("reliable-fetcher-heartbeat-vm-8540-0123456789ab");
        QTest::newRow("a namespace") << QByteArray("shop") << QByteArray("shop:working:queue:mail:vm:8540:ab")
                                     << QByteArray("mail") << QByteArray("vm:8540")
                                     << QByteArray("shop:reliable-fetcher-heartbeat-vm-8540-ab");
        QTest::newRow("of another namespace")
            << QByteArray("shop") << QByteArray("working:queue:mail:vm-1:8540:0123456789ab") << none << none << none;
        QTest::newRow("pro") << none << QByteArray("queue:sq|vm:12:0123456789ab|mail") << QByteArray("mail")
                             << QByteArray("vm:12:0123456789ab") << QByteArray("vm:12:0123456789ab");
        QTest::newRow("exq") << QByteArray("exq") << QByteArray("exq:queue:backup::node1::mail") << QByteArray("mail")
                             << QByteArray("node1") << none;
        for (const char* key : {"working:queue:mail", "working:queue:mail:vm", "working:queue:mail:vm:x",
                 "working:queue::vm:8540", "working:queue:vm:8540", "queue:sq|", "queue:sq|vm", "queue:sq|vm|",
                 "queue:backup::", "queue:backup::node", "queue:mail", ""})
            QTest::newRow(key) << none << QByteArray(key) << none << none << none;
    }
    void workingListsNameQueueAndProcess()
    {
        QFETCH(QByteArray, nameSpace);
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, queue);
        QFETCH(QByteArray, process);
        QFETCH(QByteArray, alive);
        const auto list = HeldList::of(SidekiqSpec{nameSpace}, key);
        QCOMPARE(list.has_value(), !queue.isEmpty());
        if (!list)
            return;
        QCOMPARE(list->key, key);
        QCOMPARE(list->queue, queue);
        QCOMPARE(list->process, process);
        QCOMPARE(list->heartbeat, alive);
    }
};

QTEST_GUILESS_MAIN(TestSidekiqJob)
#include "tst_sidekiqjob.moc"
