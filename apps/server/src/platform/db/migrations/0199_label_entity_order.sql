-- An entity's page reads its addresses in this order from the index alone: the rows of 100,000 labels lie far apart.
DROP INDEX label_entity;
CREATE INDEX label_entity ON label (entity, network COLLATE "C", address COLLATE "C", actor);
