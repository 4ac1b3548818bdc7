import { CATEGORIES } from '@assay/domain';
import type { GoverningLabel } from '../../labels/resolve-labels.ts';
import type { NodeId } from '../../records/record.ts';
import { ISSUER_ABSORBER } from '../../walk/absorber.ts';
import type { FactsCache } from '../../walk/facts.ts';
import type { Severity } from '../netting/sources-of-payee.ts';
import type { FlowParty } from '../store/flow-store.ts';
import type { Ending } from './outcome.ts';
import { countingLabel } from './rows/counting-label.ts';

/** What a walk asks of the accounts that it has loaded. */
export class Parties {
  readonly #facts: Pick<FactsCache<FlowParty>, 'get' | 'known'>;

  constructor(facts: Pick<FactsCache<FlowParty>, 'get' | 'known'>) {
    this.#facts = facts;
  }

  has(node: NodeId): boolean {
    return this.#facts.get(node) !== undefined;
  }

  /** Whether it is the pool of a part, which is no account. */
  isPool(node: NodeId): boolean {
    return this.#facts.get(node)?.role === 'pool';
  }

  /** The label that counts for a payer at a time (Unix seconds); the subject counts as unlabelled throughout. */
  labelAt(node: NodeId, time: number, subject: NodeId | null): GoverningLabel | null {
    if (node === subject) return null;
    const { role, labels } = this.#facts.known(node);
    switch (role) {
      case 'issuer':
        return ISSUER_ABSORBER;
      case 'account':
        return countingLabel(labels, time);
      case 'pool':
      case 'fee':
        return null;
    }
  }

  severityAt(time: number, subject: NodeId | null): (node: NodeId) => Severity {
    return (node) => {
      const counting = this.labelAt(node, time, subject);
      if (counting === null) return 'other';
      const { tier } = CATEGORIES[counting.label.category];
      if (tier === 'S' || tier === 'A') return 'severe';
      return tier === 'B' ? 'elevated' : 'other';
    };
  }

  /** What an account paid that its records do not cover: unknown origin, but R in a sample. */
  shortfallOf(node: NodeId): Ending {
    return this.#facts.known(node).isSample ? { kind: 'not_followed', of: node } : { kind: 'unknown' };
  }
}
