// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"
#include "tests/support/sourcepath.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <csignal>
#include <random>

using namespace dueline;

namespace {

constexpr int mutationsOfEach = 300; // number of mutations per corpus file

/// Current input, printed if a target aborts.
QByteArray* current = nullptr;

void tellInput(int signal)
{
    std::fprintf(stderr, "the input was, in hex: %s\n", current ? current->toHex().constData() : "");
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

/// Returns `text` with one to four changes that tend to break formats: changed, removed or duplicated bytes, or an
/// inserted part of another file.
QByteArray mutated(QByteArray text, const QList<QByteArray>& others, std::mt19937& random)
{
    const auto below
        = [&random](qsizetype limit) { return qsizetype(random() % quint32(std::max<qsizetype>(limit, 1))); };
    for (qsizetype changes = below(4) + 1; changes > 0; --changes) {
        const qsizetype at = below(text.size() + 1);
        const qsizetype length = below(12) + 1;
        switch (below(6)) {
        case 0:
            text.insert(at, char(random()));
            break;
        case 1:
            text.remove(at, length);
            break;
        case 2:
            text.insert(at, text.mid(at, length));
            break;
        case 3:
            text.truncate(at);
            break;
        case 4: {
            const QByteArray& other = others[below(others.size())];
            text.insert(at, other.mid(below(other.size()), length));
            break;
        }
        default:
            if (at < text.size())
                text[at] = char(text[at] ^ (1 << below(8)));
        }
    }
    return text;
}

QList<QByteArray> corpusOf(const QString& target)
{
    QList<QByteArray> inputs;
    const QDir folder(sourcePath(QStringLiteral("tests/fuzz/corpus/") + target));
    for (const QString& name : folder.entryList(QDir::Files, QDir::Name)) {
        QFile file(folder.filePath(name));
        if (file.open(QIODevice::ReadOnly))
            inputs << file.readAll();
    }
    return inputs;
}

} // namespace

/// Tests each target with its corpus, which includes earlier findings, and with mutations that are the same on every
/// machine. A target that finds a bug aborts the program, which prints the input.
class TestFuzzTargets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void holdsOverItsCorpusAndWhatIsLikeIt_data()
    {
        QTest::addColumn<int>("index");
        for (int i = 0; i < int(std::size(fuzz::targets)); ++i)
            QTest::newRow(fuzz::targets[i].name) << i;
    }
    void holdsOverItsCorpusAndWhatIsLikeIt()
    {
        QFETCH(int, index);
        const fuzz::Target& target = fuzz::targets[index];
        const QList<QByteArray> inputs = corpusOf(QString::fromLatin1(target.name));
        QVERIFY2(inputs.size() >= 4, "there is no corpus");
        QByteArray input;
        current = &input;
        const auto before = std::signal(SIGABRT, tellInput);
        std::mt19937 random(7);
        for (const QByteArray& seed : inputs) {
            input = seed;
            target.run(input);
            for (int i = 0; i < mutationsOfEach; ++i) {
                input = mutated(seed, inputs, random);
                target.run(input);
            }
        }
        std::signal(SIGABRT, before);
        current = nullptr;
    }

    void emptyInputIsInput()
    {
        for (const fuzz::Target& target : fuzz::targets)
            target.run({});
    }
};

QTEST_GUILESS_MAIN(TestFuzzTargets)
#include "tst_fuzztargets.moc"
