import {
  type AccountStore,
  coinMovement,
  type Direction,
  type ExposureStore,
  type NodeId,
  ServiceConduct,
  type SubjectFacts,
  type TransferRecord,
  type UtxoStore,
} from '@assay/exposure';

const PAGE = 1_000;
/** A service has dealt with more accounts than this, each in a record of its own at least (docs/method/2, section 3.2). */
const SERVICE_RECORDS = 1_000;

/** What version 2 of the method asks of an address's own records beside their sums. */
export interface OwnConduct {
  /** No outflow was larger than the known balance (docs/method/2, section 2, 'Complete'). */
  readonly isCovered: boolean;
  /** It meets the conditions of an unlabelled service, whether or not it carries a label. */
  readonly isService: boolean;
}

/** Reads the own records of an address. Coins are exact: what is spent is there. */
export async function readConduct(
  store: ExposureStore,
  subject: SubjectFacts,
  signal: AbortSignal,
): Promise<OwnConduct> {
  const mayBeService = subject.inflows + subject.outflows > SERVICE_RECORDS;
  if (store.ledger === 'utxo') {
    return { isCovered: true, isService: mayBeService && (await isCoinService(store, subject, signal)) };
  }
  const outflows = await readDirection(store, subject.node, 'fwd', signal);
  return {
    isCovered: outflows.every(({ covered }) => covered === 1),
    isService: mayBeService && (await isAccountService(store, subject, outflows, signal)),
  };
}

async function isCoinService(store: UtxoStore, { node }: SubjectFacts, signal: AbortSignal): Promise<boolean> {
  const conduct = new ServiceConduct(0n);
  for (let after: number | null = null; ; ) {
    signal.throwIfAborted();
    const page: Awaited<ReturnType<UtxoStore['transactionsOf']>> = await store.transactionsOf(node, after, PAGE);
    for (const transaction of page.transactions) {
      const movement = coinMovement(transaction, node);
      if (movement !== null) conduct.add(movement);
    }
    const last = page.transactions.at(-1);
    if (!page.more || last === undefined) return conduct.isService;
    after = last.position;
  }
}

async function isAccountService(
  store: AccountStore,
  { node }: SubjectFacts,
  outflows: readonly TransferRecord[],
  signal: AbortSignal,
): Promise<boolean> {
  const inflows = await readDirection(store, node, 'bwd', signal);
  const records = [...inflows, ...outflows].sort((a, b) => a.position - b.position);
  const fees = await feeSinksOf(store, new Set(outflows.map(({ to }) => to)));
  const conduct = new ServiceConduct(0n);
  for (let start = 0; start < records.length; start += PAGE) {
    signal.throwIfAborted();
    const part = records.slice(start, start + PAGE);
    const transactions = await store.transactionIds(part.map(({ position }) => position));
    for (const [at, { from, to, amount, time }] of part.entries()) {
      const isIn = to === node;
      const isFee = !isIn && fees.has(to);
      conduct.add({
        ...{ transaction: transactions[at] ?? '', time, direction: isIn ? 'in' : 'out', amount },
        flow: isFee ? 0n : amount,
        parties: isFee ? [] : [{ party: isIn ? from : to, amount }],
      });
    }
  }
  return conduct.isService;
}

async function feeSinksOf(store: AccountStore, nodes: ReadonlySet<NodeId>): Promise<ReadonlySet<NodeId>> {
  const sinks = new Set<NodeId>();
  const asked = [...nodes];
  for (let start = 0; start < asked.length; start += PAGE) {
    const facts = await store.accounts(asked.slice(start, start + PAGE));
    for (const { node, role } of facts) if (role === 'fee') sinks.add(node);
  }
  return sinks;
}

async function readDirection(
  store: AccountStore,
  node: NodeId,
  direction: Direction,
  signal: AbortSignal,
): Promise<readonly TransferRecord[]> {
  const records: TransferRecord[] = [];
  let position = direction === 'bwd' ? Number.POSITIVE_INFINITY : 0;
  for (;;) {
    signal.throwIfAborted();
    const [page] = await store.page(direction, [{ node, position }], PAGE);
    if (page === undefined) return records;
    for (const record of page.records) records.push(record);
    const last = page.records.at(-1);
    if (!page.more || last === undefined) return records;
    position = direction === 'bwd' ? last.position - 1 : last.position + 1;
  }
}
