import type { AuditFault } from './audit.ports.ts';
import { entryHashOf, type HashedEntry, NO_HASH, personalDigestOf } from './audit-hash.ts';

/** A row of personal data, as far as it is still stored. */
export interface StoredPersonal {
  readonly salt: Buffer;
  readonly content: string;
}

export interface StoredEntry extends HashedEntry {
  readonly hash: Buffer;
  readonly actor: StoredPersonal | null;
  readonly target: StoredPersonal | null;
  readonly text: StoredPersonal | null;
  /** Hash that a checkpoint states for this entry; null where none does. */
  readonly checkpointHash: Buffer | null;
}

interface ChainState {
  readonly chain: string;
  seq: number;
  /** Null after a gap: what the next entry follows is not known. */
  previous: Buffer | null;
  /** Personal rows that are gone, and those that entries account for. */
  missing: number;
  erased: number;
}

/** Verifies entries given in the order of chain and number. */
export class ChainVerifier {
  readonly faults: AuditFault[] = [];
  entries = 0;
  #state: ChainState | null = null;

  add(entry: StoredEntry): void {
    const state = this.#stateOf(entry.chain);
    this.entries += 1;
    if (entry.seq !== state.seq + 1) {
      this.#report(entry, `the ${entry.seq - state.seq - 1} entries before it are missing`);
      state.previous = null;
    }
    if (state.previous !== null && !entryHashOf(state.previous, entry).equals(entry.hash)) {
      this.#report(entry, 'it was changed or moved: its hash is not that of its content and of the entry before');
    }
    if (entry.checkpointHash !== null && !entry.checkpointHash.equals(entry.hash)) {
      this.#report(entry, 'it is not the entry that a checkpoint states');
    }
    this.#verifyPersonal(entry, state, entry.actorDigest, entry.actor);
    this.#verifyPersonal(entry, state, entry.targetDigest, entry.target);
    this.#verifyPersonal(entry, state, entry.textDigest, entry.text);
    state.erased += entry.erased;
    state.seq = entry.seq;
    state.previous = entry.hash;
  }

  /** Ends the last chain. */
  end(): void {
    const state = this.#state;
    this.#state = null;
    if (state === null || state.missing === state.erased) return;
    const fault = `${state.missing} rows of personal data are missing, and its entries record the erasure of ${state.erased}`;
    this.faults.push({ chain: state.chain, number: null, fault });
  }

  #stateOf(chain: string): ChainState {
    if (this.#state?.chain !== chain) {
      this.end();
      this.#state = { chain, seq: 0, previous: NO_HASH, missing: 0, erased: 0 };
    }
    return this.#state;
  }

  #verifyPersonal(entry: StoredEntry, state: ChainState, digest: Buffer | null, row: StoredPersonal | null): void {
    if (digest === null && row === null) return;
    if (digest === null) this.#report(entry, 'personal data was added to it');
    else if (row === null) state.missing += 1;
    else if (!personalDigestOf(row.salt, row.content).equals(digest))
      this.#report(entry, 'its personal data was changed');
  }

  #report({ chain, seq }: StoredEntry, fault: string): void {
    this.faults.push({ chain, number: seq, fault });
  }
}
