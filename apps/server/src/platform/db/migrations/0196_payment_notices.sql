-- Mails about payments that were sent: each once. Payments, failed renewals and ends before this release get none.
CREATE TABLE payment_notices (
  key text PRIMARY KEY,
  sent_at timestamptz NOT NULL
);
INSERT INTO payment_notices (key, sent_at)
SELECT kind || ':' || id, now() FROM payments, unnest(ARRAY['paid', 'unpaid', 'ended']) AS kind;
