-- Servers no longer walk for each other (docs/decisions/0142-exported-records.md). No release wrote this table.
DROP TABLE memory_servers;
