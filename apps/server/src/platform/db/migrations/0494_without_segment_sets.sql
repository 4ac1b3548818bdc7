-- Records are exported whole (docs/decisions/0142-exported-records.md), so that no change of one has to be noted for files
-- that hold it. No release wrote this table.
DROP TABLE segment_sets;
