-- Who sent an account nothing: no record, but the way addresses are poisoned. Each pair once, with its first time.
CREATE TABLE zero_amounts (
  network text NOT NULL,
  ticker text NOT NULL,
  receiver text NOT NULL,
  sender text NOT NULL,
  first_time bigint NOT NULL,
  PRIMARY KEY (network, ticker, receiver, sender)
);
