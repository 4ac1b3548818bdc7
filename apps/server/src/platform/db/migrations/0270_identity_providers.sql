-- Login by the OpenID Connect provider of a company workspace (docs/decisions/0084).
CREATE TABLE identity_providers (
  workspace text PRIMARY KEY REFERENCES workspaces ON DELETE CASCADE,
  issuer text NOT NULL,
  client_id text NOT NULL,
  -- Sealed with a key of the server, bound to the workspace and the issuer.
  sealed_secret bytea NOT NULL,
  -- Whether accounts with a second factor give it after the provider too.
  requires_factor boolean NOT NULL,
  -- The role of people who join by logging in; null: nobody does.
  joining_role text CHECK (joining_role IN ('admin', 'analyst', 'viewer', 'billing')),
  -- When somebody logged in by it as it is set up now.
  tried_at timestamptz,
  updated_at timestamptz NOT NULL
);
ALTER TABLE identity_providers ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON identity_providers TO assay_tenant USING (workspace = current_workspace());

-- Domains of mail that a workspace claims, each proven by a TXT record.
CREATE TABLE identity_domains (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{32}$'),
  workspace text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  domain text NOT NULL CHECK (domain = lower(domain)),
  -- What the TXT record says; public.
  token text NOT NULL,
  created_at timestamptz NOT NULL,
  proven_at timestamptz,
  is_required boolean NOT NULL DEFAULT false,
  UNIQUE (workspace, domain),
  CHECK (proven_at IS NOT NULL OR NOT is_required)
);
-- A domain is one workspace's at a time.
CREATE UNIQUE INDEX identity_domains_proven ON identity_domains (domain) WHERE proven_at IS NOT NULL;
ALTER TABLE identity_domains ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON identity_domains TO assay_tenant USING (workspace = current_workspace());

-- Which account a subject of a provider is. Of one workspace only: another one that names the same issuer is not believed.
CREATE TABLE identities (
  workspace text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  issuer text NOT NULL,
  subject text NOT NULL,
  sub text NOT NULL REFERENCES users ON DELETE CASCADE,
  linked_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (workspace, issuer, subject),
  UNIQUE (workspace, sub)
);
CREATE INDEX identities_by_user ON identities (sub);

-- Logins that are under way at a provider, each for the browser that began it.
CREATE TABLE company_sign_ins (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{32}$'),
  state_hash bytea NOT NULL UNIQUE,
  browser_hash bytea NOT NULL,
  workspace text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  issuer text NOT NULL,
  client_id text NOT NULL,
  accepts_terms boolean NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX company_sign_ins_by_expiry ON company_sign_ins (expires_at);
CREATE INDEX company_sign_ins_by_workspace ON company_sign_ins (workspace);

-- The company that proved who waits for the second factor.
ALTER TABLE pending_sign_ins
  ADD COLUMN company text REFERENCES workspaces ON DELETE CASCADE,
  ADD COLUMN issuer text,
  ADD COLUMN subject text,
  ADD CHECK ((company IS NULL) = (issuer IS NULL) AND (company IS NULL) = (subject IS NULL));
CREATE INDEX pending_sign_ins_by_company ON pending_sign_ins (company) WHERE company IS NOT NULL;
