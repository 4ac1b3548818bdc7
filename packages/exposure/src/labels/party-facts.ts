import type { NodeId } from '../records/record.ts';
import type { Label } from './label.ts';

/**
 * What the walk needs to know about any account it meets. The roles are the protected parties of section 2: `fee` is
 * the fee sink, `issuer` a mint or burn address; both mean the same whatever any list says.
 */
export interface PartyFacts {
  readonly node: NodeId;
  /** Canonical address; the sinks carry their role as address. Null where nothing has requested it yet. */
  readonly address: string | null;
  readonly role: 'account' | 'fee' | 'issuer';
  readonly labels: readonly Label[];
  /** Whether records exist before the first one stored (opening balance unknown and not fetched). */
  readonly openingUnread: boolean;
}

/** The same of an account that is named. */
export interface AccountFacts extends PartyFacts {
  readonly address: string;
}
