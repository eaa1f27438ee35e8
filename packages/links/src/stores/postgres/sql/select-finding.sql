SELECT 1 FROM safety_findings WHERE domain = :domain AND code = :code AND digest = :digest
