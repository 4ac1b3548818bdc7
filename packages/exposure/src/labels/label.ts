import type { Category } from '@assay/domain';

/**
 * One source's claim that an address belongs to an entity. An address may have several; conflicts are kept and
 * resolved by `resolveLabels` (docs/method, section 5), never by order.
 */
export interface Label {
  readonly entity: string;
  readonly category: Category;
  /** 0 to 100, the published scale. */
  readonly confidence: number;
  /** Short id of the publisher's list, e.g. `ofac-sdn`. */
  readonly source: string;
  readonly sourceUrl: string | null;
  /** Date of the source's statement, ISO `YYYY-MM-DD`; null when it gives none. */
  readonly sourceDate: string | null;
  /** First and last second of validity, Unix time; null is open. Acts on sanctions and issuer_frozen only. */
  readonly validFrom: number | null;
  readonly validTo: number | null;
  /**
   * `given` comes from a source; `derived` was derived from records (deposit address, unlabelled service).
   * A derived label absorbs money but never governs an address's own score.
   */
  readonly origin: 'given' | 'derived';
  /** Network the claim was made on, where method 2 carries it to the same key on this one (docs/method/2, section 5.2). */
  readonly carriedFrom?: string;
  /** Rule of method 2 that derived it from records; labels of version 1 have none (docs/method/2, sections 3 and 5.3). */
  readonly derivedBy?: DerivingRule;
}

/**
 * `cluster`: a label given to another address of the same owner. `deposit_address` absorbs what is sent to the account
 * only, since what comes from it did not come from the service.
 */
export type DerivingRule = 'cluster' | 'deposit_address' | 'unlabelled_service';
