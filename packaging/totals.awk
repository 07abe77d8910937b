# SPDX-License-Identifier: GPL-3.0-or-later
# Reads ctest's LastTest.log, one block per executable; prints `PASSED FAILED SKIPPED`, and what failed or was skipped to stderr.
# Qt Test's totals count test functions. An executable without totals counts as one; one that ended badly although its totals are
# clean (a crash, a time-out, a leak) as one failure more.
function end_block() {
    if (name == "")
        return
    if (!good && bad_functions == 0) {
        failed += 1
        print "FAILED  " name > "/dev/stderr"
    }
    if (good && totals == 0)
        passed += 1
    name = ""
}
/^[0-9]+\/[0-9]+ Test: / {
    end_block()
    name = $0
    sub(/^[0-9]+\/[0-9]+ Test: /, "", name)
    good = totals = bad_functions = 0
}
name != "" && /^Totals: [0-9]+ passed, [0-9]+ failed, [0-9]+ skipped/ {
    totals += 1
    passed += $2
    failed += $4
    bad_functions += $4
    skipped += $6
}
name != "" && /^(FAIL!|XPASS|SKIP) *: / {
    print (/^SKIP/ ? "skipped " : "FAILED  ") substr($0, index($0, ":") + 2) > "/dev/stderr"
}
name != "" && /^Test Passed\.$/ {
    good = 1
}
END {
    end_block()
    print passed + 0, failed + 0, skipped + 0
}
