// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/errors/stacktrace.h"

#include <QTest>

using namespace dueline;

/// Tests detecting frames in stack traces as frameworks store them.
class TestStackTrace : public QObject
{
    Q_OBJECT

    static QByteArray part(const StackLine& line, const TextPart& of)
    {
        return line.text.sliced(of.from, of.size).toByteArray();
    }
    static char letterOf(const StackLine& line)
    {
        const char letter = line.kind == StackLine::Kind::Text ? 't'
            : line.kind == StackLine::Kind::Application        ? 'a'
                                                               : 'l';
        return line.isFrame ? char(letter - 'a' + 'A') : letter;
    }
    /// Returns one letter for each line: `t`ext, `a`pplication or `l`ibrary, in uppercase if the line contains a
    /// frame's source position.
    static QByteArray shapeOf(const QByteArray& error)
    {
        QByteArray shape;
        for (const StackLine& line : stackLinesOf(error))
            shape += letterOf(line);
        return shape;
    }

private Q_SLOTS:
    void linesAreRecognized_data()
    {
        QTest::addColumn<QByteArray>("error");
        QTest::addColumn<QByteArray>("shape");
        QTest::newRow("no stack") << QByteArray("550 no such user\nat the door\nat 10:30 it rained")
                                  << QByteArray("ttt");
        QTest::newRow("empty") << QByteArray() << QByteArray("t");
        QTest::newRow("JavaScript") << QByteArray(
            "TypeError: x is not a function\n"
            "    at charge (/srv/app/charge.js:12:9)\n"
            "    at async Promise.all (index 0)\n"
            "    at async /srv/app/node_modules/bullmq/dist/worker.js:3:1\n"
            "    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)\n"
            "  [cause]: Error: no route\n"
            "    at file:///srv/app/run.mjs:3:1")
                                    << QByteArray("tALLLtA");
        QTest::newRow("Python") << QByteArray(
            "Traceback (most recent call last):\n"
            "  File \"/usr/lib/python3/dist-packages/rq/worker.py\", line 1075, in perform_job\n"
            "    rv = job.perform()\n"
            "  File \"/app/pay.py\", line 88, in charge\n"
            "    raise CardError(code)\n"
            "    ^^^^^^^^^^^^^^^^^^^^^\n"
            "pay.CardError: declined\r")
                                << QByteArray("tLlAaat");
        QTest::newRow("Ruby") << QByteArray(
            "/app/jobs/mail.rb:12:in `perform'\n"
            "/usr/lib/ruby/gems/3.1.0/gems/sidekiq-6.4.1/lib/sidekiq/processor.rb:196:in `execute_job'\n"
            "/usr/lib/ruby/vendor_ruby/x.rb:1:in 'block in run'")
                              << QByteArray("ALL");
        QTest::newRow("PHP") << QByteArray("Exception: no in /app/Mail.php:12\n"
                                           "Stack trace:\n"
                                           "#0 /app/app/Jobs/Mail.php(31): App\\Mail->send()\n"
                                           "#1 [internal function]: App\\Jobs\\Mail->handle()\n"
                                           "#2 /app/vendor/laravel/framework/src/Queue/Job.php(98): call_user_func()\n"
                                           "#3 {main}")
                             << QByteArray("ttALLt");
        QTest::newRow("Java") << QByteArray("java.lang.IllegalStateException: no\n"
                                            "\tat com.shop.Mail.send(Mail.java:12)\n"
                                            "\tat java.base/java.lang.Thread.run(Thread.java:833)\n"
                                            "\tat java.lang.Thread.run(Unknown Source)")
                              << QByteArray("tALL");
        QTest::newRow("Go") << QByteArray("panic: no\n\ngoroutine 7 [running]:\n"
                                          "main.send(0x1)\n\t/app/mail.go:12 +0x1d\n"
                                          "net/http.Get({0x1, 0x2})\n\t/usr/local/go/src/net/http/client.go:9 +0x2")
                            << QByteArray("ttt"
                                          "aA"
                                          "lL");
    }
    void linesAreRecognized()
    {
        QFETCH(const QByteArray, error);
        QFETCH(const QByteArray, shape);
        QCOMPARE(shapeOf(error), shape);
    }

