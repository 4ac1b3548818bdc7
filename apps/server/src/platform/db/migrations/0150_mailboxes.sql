-- What belongs to a mailbox, and not to an account that can be deleted and made again. A mailbox is known by the keyed
-- hash of its normalised address.

-- Suspensions of deleted accounts: the next account of the mailbox begins suspended.
CREATE TABLE suspended_mailboxes (
  mailbox_hash text PRIMARY KEY CHECK (mailbox_hash ~ '^[0-9a-f]{64}$'),
  suspended_at timestamptz NOT NULL,
  reason text
);

-- A suspension covers a person: every account of the mailbox, and the Telegram users joined to them.
UPDATE users SET suspended_at = t.suspended_at, suspended_reason = t.reason
  FROM suspended_telegram_users t JOIN bot_accounts b USING (telegram_id)
 WHERE b.joined_sub = users.sub AND users.suspended_at IS NULL;
UPDATE users SET suspended_at = s.suspended_at, suspended_reason = s.suspended_reason
  FROM (SELECT DISTINCT ON (mailbox_key) mailbox_key, suspended_at, suspended_reason FROM users
         WHERE suspended_at IS NOT NULL ORDER BY mailbox_key, suspended_at) AS s
 WHERE users.mailbox_key = s.mailbox_key AND users.suspended_at IS NULL;
INSERT INTO suspended_telegram_users (telegram_id, suspended_at, reason)
SELECT b.telegram_id, u.suspended_at, u.suspended_reason FROM bot_accounts b JOIN users u ON u.sub = b.joined_sub
 WHERE u.suspended_at IS NOT NULL ON CONFLICT (telegram_id) DO NOTHING;

-- Redemptions until now, by account. The server moves them into the new table when it starts, because only it has the
-- key of the hash. Those of deleted accounts name nobody any more.
ALTER TABLE promo_redemptions RENAME TO promo_redemptions_by_account;
ALTER INDEX promo_redemptions_pkey RENAME TO promo_redemptions_by_account_pkey;
DELETE FROM promo_redemptions_by_account r WHERE NOT EXISTS (SELECT FROM users WHERE users.sub = r.sub);

-- Which mailbox redeemed what: once a mailbox and code. A deleted code takes its rows along; the balance ledger keeps
-- what was given.
CREATE TABLE promo_redemptions (
  promo_code integer NOT NULL REFERENCES promo_codes ON DELETE CASCADE,
  mailbox_hash text NOT NULL CHECK (mailbox_hash ~ '^[0-9a-f]{64}$'),
  redeemed_at timestamptz NOT NULL,
  PRIMARY KEY (promo_code, mailbox_hash)
);
