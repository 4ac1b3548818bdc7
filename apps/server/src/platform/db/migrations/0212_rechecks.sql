-- Results that rested on a withdrawn label, found once and checked again once, at no cost to their owners.
ALTER TABLE dispute
  -- Results up to this id have been looked at.
  ADD COLUMN recheck_until text NOT NULL DEFAULT '',
  ADD COLUMN rechecks_listed_at timestamptz,
  ADD COLUMN decision_mailed_at timestamptz;

CREATE TABLE dispute_recheck (
  dispute_id integer NOT NULL REFERENCES dispute ON DELETE CASCADE,
  -- The result that rested on the label. It stays as it is, and so does its certificate.
  sub_id text NOT NULL REFERENCES checks ON DELETE CASCADE,
  attempts integer NOT NULL DEFAULT 0,
  -- Null while it waits. 'superseded': its owner has a newer result, made after the decision.
  outcome text CHECK (outcome IN ('checked', 'superseded', 'failed')),
  new_sub_id text REFERENCES checks ON DELETE SET NULL,
  -- When its owner was notified by mail.
  notified_at timestamptz,
  PRIMARY KEY (dispute_id, sub_id)
);
CREATE INDEX dispute_recheck_result ON dispute_recheck (sub_id);
CREATE INDEX dispute_recheck_new ON dispute_recheck (new_sub_id) WHERE new_sub_id IS NOT NULL;
