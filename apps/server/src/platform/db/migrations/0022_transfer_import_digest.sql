-- Over the rows read: a source that is read again must begin with the same ones, else its import starts anew.
ALTER TABLE transfer_import_files ADD rows_digest text NOT NULL DEFAULT '';
COMMENT ON COLUMN transfer_import_files.sha256 IS 'Of a file''s bytes; of an address, of its text.';
