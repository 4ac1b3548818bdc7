-- What was given for nothing, and what a limit of the day refused (docs/decisions/0135). A row leads to no account: once a
-- person is what the keys of the balance ledger are for.
CREATE TABLE free_grants (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- UTC.
  day date NOT NULL,
  kind text NOT NULL CHECK (kind IN ('sign-up', 'survey', 'promo', 'bot')),
  checks integer NOT NULL CHECK (checks > 0),
  -- A /24 of IPv4 or a /48 of IPv6, never an address; null where it is not known.
  network text,
  -- The registered mail domain, never a mailbox; null for a chat.
  domain text,
  -- The limit that refused it; null where it was given.
  refused_by text CHECK (refused_by IN ('network', 'domain', 'installation'))
);
CREATE INDEX free_grants_given ON free_grants (day) WHERE refused_by IS NULL;
CREATE INDEX free_grants_by_day ON free_grants (day);
