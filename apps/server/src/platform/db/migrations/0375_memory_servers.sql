-- Servers of the product that have assets in memory and walk for the others (docs/decisions/0127-memory-servers.md). A
-- server writes its row again every two seconds; one of an older time is of a server that was killed.
CREATE TABLE memory_servers (
  -- Where other servers reach it.
  url text PRIMARY KEY,
  product_version text NOT NULL,
  -- Of the method, by whose rules its addresses have labels.
  method_version text NOT NULL,
  -- What is in its memory: [{"ledger": 3, "network": "ETH", "ticker": "USDT", "revision": 17}].
  assets jsonb NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now()
);
