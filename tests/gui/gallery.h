// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/overflow.h"
#include "tests/gui/testfonts.h"
#include "tests/gui/windowplace.h"
#include "ui/text/language.h"

#include <QSpinBox>

#include <utility>

namespace dueline {

/// Base class for gallery tests, which check the window and its dialogs for clipped or misplaced content, at the
/// smallest size and at a typical one. If DUELINE_PICTURES_ALL is set to a folder, they also save screenshots there for
/// manual review, in the light, dark and high-contrast themes, which takes a minute.
class Gallery : public QObject
{
protected:
    const QString m_folder = qEnvironmentVariable("DUELINE_PICTURES_ALL");
    const test::TestFont m_font = test::TestFont::chosen();
    /// Sizes to check. Unusual fonts are checked only at the smallest size, where space is tightest.
    QList<QSize> m_sizes = m_font.usual ? QList<QSize>{{1024, 640}, {1600, 1000}} : QList<QSize>{{1024, 640}};
    Language m_language;
    QStringList m_flaws;
    bool m_keepInspector = false;
    /// True to check the dark theme even if no screenshots are saved. The theme rarely affects sizes, and checking it
    /// takes most of a gallery's time.
    bool m_turnsDark = false;
    Overflow::Names m_names = Overflow::Names::Usual;

    void draw(QWidget& what, const QString& name, const QSize& size, Theme& theme)
    {
        if (m_folder.isEmpty())
            return;
        const QString path = QDir(m_folder).filePath(QStringLiteral("%1-%2-%3-%4.png")
                                                         .arg(m_language.code(), QString::number(size.width()),
                                                             theme.tokens().highContrast ? QStringLiteral("contrast")
                                                                 : theme.tokens().dark   ? QStringLiteral("dark")
                                                                                         : QStringLiteral("light"),
                                                             name));
        QCoreApplication::sendPostedEvents();
        // A layout takes several steps to settle, just as before a window is painted.
        for (int step = 0; step < 10; ++step)
            QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        QVERIFY2(what.grab().save(path, "PNG", 80), qPrintable(path));
    }
    void check(QWidget& what, const QString& name, const QSize& size)
    {
        // A layout takes several steps to settle, from inner to outer widgets and back.
        (void)QTest::qWaitFor(
            [&] { return Overflow::in(what, m_names).isEmpty(); }, 5'000); // generous timeout for slow machines
        for (const QString& flaw : Overflow::in(what, m_names))
            m_flaws << QStringLiteral("%1 %2 %3: %4").arg(m_language.code(), QString::number(size.width()), name, flaw);
    }

    /// Checks the window at each size and saves it in each theme.
    void show(WindowPlace& place, const QString& name)
    {
        for (const QSize& size : m_sizes) {
            place.resize(size);
            if (m_keepInspector && !place.window().actions()["view.inspector"]->isChecked())
                place.window().actions()["view.inspector"]->trigger();
            check(place.window(), name, size);
            draw(place.window(), name, size, place.theme());
            if (m_folder.isEmpty() && size != m_sizes.front())
                continue;
            for (const ThemeChoice choice : {ThemeChoice::Dark, ThemeChoice::HighContrast}) {
                if (m_folder.isEmpty() && (choice == ThemeChoice::HighContrast || !m_turnsDark))
                    break;
                place.theme().choose(choice);
                QTest::qWait(30);
                check(place.window(), name + QStringLiteral(" turned dark"), size);
                draw(place.window(), name, size, place.theme());
            }
            place.theme().choose(ThemeChoice::Light);
        }
    }
    void look(QDialog& dialog, const QString& name, Theme& theme)
    {
        const QSize smallest = m_sizes.front();
        check(dialog, name, smallest);
        if (dialog.width() > smallest.width() || dialog.height() > smallest.height())
            m_flaws << QStringLiteral("%1 %2 is larger than a small screen: %3×%4")
                           .arg(m_language.code(), name)
                           .arg(dialog.width())
                           .arg(dialog.height());
        for (const QSpinBox* box : dialog.findChildren<QSpinBox*>()) {
            // Numbers must have thousands separators, as everywhere in the program.
            if (box->maximum() > 100 && !box->isGroupSeparatorShown())
                m_flaws << QStringLiteral("%1: %2 has no separators").arg(name, box->accessibleName());
        }
        draw(dialog, QStringLiteral("dialog-") + name, smallest, theme);
        if (theme.tokens().dark || theme.tokens().highContrast
            || dialog.windowFlags().testFlag(Qt::FramelessWindowHint))
            return;
        // At a device pixel ratio above 1, the last line of a wrapped label is still missing at this point.
        if (dialog.devicePixelRatioF() > 1)
            return;
        const QSize opened = dialog.size();
        dialog.resize(1, 1); // requests the minimum size: names may be elided, the program's own text may not
        const auto names = std::exchange(m_names, Overflow::Names::Long);
        check(dialog, name + QStringLiteral(" at its smallest"), smallest);
        draw(dialog, QStringLiteral("smallest-") + name, smallest, theme);
        m_names = names;
        dialog.resize(opened);
    }
    /// Checks the dialog that `make` creates and shows, in the light theme, and if screenshots are saved, also in the
    /// dark theme.
    template <typename Make> void showDialog(WindowPlace& place, const QString& name, Make make)
    {
        for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark, ThemeChoice::HighContrast}) {
            if (choice != ThemeChoice::Light && m_folder.isEmpty())
                break;
            place.theme().choose(choice);
            const auto dialog = make();
            QTest::qWait(20);
            look(*dialog, name, place.theme());
        }
        place.theme().choose(ThemeChoice::Light);
    }
    void showDialogs(WindowPlace& place)
    {
        const auto look = [&](QDialog& dialog, const QString& name) { this->look(dialog, name, place.theme()); };
        place.forEachDialog(look);
        if (m_folder.isEmpty())
            return;
        for (const ThemeChoice choice : {ThemeChoice::Dark, ThemeChoice::HighContrast}) {
            place.theme().choose(choice);
            place.forEachDialog(look);
        }
        place.theme().choose(ThemeChoice::Light);
    }
    void expectNoFlaw()
    {
        m_flaws.removeDuplicates();
        QVERIFY2(m_flaws.isEmpty(), qPrintable(u'\n' + m_flaws.join(u'\n')));
    }
    static void languages()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("en") << QStringLiteral("en");
        QTest::newRow("zh") << QStringLiteral("zh_CN");
    }

    void begin()
    {
        if (const QString missing = m_font.missing(); !missing.isEmpty())
            QSKIP(qPrintable(missing));
        QFETCH(QString, language);
        m_language.use(language);
        // The previous test may have reset the locale, which affects the width of numbers.
        QLocale::setDefault(QLocale(language));
        m_flaws.clear();
        QVERIFY(m_folder.isEmpty() || QDir().mkpath(m_folder));
    }
};

} // namespace dueline
