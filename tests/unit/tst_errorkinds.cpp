// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/failures/kindclustering.h"
#include "core/queue/errors/errorpattern.h"
#include "core/queue/taskfilter.h"
#include "tests/support/hostilestrings.h"

#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QTest>

#include <algorithm>
#include <map>

using namespace dueline;

/// Tests the failure groups found in realistic error messages.
class TestErrorKinds : public QObject
{
    Q_OBJECT

    struct Failed
    {
        QByteArray error;
        int known; ///< index of the error's template
    };

    /// Replaces `{pod}`, `{host}`, `{user}` and similar placeholders, with a new value each time.
    static QByteArray filled(QByteArray text, QRandomGenerator& random)
    {
        static const QByteArrayList users{"alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan",
            "judy", "mallory", "niaj", "olivia", "peggy", "rupert", "sybil", "trent", "victor", "walter", "yvonne"};
        static const QByteArrayList services{
            "checkout", "mailer", "billing", "search", "gateway", "stock", "returns", "ratings", "invoices", "catalog"};
        static const QByteArrayList zones{"eu-west-1", "us-east-1", "ap-south-1"};
        static const QByteArrayList tables{
            "orders", "items", "accounts", "ledger", "sessions", "carts", "prices", "refunds", "stocks", "labels"};
        const auto any = [&random](const QByteArrayList& of) { return of[random.bounded(int(of.size()))]; };
        const auto letters = [&random](int length, QByteArrayView from) {
            QByteArray word;
            for (; length > 0; --length)
                word += from[random.bounded(int(from.size()))];
            return word;
        };
        const auto hex = [&](int length) { return letters(length, "0123456789abcdef"); };
        const auto number = [&random](int below) { return QByteArray::number(random.bounded(below)); };
        for (qsizetype at; (at = text.indexOf('{')) >= 0;) {
            const qsizetype end = text.indexOf('}', at);
            const QByteArray name = text.mid(at + 1, end - at - 1);
            QByteArray value = number(100'000);
            if (name == "pod")
                value = any(services) + '-' + hex(8) + "d9-" + letters(4, "bcdfghjklmnpqrstvwxz2456789") + '4';
            else if (name == "host")
                value = any(services) + number(40) + '.' + any(zones) + ".shop.internal";
            else if (name == "user")
                value = any(users);
            else if (name == "service")
                value = any(services);
            else if (name == "table")
                value = any(tables);
            else if (name == "mail")
                value = any(users) + number(999) + "@example.org";
            else if (name == "instance")
                value = "i-0" + hex(16);
            else if (name == "request")
                value = letters(8, "ABCDEFGHKLMNPQRSTUVWXYZ") + '7' + letters(7, "ABCDEFGHKLMN0123456789");
            else if (name == "zone")
                value = any(zones);
            else if (name == "uuid")
                value = hex(8) + '-' + hex(4) + '-' + hex(4) + '-' + hex(4) + '-' + hex(12);
            else if (name == "ip")
                value = "10." + number(256) + '.' + number(256) + '.' + number(256);
            text.replace(at, end - at + 1, value);
        }
        return text;
    }
    static std::vector<Failed> failedOf(const QByteArrayList& templates, int each, quint32 seed)
    {
        QRandomGenerator random(seed);
        std::vector<Failed> failed;
        for (int known = 0; known < templates.size(); ++known) {
            for (int i = 0; i < each; ++i)
                failed.push_back({filled(templates[known], random), known});
        }
        std::shuffle(failed.begin(), failed.end(), random);
        return failed;
    }
    static QByteArrayList textsOf(const std::vector<Failed>& failed)
    {
        QByteArrayList texts;
        for (const Failed& one : failed)
            texts.append(errorText(one.error));
        return texts;
    }

    /// Returns the display names of these errors' groups, in byte order.
    static QByteArrayList namesOf(const QByteArrayList& errors, const QByteArrayList& earlier = {})
    {
        QByteArrayList texts;
        for (const QByteArray& error : errors)
            texts.append(errorText(error));
        KindClustering kinds(texts, earlier);
        for (const QByteArray& error : errors) {
            const ErrorReading reading = readError(error);
            kinds.note(reading.text, PlaceholderValues(reading.values));
        }
        QByteArrayList names;
        for (std::size_t i = 0; i < kinds.kinds().size(); ++i)
            names.append(kinds.nameOf(i));
        std::sort(names.begin(), names.end());
        return names;
    }

private slots:
    void corporaComeApartIntoTheirKinds_data()
    {
        QTest::addColumn<QByteArrayList>("templates");
        QTest::newRow("Kubernetes") << QByteArrayList{
            "Back-off restarting failed container {service} in pod {pod}_default({uuid})",
            "Liveness probe failed: Get \"http://{ip}:8080/healthz\": context deadline exceeded",
            "Readiness probe failed: HTTP probe failed with statuscode: 503",
            "Readiness probe failed: HTTP probe failed with statuscode: 404",
            "0/{n} nodes are available: {n} Insufficient memory.",
            "Failed to pull image \"registry.shop.internal/{service}:{n}\": rpc error: code = NotFound",
            "pod {pod} was evicted: The node was low on resource: memory.",
            "container {service} of pod {pod} exited with code 137 (OOMKilled)",
            "container {service} of pod {pod} exited with code 1", "Error: secret \"{service}-credentials\" not found",
            "dial tcp: lookup {host} on {ip}:53: no such host", "job of user {user} exceeded its deadline"};
        QTest::newRow("AWS") << QByteArrayList{
            "An error occurred (ThrottlingException) when calling the PutItem operation: Rate exceeded",
            "An error occurred (AccessDenied) when calling the GetObject operation: Access Denied",
            "The instance ID '{instance}' does not exist", "Instance {instance} is not in state running in {zone}a",
            "SlowDown: Please reduce your request rate. (Service: Amazon S3; Status Code: 503; Request ID: {request})",
            "NoSuchKey: The specified key does not exist. (Service: Amazon S3; Status Code: 404; Request ID: {request})",
            "User: arn:aws:iam::{n}:user/{user} is not authorized to perform: sqs:SendMessage on resource: arn:aws:sqs:{zone}:{n}:mail",
            "Could not connect to the endpoint URL: \"https://sqs.{zone}.amazonaws.com/\"",
            "profile of {user} has no credentials", "vol-0{n}ab is in use by {instance}"};
        QTest::newRow("Postgres") << QByteArrayList{
            "ERROR: duplicate key value violates unique constraint \"{table}_pkey\" (SQLSTATE 23505)",
            "ERROR: insert or update on table \"{table}\" violates foreign key constraint \"{table}_fk\" (SQLSTATE 23503)",
            "ERROR: deadlock detected (SQLSTATE 40P01)",
            "ERROR: could not serialize access due to concurrent update (SQLSTATE 40001)",
            "ERROR: canceling statement due to statement timeout (SQLSTATE 57014)",
            "FATAL: password authentication failed for user \"{user}\"",
            "FATAL: no pg_hba.conf entry for host \"{ip}\", user \"{user}\", database \"shop\", SSL off",
            "FATAL: sorry, too many clients already", "could not connect to server {host}: Connection refused",
            "could not connect to server {host}: Connection timed out",
            "relation {table} is locked by {user} since {n} s"};
        QTest::newRow("SMTP") << QByteArrayList{
            "451 4.7.1 <{mail}>: Recipient address rejected: Greylisted, see http://postgrey.example/help/{n}.html",
            "450 4.2.1 <{mail}>: Recipient address rejected: mailbox is busy",
            "550 5.1.1 <{mail}>: Recipient address rejected: User unknown in local recipient table",
            "550 5.7.1 <{mail}>: Recipient address rejected: Message refused by policy",
            "552 5.2.2 The mailbox of {user} is full", "421 {host} Service not available, closing transmission channel",
            "(535, b'5.7.8 Error: authentication failed: {request}')",
            "connect to {host}[{ip}]:25: Connection timed out", "mail for {user} loops back to myself",
            "TLS handshake with {host} failed: certificate has expired"};
        QTest::newRow("Python") << QByteArrayList{
            "Traceback (most recent call last):\n  File \"/srv/{service}/tasks.py\", line {n}, in run\n    f()\nKeyError: '{table}'",
            "Traceback (most recent call last):\n  File \"/srv/a.py\", line {n}\nValueError: invalid literal for int() with base 10: '{user}'",
            "Traceback (most recent call last):\n  File \"/srv/a.py\", line {n}\nTypeError: unsupported operand type(s) for +: 'int' and 'str'",
            "Traceback (most recent call last):\n  File \"/srv/a.py\", line {n}\nConnectionRefusedError: [Errno 111] Connection refused",
            "Traceback (most recent call last):\n  File \"/srv/a.py\", line {n}\nOSError: [Errno 28] No space left on device",
            "requests.exceptions.HTTPError: 503 Server Error: Service Unavailable for url: https://{host}/v1/{n}",
            "requests.exceptions.HTTPError: 404 Client Error: Not Found for url: https://{host}/v1/{n}",
            "HTTPConnectionPool(host='{host}', port={n}): Read timed out. (read timeout={n})",
            "redis.exceptions.TimeoutError: Timeout reading from {host}:{n}",
            "PermissionError: user {user} may not write {table}",
            "json.decoder.JSONDecodeError: Expecting value: line {n} column {n} (char {n})"};
        QTest::newRow("Java") << QByteArrayList{
            "java.net.SocketTimeoutException: Read timed out\n\tat java.base/java.net.SocketInputStream.read(SocketInputStream.java:{n})",
            "java.net.ConnectException: Connection refused: {host}/{ip}:{n}\n\tat x.Y.z(Y.java:{n})",
            "java.net.UnknownHostException: {host}\n\tat x.Y.z(Y.java:{n})",
            "java.lang.NullPointerException: Cannot invoke \"String.length()\" because \"name\" is null\n\tat x.Y.z(Y.java:{n})",
            "java.lang.OutOfMemoryError: Java heap space", "java.lang.OutOfMemoryError: GC overhead limit exceeded",
            "java.lang.IllegalStateException: order {uuid} of {user} is already shipped\n\tat x.Y.z(Y.java:{n})",
            "java.sql.SQLException: ORA-00060: deadlock detected while waiting for resource",
            "java.sql.SQLException: ORA-12541: TNS:no listener at {host}",
            "com.shop.PaymentException: bank answered HTTP 502 for {uuid}",
            "com.shop.PaymentException: bank answered HTTP 429 for {uuid}"};
    }
    void corporaComeApartIntoTheirKinds()
    {
        QFETCH(QByteArrayList, templates);
        const auto failed = failedOf(templates, 300, 29);
        const KindClustering kinds(textsOf(failed));
        std::map<std::size_t, std::map<int, int>> found; // number of tasks per group and template
        for (const Failed& one : failed) {
            const auto kind = kinds.kindOf(errorText(one.error));
            QVERIFY2(kind, one.error.constData());
            ++found[*kind][one.known];
        }
        std::map<int, int> largest;
        for (const auto& [kind, knowns] : found) {
            QVERIFY2(knowns.size() == 1, kinds.kinds()[kind].text().constData());
            const auto& [known, tasks] = *knowns.begin();
            largest[known] = std::max(largest[known], tasks);
        }
        int right = 0;
        for (const auto& [known, tasks] : largest) {
            right += tasks;
            if (tasks < 300)
                qInfo("%d of 300: %s", tasks, templates[known].constData());
        }
        QVERIFY2(right * 100 >= int(failed.size()) * 95,
            qPrintable(QStringLiteral("%1 of %2").arg(right).arg(failed.size())));
    }

    void twentyThousandOfThreeKindsAreThree()
    {
        const auto failed
            = failedOf({"pod {pod} on {host} was killed for {user}", "HTTP 503 from {host} while {user} called it",
                           "instance {instance} of {user} is gone"},
                6'667, 3);
        const KindClustering kinds(textsOf(failed));
        for (const ErrorTemplate& kind : kinds.kinds())
            QVERIFY2(kinds.kinds().size() == 3, kind.text().constData());
    }

    void theOrderOfErrorsDoesNotMatter()
    {
        auto failed = failedOf(
            {"user {user} may not open {table}", "{service} is closed to {user} by {user}", "quota {n} of {user}"}, 200,
            5);
        const auto namesOf = [&failed] {
            const KindClustering kinds(textsOf(failed));
            QByteArrayList names;
            for (const ErrorTemplate& kind : kinds.kinds())
                names.append(kind.text());
            return names;
        };
        const QByteArrayList names = namesOf();
        QRandomGenerator random(17);
        for (int round = 0; round < 5; ++round) {
            std::shuffle(failed.begin(), failed.end(), random);
            QCOMPARE(namesOf(), names);
        }
    }

    void aWordVariesFromTheEighthValueOn()
    {
        QByteArrayList texts;
        for (char c = 'a'; c < 'a' + KindClustering::valuesToVary - 1; ++c)
            texts.append(QByteArray("no room for ") + QByteArray(3, c));
        QCOMPARE(KindClustering(texts).kinds().size(), 7U);
        texts.append("no room for xyz");
        QCOMPARE(KindClustering(texts).kinds().size(), 1U);
        QCOMPARE(KindClustering(texts).kinds()[0].text(), QByteArray("no room for <**>"));
        texts.append("no room for ENOSPC"); // The last word is an error code.
        QCOMPARE(KindClustering(texts).kinds().size(), 2U);
    }

    void whatIsFoldedVariesFromTheSecondValueOn_data()
    {
        QTest::addColumn<QByteArrayList>("errors");
        QTest::addColumn<QByteArray>("name");
        const auto row = [](const char* tag, const QByteArrayList& errors, const char* name) {
            QTest::newRow(tag) << errors << QByteArray(name);
        };
        row("one value in quotes", {"KeyError: 'name'", "KeyError: 'name'"}, "KeyError: 'name'");
        row("two values in quotes", {"KeyError: 'name'", "KeyError: 'card'"}, "KeyError: '<*>'");
        row("two pods, one host",
            {"pod web-7d9f8-x2k4q lost db1.shop.internal", "pod web-1c22a-b3d5f lost db1.shop.internal"},
            "pod <*> lost db1.shop.internal");
        row("one pod, two hosts",
            {"pod web-7d9f8-x2k4q lost db1.shop.internal", "pod web-7d9f8-x2k4q lost db2.shop.internal"},
            "pod web-7d9f8-x2k4q lost <*>");
        row("hex", {"object 0x7ffe12ab is freed", "object 0x7ffe12ab is freed"}, "object 0x7ffe12ab is freed");
        row("an id", {"order 7f0c1d9e-53aa-4c1b-9d0e-0123456789ab is gone"},
            "order 7f0c1d9e-53aa-4c1b-9d0e-0123456789ab is gone");
        row("a number varies at once", {"Timeout after 30 s", "Timeout after 30 s"}, "Timeout after <*> s");
        row("an instant, too", {"expired on 2026-11-21T08:00:00Z"}, "expired on <*>");
        row("the third value stays folded", {"KeyError: 'a'", "KeyError: 'b'", "KeyError: 'a'"}, "KeyError: '<*>'");
        QByteArrayList users;
        for (const char* user : {"ann", "bob", "cy", "dan", "eve", "fay", "gus", "hal"})
            users << QByteArray("user ") + user + " may not open 'ledger' of db1.shop.internal";
        QByteArrayList tenants;
        for (const char* tenant :
            {"acmeCorp", "blueSky", "car2go", "deepBlue", "eastGate", "farOut", "goldMine", "hotDesk", "inTown"})
            tenants << QByteArray("tenant ") + tenant + " is not active";
        tenants.removeAt(2);
        row("with a capital inside", tenants, "tenant <**> is not active");
        QByteArrayList names;
        for (const char* name : {"张三", "李四", "王五", "赵六", "孙七", "周八", "吴九", "郑十"})
            names << "用户 " + QByteArray(name) + " 的订单不存在";
        row("Chinese names", names, "用户 <**> 的订单不存在");
        QByteArrayList joined;
        for (const char* user : {"ann", "bob", "cy", "dan", "eve", "fay", "gus", "hal"})
            joined << "用户" + QByteArray(user) + "的订单12不存在";
        row("names beside Chinese", joined, "用户<**>的订单<*>不存在");
        row("beside any word", users, "user <**> may not open 'ledger' of db1.shop.internal");
    }
    void whatIsFoldedVariesFromTheSecondValueOn()
    {
        QFETCH(QByteArrayList, errors);
        QFETCH(QByteArray, name);
        QCOMPARE(namesOf(errors), QByteArrayList{name});
        // The display name belongs to the same group as the errors, so filtering by it finds all of them.
        const auto filter = TaskFilter::parse(QStringLiteral("kind:") + quotedForFilter(QString::fromUtf8(name)));
        QVERIFY(filter.ok());
        for (const QByteArray& error : std::as_const(errors)) {
            Task task;
            task.error = error;
            QVERIFY2(filter->matches(task, {}, {}), error.constData());
        }
    }

    /// The display name of an error's group is parsed as that group.
    void aNameIsReadAsItsKind()
    {
        static const QByteArrayList pieces{"pod", "code", "42", " ", ": ", "'", "\"", "web-7d9f8-x2k4q",
            "db1.shop.internal", "0x7f12", "<*>", "http", "503", "#a1", "user", "://x.y/z", "\xC3\xA9", "E11000",
            "10.0.0.1:25"};
        QRandomGenerator random(31);
        int named = 0;
        for (int round = 0; round < 5'000; ++round) {
            QByteArray error;
            for (int left = 1 + int(random.bounded(8)); left > 0; --left)
                error += pieces[random.bounded(int(pieces.size()))];
            const QByteArrayList names = namesOf({error});
            QCOMPARE(names.size(), 1);
            QCOMPARE(kindText(names[0]), errorText(error));
            named += names[0] != errorText(error);
        }
        QVERIFY2(named > 1'000, qPrintable(QString::number(named)));
        QCOMPARE(kindText("<**> 42 of 'x'"), QByteArray("<**> <*> of '<*>'"));
        // This text is itself the display name of a group with errors such as "code 42 left".
        QCOMPARE(kindText("<**> 42 left"), QByteArray("<**> 42 left"));
    }

    /// A word that has varied once stays a placeholder, even if few errors are left.
    void kindsAreStableFromOneCountToTheNext()
    {
        QByteArrayList errors;
        for (const char* user : {"ann", "bob", "cy", "dan", "eve", "fay", "gus", "hal", "ida"})
            errors << QByteArray("user ") + user + " may not open it";
        const QByteArrayList kinds = namesOf(errors);
        QCOMPARE(kinds, QByteArrayList{"user <**> may not open it"});
        QCOMPARE(namesOf(errors.first(2)).size(), 2);
        QCOMPARE(namesOf(errors.first(2), kinds), kinds);
        QCOMPARE(namesOf(errors.first(2) + QByteArrayList{"user zoe may not open it"}, kinds), kinds);
        // A group without errors is dropped.
        QCOMPARE(namesOf({"disk is full"}, kinds), QByteArrayList{"disk is full"});
    }

    void codesStayAndIdsDoNot_data()
    {
        QTest::addColumn<QByteArray>("error");
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char* error, const char* text) {
            QTest::newRow(error) << QByteArray(error) << QByteArray(text);
        };
        row("", "");
        row("Timeout after 30 s", "Timeout after <*> s");
        row("HTTP 503 Service Unavailable", "HTTP 503 Service Unavailable");
        row("HTTP/1.1 404 Not Found", "HTTP/1.1 404 Not Found");
        row("status code: 429, retry in 30 s", "status code: 429, retry in <*> s");
        row("451 4.7.1 try later", "451 4.7.1 try later");
        row("550-5.1.1 no such user", "550-5.1.1 no such user");
        row("exit code -9", "exit code -9");
        row("[Errno 111] Connection refused", "[Errno 111] Connection refused");
        row("E11000 duplicate key", "E11000 duplicate key");
        row("ORA-00942: no table", "ORA-00942: no table");
        row("listening on port 503", "listening on port <*>");
        row("{\"code\":404,\"id\":7}", "{\"code\":404,\"id\":<*>}");
        row("GET /orders 404", "GET /orders 404");
        row("Error loading charge.js", "Error loading charge.js");
        row("GET https://shop.example/a 503", "GET https://<*>/a 503");
        row("exited with 137 after 4 s", "exited with 137 after <*> s");
        row("upstream said (502)", "upstream said (502)");
        row("[500] upstream", "[500] upstream");
        row("read (64) of (120)", "read (<*>) of (<*>)");
        row("Received 503 from it", "Received 503 from it");
        row("server replied: 421", "server replied: 421");
        row("smtp; 550-5.7.26 unauthenticated", "smtp; 550-5.7.26 unauthenticated");
        row("curl: (28) timed out", "curl: (28) timed out");
        row("killed by SIGKILL (9)", "killed by SIGKILL (9)");
        row("0x80070005 access", "0x80070005 access");
        row("at 0x7ffd12ab", "at <*>");
        row("错误码 500：第 12 次", "错误码 500：第 <*> 次");
        row("状态码：404 失败", "状态码：404 失败");
        row("KeyError: 'name'", "KeyError: '<*>'");
        row("commit deadbeef of facade", "commit <*> of facade"); // hexadecimal without decimal digits
        row("said 'this is a whole sentence'", "said 'this is a whole sentence'");
        for (const char* stays :
            {R"({"code":"E_FULL"})", R"({"code": "card_declined", "status": "503"})", R"({"code":"P2002"})",
                "{ code: 'ER_LOCK_DEADLOCK' }", R"({"error":"invalid_grant"})", R"(level=error status="404")"})
            row(stays, stays);
        row(R"({"error":"user 7"})", R"({"error":"<*>"})");
        row(R"({"error_code":"7f0c1d9e53aa"})", R"({"error_code":"<*>"})");
        row(R"({"name":"E_FULL"})", R"({"name":"<*>"})");
        row("quota of 150 GB is used", "quota of <*> GB is used");
        row("Memory limit: 512 MB", "Memory limit: <*> MB");
        row("120 EUR declined", "<*> EUR declined");
        row("404 NOT FOUND", "404 NOT FOUND");
        row("pull \"registry.shop/mailer:fbecbdf\": gone", "pull \"<*>\": gone");
        row("{\"a/b\": 1, \"c/d\": 2}", "{\"a/b\": <*>, \"c/d\": <*>}");
        row("\x1b[31mTimeoutError\x1b[0m: after 30 s", "\\u{1B}[31mTimeoutError\\u{1B}[0m: after <*> s");
        row("\x1b[1;31m503 Busy\x1b[0m of 7", "\\u{1B}[1;31m503 Busy\\u{1B}[0m of <*>");
        row("can't open it's file 3", "can't open it's file <*>");
        row("pod checkout-7d9f8b6c5d-x2k4q evicted", "pod <*> evicted");
        row("no route to db1.eu-west-1.shop.internal:5432", "no route to <*>");
        row("java.lang.IllegalStateException: x", "java.lang.IllegalStateException: x");
        row("GET https://shop.example/a?b=1 failed", "GET https://<*>/a?<*> failed");
        row("POST https://shop.example/v1/orders/7f3a-9b refused", "POST https://<*>/v<*>/orders/<*> refused");
        row("redis://default:x@cache.shop:6379/0: timed out", "redis://<*>/<*>: timed out");
        row("open file:///srv/shop/a failed", "open file:///srv/shop/a failed");
        row("see https://shop.example.", "see https://<*>.");
        row("No module named app.billing", "No module named app.billing");
        row("task app.billing.tasks.charge is unknown", "task app.billing.tasks.charge is unknown");
        row("lookup db.shop: no such host", "lookup <*>: no such host");
        row("could not connect to db.shop", "could not connect to <*>");
        row("db.shop:5432 is down", "<*> is down");
        row("redis-1.shop is down", "<*> is down");
        row("www.example.org is down", "<*> is down");
        row("postgres.shop.svc is down", "<*> is down");
        for (const char* stays : {"HTTPError 502", "HttpException: 503", "HTTP/2 502", "HTTP502", "HTTP-502",
                 "HTTP_503", "gateway: 502: down", "[WinError 10061] refused", "SQLCODE=-803", "exit code 0x1",
                 "Msg 2627", "TLS alert 40", "exit_1 of it"})
            row(stays, stays);
        row("main: 120: no such file", "main: <*>: no such file");
        row("line: 404: unexpected", "line: <*>: unexpected");
        row("status 0x7ffe12ab00 read", "status <*> read");
        row("no customer cus_hahcFAAHqWert", "no customer <*>");
        row("Invalid_Request of user_name", "Invalid_Request of user_name");
        row("order-503 is late", "<*> is late");
        row("arn:aws:s3:::shop is gone", "<*> is gone");
        row("Traceback (most recent call last):\n  File 1\nValueError: bad", "ValueError: bad");
    }
    void codesStayAndIdsDoNot()
    {
        QFETCH(QByteArray, error);
        QFETCH(QByteArray, text);
        QCOMPARE(errorText(error), text);
    }

    void aTextIsItsOwnTextAndHoldsItsLiteral()
    {
        static const QByteArray bytes = "abcXYZ0123456789 .,:;-_#@'\"`<*>\\/xT+Zf\n\xC3\xA9\xFF";
        static const QByteArrayList words{"HTTP ", "code ", " 503 ", "a.b.cd", "exit ", "://", "arn:", "4.7.1", "' '"};
        QRandomGenerator random(7);
        for (int i = 0; i < 10'000; ++i) {
            QByteArray error;
            for (int left = int(random.bounded(60)); left > 0; --left)
                error += random.bounded(8) == 0 ? words[random.bounded(int(words.size()))]
                                                : QByteArray(1, bytes[random.bounded(int(bytes.size()))]);
            const QByteArray text = errorText(error);
            QVERIFY2(errorText(text) == text, error.toHex().constData());
            QVERIFY2(error.contains(literalOf(text)), error.toHex().constData());
            QCOMPARE(ErrorTokens::of(text).size() <= std::size_t(errorTextTokens) + 2, true);
        }
        for (const test::HostileString& hostile : test::hostileStrings("/tmp/x", "http://127.0.0.1:1/"))
            QCOMPARE(errorText(errorText(hostile.bytes)), errorText(hostile.bytes));
    }

    /// A group's filter matches exactly its errors, even if groups overlap: the later group's filter excludes the
    /// earlier group's errors.
    void theFilterOfAKindIsExactlyItsErrors()
    {
        QRandomGenerator random(23);
        const QByteArrayList words{
            "ant", "bee", "cat", "dog", "elk", "fox", "gnu", "hen", "ibis", "jay", "ENOENT", "503", "'x y'", "9"};
        for (int round = 0; round < 5; ++round) {
            QByteArrayList errors;
            for (int i = 0; i < 150; ++i) {
                QByteArrayList error{"it"};
                for (int left = 2 + int(random.bounded(3)); left > 0; --left)
                    error.append(random.bounded(2) ? QByteArray("was") : words[random.bounded(int(words.size()))]);
                errors.append(error.join(' '));
            }
            QByteArrayList texts;
            for (const QByteArray& error : std::as_const(errors))
                texts.append(errorText(error));
            const KindClustering kinds(texts);
            for (std::size_t kind = 0; kind < kinds.kinds().size(); ++kind) {
                const auto filter = TaskFilter::parse(kinds.filterOf(kind));
                QVERIFY(filter.ok());
                for (qsizetype i = 0; i < errors.size(); ++i) {
                    Task task;
                    task.error = errors[i];
                    QVERIFY2(filter->matches(task, {}, {}) == (kinds.kindOf(texts[i]) == kind),
                        qPrintable(filter->text() + QStringLiteral(" | ") + QString::fromUtf8(errors[i])));
                }
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestErrorKinds)
#include "tst_errorkinds.moc"
