-- What buttons of the bot ask of a transaction: the payment to check, or the network or asset to show. A button holds
-- 64 bytes, which name it by an id. Whom the buttons were for is not kept.
CREATE TABLE bot_transactions (
  id text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9_-]{22}$'),
  asked jsonb NOT NULL,
  asked_at timestamptz NOT NULL
);
CREATE INDEX bot_transactions_by_age ON bot_transactions (asked_at);
