-- What a company asks of the sessions that work in it (docs/decisions/0091). No row: what the server asks of all.
CREATE TABLE workspace_session_policies (
  workspace text PRIMARY KEY REFERENCES workspaces ON DELETE CASCADE,
  -- Without use, at most; the server ends a session after 7 days without use.
  idle_minutes integer CHECK (idle_minutes BETWEEN 15 AND 7 * 24 * 60),
  -- From the sign-in, at most; the server ends a session 30 days after it.
  life_minutes integer CHECK (life_minutes BETWEEN 60 AND 30 * 24 * 60),
  -- Empty: from every address.
  address_ranges cidr[] NOT NULL DEFAULT '{}' CHECK (cardinality(address_ranges) <= 50),
  CHECK (idle_minutes IS NOT NULL OR life_minutes IS NOT NULL OR cardinality(address_ranges) > 0)
);

-- The longest time without use since the sign-in or since a factor was last given. A session that was left alone for
-- too long stays so, in whatever workspace it is used next.
ALTER TABLE sessions ADD longest_idle_seconds integer NOT NULL DEFAULT 0 CHECK (longest_idle_seconds >= 0);
