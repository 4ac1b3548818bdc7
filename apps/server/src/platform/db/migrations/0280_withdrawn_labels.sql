-- The key of a dispute's link is made of this, by the installation's secret, whenever a mail names the link. Null for
-- disputes filed before mails did.
ALTER TABLE dispute
  ADD COLUMN key_seed text,
  ADD COLUMN receipt_mailed_at timestamptz;

-- Withdrawn labels of a name, for results and entities that rested on them.
CREATE INDEX dispute_label_withdrawn ON dispute_label (entity, dispute_id) WHERE is_withdrawn;
