import type {
  AccountStore,
  Direction,
  NodeId,
  Page,
  PageAsk,
  Position,
  SubjectFacts,
  TransferRecord,
} from '@assay/exposure';

const PAGE = 1_000;

/**
 * An account store limited to the records up to one record. Ratios were fixed when records were appended,
 * so the records before the cut-off have the same values as at that time.
 *
 * @param last position of the last record that counts
 * @param lastTime its time in Unix seconds
 */
export function storeUntil(store: AccountStore, last: Position, lastTime: number): AccountStore {
  const page = async (direction: Direction, asks: readonly PageAsk[], limit: number): Promise<readonly Page[]> => {
    const bounded = asks.map(({ node, position }) => ({
      node,
      position: direction === 'bwd' ? Math.min(position, last) : position,
    }));
    // Reads one more than requested, to detect whether more of the counted records follow.
    const pages = await store.page(direction, bounded, limit + 1);
    return pages.map(({ records, more }, at) => {
      const counting = records.filter(({ position }) => position <= last);
      const isCut = counting.length < records.length;
      const ask = asks[at] ?? { node: 0, position: 0 };
      return { ask, records: counting.slice(0, limit), more: counting.length > limit || (more && !isCut) };
    });
  };
  return {
    ledger: 'account',
    network: store.network,
    accounts: (nodes) => store.accounts(nodes),
    transactionIds: (positions) => store.transactionIds(positions),
    page,
    zeroAmountsTo: async (node) => {
      const all = (await store.zeroAmountsTo?.(node)) ?? [];
      return all.filter(({ time }) => time <= lastTime);
    },
    subject: async (address) => {
      const facts = await store.subject(address);
      return facts === null ? null : countAgain(facts, page);
    },
  };
}

type ReadPage = AccountStore['page'];

/** The subject's counters over the records up to the cut-off; null when none of them mentions it. */
async function countAgain(facts: SubjectFacts, page: ReadPage): Promise<SubjectFacts | null> {
  const inflows = await countOf(page, 'bwd', facts.node);
  const outflows = await countOf(page, 'fwd', facts.node);
  const times = [inflows.first, inflows.last, outflows.first, outflows.last].filter((time) => time !== null);
  if (times.length === 0) return null;
  return {
    ...facts,
    inflows: inflows.count,
    outflows: outflows.count,
    firstTime: Math.min(...times),
    lastTime: Math.max(...times),
  };
}

async function countOf(page: ReadPage, direction: Direction, node: NodeId) {
  let count = 0;
  let first: number | null = null;
  let last: number | null = null;
  let position = direction === 'bwd' ? Number.MAX_SAFE_INTEGER : 0;
  for (;;) {
    const [answer] = await page(direction, [{ node, position }], PAGE);
    const records: readonly TransferRecord[] = answer?.records ?? [];
    count += records.length;
    first ??= records[0]?.time ?? null;
    const end = records.at(-1);
    if (end === undefined || answer?.more !== true) return { count, first, last: end?.time ?? last };
    last = end.time;
    position = direction === 'bwd' ? end.position - 1 : end.position + 1;
  }
}
