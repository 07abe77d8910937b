// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/tokens.h"

#include <QTest>

using namespace dueline;

/// Whether what is written and drawn can be told from what is behind it, in every theme, by the contrast that WCAG 2 defines.
class TestTheme : public QObject
{
    Q_OBJECT

    static std::vector<std::pair<const char*, QColor>> grounds(const Tokens& tokens)
    {
        return {{"window", tokens.window}, {"surface", tokens.surface}, {"sunken", tokens.sunken}, {"tint", tokens.tint}};
    }
    /// Fails when `color` is nearer to a ground than `least`.
    static void expect(const char* name, const QColor& color, const std::vector<std::pair<const char*, QColor>>& behind, double least)
    {
        for (const auto& [ground, under] : behind) {
            const double reached = contrast(color, under);
            QVERIFY2(reached >= least,
                qPrintable(QStringLiteral("%1 on %2 reaches %3:1 of %4:1").arg(QLatin1String(name), QLatin1String(ground)).arg(reached, 0, 'f', 2).arg(least)));
        }
    }

private Q_SLOTS:
    void everyTextCanBeRead_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("light") << int(ThemeKind::Light);
        QTest::newRow("dark") << int(ThemeKind::Dark);
        QTest::newRow("high contrast, light") << int(ThemeKind::HighContrastLight);
        QTest::newRow("high contrast, dark") << int(ThemeKind::HighContrastDark);
    }
    void everyTextCanBeRead()
    {
        QFETCH(int, kind);
        const Tokens tokens = Tokens::make(ThemeKind(kind));
        const double text = tokens.highContrast ? 7 : 4.5;
        expect("text", tokens.text, grounds(tokens), text);
        expect("text2", tokens.text2, grounds(tokens), text);
        expect("text3", tokens.text3, grounds(tokens), text);
        expect("text on accent", tokens.onAccent, {{"accent", tokens.accent}}, 4.5);
        expect("selected text", tokens.text, {{"tint2", tokens.tint2}}, 4.5);
        for (const TaskState state : allStates)
            expect(stateName(state).data(), tokens.of(state).text, grounds(tokens), 4.5);
        for (const auto& [name, color] : {std::pair{"JSON name", tokens.jsonKey}, std::pair{"JSON text", tokens.jsonString}, std::pair{"JSON number", tokens.jsonNumber}})
            expect(name, color, {{"surface", tokens.surface}}, 4.5);
    }

    void whatIsPressedAndEachStateHasABorder_data() { everyTextCanBeRead_data(); }
    void whatIsPressedAndEachStateHasABorder()
    {
        QFETCH(int, kind);
        const Tokens tokens = Tokens::make(ThemeKind(kind));
        expect("control", tokens.control, {{"surface", tokens.surface}}, 3);
        expect("accent", tokens.accent, {{"surface", tokens.surface}}, 3);
        for (const TaskState state : allStates) {
            const StateColors& colors = tokens.of(state);
            expect("edge", colors.edge, {{"surface", tokens.surface}}, 4.3);
            expect("glyph", colors.glyph, {{stateName(state).data(), colors.fill}}, 3);
        }
    }

    void noTwoStatesLookAlike_data() { everyTextCanBeRead_data(); }
    void noTwoStatesLookAlike()
    {
        QFETCH(int, kind);
        const Tokens tokens = Tokens::make(ThemeKind(kind));
        for (const TaskState one : allStates) {
            for (const TaskState other : allStates) {
                if (one != other)
                    QVERIFY(tokens.of(one).fill != tokens.of(other).fill);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestTheme)
#include "tst_theme.moc"
