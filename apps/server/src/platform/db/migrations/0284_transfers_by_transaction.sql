-- A check of a transaction asks for the records of its id. The id is 66 characters long, so the index is of a hash of 8
-- bytes; look-ups compare the id too. Each table of an asset has an index like this one, built when it is attached.
CREATE INDEX transfers_by_transaction ON transfers (hashtextextended(transaction_id, 0));
