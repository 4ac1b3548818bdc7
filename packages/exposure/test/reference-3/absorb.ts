/** Which accounts end the walk (section 3). */
import type { Derived } from './derived.ts';
import type { LabelSet } from './label-set.ts';
import type { Landing } from './mix.ts';
import { FEE } from './question.ts';

export type Way = 'incoming' | 'outgoing';
/** What an address absorbs as at the time of a record; undefined where it is looked through. */
export type Absorbs = (address: string | undefined, time: number, way: Way) => Landing | undefined;

export function absorberOf(subject: string, labels: LabelSet, derived: Derived): Absorbs {
  return (address, time, way) => {
    if (address === FEE) return { residual: 'fee' };
    if (address === undefined || address === subject) return undefined;
    if (labels.isProtected(address)) {
      return { category: 'issuer', entity: 'issuer', confidence: 100, beforeDesignation: false };
    }
    const counted = labels.labelOf(address, time);
    if (counted !== undefined) {
      const { category, entity, confidence } = counted.label;
      return { category, entity, confidence, beforeDesignation: counted.beforeDesignation };
    }
    const deposit = derived.depositAddress(address);
    if (deposit !== undefined && way === 'outgoing') return { ...deposit, confidence: 40, beforeDesignation: false };
    if (!derived.isService(address)) return undefined;
    return { category: 'unlabelled_service', entity: 'Unlabelled service', confidence: 40, beforeDesignation: false };
  };
}
