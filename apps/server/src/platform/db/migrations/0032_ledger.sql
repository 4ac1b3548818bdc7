-- Checks as a ledger: every grant and every debit is an entry that nobody can change; balances follow from the entries.

CREATE TABLE ledger_holders (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The account. Null once it was deleted: then the number above is all that stays.
  sub text UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  CHECK ((sub IS NULL) = (closed_at IS NOT NULL))
);

-- Checks of one kind that lapse together. The counts are derived: only the trigger on the entries writes them.
CREATE TABLE ledger_tariffs (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  holder integer NOT NULL REFERENCES ledger_holders,
  -- One tariff per holder and series: 'free', 'flex', the id of a subscription.
  series text NOT NULL,
  plan_id integer NOT NULL,
  -- Null never lapses.
  expires_at timestamptz,
  left_checks integer NOT NULL DEFAULT 0 CHECK (left_checks >= 0),
  -- Reserved by running checks.
  held_checks integer NOT NULL DEFAULT 0 CHECK (held_checks >= 0),
  used_checks integer NOT NULL DEFAULT 0 CHECK (used_checks >= 0),
  -- Taken back after they were spent, and not collected yet.
  deficit_checks integer NOT NULL DEFAULT 0 CHECK (deficit_checks >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (holder, series)
);
CREATE INDEX ledger_tariffs_lapsing ON ledger_tariffs (expires_at) WHERE left_checks > 0 AND expires_at IS NOT NULL;

CREATE TABLE ledger_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tariff integer NOT NULL REFERENCES ledger_tariffs,
  kind text NOT NULL,
  checks integer NOT NULL,
  -- Why, in one word: signup, survey, promo, purchase, subscription, operator, check, expired …
  reason text NOT NULL CHECK (reason ~ '^[a-z][a-z0-9_]{0,39}$'),
  -- Id of the check; of a revocation and its deficit, key of the grant.
  reference text,
  -- The same thing cannot be booked twice.
  key text NOT NULL UNIQUE,
  -- Grants and revocations: plan and end of the tariff from here on.
  plan_id integer,
  expires_at timestamptz,
  created_at timestamptz NOT NULL,
  CHECK (
    CASE kind
      -- A grant of 0 moves the end of a tariff and nothing else.
      WHEN 'grant' THEN checks >= 0 AND plan_id IS NOT NULL
      WHEN 'reserve' THEN checks = 1 AND reference IS NOT NULL AND key = 'reserve:' || reference
      -- One key for both: a reservation ends once.
      WHEN 'commit' THEN checks = 1 AND reference IS NOT NULL AND key = 'settle:' || reference
      WHEN 'release' THEN checks = 1 AND reference IS NOT NULL AND key = 'settle:' || reference
      WHEN 'refund' THEN checks = 1 AND reference IS NOT NULL AND key = 'refund:' || reference
      WHEN 'lapse' THEN checks > 0
      WHEN 'revoke' THEN checks >= 0 AND reference IS NOT NULL AND plan_id IS NOT NULL AND key = 'revoke:' || reference
      WHEN 'deficit' THEN checks > 0 AND reference IS NOT NULL AND key = 'deficit:' || reference
      WHEN 'collect' THEN checks > 0
      ELSE false
    END
  )
);
CREATE INDEX ledger_entries_of_tariff ON ledger_entries (tariff, id);