    void aFrameNamesItsFunctionAndPlace_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("function");
        QTest::addColumn<QByteArray>("place");
        QTest::addColumn<QByteArray>("library");
        const auto row = [](const char* line, const char* function, const char* place, const char* library) {
            QTest::newRow(line) << QByteArray(line) << QByteArray(function) << QByteArray(place) << QByteArray(library);
        };
        row("    at async Gateway.charge (/app/pay.ts:118:15)", "Gateway.charge", "/app/pay.ts:118:15", "");
        row("    at f (/app/node_modules/@nestjs/core/x.js:1:2)", "f", "/app/node_modules/@nestjs/core/x.js:1:2",
            "@nestjs/core");
        row("    at f (C:\\app\\node_modules\\undici\\x.js:1:2)", "f", "C:\\app\\node_modules\\undici\\x.js:1:2",
            "undici");
        row("    at Socket.emit (node:events:517:28)", "Socket.emit", "node:events:517:28", "node:events");
        row("  File \"/app/pay.py\", line 88, in charge", "charge", "/app/pay.py\", line 88", "");
        row("  File \"/v/lib/python3.11/site-packages/requests/api.py\", line 59, in get", "get",
            "/v/lib/python3.11/site-packages/requests/api.py\", line 59", "requests");
        row("/app/mail.rb:12:in `perform'", "perform", "/app/mail.rb:12", "");
        row("/g/gems/net-smtp-0.3.1/lib/smtp.rb:9:in 'send'", "send", "/g/gems/net-smtp-0.3.1/lib/smtp.rb:9",
            "net-smtp");
        row("#12 /app/vendor/guzzlehttp/guzzle/src/Client.php(31): request()", "request()",
            "/app/vendor/guzzlehttp/guzzle/src/Client.php(31)", "guzzlehttp/guzzle");
        row("\tat com.shop.Mail.send(Mail.java:12)", "com.shop.Mail.send", "Mail.java:12", "");
    }
    void aFrameNamesItsFunctionAndPlace()
    {
        QFETCH(const QByteArray, line);
        const auto lines = stackLinesOf(line);
        QCOMPARE(lines.size(), std::size_t(1));
        QVERIFY(lines.front().isFrame);
        QTEST(part(lines.front(), lines.front().function), "function");
        QTEST(part(lines.front(), lines.front().place), "place");
        QTEST(lines.front().library, "library");
    }

    void aPlaceIsAnAbsolutePathAndALine_data()
    {
        QTest::addColumn<QByteArray>("place");
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<int>("line");
        QTest::newRow("JavaScript") << QByteArray("/srv/shop/jobs/worker.js:38:15")
                                    << QByteArray("/srv/shop/jobs/worker.js") << 38;
        QTest::newRow("module") << QByteArray("file:///srv/shop/worker.mjs:7:1") << QByteArray("/srv/shop/worker.mjs")
                                << 7;
        QTest::newRow("Python") << QByteArray("/app/pay card.py\", line 88") << QByteArray("/app/pay card.py") << 88;
        QTest::newRow("Ruby") << QByteArray("/app/jobs/mail.rb:12") << QByteArray("/app/jobs/mail.rb") << 12;
        QTest::newRow("PHP") << QByteArray("/app/Mail(2).php(12)") << QByteArray("/app/Mail(2).php") << 12;
        QTest::newRow("colon in the name") << QByteArray("/app/a:b.rb:12") << QByteArray("/app/a:b.rb") << 12;
        for (const char* none :
            {"", "/", "worker.js:38:15", "Mail.java:12", "/app/mail.rb", "/app/mail.rb:", "/app/mail.rb:0", ":3", "/:3",
                "file://app/x.js:3", "/app/x.js:99999999999", "node:internal/timers:7:1", "/app/x)"})
            QTest::addRow("none: %s", none) << QByteArray(none) << QByteArray() << 0;
    }
    void aPlaceIsAnAbsolutePathAndALine()
    {
        QFETCH(const QByteArray, place);
        QFETCH(const QByteArray, path);
        QFETCH(const int, line);
        const auto parsed = sourcePlaceOf(place);
        QCOMPARE(parsed.has_value(), line > 0);
        if (parsed)
            QCOMPARE(*parsed, (SourcePlace{path, line}));
    }

    /// Every line is returned, whatever bytes it contains.
    void nothingIsLost()
    {
        const QByteArrayList hostile{"", "\n", "at (", "at )", "at (:1)", "File \"", "File \"\", line ", "#",
            "#1 (): ", "#1 ): (", ":in ''", "a:1:in '", QByteArray("\0\n\xff:1", 5), "\t.go:1", "at :1",
            "node:", "at x (node:)"};
        for (const QByteArray& error : hostile) {
            QByteArrayList back;
            for (const StackLine& line : stackLinesOf(error)) {
                QVERIFY(line.function.from >= 0 && line.function.from + line.function.size <= line.text.size());
                QVERIFY(line.place.from >= 0 && line.place.from + line.place.size <= line.text.size());
                back << line.text.toByteArray();
            }
            QCOMPARE(back.join('\n'), error);
        }
    }
};

QTEST_APPLESS_MAIN(TestStackTrace)
#include "tst_stacktrace.moc"
