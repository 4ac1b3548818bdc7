-- Which address is being read from its chain just now, and until when nobody else should: other servers wait for what is
-- read instead of asking the same. A server that dies leaves its claim to run out.
CREATE TABLE live_claims (
  network text NOT NULL,
  ticker text NOT NULL,
  address text NOT NULL,
  holder uuid NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (network, ticker, address)
);
