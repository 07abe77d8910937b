// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/port/aclrights.h"
#include "core/layouts/port/functionlibrary.h"
#include "core/redis/scriptlibraries.h"

#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace dueline;

namespace {

QByteArray resource(const QString& name)
{
    QFile file(QStringLiteral(":/lua/") + name + QStringLiteral(".lua"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s is not compiled in", qPrintable(name));
    return file.readAll();
}

} // namespace

class TestFunctionLibrary : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Removes each script's source from the library and compares the rest with the library's frame.
    void everyTransitionIsTheScriptThatIsSentByEvalsha()
    {
        const QByteArray frame = resource(QStringLiteral("functions/dueline"));
        QByteArray rest = FunctionLibrary::source();
        static const QRegularExpression names(QStringLiteral("--- @function \"native/(\\w+)\"\n"));
        int scripts = 0;
        for (auto found = names.globalMatch(QString::fromUtf8(frame)); found.hasNext(); ++scripts) {
            const QByteArray name = found.next().captured(1).toUtf8();
            QByteArray source = scriptLibrary("native")[name].source;
            source.remove(0, source.indexOf('\n') + 1);
            const QByteArray whole = "scripts['native/" + name + "'] = function(KEYS, ARGV)\n" + source + "end\n";
            QCOMPARE(rest.count(whole), 1);
            rest.replace(whole, "--- @function \"native/" + name + "\"\n");
        }
        QCOMPARE(scripts, 10);
        rest.replace(resource(QStringLiteral("include/tokens")), "--- @include \"tokens\"\n");
        rest.replace(resource(QStringLiteral("include/envelope")), "--- @include \"envelope\"\n");
        QCOMPARE(rest, QByteArray(frame).replace("@VERSION@", DUELINE_VERSION));
    }

    /// Each function checks the permissions for all of its scripts' commands, so that a missing one is noticed before
    /// anything is written.
    void eachFunctionAsksForAllItsScriptsDo()
    {
        const QString source = QString::fromUtf8(resource(QStringLiteral("functions/dueline")));
        const std::map<QString, QByteArrayList> uses{{QStringLiteral("add"), {"add"}},
            {QStringLiteral("claim"), {"recover", "claim", "extend", "quarantine"}},
            {QStringLiteral("extend"), {"extend"}}, {QStringLiteral("ack"), {"ack"}},
            {QStringLiteral("nack"), {"nack"}}, {QStringLiteral("cancel"), {"cancellease", "discard", "record"}}};
        const qsizetype table = source.indexOf(QStringLiteral("local rights = {"));
        QVERIFY(table > 0);
        for (const auto& [name, scripts] : uses) {
            const qsizetype from = source.indexOf(QStringLiteral("\n  ") + name + QStringLiteral(" = '"), table);
            QVERIFY2(from > 0, qPrintable(name));
            const QString entry = source.mid(from, source.indexOf(QStringLiteral("',\n"), from) - from);
            for (const QByteArray& script : scripts) {
                for (const QByteArray& command : commandsOf(scriptLibrary("native")[script])) {
                    if (command != "TIME" && command != "PUBLISH")
                        QVERIFY2(entry.contains(
                                     QRegularExpression(QStringLiteral("\\b%1\\b").arg(QString::fromUtf8(command)))),
                            qPrintable(name + u' ' + QString::fromUtf8(command)));
                }
            }
        }
    }

    void aLibraryIsKnownByItsVersion_data()
    {
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QByteArray>("state");
        QTest::addColumn<QByteArray>("version");
        const QByteArray ours = FunctionLibrary::source();
        const QByteArray line = "local programVersion = '" DUELINE_VERSION "'";
        QVERIFY(ours.contains(line));
        const auto with = [&](const char* version) {
            return QByteArray(ours).replace(line, QByteArray("local programVersion = '") + version + "'");
        };
        QTest::newRow("ours") << ours << QByteArray("current") << QByteArray(DUELINE_VERSION);
        QTest::newRow("edited") << ours + "-- more\n" << QByteArray("changed") << QByteArray(DUELINE_VERSION);
        QTest::newRow("older") << with("0.0.1") << QByteArray("older") << QByteArray("0.0.1");
        QTest::newRow("newer") << with("999.1") << QByteArray("newer") << QByteArray("999.1");
        QTest::newRow("other") << QByteArray("#!lua name=dueline\n") << QByteArray("foreign") << QByteArray();
        QTest::newRow("cut") << QByteArray("local programVersion = '") << QByteArray("foreign") << QByteArray();
    }
    void aLibraryIsKnownByItsVersion()
    {
        QFETCH(QByteArray, code);
        const FunctionLibrary library = FunctionLibrary::of(code);
        QTEST(functionStateName(library.state), "state");
        QTEST(library.version, "version");
    }
};

QTEST_APPLESS_MAIN(TestFunctionLibrary)
#include "tst_functionlibrary.moc"
