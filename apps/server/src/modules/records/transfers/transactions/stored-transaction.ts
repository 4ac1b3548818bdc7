/** One movement of a transaction: a transfer, or on a UTXO network a coin that it spends or creates. */
export interface TransactionMove {
  /** Of a coin that is spent, null; the other way round for one that is created, and for new coins. */
  readonly from: string | null;
  readonly to: string | null;
  /** Base units. */
  readonly amount: bigint;
  /** `coin`: on UTXO networks. */
  readonly kind: 'fee' | 'native' | 'internal' | 'token' | 'coin';
}

/** What one address paid and received in a transaction; net of each other on UTXO networks. */
export interface TransactionParty {
  readonly address: string;
  readonly role: 'account' | 'fee' | 'issuer';
  /** Base units. */
  readonly paid: bigint;
  readonly received: bigint;
  /** What a walk of these payments starts from (`WalkOptions.only`). */
  readonly paidIn: readonly number[];
  readonly receivedIn: readonly number[];
}

/** What records hold of one asset in a transaction. All of it was confirmed when it was imported. */
export interface StoredTransaction {
  /** As the records write it. */
  readonly id: string;
  /** Unix seconds. */
  readonly time: number;
  /** Null where no source gave one. */
  readonly block: number | null;
  /** It creates coins: its receivers were paid by nobody. */
  readonly isCoinbase: boolean;
  /** False where inputs have no known value, or where native transfers lack receipts or traces. */
  readonly isWhole: boolean;
  /** In the order of records. */
  readonly moves: readonly TransactionMove[];
  /** In the order in which moves name them; the fee sink is among them. */
  readonly parties: readonly TransactionParty[];
  /** Not in a block yet: `time` is when it was seen. Such a transaction is never stored. */
  readonly isPending?: true;
}
