-- Who writes to the Telegram bot: a number and a language, no name.
CREATE TABLE bot_accounts (
  telegram_id bigint PRIMARY KEY CHECK (telegram_id > 0),
  -- The name under which ledger, checks and payments know what is the chat's own.
  sub text NOT NULL UNIQUE CHECK (sub ~ '^[0-9a-f]{32}$'),
  language text CHECK (language IN ('en', 'ru')),
  -- The account of the site whose balance and history the chat uses: one chat an account, one account a chat.
  joined_sub text UNIQUE REFERENCES users ON DELETE SET NULL,
  joined_at timestamptz,
  created_at timestamptz NOT NULL,
  CHECK (joined_sub IS NULL OR joined_at IS NOT NULL)
);

-- For whom a check was begun, by what the bot called the request: a message that is handled again finds the account it
-- had, also when the chat was joined or parted meanwhile.
CREATE TABLE bot_requests (
  telegram_id bigint NOT NULL REFERENCES bot_accounts ON DELETE CASCADE,
  key text NOT NULL,
  owner text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (telegram_id, key)
);
CREATE INDEX bot_requests_by_age ON bot_requests (created_at);

-- Links that join a chat to an account. The token itself is kept nowhere: half of it finds the row, the hash of the
-- whole is compared.
CREATE TABLE bot_join_links (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{32}$'),
  token_hash bytea NOT NULL,
  sub text NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  used_by bigint,
  CHECK ((used_at IS NULL) = (used_by IS NULL))
);
CREATE INDEX bot_join_links_of_account ON bot_join_links (sub);
CREATE INDEX bot_join_links_by_age ON bot_join_links (expires_at);

-- Addresses that do not fit into a deep link.
CREATE TABLE bot_addresses (
  id text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9_-]{22}$'),
  address text NOT NULL UNIQUE,
  asked_at timestamptz NOT NULL
);
CREATE INDEX bot_addresses_by_age ON bot_addresses (asked_at);
