-- Everybody who can sign in. `sub` is 128 random bits and the name under which everything else knows a user; the demo
-- account alone has a name.
CREATE TABLE users (
  sub text PRIMARY KEY CHECK (sub ~ '^[0-9a-f]{32}$' OR sub = 'demo'),
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  -- The mailbox behind the address: plus-tags and Gmail's dots folded away.
  mailbox_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- First link confirmed; null for an account the operator made that nobody has signed in to.
  confirmed_at timestamptz,
  terms_accepted_at timestamptz,
  suspended_at timestamptz,
  suspended_reason text,
  admin_granted_at timestamptz,
  CHECK (suspended_at IS NOT NULL OR suspended_reason IS NULL)
);
CREATE INDEX users_by_mailbox ON users (mailbox_key);
