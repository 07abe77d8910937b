# SPDX-License-Identifier: GPL-3.0-or-later
# Reads ctest's LastTest.log, which has one block per executable, and prints `PASSED FAILED SKIPPED`. Prints to
# stderr: each failure on one line with Qt Test's message, followed by the skipped tests, counted by class and reason.
# Qt Test's totals count test functions. An executable without totals counts as one function. An executable that exits
# with an error although its totals are clean (a crash, a timeout, a leak) counts as one additional failure.
function end_block(    i) {
    if (name == "")
        return
    end_failure()
    if (!good && bad_functions == 0) {
        failed += 1
        line = "FAILED  " name
        for (i = lines > 8 ? lines - 8 : 0; i < lines; i++)
            line = line " | " last[i]
        print line > "/dev/stderr"
    }
    if (good && totals == 0)
        passed += 1
    name = ""
}
function end_failure() {
    if (failure != "")
        print failure > "/dev/stderr"
    failure = ""
}
/^[0-9]+\/[0-9]+ Test: / {
    end_block()
    name = $0
    sub(/^[0-9]+\/[0-9]+ Test: /, "", name)
    good = totals = bad_functions = lines = 0
}
failure != "" {
    if (/^   [ ]*[^ ]/) {
        sub(/^ +/, "")
        failure = failure " | " substr($0, 1, 300)
        next
    }
    end_failure()
}
name != "" && /[^ ]/ {
    last[lines++] = substr($0, 1, 300)
}
name != "" && /^Totals: [0-9]+ passed, [0-9]+ failed, [0-9]+ skipped/ {
    totals += 1
    passed += $2
    failed += $4
    bad_functions += $4
    skipped += $6
}
name != "" && /^(FAIL!|XPASS) *: / {
    failure = "FAILED  " substr($0, index($0, ":") + 2)
}
name != "" && /^SKIP *: / {
    reason = substr($0, index($0, ":") + 2)
    class = substr(reason, 1, index(reason, "::") - 1)
    # The function is followed by the row in parentheses, which may itself contain spaces and parentheses.
    if (reason ~ /^[A-Za-z0-9_:]+\(/) {
        depth = 0
        for (at = index(reason, "("); at <= length(reason); at++) {
            letter = substr(reason, at, 1)
            depth += letter == "(" ? 1 : letter == ")" ? -1 : 0
            if (depth == 0)
                break
        }
        reason = substr(reason, at + 2)
    } else {
        sub(/^[^ ]* /, "", reason)
    }
    skips["skipped " class ": " reason] += 1
}
name != "" && /^Test Passed\.$/ {
    good = 1
}
END {
    end_block()
    for (reason in skips)
        print reason " (" skips[reason] ")" > "/dev/stderr"
    print passed + 0, failed + 0, skipped + 0
}
