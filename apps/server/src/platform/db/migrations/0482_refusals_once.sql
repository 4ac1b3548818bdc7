-- A gift that is refused is stored once a day, however often it is asked for. The hash of what was asked for can lead to
-- an account: it is taken out once the day is over. 0483 makes it unique.
ALTER TABLE free_grants ADD COLUMN refused_gift bytea;
