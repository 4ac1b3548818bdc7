-- The exact exposure of every account of an asset, from one streaming pass over its records (docs/method, section 3).
CREATE TABLE account_exposure_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ledger_id integer NOT NULL REFERENCES ledgers ON DELETE CASCADE,
  -- Method, labels and records it is computed from; another basis needs another run.
  basis text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  UNIQUE (ledger_id, basis)
);

-- Parts of a run whose shares are written: a direction, and keys from one on.
CREATE TABLE account_exposure_parts (
  run_id bigint NOT NULL REFERENCES account_exposure_runs ON DELETE CASCADE,
  direction text NOT NULL CHECK (direction IN ('bwd', 'fwd')),
  first_key smallint NOT NULL,
  PRIMARY KEY (run_id, direction, first_key)
);

-- Shares above zero of what an account received (bwd) or sent (fwd), by category or residual.
CREATE TABLE account_exposure (
  run_id bigint NOT NULL,
  account_id bigint NOT NULL,
  direction text NOT NULL,
  key text NOT NULL,
  share double precision NOT NULL
);
CREATE INDEX account_exposure_of ON account_exposure (account_id, run_id) INCLUDE (direction, key, share);
CREATE INDEX account_exposure_of_run ON account_exposure USING brin (run_id);
