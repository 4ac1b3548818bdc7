-- The last block that the first load of a network of coins has read; null where none is under way.
ALTER TABLE followed_networks ADD COLUMN staged_height bigint;
