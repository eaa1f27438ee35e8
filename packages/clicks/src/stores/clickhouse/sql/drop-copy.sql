DROP TABLE IF EXISTS {copy:Identifier} SYNC
