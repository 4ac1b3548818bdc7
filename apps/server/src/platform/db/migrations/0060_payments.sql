-- What people buy: an order moves only along the table of transitions, and what it costs never changes.

CREATE TABLE order_transitions (
  from_status text NOT NULL,
  to_status text NOT NULL,
  PRIMARY KEY (from_status, to_status)
);
INSERT INTO order_transitions VALUES
  ('created', 'pending'), ('created', 'failed'), ('created', 'expired'),
  ('pending', 'partial'), ('pending', 'paid'), ('pending', 'expired'), ('pending', 'failed'),
  ('pending', 'disputed'), ('pending', 'refunded'), ('pending', 'reversed'),
  ('partial', 'paid'), ('partial', 'expired'), ('partial', 'failed'), ('partial', 'refunded'),
  -- Money that comes late is money that came.
  ('expired', 'partial'), ('expired', 'paid'), ('expired', 'disputed'), ('expired', 'refunded'), ('expired', 'reversed'),
  ('failed', 'partial'), ('failed', 'paid'), ('failed', 'disputed'), ('failed', 'refunded'), ('failed', 'reversed'),
  ('paid', 'disputed'), ('paid', 'refunded'), ('paid', 'reversed'),
  ('disputed', 'paid'), ('disputed', 'refunded'), ('disputed', 'reversed');

CREATE TABLE payment_customers (
  sub text PRIMARY KEY,
  -- The provider's name for the person who pays by card.
  customer text NOT NULL UNIQUE
);

CREATE TABLE orders (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{32}$'),
  -- Null once the account was deleted: what was paid stays in the books.
  sub text,
  provider text NOT NULL CHECK (provider IN ('stripe', 'nowpayments')),
  -- Null for checks bought one by one.
  plan_id integer,
  -- Of the whole order; of a subscription, of one payment period.
  checks integer NOT NULL CHECK (checks > 0),
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  success_url text NOT NULL,
  cancel_url text NOT NULL,
  status text NOT NULL DEFAULT 'created' CHECK (status IN
    ('created', 'pending', 'partial', 'paid', 'expired', 'failed', 'disputed', 'refunded', 'reversed')),
  -- The provider's name for it: payment intent, checkout session, invoice.
  reference text UNIQUE,
  -- Card subscriptions: the provider's name, and how it stands.
  subscription text UNIQUE,
  subscription_status text CHECK (subscription_status IN ('active', 'cancelling', 'unpaid', 'ended')),
  -- Moves with every look at the provider: who read an older truth writes nothing.
  version integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  looked_at timestamptz NOT NULL
);
CREATE INDEX orders_of_account ON orders (sub, created_at DESC);
CREATE INDEX orders_to_look_at ON orders (looked_at) WHERE status NOT IN ('refunded', 'reversed');

CREATE FUNCTION orders_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.provider, NEW.plan_id, NEW.checks, NEW.amount_cents, NEW.created_at)
     IS DISTINCT FROM (OLD.id, OLD.provider, OLD.plan_id, OLD.checks, OLD.amount_cents, OLD.created_at)
     OR (NEW.sub IS DISTINCT FROM OLD.sub AND NEW.sub IS NOT NULL) THEN
    RAISE EXCEPTION 'orders: what was ordered does not change';
  END IF;
  IF NEW.status <> OLD.status AND NOT EXISTS (
    SELECT FROM order_transitions WHERE from_status = OLD.status AND to_status = NEW.status) THEN
    RAISE EXCEPTION 'orders: % does not become %', OLD.status, NEW.status;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER orders_move BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION orders_move();
CREATE FUNCTION orders_begin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> 'created' THEN RAISE EXCEPTION 'orders: an order begins as created'; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER orders_begin BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION orders_begin();
CREATE TRIGGER orders_stay BEFORE DELETE OR TRUNCATE ON orders FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

-- Money that arrived: one row a payment of the provider, so one for every renewal. Its number is that of the invoice.
CREATE TABLE payments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id text NOT NULL REFERENCES orders,
  reference text NOT NULL UNIQUE,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  refunded_cents integer NOT NULL DEFAULT 0 CHECK (refunded_cents BETWEEN 0 AND amount_cents),
  status text NOT NULL CHECK (status IN ('paid', 'disputed', 'refunded', 'reversed')),
  paid_at timestamptz NOT NULL,
  -- What time was paid for; null where none was.
  starts_at timestamptz,
  ends_at timestamptz,
  -- Monthly adds that were made so far; 1 for what is credited at once.
  adds integer NOT NULL DEFAULT 0,
  next_add_at timestamptz,
  CHECK ((starts_at IS NULL) = (ends_at IS NULL)),
  CHECK (ends_at > starts_at)
);
CREATE INDEX payments_of_order ON payments (order_id);
CREATE INDEX payments_to_add ON payments (next_add_at) WHERE next_add_at IS NOT NULL AND status = 'paid';

CREATE FUNCTION payments_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.order_id, NEW.reference, NEW.amount_cents, NEW.paid_at, NEW.starts_at, NEW.ends_at)
     IS DISTINCT FROM (OLD.id, OLD.order_id, OLD.reference, OLD.amount_cents, OLD.paid_at, OLD.starts_at, OLD.ends_at)
  THEN
    RAISE EXCEPTION 'payments: what was paid does not change';
  END IF;
  IF OLD.status IN ('refunded', 'reversed') AND NEW.status <> OLD.status THEN
    RAISE EXCEPTION 'payments: % does not become %', OLD.status, NEW.status;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payments_move BEFORE UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION payments_move();
CREATE TRIGGER payments_stay BEFORE DELETE OR TRUNCATE ON payments FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

-- Payments of an order that the provider's messages named: where its truth can be asked for one at a time only.
CREATE TABLE payment_hints (
  order_id text NOT NULL REFERENCES orders,
  reference text NOT NULL,
  PRIMARY KEY (order_id, reference)
);

-- Messages of the providers, stored with their effect or not at all.
CREATE TABLE payment_events (
  provider text NOT NULL,
  event text NOT NULL,
  type text NOT NULL,
  order_id text REFERENCES orders,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (provider, event)
);
