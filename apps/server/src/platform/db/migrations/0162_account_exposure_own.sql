-- Accounts with a label of their own whose shares are as the pass found them, that label on, because their own walks
-- would have taken more states than allowed. All other shares of a run are exact.
CREATE TABLE account_exposure_inexact (
  run_id bigint NOT NULL REFERENCES account_exposure_runs ON DELETE CASCADE,
  account_id bigint NOT NULL,
  direction text NOT NULL,
  PRIMARY KEY (run_id, account_id, direction)
);
