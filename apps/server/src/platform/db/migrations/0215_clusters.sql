-- Clusters of addresses with common inputs, of every UTXO ledger (docs/decisions/0073-clusters.md): a union-find whose
-- roots are rows. They are kept up to date from the changes of the records, and can be computed again from these.
CREATE TABLE coin_cluster_state (
  ledger_id integer PRIMARY KEY REFERENCES ledgers ON DELETE CASCADE,
  -- What the clusters are those of: rule, given labels, revision of the records. Null before the first computation.
  rule integer,
  labels_version text,
  revision bigint,
  -- Position up to which transactions were joined in their order.
  through_position bigint NOT NULL DEFAULT -1,
  -- Of clusters of two or more addresses: their number, that of their addresses, and the sum of their marks.
  clusters bigint NOT NULL DEFAULT 0,
  members bigint NOT NULL DEFAULT 0,
  mark numeric NOT NULL DEFAULT 0,
  refreshed_at timestamptz
);

CREATE TABLE coin_cluster (
  -- The account of one of its addresses.
  id bigint PRIMARY KEY,
  ledger_id integer NOT NULL REFERENCES ledgers ON DELETE CASCADE,
  size bigint NOT NULL CHECK (size >= 1),
  -- The service whose label a member carries; null for none.
  entity text,
  -- The given labels of all its members, each once; null for none.
  labels jsonb,
  -- A join with another cluster was refused: the order of joins matters.
  is_refused boolean NOT NULL DEFAULT false,
  -- Sum of the hashes of its addresses: it depends on the set of addresses only.
  address_sum numeric NOT NULL,
  -- Hash of size and sum; 0 for a cluster of one.
  mark numeric NOT NULL
);
CREATE INDEX coin_cluster_of_ledger ON coin_cluster (ledger_id);

-- Every address that a join named, also where that join was refused and the address is a cluster of one.
CREATE TABLE coin_cluster_member (
  account_id bigint PRIMARY KEY,
  ledger_id integer NOT NULL REFERENCES ledgers ON DELETE CASCADE,
  cluster_id bigint NOT NULL,
  -- Its given labels, as they were when the clusters were last refreshed; null for none.
  labels jsonb
);
CREATE INDEX coin_cluster_member_of_cluster ON coin_cluster_member (cluster_id);
CREATE INDEX coin_cluster_member_of_ledger ON coin_cluster_member (ledger_id, account_id);

CREATE TABLE coin_cluster_refusal (
  ledger_id integer NOT NULL REFERENCES ledgers ON DELETE CASCADE,
  transaction_id bigint NOT NULL,
  first_id bigint NOT NULL,
  other_id bigint NOT NULL,
  PRIMARY KEY (ledger_id, transaction_id, first_id, other_id)
);
CREATE INDEX coin_cluster_refusal_first ON coin_cluster_refusal (first_id);
CREATE INDEX coin_cluster_refusal_other ON coin_cluster_refusal (other_id);

-- Changes of the records that the clusters do not know yet; written with the records, by every change of a ledger that
-- has a row in coin_cluster_state.
CREATE TABLE coin_cluster_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ledger_id integer NOT NULL REFERENCES ledgers ON DELETE CASCADE,
  -- new: a transaction that was not joined before; changed: one whose inputs or outputs changed; moved: another position;
  -- gone: an account of which an input is no longer as it was, because its transaction was removed or corrected.
  kind text NOT NULL CHECK (kind IN ('new', 'changed', 'moved', 'gone')),
  -- Of a transaction, or of an account where the kind is 'gone'.
  subject_id bigint NOT NULL
);
CREATE INDEX coin_cluster_change_of_ledger ON coin_cluster_change (ledger_id, id);
