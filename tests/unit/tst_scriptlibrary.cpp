// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/scriptlibrary.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace dueline;

class TestScriptLibrary : public QObject
{
    Q_OBJECT

    QTemporaryDir m_root;

    void write(const QString& path, const QByteArray& text)
    {
        const QString whole = m_root.filePath(path);
        QVERIFY(QDir().mkpath(QFileInfo(whole).path()));
        QFile file(whole);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
    }

private Q_SLOTS:
    void init() { QVERIFY(QDir(m_root.path()).removeRecursively() && QDir().mkpath(m_root.path())); }

    void scriptsAreKnownByTheNameOfTheirFile()
    {
        write(QStringLiteral("native/claim.lua"), "#!lua\nreturn 1\n");
        write(QStringLiteral("native/ack.lua"), "return 2\n");
        write(QStringLiteral("native/notes.txt"), "not a script");
        write(QStringLiteral("zset/claim.lua"), "return 3\n");
        const Result<ScriptLibrary> library = ScriptLibrary::load(m_root.path(), QStringLiteral("native"));
        QVERIFY2(library.ok(), library ? "" : qPrintable(library.error().message));
        QCOMPARE(library->all().size(), std::size_t(2));
        const Script& claim = (*library)["claim"];
        QCOMPARE(claim.name, QByteArray("native/claim"));
        QCOMPARE(claim.source, QByteArray("#!lua\nreturn 1\n"));
        QCOMPARE(claim.sha, QCryptographicHash::hash(claim.source, QCryptographicHash::Sha1).toHex());
    }

    void anIncludeIsPastedOnceWhereverItIsNamed()
    {
        write(QStringLiteral("include/now.lua"), "local now = 0\n");
        write(QStringLiteral("include/keys.lua"), "--- @include \"now\"\nlocal keys = now");
        write(QStringLiteral("native/claim.lua"),
            "#!lua\n--- @include \"keys\"\n--- @include \"now\"\n--- @include \"keys\"\nreturn keys\n");
        const Result<ScriptLibrary> library = ScriptLibrary::load(m_root.path(), QStringLiteral("native"));
        QVERIFY(library.ok());
        QCOMPARE((*library)["claim"].source, QByteArray("#!lua\nlocal now = 0\nlocal keys = now\nreturn keys\n"));
    }

    void aMissingIncludeIsToldWithBothNames()
    {
        write(QStringLiteral("native/claim.lua"), "--- @include \"nowhere\"\n");
        const Result<ScriptLibrary> library = ScriptLibrary::load(m_root.path(), QStringLiteral("native"));
        QVERIFY(!library);
        QCOMPARE(library.error().code, ErrorCode::Io);
        QVERIFY2(library.error().message.contains(u"nowhere.lua") && library.error().message.contains(u"claim.lua"),
            qPrintable(library.error().message));
    }

    void aCircleOfIncludesIsTold()
    {
        write(QStringLiteral("include/a.lua"), "--- @include \"b\"\n");
        write(QStringLiteral("include/b.lua"), "--- @include \"a\"\n");
        write(QStringLiteral("native/claim.lua"), "--- @include \"a\"\n");
        const Result<ScriptLibrary> library = ScriptLibrary::load(m_root.path(), QStringLiteral("native"));
        QVERIFY(!library);
        QVERIFY2(library.error().message.contains(u"b.lua"), qPrintable(library.error().message));
    }

    void anIncludeThatDoesNotReadIsTold()
    {
        write(QStringLiteral("native/claim.lua"), "--- @include \"now\n");
        QVERIFY(!ScriptLibrary::load(m_root.path(), QStringLiteral("native")));
    }

    void aFolderWithoutScriptsIsTold() { QVERIFY(!ScriptLibrary::load(m_root.path(), QStringLiteral("native"))); }
};

QTEST_APPLESS_MAIN(TestScriptLibrary)
#include "tst_scriptlibrary.moc"
