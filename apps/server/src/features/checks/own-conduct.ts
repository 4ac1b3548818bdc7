import type { ExposureStore, SubjectFacts } from '@assay/exposure';

const PAGE = 1_000;

/** What version 2 of the method asks of an address's own records beside their sums. */
export interface OwnConduct {
  /** No outflow was larger than the known balance (docs/method/2, section 2, 'Complete'). */
  readonly isCovered: boolean;
}

/** Reads the own outflows of an address. Coins are exact: what is spent is there. */
export async function readConduct(
  store: ExposureStore,
  subject: SubjectFacts,
  signal: AbortSignal,
): Promise<OwnConduct> {
  if (store.ledger === 'utxo') return { isCovered: true };
  let position = 0;
  for (;;) {
    signal.throwIfAborted();
    const [page] = await store.page('fwd', [{ node: subject.node, position }], PAGE);
    if (page === undefined) return { isCovered: true };
    if (page.records.some(({ covered }) => covered < 1)) return { isCovered: false };
    const last = page.records.at(-1);
    if (!page.more || last === undefined) return { isCovered: true };
    position = last.position + 1;
  }
}
