-- Events of the public API, and the webhooks that deliver them (docs/decisions/0095).
CREATE TABLE events (
  id text PRIMARY KEY CHECK (id ~ '^evt_[0-9A-Za-z]{20}$'),
  workspace text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  -- Of the events of one object, the later one has the higher position: writers of one object wait for each other.
  position bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  type text NOT NULL,
  object_id text NOT NULL,
  -- JSON, as it is sent and answered byte for byte.
  body text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX events_of_workspace ON events (workspace, mode, position DESC);
CREATE INDEX events_by_age ON events (created_at);
ALTER TABLE events ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON events TO assay_tenant USING (workspace = current_workspace());

CREATE TABLE webhook_endpoints (
  id text PRIMARY KEY CHECK (id ~ '^whe_[0-9A-Za-z]{16}$'),
  workspace text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  url text NOT NULL,
  description text NOT NULL,
  -- '*' alone: every type, those of later versions too.
  event_types text[] NOT NULL CHECK (cardinality(event_types) > 0),
  -- Sealed with a key of the installation: signing needs the secret itself.
  secret bytea NOT NULL,
  -- The secret before the last replacement signs beside it until then.
  former_secret bytea,
  former_until timestamptz,
  created_at timestamptz NOT NULL,
  disabled_at timestamptz,
  disabled_because text CHECK (disabled_because IN ('owner', 'failures', 'gone')),
  -- Since when every attempt has failed; null after a success.
  failing_since timestamptz,
  -- Attempts that failed since then.
  failures integer NOT NULL DEFAULT 0,
  CHECK ((former_secret IS NULL) = (former_until IS NULL)),
  CHECK ((disabled_at IS NULL) = (disabled_because IS NULL))
);
CREATE INDEX webhook_endpoints_of_workspace ON webhook_endpoints (workspace, created_at DESC, id DESC);
ALTER TABLE webhook_endpoints ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON webhook_endpoints TO assay_tenant USING (workspace = current_workspace());

-- One event for one endpoint: written with the event.
CREATE TABLE webhook_deliveries (
  id text PRIMARY KEY DEFAULT 'whd_' || replace(gen_random_uuid()::text, '-', ''),
  event text NOT NULL REFERENCES events ON DELETE CASCADE,
  endpoint text NOT NULL REFERENCES webhook_endpoints ON DELETE CASCADE,
  workspace text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  object_id text NOT NULL,
  -- Of the event: an endpoint gets the events of one object in this order.
  position bigint NOT NULL,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'delivered', 'failed')),
  -- A delivery that was asked for again waits for none before it, and none waits for it.
  is_resent boolean NOT NULL DEFAULT false,
  -- Attempts since it was written or asked for again.
  tries integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL,
  -- The attempt that is under way, by the clock of the database.
  claim text,
  lease_until timestamptz,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  UNIQUE (endpoint, event),
  CHECK ((claim IS NULL) = (lease_until IS NULL)),
  CHECK ((status = 'waiting') = (ended_at IS NULL))
);
CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (event);
CREATE INDEX webhook_deliveries_of_workspace ON webhook_deliveries (workspace);
CREATE INDEX webhook_deliveries_of_endpoint ON webhook_deliveries (endpoint, position DESC);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (endpoint, next_at) WHERE status = 'waiting';
CREATE INDEX webhook_deliveries_in_order ON webhook_deliveries (endpoint, object_id, position) WHERE status = 'waiting';
ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON webhook_deliveries TO assay_tenant USING (workspace = current_workspace());

-- The delivery log: what was sent and what came back.
CREATE TABLE webhook_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  delivery text NOT NULL REFERENCES webhook_deliveries ON DELETE CASCADE,
  workspace text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL CHECK (duration_ms >= 0),
  -- Null where no answer came: then there is a failure.
  status_code smallint,
  failure text,
  -- The beginning of the answer.
  response_body text,
  CHECK (status_code IS NOT NULL OR failure IS NOT NULL)
);
CREATE INDEX webhook_attempts_of_delivery ON webhook_attempts (delivery, id DESC);
CREATE INDEX webhook_attempts_of_workspace ON webhook_attempts (workspace);
ALTER TABLE webhook_attempts ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON webhook_attempts TO assay_tenant USING (workspace = current_workspace());
