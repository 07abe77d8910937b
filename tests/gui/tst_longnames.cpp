// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/windowplace.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolTip>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests very long names in dialog fields and lists: they don't widen anything, and elided names have a tooltip.
class TestLongNames : public QObject
{
    Q_OBJECT

    std::unique_ptr<WindowPlace> m_place;
    const Formatting m_formatting{QTimeZone::utc()};
    const QString m_long = u"webhook."_s + QString(242, u't');

    /// Returns the tooltip at this position, or an empty string.
    static QString tipAt(QWidget& widget, const QPoint& at)
    {
        QHelpEvent asked(QEvent::ToolTip, at, widget.mapToGlobal(at));
        QCoreApplication::sendEvent(&widget, &asked);
        return asked.isAccepted() ? QToolTip::text().remove(QChar(0x200B)) : QString();
    }
    int widthWith(const QStringList& types)
    {
        AddTaskDialog dialog(m_place->theme(), m_formatting, *m_place->bench().view().queue(), types, u"webhooks"_s,
            Environment::Development, Millis(0), &m_place->window());
        dialog.show();
        return dialog.width();
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_place = std::make_unique<WindowPlace>();
        QVERIFY(m_place->fill());
    }
    void cleanupTestCase() { m_place.reset(); }

    void aLongTypeMakesNoDialogWider()
    {
        const int usual = widthWith({u"mail.send"_s});
        QCOMPARE(widthWith({u"mail.send"_s, m_long}), usual);
        QCOMPARE(widthWith({m_long + u'2', m_long}), usual);
    }

    void whatIsCutIsToldWhole()
    {
        AddTaskDialog dialog(m_place->theme(), m_formatting, *m_place->bench().view().queue(), {u"mail.send"_s, m_long},
            u"webhooks"_s, Environment::Development, Millis(0), &m_place->window());
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        QComboBox* box = nullptr;
        for (auto* one : dialog.findChildren<QComboBox*>()) {
            if (one->accessibleName() == u"Type"_s)
                box = one;
        }
        QVERIFY(box);
        box->setCurrentIndex(0);
        QCOMPARE(tipAt(*box->lineEdit(), {10, 10}), QString());
        box->setCurrentIndex(1);
        QVERIFY(tipAt(*box->lineEdit(), {10, 10}).contains(m_long));
        QLabel tip(QToolTip::text()); // no wider than other tooltips
        tip.setWordWrap(true);
        QVERIFY2(tip.sizeHint().width() < 420, qPrintable(QString::number(tip.sizeHint().width())));
        QVERIFY(tipAt(*box, box->rect().center()).contains(m_long));
        box->showPopup();
        QAbstractItemView& list = *box->view();
        QTRY_VERIFY(list.isVisible());
        QVERIFY2(list.window()->width() <= box->width() + 8, qPrintable(QString::number(list.window()->width())));
        QCOMPARE(tipAt(*list.viewport(), list.visualRect(list.model()->index(0, 0)).center()), QString());
        const QRect row = list.visualRect(list.model()->index(1, 0));
        QVERIFY(tipAt(*list.viewport(), {row.left() + 10, row.center().y()}).contains(m_long));
        if (const QString folder = qEnvironmentVariable("DUELINE_DIALOG_PICTURES"); !folder.isEmpty()) {
            dialog.grab().save(QDir(folder).filePath(u"long-type.png"_s));
            list.window()->grab().save(QDir(folder).filePath(u"long-type-list.png"_s));
        }
        box->hidePopup();
    }

    void whatIsOfferedForAZoneIsAsWideAsItsField()
    {
        ScheduleDialog::Subject subject;
        subject.connection = u"shop"_s;
        ScheduleDialog schedule(m_place->theme(), m_formatting, subject, &m_place->window());
        ConnectDialog connecting(m_place->theme(), nullptr, &m_place->window());
        for (QDialog* dialog : {static_cast<QDialog*>(&schedule), static_cast<QDialog*>(&connecting)}) {
            dialog->show();
            QVERIFY(QTest::qWaitForWindowActive(dialog));
            QLineEdit* zone = nullptr;
            for (auto* edit : dialog->findChildren<QLineEdit*>()) {
                if (edit->completer() && edit->accessibleName() == u"Time zone"_s)
                    zone = edit;
            }
            QVERIFY(zone);
            if (!zone->isVisible())
                continue; // in a collapsed section
            zone->setFocus();
            QTest::keyClicks(zone, u"Argentina"_s);
            QAbstractItemView& list = *zone->completer()->popup();
            QTRY_VERIFY(list.isVisible());
            QVERIFY2(list.window()->width() <= zone->width() + 8, qPrintable(QString::number(list.window()->width())));
            QVERIFY(list.visualRect(list.model()->index(0, 0)).width() <= list.viewport()->width());
            list.hide();
            dialog->done(QDialog::Rejected);
        }
    }
};

QTEST_MAIN(TestLongNames)
#include "tst_longnames.moc"
