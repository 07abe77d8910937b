// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/profile.h"

#include <QDialog>

#include <chrono>
#include <functional>

class QHBoxLayout;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QVBoxLayout;

namespace dueline {

class PlainLabel;
class Theme;

/// The frame of every dialog: a title row with what it is about and the environment's tag, the body, and a sunken
/// footer with what belongs to the dialog at the left and Cancel and the verb at the right.
class DialogFrame : public QDialog
{
    Q_OBJECT

public:
    static constexpr int labelWidth = 76; ///< of the labels in front of rows, at least
    /// Of the labels in front of rows, which share one width.
    static constexpr auto rowLabelName = QLatin1StringView("rowLabel");
    static constexpr int rowLabelHeight = 28; ///< of a row of words: as high as what is typed into

    static constexpr int linkRim
        = 2; ///< around the words of a link: where a key brings the focus, its frame stands there

    DialogFrame(
        const Theme& theme, const QString& title, const QString& about, Environment environment, QWidget* parent);

protected:
    /// How long after the last key what was typed is looked up.
    static constexpr std::chrono::milliseconds afterTyping{300};

    /// The widget, with the name that a screen reader says.
    template <typename Widget> static Widget* named(Widget* widget, const QString& name)
    {
        widget->setAccessibleName(name);
        return widget;
    }
    const Theme& theme() const { return m_theme; }
    QVBoxLayout& body() { return *m_body; }
    /// What scrolls ends at the line above the footer, not in the middle of nothing.
    void letBodyReachFooter();
    /// As high as `lines` whole lines of its font.
    static void fitLines(QPlainTextEdit& edit, int lines);
    /// A row with a label of fixed width in front of `content`.
    void addRow(const QString& label, QWidget* content);
    void addRow(const QString& label, QLayout* content);
    /// At the left of the footer, before what is there.
    void addToFooter(QWidget* widget);
    /// A link at the left of the footer that copies what the dialog would do as a duectl command, and says that it did.
    QPushButton* addCopyLink(std::function<QString()> command);
    /// At the right of the footer, before the verb.
    void addBeforeVerb(QWidget* widget);
    /// The button that does it; `variant`: primary or danger.
    QPushButton* setVerb(const QString& text, const QString& variant = QStringLiteral("primary"));
    QPushButton* verb() const { return m_verb; }
    QPushButton* cancelButton() const { return m_cancel; }
    void setTitle(const QString& title);
    /// A field at the left of the footer; isCountTyped() once exactly this number stands in it. Again: another number.
    void askForCount(qint64 count);
    /// Also true when no count was asked for.
    bool isCountTyped() const;
    /// A sentence under the body in the failure colour; empty hides it.
    void setProblem(const QString& problem);
    /// A line of that sentence has its room from the start: nothing grows or moves when it comes.
    void keepRoomForProblem();
    /// Escape, and the window's own way to close it, ask first where something was typed since it was opened, in every
    /// dialog. Not while it acts: Escape is then about that.
    void keepWhatIsTyped(bool keeps) { m_keepsTyped = keeps; }
    /// What stands in the fields now came by itself, not from somebody.
    void nothingIsTypedYet() { m_enteredAtFirst = enteredValues(); }
    /// Nobody would miss what is entered here: it says how the dialog is looked at, or it only confirms.
    static void isNothingTyped(QWidget& field);
    /// All that can be entered, as it is now.
    virtual QStringList enteredValues() const;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

Q_SIGNALS:
    /// The field for the count holds something else.
    void countEdited();

private:
    void fitTitle();
    void widen();
    void holdLines();
    void alignLabels();
    bool mayClose();
    void giveRoom();

    const Theme& m_theme;
    PlainLabel* m_title;
    PlainLabel* m_problem;
    QVBoxLayout* m_body;
    QHBoxLayout* m_footer;
    QPushButton* m_verb = nullptr;
    QPushButton* m_cancel;
    QPushButton* m_link = nullptr; ///< that copies
    QLineEdit* m_count = nullptr;
    PlainLabel* m_countWords = nullptr;
    qint64 m_asked = 0;
    bool m_keepsTyped = true;
    QStringList m_enteredAtFirst; ///< when it was opened
    int m_given = 0; ///< so much height beyond what was chosen
};

} // namespace dueline