-- Books an entry on its tariff. The tariff's row is locked by it, and its CHECKs refuse what is not there.
CREATE FUNCTION ledger_book() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  needs text := CASE NEW.kind WHEN 'commit' THEN 'reserve:' WHEN 'release' THEN 'reserve:' WHEN 'refund' THEN 'settle:' END;
BEGIN
  IF needs IS NOT NULL AND NOT EXISTS (
    SELECT FROM ledger_entries WHERE key = needs || NEW.reference AND tariff = NEW.tariff AND kind <> 'release'
  ) THEN
    RAISE EXCEPTION 'ledger: % of % has nothing it could follow', NEW.kind, NEW.reference;
  END IF;
  UPDATE ledger_tariffs SET
    left_checks = left_checks + NEW.checks * CASE NEW.kind
      WHEN 'grant' THEN 1 WHEN 'release' THEN 1 WHEN 'refund' THEN 1
      WHEN 'reserve' THEN -1 WHEN 'lapse' THEN -1 WHEN 'revoke' THEN -1 WHEN 'collect' THEN -1 ELSE 0 END,
    held_checks = held_checks + NEW.checks * CASE NEW.kind
      WHEN 'reserve' THEN 1 WHEN 'commit' THEN -1 WHEN 'release' THEN -1 ELSE 0 END,
    used_checks = used_checks + NEW.checks * CASE NEW.kind WHEN 'commit' THEN 1 WHEN 'refund' THEN -1 ELSE 0 END,
    deficit_checks = deficit_checks + NEW.checks * CASE NEW.kind WHEN 'deficit' THEN 1 WHEN 'collect' THEN -1 ELSE 0 END,
    plan_id = coalesce(NEW.plan_id, plan_id),
    expires_at = CASE WHEN NEW.plan_id IS NULL THEN expires_at ELSE NEW.expires_at END
  WHERE id = NEW.tariff;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_book AFTER INSERT ON ledger_entries FOR EACH ROW EXECUTE FUNCTION ledger_book();

CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger: % is append-only, % is refused', TG_TABLE_NAME, TG_OP;
END $$;
CREATE TRIGGER ledger_entries_stand BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER ledger_tariffs_stay BEFORE DELETE OR TRUNCATE ON ledger_tariffs
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER ledger_holders_stay BEFORE DELETE OR TRUNCATE ON ledger_holders
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

-- Counts come from entries, from nowhere else.
CREATE FUNCTION ledger_tariffs_are_derived() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND (NEW.left_checks, NEW.held_checks, NEW.used_checks, NEW.deficit_checks) <> (0, 0, 0, 0)
    OR TG_OP = 'UPDATE' AND pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION 'ledger: a tariff changes by entries only';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER ledger_tariffs_are_derived BEFORE INSERT OR UPDATE ON ledger_tariffs
  FOR EACH ROW EXECUTE FUNCTION ledger_tariffs_are_derived();

-- What stood in the plain balances before, as entries that lead to the same numbers. A check that was taken is used.
INSERT INTO ledger_holders (sub) SELECT owner FROM balances;
INSERT INTO ledger_tariffs (holder, series, plan_id) SELECT id, 'free', 1 FROM ledger_holders;
INSERT INTO ledger_entries (tariff, kind, checks, reason, key, plan_id, created_at)
SELECT t.id, 'grant', b.checks + (SELECT count(*) FROM reservations r WHERE r.owner = b.owner AND r.state <> 'released'),
       'opening', 'opening:' || b.owner, 1, now()
FROM balances b JOIN ledger_holders h ON h.sub = b.owner JOIN ledger_tariffs t ON t.holder = h.id;
INSERT INTO ledger_entries (tariff, kind, checks, reason, reference, key, created_at)
SELECT t.id, 'reserve', 1, 'check', r.reference, 'reserve:' || r.reference, r.created_at
FROM reservations r JOIN ledger_holders h ON h.sub = r.owner JOIN ledger_tariffs t ON t.holder = h.id
WHERE r.state <> 'released' ORDER BY r.created_at;
INSERT INTO ledger_entries (tariff, kind, checks, reason, reference, key, created_at)
SELECT t.id, 'commit', 1, 'check', r.reference, 'settle:' || r.reference, r.settled_at
FROM reservations r JOIN ledger_holders h ON h.sub = r.owner JOIN ledger_tariffs t ON t.holder = h.id
WHERE r.state = 'taken' ORDER BY r.settled_at;
DROP TABLE reservations, balances;
