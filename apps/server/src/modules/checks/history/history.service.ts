import { readTransactionId, validateAddress } from '@assay/address';
import { recogniseTextNow } from '@assay/address/secrets';
import { HISTORY_NEWEST } from '@assay/contracts';
import { type Asset, currencyOf } from '@assay/domain';
import { type AuditAlone, currentAct } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { inPresentScope } from '../../../platform/kernel/scope.ts';
import { isStorable } from '../../../platform/kernel/text/is-storable.ts';
import { refuseSecret, refuseSecretAsAddress } from '../../../platform/kernel/text/pasted-secrets.ts';
import type { HistoryRow, HistoryStore, PageOfHistory, SearchPart } from './history.ports.ts';
import { searchParts } from './search-parts.ts';

export interface HistoryDeps {
  readonly db: Db;
  readonly store: HistoryStore;
  readonly catalogue: readonly Asset[];
  readonly auditAlone: AuditAlone;
}

export interface PageRequest {
  readonly size: number;
  /** Counts from 1. */
  readonly page: number;
  readonly search: string;
  readonly timeZone: string;
}

export interface HistoryService {
  /**
   * One page of an account's finished checks, newest first; only what the search finds, where there is one.
   *
   * @throws AppError SecretNotAddress: the search is one, or can be
   */
  page(owner: string, request: PageRequest): Promise<PageOfHistory>;
  /** The newest 100. */
  newest(owner: string): Promise<readonly HistoryRow[]>;
  /**
   * Everything, or what a search finds, newest first, in portions: memory does not grow with the history.
   *
   * @throws AppError SecretNotAddress: the search is one, or can be
   */
  all(owner: string, request: Pick<PageRequest, 'search' | 'timeZone'>): Promise<AsyncIterable<readonly HistoryRow[]>>;
  /**
   * Id of the newest result for an address, in whatever form it is written.
   *
   * @throws AppError NotFound, SecretNotAddress
   */
  newestResult(owner: string, address: string): Promise<string>;
}

const READ_AT_ONCE = 1_000;
/** Above every number a history can have: where reading from the newest begins. */
const BEYOND_NEWEST = 2_147_483_647;

export function buildHistoryService({ db, store, catalogue, auditAlone }: HistoryDeps): HistoryService {
  const currencies = new Set(catalogue.map(currencyOf));

  return {
    async page(owner, { size, page, search, timeZone }) {
      refuseSecret(search);
      if (search === '') return store.page(db, owner, size, page);
      const parts = await readSearch(owner, search, timeZone);
      return parts === null ? { rows: [], total: 0 } : store.search(db, owner, parts, size, page);
    },

    newest: (owner) => store.below(db, owner, BEYOND_NEWEST, HISTORY_NEWEST),

    async all(owner, { search, timeZone }) {
      refuseSecret(search);
      const parts = search === '' ? [] : await readSearch(owner, search, timeZone);
      await auditAlone({ ...currentAct(), workspace: owner, action: 'history.export', target: null, text: null });
      return inPresentScope(portions(owner, parts));
    },

    async newestResult(owner, address) {
      refuseSecretAsAddress(address);
      const forms = new Set([address]);
      for (const currency of currencies) {
        const verdict = validateAddress(address, currency);
        if (verdict.ok) forms.add(verdict.canonical);
      }
      const subId = isStorable(address) ? await store.newestOf(db, owner, [...forms]) : null;
      if (subId === null) throw new AppError('NotFound');
      return subId;
    },
  };

  /** Null where nothing can be found. */
  async function readSearch(owner: string, search: string, timeZone: string): Promise<SearchPart[] | null> {
    const span = isStorable(search) ? await store.span(db, owner) : null;
    return span === null ? null : searchParts(transactionIn(search) ?? search, span, timeZone);
  }

  /** Every row that satisfies all parts of a search. */
  async function* portions(owner: string, parts: readonly SearchPart[] | null): AsyncGenerator<readonly HistoryRow[]> {
    if (parts === null) return;
    for (let before = BEYOND_NEWEST; ; ) {
      const rows = await store.below(db, owner, before, READ_AT_ONCE, parts);
      if (rows.length > 0) yield rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < READ_AT_ONCE) return;
      before = last.position;
    }
  }
}

/** The id in a link to a transaction, in the spelling that is a part of every other; null for other texts. */
function transactionIn(search: string): string | null {
  if (recogniseTextNow(search).is !== 'transaction') return null;
  return readTransactionId(search)?.[0] ?? null;
}
