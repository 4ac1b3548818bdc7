-- Addresses that are contracts, as far as any file told: an unlabelled contract is an unlabelled service.
CREATE TABLE evm_contracts (
  network text NOT NULL,
  address text NOT NULL,
  PRIMARY KEY (network, address)
);
