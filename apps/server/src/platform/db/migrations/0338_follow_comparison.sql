-- The second node whose blocks those of the first are compared with, and the last block that both had.
ALTER TABLE followed_networks ADD COLUMN compared_with text;
ALTER TABLE followed_networks ADD COLUMN compared_height bigint;
