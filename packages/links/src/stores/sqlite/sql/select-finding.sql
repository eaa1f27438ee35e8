SELECT 1 AS found FROM safety_findings WHERE domain = ? AND code = ? AND digest = ?
