// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/windowplace.h"
#include "tests/support/sourcepath.h"
#include "ui/widgets/tasks/filterline.h"

#include <QDirIterator>
#include <QLineEdit>
#include <QPushButton>
#include <QResource>
#include <QTableWidget>
#include <QTextEdit>
#include <QTimer>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests the help pages that the program generates: every action with its shortcuts, and each release's changes.
class TestHelp : public QObject
{
    Q_OBJECT

    /// Closes the modal dialog that opens within a second and returns its object name.
    template <typename Open> static QString dialogOf(Open open)
    {
        QString name;
        QTimer look;
        QObject::connect(&look, &QTimer::timeout, &look, [&] {
            if (QWidget* dialog = QApplication::activeModalWidget()) {
                name = dialog->objectName();
                dialog->close();
            }
        });
        look.start(20);
        open();
        (void)QTest::qWaitFor([&] { return !name.isEmpty(); }, 1'000);
        return name;
    }
    static QString allOf(const QTableWidget& table)
    {
        QString text;
        for (int row = 0; row < table.rowCount(); ++row) {
            for (int column = 0; !table.isRowHidden(row) && column < table.columnCount(); ++column)
                text += (table.item(row, column) ? table.item(row, column)->text() : QString()) + u'\n';
        }
        return text;
    }

private Q_SLOTS:
    void everyActionStandsThereWithItsKeysAndWhatItDoes()
    {
        WindowPlace place;
        HelpDialog dialog(place.theme(), place.window().actions(), &place.window());
        QCOMPARE(dialog.listed(), int(actionTable().size()));
        const QString text = allOf(*dialog.findChild<QTableWidget*>());
        for (const ActionRow& row : actionTable()) {
            QVERIFY2(text.contains(actionTip(row)), row.id);
            for (const QKeySequence& key : place.window().actions()[row.id]->shortcuts())
                QVERIFY2(text.contains(key.toString(QKeySequence::NativeText)), row.id);
        }
    }

    void wordsNarrowTheListAndTheHeadsFollow()
    {
        WindowPlace place;
        HelpDialog dialog(place.theme(), place.window().actions(), &place.window());
        dialog.show();
        auto* words = dialog.findChild<QLineEdit*>();
        const auto* table = dialog.findChild<QTableWidget*>();
        QTRY_VERIFY(words->hasFocus());
        QTest::keyClicks(words, u"trash disc"_s);
        QCOMPARE(dialog.listed(), 1);
        const QString text = allOf(*table);
        QVERIFY2(text.contains(u"Task\n"_s) && !text.contains(u"Queue\n"_s), qPrintable(text));
        // Return moves the focus to the list instead of closing the dialog.
        QTest::keyClick(words, Qt::Key_Return);
        QVERIFY(dialog.isVisible() && table->hasFocus());
        QCOMPARE(table->item(table->currentRow(), 0)->text(), u"Discard"_s);
        words->setText(u"ctrl+shift+p"_s);
        QCOMPARE(dialog.listed(), 1);
        words->setText(u"xyzzy"_s);
        QCOMPARE(dialog.listed(), 0);
        QCOMPARE(allOf(*table), QString());
        words->clear();
        QCOMPARE(dialog.listed(), int(actionTable().size()));
    }

    void aQuestionMarkOpensItAndIsStillTyped()
    {
        WindowPlace place;
        QVERIFY(place.fill());
        place.window().table().setFocus();
        QCOMPARE(dialogOf([&] { QTest::keyClick(&place.window().table(), '?'); }), u"helpDialog"_s);
        auto* filter = place.window().findChild<FilterLine*>();
        filter->setFocus();
        QCOMPARE(dialogOf([&] { QTest::keyClicks(filter, u"id:a?"_s); }), QString());
        QCOMPARE(filter->text(), u"id:a?"_s);
    }

    void theChangelogIsReadAsItIsWritten()
    {
        const auto versions
            = parseChangelog(u"# Changelog\n\nAfter [Keep](https://k).\n\n## [Unreleased]\n\n### Added\n- One, in\n"
                             "  *two* lines: `a*b` and `*/7`.\n- Two.\n\n### Fixed\n- A [link](https://l).\n\n"
                             "## [0.1.0] - 2026-11-20\n### Added\n- Three.\n"_s);
        QCOMPARE(versions.size(), 2u);
        QCOMPARE(versions[0].version, u"Unreleased"_s);
        QCOMPARE(versions[0].date, QString());
        QCOMPARE(versions[0].sections.size(), 2u);
        QCOMPARE(versions[0].sections[0].title, u"Added"_s);
        QCOMPARE(versions[0].sections[0].items, (QStringList{u"One, in two lines: `a*b` and `*/7`."_s, u"Two."_s}));
        QCOMPARE(versions[0].sections[1].items, QStringList{u"A link."_s});
        QCOMPARE(versions[1].version, u"0.1.0"_s);
        QCOMPARE(versions[1].date, u"2026-11-20"_s);
        QCOMPARE(versions[1].sections[0].items, QStringList{u"Three."_s});
        QVERIFY(parseChangelog({}).empty());
    }

    void whatIsCompiledInIsTheChangelogOfTheSources()
    {
        QFile file(sourcePath(QStringLiteral("CHANGELOG.md")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        qsizetype written = 0;
        for (const QString& line : QString::fromUtf8(file.readAll()).split(u'\n'))
            written += line.startsWith(u"- ");
        qsizetype read = 0;
        for (const VersionChanges& version : compiledChangelog()) {
            for (const VersionChanges::Section& section : version.sections)
                read += section.items.size();
        }
        QVERIFY(read > 20);
        QCOMPARE(read, written);
    }

    /// The built programs must not depend on the modification times of their source files.
    void resourcesHaveNoModificationTime()
    {
        int files = 0;
        for (const QString& folder : {u":/icons"_s, u":/lua"_s, u":/layouts"_s, u":/translations"_s}) {
            QDirIterator file(folder, QDir::Files, QDirIterator::Subdirectories);
            QVERIFY2(file.hasNext(), qPrintable(folder));
            while (file.hasNext()) {
                ++files;
                QVERIFY2(!QResource(file.next()).lastModified().isValid(), qPrintable(file.filePath()));
            }
        }
        QVERIFY(!QResource(u":/CHANGELOG.md"_s).lastModified().isValid());
        QVERIFY(files > 100);
    }

    void whatChangedIsShownWhole()
    {
        WindowPlace place;
        const auto versions = compiledChangelog();
        ChangesDialog dialog(place.theme(), versions, &place.window());
        const QString text = dialog.findChild<QTextEdit*>()->toPlainText();
        QVERIFY(text.startsWith(versions.front().version));
        for (const VersionChanges& version : versions) {
            for (const VersionChanges::Section& section : version.sections) {
                for (const QString& item : section.items)
                    QVERIFY2(text.contains(QString(item).remove(u'`')), qPrintable(item));
            }
        }
        QVERIFY(!text.contains(u'`') && !text.contains(u"]("_s));
        QCOMPARE(dialogOf([&] { place.window().actions()["help.changes"]->trigger(); }), u"changesDialog"_s);
    }

    void newsAreOfferedOnceAfterAnUpgradeAndNotAtFirst()
    {
        Preferences preferences;
        // No version recorded yet, as after a fresh install.
        QVERIFY(!preferences.noteVersion(u"0.1.0"_s));
        QVERIFY(!preferences.noteVersion(u"0.1.0"_s));
        QVERIFY(preferences.noteVersion(u"0.2.0"_s));
        QVERIFY(!preferences.noteVersion(u"0.2.0"_s));
    }
};

QTEST_MAIN(TestHelp)
#include "tst_help.moc"
