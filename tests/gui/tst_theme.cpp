// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/tokens.h"

#include <QTest>

using namespace dueline;

/// Tests the contrast of text and drawings with their background in every theme, as defined by WCAG 2.
class TestTheme : public QObject
{
    Q_OBJECT

    static std::vector<std::pair<const char*, QColor>> grounds(const Tokens& tokens)
    {
        return {
            {"window", tokens.window}, {"surface", tokens.surface}, {"sunken", tokens.sunken}, {"tint", tokens.tint}};
    }
    /// Fails if the contrast between `color` and one of the backgrounds is less than `least`.
    static void expect(
        const char* name, const QColor& color, const std::vector<std::pair<const char*, QColor>>& behind, double least)
    {
        for (const auto& [ground, under] : behind) {
            const double reached = contrast(color, under);
            QVERIFY2(reached >= least,
                qPrintable(QStringLiteral("%1 on %2 reaches %3:1 of %4:1")
                               .arg(QLatin1String(name), QLatin1String(ground))
                               .arg(reached, 0, 'f', 2)
                               .arg(least)));
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
        expect("text on accent", tokens.onAccent, {{"accent", tokens.accent}}, text);
        expect("selected text", tokens.text, {{"tint2", tokens.tint2}, {"hover", tokens.hover}}, text);
        expect("white", Qt::white, {{"production", tokens.production}}, text);
        for (const TaskState state : allStates)
            expect(stateName(state).data(), tokens.of(state).text, grounds(tokens), text);
        for (const auto& [name, color] : {std::pair{"JSON name", tokens.jsonKey},
                 std::pair{"JSON text", tokens.jsonString}, std::pair{"JSON number", tokens.jsonNumber}})
            expect(name, color, {{"surface", tokens.surface}}, text);
        if (tokens.highContrast) {
            expect("link", tokens.accent, {{"surface", tokens.surface}, {"hover", tokens.hover}}, text);
            expect("well", tokens.ok, grounds(tokens), text);
        }
    }

    void whatIsPressedAndEachStateHasABorder_data() { everyTextCanBeRead_data(); }
    void whatIsPressedAndEachStateHasABorder()
    {
        QFETCH(int, kind);
        const Tokens tokens = Tokens::make(ThemeKind(kind));
        expect("control", tokens.control, {{"surface", tokens.surface}}, 3);
        expect("focus", tokens.accent, grounds(tokens), 3);
        expect("picture of what cannot be pressed", tokens.faint,
            {{"window", tokens.window}, {"surface", tokens.surface}, {"sunken", tokens.sunken}},
            tokens.highContrast ? 7 : 3);
        if (tokens.highContrast)
            expect("line", tokens.line, grounds(tokens), 3);
        for (const TaskState state : allStates) {
            const StateColors& colors = tokens.of(state);
            expect("edge", colors.edge, {{"surface", tokens.surface}}, 4.3);
            expect("glyph", colors.glyph, {{stateName(state).data(), colors.fill}}, tokens.highContrast ? 4.5 : 3);
            if (tokens.highContrast)
                expect("edge", colors.edge, grounds(tokens), 7);
        }
    }

    void environmentsCanBeTold_data() { everyTextCanBeRead_data(); }
    void environmentsCanBeTold()
    {
        QFETCH(int, kind);
        const Tokens tokens = Tokens::make(ThemeKind(kind));
        for (const auto& [name, color] :
            {std::pair{"production", tokens.production}, std::pair{"staging", tokens.staging}}) {
            // On a black background, a color can't meet both ratios. White text on the color takes precedence.
            expect(name, color, {{"window", tokens.window}}, tokens.highContrast ? 2.9 : 3);
            expect("white", Qt::white, {{name, color}}, tokens.highContrast ? 7 : 4.5);
        }
        QVERIFY(tokens.production != tokens.staging);
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
