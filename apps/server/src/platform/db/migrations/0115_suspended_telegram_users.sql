-- Apart from bot_accounts, because whoever has themselves forgotten, or has not written yet, is suspended all the same.
CREATE TABLE suspended_telegram_users (
  telegram_id bigint PRIMARY KEY CHECK (telegram_id > 0),
  suspended_at timestamptz NOT NULL,
  reason text
);
