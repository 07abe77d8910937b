// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/model/subject.h"

#include <QElapsedTimer>
#include <QTest>

using namespace dueline;

/// Runs random programs on the reference layout and a real layout, and compares the two after every step. If they
/// differ, reduces the program to the fewest steps that still show a difference, and prints it. DUELINE_MODEL_SEED,
/// DUELINE_MODEL_STEPS and DUELINE_MODEL_SECONDS determine the programs and the duration.
class TestModel : public QObject
{
    Q_OBJECT

    static int fromEnvironment(const char* name, int otherwise)
    {
        bool ok = false;
        const int value = qEnvironmentVariableIntValue(name, &ok);
        return ok ? value : otherwise;
    }

    /// Returns the first difference between the two layouts as text, or an empty string if they agree to the end.
    static QString difference(const Program& program, const QByteArray& layout)
    {
        Subject reference("memory");
        Subject real(layout);
        // Both layouts use the same base time. The reference layout's clock is set to the real one before each step.
        // Each step gets its own millisecond, so that events from different steps never coincide.
        const TimePoint base = real.now();
        reference.waitUntil(base);
        reference.begin(base);
        real.begin(base);
        for (const Step& step : program) {
            real.waitUntil(real.now() + Millis(1));
            reference.waitUntil(real.now());
            const QString expected = reference.run(step);
            const QString answered = real.run(step);
            if (expected != answered)
                return step.text()
                    + QStringLiteral("\n  memory answers: %1\n  %2 answers: %3")
                          .arg(expected, QString::fromLatin1(layout), answered);
            const QStringList expectedState = reference.observe().split(u'\n');
            const QStringList shownState = real.observe().split(u'\n');
            for (qsizetype i = 0; i < expectedState.size(); ++i) {
                if (expectedState[i] != shownState.value(i))
                    return step.text()
                        + QStringLiteral("\n  memory shows: %1\n  %2 shows: %3")
                              .arg(expectedState[i], QString::fromLatin1(layout), shownState.value(i));
            }
        }
        return {};
    }

    /// Shortens the program: removes ever shorter sequences of steps as long as the layouts still differ.
    static Program shrunk(Program program, const QByteArray& layout)
    {
        for (std::size_t size = program.size() / 2; size > 0; size /= 2) {
            for (std::size_t from = 0; from < program.size();) {
                Program shorter = program;
                const auto first = shorter.begin() + qsizetype(from);
                shorter.erase(first, first + qsizetype(std::min(size, program.size() - from)));
                if (difference(shorter, layout).isEmpty())
                    from += size;
                else
                    program = shorter;
            }
        }
        return program;
    }

private slots:
    void randomProgramsLeaveBothLayoutsAlike()
    {
        const QByteArray layout = "native"; // this layout has all of the reference's capabilities
        const int seed = fromEnvironment("DUELINE_MODEL_SEED", 20261121);
        const int steps = fromEnvironment("DUELINE_MODEL_STEPS", 2400);
        const int seconds = fromEnvironment("DUELINE_MODEL_SECONDS", 40);
        constexpr int programLength = 120;
        std::mt19937 random{unsigned(seed)};
        QElapsedTimer clock;
        clock.start();
        int done = 0;
        for (; done < steps && clock.elapsed() < seconds * 1000; done += programLength) {
            const Program program = randomProgram(random, programLength);
            const QString differs = difference(program, layout);
            if (differs.isEmpty())
                continue;
            const Program minimal = shrunk(program, layout);
            QStringList text{
                QStringLiteral("Seed %1, after %2 steps. The smallest program that differs:").arg(seed).arg(done)};
            for (const Step& step : minimal)
                text.append(step.text());
            text.append(QStringLiteral("It differs at ") + difference(minimal, layout));
            qWarning().noquote() << text.join(u'\n');
            QFAIL("The layouts differ; the program is printed above.");
        }
        QVERIFY2(done > 0, "No step was run.");
        qInfo("%d steps, seed %d, %lld ms", done, seed, clock.elapsed());
    }
};

QTEST_GUILESS_MAIN(TestModel)
#include "tst_model.moc"
