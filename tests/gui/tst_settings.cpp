// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/windowplace.h"
#include "ui/text/language.h"
#include "ui/window/windowzone.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests the window's preferences: their file, their dialog, and saving changes.
class TestSettings : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_file;

    void write(const QByteArray& text)
    {
        QFile file(m_file);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }
    static QComboBox* choice(const QDialog& dialog, const QString& name)
    {
        for (QComboBox* box : dialog.findChildren<QComboBox*>()) {
            if (box->accessibleName() == name)
                return box;
        }
        return nullptr;
    }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_file = m_folder->filePath(u"dueline/settings.ini"_s);
    }

    void withoutAFileThereAreDefaults() { QCOMPARE(Preferences::load(m_file), Preferences()); }

    void theFileLiesInTheConfigurationFolder()
    {
        qputenv("XDG_CONFIG_HOME", m_folder->path().toUtf8());
        QCOMPARE(Preferences::defaultPath(), m_file);
    }

    void whatIsSavedIsLoaded()
    {
        const Preferences chosen{u"zh_CN"_s, ThemeChoice::Dark, RowDensity::Comfortable, 15s, {0, 5min, true, true},
            true, u"0.1.0"_s, u"Asia/Shanghai"_s};
        QVERIFY(chosen.save(m_file).ok());
        QCOMPARE(Preferences::load(m_file), chosen);
        QVERIFY(Preferences().save(m_file).ok()); // Values equal to their defaults are removed from the file.
        QCOMPARE(Preferences::load(m_file), Preferences());
    }

    void nobodyIsToldOfAnythingAtFirst()
    {
        QCOMPARE(Preferences().notifications, (NotificationRules{std::nullopt, std::nullopt, false, false}));
        QVERIFY(QDir().mkpath(QFileInfo(m_file).path()));
        write("[notifications]\nfailedAbove=-3\noverdueMs=often\nconnectionLost=\n");
        QCOMPARE(Preferences::load(m_file).notifications, NotificationRules());
    }

    void othersKeepWhatTheyHaveInTheFile()
    {
        {
            QSettings other(m_file, QSettings::IniFormat);
            other.setValue(u"worker/slots"_s, 7);
        }
        QVERIFY(Preferences().save(m_file).ok());
        QCOMPARE(QSettings(m_file, QSettings::IniFormat).value(u"worker/slots"_s).toInt(), 7);
    }

    void nonsenseInTheFileIsAsIfItWereMissing()
    {
        QVERIFY(QDir().mkpath(QFileInfo(m_file).path()));
        write("[window]\ntheme=pink\nrows=\nrefreshMs=-5\nlanguage=en\n");
        Preferences expected;
        expected.language = u"en"_s;
        QCOMPARE(Preferences::load(m_file), expected);
        write("[window]\nrefreshMs=1\n");
        QCOMPARE(Preferences::load(m_file).refreshEvery, Millis(500));
    }

    /// Two windows each save only their own changes, so the last one to close doesn't revert the other's.
    void whatAnotherWindowHasSavedStays()
    {
        const Preferences atStart = Preferences::load(m_file);
        Preferences first = atStart;
        Preferences second = atStart;
        second.tourTaken = true;
        second.notifications.failedAbove = 10;
        QVERIFY(second.saveChanges(atStart, m_file).ok());
        first.theme = ThemeChoice::Dark;
        QVERIFY(first.saveChanges(atStart, m_file).ok());
        Preferences both = second;
        both.theme = ThemeChoice::Dark;
        QCOMPARE(Preferences::load(m_file), both);
        Preferences none = both;
        none.notifications.failedAbove.reset(); // The rule is off.
        QVERIFY(none.saveChanges(both, m_file).ok());
        QCOMPARE(Preferences::load(m_file), none);
    }

    void aFileThatCannotBeWrittenIsSaid()
    {
        QFile blocker(m_folder->filePath(u"dueline"_s));
        QVERIFY(blocker.open(QIODevice::WriteOnly)); // a file where the folder should be
        const auto saved = Preferences().save(m_file);
        QVERIFY(!saved.ok());
        QCOMPARE(saved.error().code, ErrorCode::Io);
        QVERIFY(saved.error().message.contains(u"settings.ini"_s));
    }

    void theDialogShowsWhatIsAndTellsWhatIsChosen()
    {
        Theme theme(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        const Preferences before{u"en"_s, ThemeChoice::Light, RowDensity::Dense, 5s};
        SettingsDialog dialog(theme, before, nullptr);
        QCOMPARE(dialog.preferences(), before);
        choice(dialog, u"Language"_s)->setCurrentText(u"简体中文"_s);
        choice(dialog, u"Theme"_s)->setCurrentText(u"Dark"_s);
        choice(dialog, u"Table rows"_s)->setCurrentText(u"Normal"_s);
        choice(dialog, u"Refresh"_s)->setCurrentText(u"every 1 min"_s);
        QCOMPARE(dialog.preferences(), (Preferences{u"zh_CN"_s, ThemeChoice::Dark, RowDensity::Normal, 1min}));
        for (const auto& [words, kept] : {std::pair(u"UTC"_s, u"UTC"_s), {u"Europe/Berlin"_s, u"Europe/Berlin"_s},
                 {u"This computer's time zone"_s, QString()}}) {
            choice(dialog, u"Times in"_s)->setCurrentText(words);
            QCOMPARE(dialog.preferences().timeZone, kept);
        }
        choice(dialog, u"Failed tasks"_s)->setCurrentText(u"When a queue has more than 100"_s);
        choice(dialog, u"Late tasks"_s)->setCurrentText(u"When a due task has been waiting for more than 15 min"_s);
        for (QCheckBox* box : dialog.findChildren<QCheckBox*>())
            box->setChecked(true);
        QCOMPARE(dialog.preferences().notifications, (NotificationRules{100, 15min, true, true, true}));
    }

    void theRecordingCanBeTurnedOffAndDeleted()
    {
        Preferences off;
        QVERIFY(off.recorded);
        off.recorded = false;
        QVERIFY(off.save(m_file).ok());
        QCOMPARE(Preferences::load(m_file), off);
        QVERIFY(Preferences().save(m_file).ok());
        QVERIFY(Preferences::load(m_file).recorded);

        Theme theme(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        SettingsDialog dialog(theme, Preferences(), nullptr, 3 * 1024 * 1024);
        const QSignalSpy requests(&dialog, &SettingsDialog::recordingsDeletionRequested);
        const auto buttons = dialog.findChildren<QPushButton*>();
        const auto button = std::find_if(
            buttons.begin(), buttons.end(), [](QPushButton* each) { return each->text().contains(u"3 MiB"_s); });
        QVERIFY(button != buttons.end() && (*button)->isEnabled());
        (*button)->click();
        QCOMPARE(requests.count(), 1);
        dialog.setRecordedBytes(0);
        QVERIFY(!(*button)->isEnabled());
        for (QCheckBox* box : dialog.findChildren<QCheckBox*>())
            box->setChecked(false);
        QVERIFY(!dialog.preferences().recorded);
    }

    void theSizeTakesEffectAfterARestart()
    {
        Theme theme(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        SettingsDialog dialog(theme, Preferences(), nullptr);
        const auto showsRestart = [&dialog] {
            const auto labels = dialog.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                [](const QLabel* label) { return label->text().startsWith(u"Restart Dueline "_s); });
        };
        QVERIFY(!showsRestart());
        choice(dialog, u"Size"_s)->setCurrentText(u"150%"_s);
        QVERIFY(showsRestart());
        QCOMPARE(dialog.preferences().scalePercent, 150);
        QVERIFY(dialog.preferences().save(m_file).ok());
        QCOMPARE(Preferences::load(m_file).scalePercent, 150);
        for (const char* invalid : {"0", "-100", "130", "x", "100000"}) {
            write("[window]\nscalePercent=" + QByteArray(invalid) + '\n');
            QCOMPARE(Preferences::load(m_file).scalePercent, 100);
        }
    }

    void theEditorCommandIsChecked()
    {
        Theme theme(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        SettingsDialog dialog(theme, Preferences(), nullptr);
        dialog.show();
        QPushButton* save = nullptr;
        for (QPushButton* button : dialog.findChildren<QPushButton*>()) {
            if (button->isDefault())
                save = button;
        }
        QLineEdit* command = nullptr;
        for (QLineEdit* edit : dialog.findChildren<QLineEdit*>()) {
            if (edit->accessibleName() == u"Editor command"_s)
                command = edit;
        }
        QVERIFY(save && command);
        for (const char* invalid : {"sh", "{file}", "sh -c {line}", "no-such-editor-anywhere {file}"}) {
            command->setText(QString::fromLatin1(invalid));
            QVERIFY2(!save->isEnabled(), invalid);
        }
        command->setText(u" sh {file} "_s);
        QVERIFY(save->isEnabled());
        QCOMPARE(dialog.preferences().editorCommand, u"sh {file}"_s);
        QVERIFY(dialog.preferences().save(m_file).ok());
        QCOMPARE(Preferences::load(m_file).editorCommand, u"sh {file}"_s);
        command->clear();
        QVERIFY(save->isEnabled());
        QVERIFY(dialog.preferences().save(m_file).ok());
        QCOMPARE(Preferences::load(m_file), Preferences());
    }

    void limitsOfOnesOwnAreKeptByTheDialog()
    {
        Theme theme(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        Preferences own;
        own.notifications = {42, 7min, false, true};
        QCOMPARE(SettingsDialog(theme, own, nullptr).preferences(), own);
    }

    /// The list contains neither `Etc/GMT+3`, which is valid, nor the other zone, which another machine may support.
    void aTimeZoneThatTheListLacksIsKeptByTheDialog()
    {
        Theme theme(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        for (const QString& zone : {u"Etc/GMT+3"_s, u"Mars/Olympus_Mons"_s}) {
            Preferences own;
            own.timeZone = zone;
            SettingsDialog dialog(theme, own, nullptr);
            QCOMPARE(dialog.preferences(), own);
            QCOMPARE(choice(dialog, u"Times in"_s)->currentText(), zone);
        }
        WindowPlace place;
        place.window().zone().choose(u"Mars/Olympus_Mons"_s);
        QCOMPARE(place.window().zone().choice(), u"Mars/Olympus_Mons"_s);
        QCOMPARE(place.window().zone().zone(), QTimeZone::systemTimeZone());
    }

    void aPeriodOfOnesOwnIsKeptByTheDialog()
    {
        Theme theme(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        Preferences own;
        own.refreshEvery = 7s;
        QCOMPARE(SettingsDialog(theme, own, nullptr).preferences(), own);
    }

    void rowsTakeTheHeightThatIsChosen()
    {
        WindowPlace place;
        QVERIFY(place.fill());
        for (const RowDensity density : {RowDensity::Dense, RowDensity::Comfortable, RowDensity::Normal}) {
            place.window().table().setRowHeight(rowHeight(density));
            QCOMPARE(place.window().table().rowHeight(0), rowHeight(density));
        }
    }

    void anUnknownLanguageIsEnglishAndEveryChineseIsSimplified()
    {
        QCOMPARE(Language::resolve(u"fr_FR"_s, QLocale(u"zh_CN"_s)), u"en"_s);
        QCOMPARE(Language::resolve({}, QLocale(u"de_DE"_s)), u"en"_s);
        QCOMPARE(Language::resolve({}, QLocale(u"zh_TW"_s)), u"zh_CN"_s);
        QCOMPARE(Language::resolve(u"zh_CN"_s, QLocale(u"de_DE"_s)), u"zh_CN"_s);
    }
};

QTEST_MAIN(TestSettings)
#include "tst_settings.moc"
