// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/stylesheet.h"

#include "ui/theme/theme.h"

#include <QDir>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace dueline {

namespace {

/// Returns the path of an image file with a recolored arrow or tick. Style sheets can load images only from files, so
/// each image is written to a private folder once per theme.
QString imageFile(const Theme& theme, const QString& name, const QColor& color, int size)
{
    static const QTemporaryDir folder(QDir::tempPath() + QStringLiteral("/dueline-theme-XXXXXX"));
    const QString path = folder.filePath(QStringLiteral("%1-%2.png").arg(name, color.name().mid(1)));
    if (!QFile::exists(path))
        theme.pixmap(name, color, size, 2).save(path);
    return path;
}

/// Returns a filled button's hover color: slightly darker, or slightly lighter on a dark background.
QString deeper(const QColor& color, bool lighter) { return (lighter ? color.lighter(108) : color.darker(112)).name(); }

const char sheet[] = R"(
QMenuBar { background: @window; border: none; padding: 0 8px; }
QMenuBar::item { padding: 6px 10px; border-radius: 5px; background: transparent; }
QMenuBar::item:selected { background: @hover; }
QMenu { background: @surface; border: 1px solid @lineStrong; padding: 4px; }
QMenu::item { padding: 5px 28px 5px 10px; border-radius: 4px; }
QMenu::item:selected { background: @hover; }
QMenu::item:disabled { color: @text3; }
QMenu::icon { padding-left: 8px; }
QMenu::indicator { width: 16px; height: 16px; left: 4px; }
QMenu::indicator:checked { image: url(@tick); }
QMenu::indicator:checked:disabled { image: url(@tickOff); }
QMenu::separator { height: 1px; background: @line; margin: 4px 8px; }
QToolTip { background: @surface; color: @text; border: 1px solid @lineStrong; padding: 4px 6px; }
QToolButton { border: 1px solid transparent; border-radius: 5px; padding: 3px 6px; background: transparent; color: @text; }
QToolButton:hover { background: @hover; }
QToolButton:pressed { background: @tint; }
QToolButton:checked { background: @tint; border: 1px solid @checked; }
QToolButton:focus { border: 2px solid @accent; padding: 2px 5px; }
QToolButton:disabled { color: @text3; }
QToolButton:checked:disabled { background: transparent; border-color: transparent; }
QToolButton::menu-indicator { image: none; }
QPushButton { background: @button; border: 1px solid @lineStrong; border-radius: 5px; padding: 0 12px; min-height: 26px; color: @text; }
QPushButton:hover { background: @hover; }
QPushButton:pressed { background: @tint; }
QPushButton:focus { border: 2px solid @accent; padding: 0 11px; min-height: 24px; }
QPushButton:disabled { background: @sunken; color: @text3; border: 1px @unavailable @line; }
QPushButton[variant="primary"] { background: @accent; border-color: @accent; color: @onAccent; font-weight: 600; }
QPushButton[variant="primary"]:focus { border: 2px solid @accent; background-clip: padding; padding: 0 11px; min-height: 24px; }
QPushButton[variant="primary"]:hover, QPushButton[variant="primary"]:pressed { background: @accentDeep; }
QPushButton[variant="danger"] { background: @production; border-color: @production; color: #ffffff; font-weight: 600; }
QPushButton[variant="danger"]:focus { border: 2px solid @dangerRing; background-clip: padding; padding: 0 11px; min-height: 24px; }
QPushButton[variant="danger"]:hover, QPushButton[variant="danger"]:pressed { background: @productionDeep; }
QPushButton[variant="primary"]:disabled, QPushButton[variant="danger"]:disabled { background: @sunken; color: @text3; border: 1px @unavailable @line; }
QPushButton[variant="find"] { text-align: left; padding: 0 8px; border-color: @line; background: @surface; color: @text2; }
QPushButton[variant="find"]:hover { border-color: @lineStrong; }
QPushButton[variant="find"]:flat { background: transparent; border-color: transparent; }
QPushButton[variant="find"]:flat:hover { background: @hover; }
QPushButton[variant="find"]:focus { border: 2px solid @accent; padding: 0 7px; }
QPushButton[variant="choice"], QPushButton[variant="choice"]:focus { min-height: 68px; max-height: 68px; padding: 0; border: none; }
QPushButton[variant="link"] { background: transparent; border: 1px solid transparent; color: @accent; font-weight: 600; padding: 0 1px; min-height: 22px; }
QPushButton[variant="link"]:hover { text-decoration: underline; }
QPushButton[variant="link"]:focus { border: 2px solid @accent; padding: 0; min-height: 20px; }
QPushButton[variant="link"]:disabled { color: @text3; text-decoration: none; }
QLineEdit, QPlainTextEdit, QAbstractSpinBox, QComboBox { background: @surface; border: 1px solid @control; border-radius: 5px; padding: 0 8px; selection-background-color: @tint2; selection-color: @text; }
QLineEdit, QAbstractSpinBox, QComboBox { min-height: 26px; }
QPlainTextEdit { padding: 4px 6px; }
QLineEdit:focus, QAbstractSpinBox:focus, QComboBox:focus { border: 2px solid @accent; padding: 0 7px; min-height: 24px; }
QPlainTextEdit:focus { border: 2px solid @accent; padding: 3px 5px; }
QLineEdit:disabled, QPlainTextEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled { background: @sunken; border: 1px @unavailable @line; }
QPlainTextEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled { color: @text3; }
QLineEdit:read-only, QPlainTextEdit:read-only { background: @sunken; }
QLineEdit:read-only:!focus, QPlainTextEdit:read-only:!focus { border-color: @line; }
QLineEdit[variant="box"], QLineEdit[variant="box"]:focus { background: transparent; border: none; padding: 0; }
QPlainTextEdit[variant="content"], QPlainTextEdit[variant="content"]:focus { background: transparent; border: 2px solid transparent; padding: 0; }
QPlainTextEdit[variant="content"]:read-only:focus { border-color: @accent; } QPlainTextEdit[variant="content"]:read-only:!focus { border-color: transparent; }
QComboBox:!editable { padding-left: 10px; } QComboBox:!editable:focus { padding-left: 9px; }
QToolButton[variant="framed"] { background: @button; border: 1px solid @lineStrong; min-height: 20px; }
QToolButton[variant="framed"]:focus { border: 2px solid @accent; min-height: 18px; }
QToolButton[variant="primary"] { background: @accent; border-color: @accent; color: @onAccent; font-weight: 600; }
QToolButton[variant="primary"]:hover, QToolButton[variant="primary"]:pressed { background: @accentDeep; }
QToolButton[variant="primary"]:focus { border: 2px solid @accent; background-clip: padding; }
QToolButton[variant="primary"]:disabled { background: @sunken; border: 1px @unavailable @line; color: @text3; }
QToolButton[variant="fold"] { font-weight: 600; padding: 3px 4px; }
QToolButton[variant="fold"]:checked { background: transparent; border-color: transparent; }
QToolButton[variant="fold"]:hover { background: @hover; }
QToolButton[variant="fold"]:focus { border: 2px solid @accent; padding: 2px 3px; }
QComboBox::drop-down { border: none; width: 22px; }
QComboBox::down-arrow { image: url(@chevronDown); width: 12px; height: 12px; }
QComboBox::down-arrow:disabled { image: url(@chevronOff); }
QComboBox QAbstractItemView { background: @surface; border: 1px solid @lineStrong; selection-background-color: @tint2; selection-color: @text; outline: none; }
QListView[variant="offer"] { background: @surface; border: 1px solid @lineStrong; color: @text; selection-background-color: @tint2; selection-color: @text; outline: none; }
QListView[variant="field"] { background: @surface; border: 1px solid @control; border-radius: 5px; padding: 1px; color: @text; selection-background-color: @tint2; selection-color: @text; outline: none; }
QListView[variant="field"]:focus { border: 2px solid @accent; padding: 0; }
QListView[variant="field"]::item { border: none; padding: 0 6px; } QListView[variant="field"]::item:selected { background: @tint2; color: @text; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { border: none; width: 18px; background: transparent; }
QAbstractSpinBox::up-arrow { image: url(@chevronUp); width: 10px; height: 10px; }
QAbstractSpinBox::down-arrow { image: url(@chevronDown); width: 10px; height: 10px; }
QAbstractSpinBox::up-arrow:disabled { image: url(@chevronUpOff); }
QAbstractSpinBox::down-arrow:disabled { image: url(@chevronOff); }
QCheckBox::indicator, QRadioButton::indicator, QTableWidget::indicator { width: 14px; height: 14px; border: 1px solid @control; background: @surface; }
QCheckBox::indicator, QTableWidget::indicator { border-radius: 3px; } QRadioButton::indicator { border-radius: 8px; }
QCheckBox::indicator:checked, QTableWidget::indicator:checked { background: @accent; border-color: @accent; image: url(@check); }
QRadioButton::indicator:checked { background: @accent; border-color: @accent; image: url(@radio); }
QCheckBox::indicator:focus, QRadioButton::indicator:focus { width: 12px; height: 12px; border: 2px solid @accent; background: @surface; }
QCheckBox::indicator:checked:focus { image: url(@checkFocus); } QRadioButton::indicator:checked:focus { image: url(@radioFocus); }
QPushButton, QCheckBox, QRadioButton { outline: none; }
QScrollBar { background: transparent; border: none; }
QScrollBar:vertical { width: 10px; } QScrollBar:horizontal { height: 10px; }
QScrollBar::handle { background: @lineStrong; border-radius: 3px; margin: 2px; min-height: 28px; min-width: 28px; }
QScrollBar::handle:hover { background: @control; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page { background: transparent; width: 0; height: 0; }
QTableWidget { gridline-color: @line; }
QTableWidget QHeaderView, QTableWidget QHeaderView::section { background: @surface; color: @text2; border: none; }
QTableWidget QHeaderView::section { border-bottom: 1px solid @line; padding: 4px 3px; }
QSplitter::handle { background: @line; }
QProgressBar { background: @hover; border: none; border-radius: 3px; max-height: 6px; } QProgressBar::chunk { background: @accent; border-radius: 3px; }
)";

} // namespace

QString styleSheet(const Theme& theme)
{
    const Tokens& t = theme.tokens();
    QString text = QString::fromLatin1(sheet);
    // Longest names first: otherwise, @text2 would be read as @text followed by a 2.
    const std::pair<const char*, QString> values[] = {
        {"@chevronUpOff", imageFile(theme, QStringLiteral("chevron-up"), t.text3, 12)},
        {"@chevronOff", imageFile(theme, QStringLiteral("chevron-down"), t.text3, 12)},
        {"@chevronDown", imageFile(theme, QStringLiteral("chevron-down"), t.text2, 12)},
        {"@chevronUp", imageFile(theme, QStringLiteral("chevron-up"), t.text2, 12)},
        {"@accentDeep", deeper(t.accent, t.dark)},
        // There is a gap between the ring and the fill. On a dark background, a ring in the fill's color would be
        // invisible.
        {"@dangerRing", (t.dark ? t.text : t.production).name()},
        // In high contrast, disabled controls have colors as strong as enabled ones, so their border is dashed.
        {"@unavailable", t.highContrast ? QStringLiteral("dashed") : QStringLiteral("solid")},
        {"@productionDeep", deeper(t.production, false)},
        {"@lineStrong", t.lineStrong.name()},
        {"@production", t.production.name()},
        {"@onAccent", t.onAccent.name()},
        // Not everyone can see a tint, so checked controls have a border in high contrast.
        {"@checked", t.highContrast ? t.text.name() : QStringLiteral("transparent")},
        {"@control", t.control.name()},
        {"@surface", t.surface.name()},
        {"@sunken", t.sunken.name()},
        {"@accent", t.accent.name()},
        {"@button", (t.dark ? t.hover : t.surface).name()},
        {"@window", t.window.name()},
        {"@tickOff", imageFile(theme, QStringLiteral("check"), t.text3, 16)},
        {"@tick", imageFile(theme, QStringLiteral("check"), t.text, 16)},
        // A checked control with the focus has a ring around its tick, which a filled box would hide. The tick has a
        // stronger color, because thin strokes look pale.
        {"@checkFocus", imageFile(theme, QStringLiteral("check"), t.text, 14)},
        {"@radioFocus", imageFile(theme, QStringLiteral("radio"), t.accent, 14)},
        {"@check", imageFile(theme, QStringLiteral("check"), t.onAccent, 14)},
        {"@radio", imageFile(theme, QStringLiteral("radio"), t.onAccent, 14)},
        {"@hover", t.hover.name()},
        {"@tint2", t.tint2.name()},
        {"@text2", t.text2.name()},
        {"@text3", t.text3.name()},
        {"@tint", t.tint.name()},
        {"@text", t.text.name()},
        {"@line", t.line.name()},
    };
    for (const auto& [name, value] : values)
        text.replace(QLatin1String(name), value);
    return text;
}

} // namespace dueline
