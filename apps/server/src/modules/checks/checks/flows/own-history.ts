import type {
  AccountStore,
  Direction,
  ExposureStore,
  NodeId,
  NoteRecord,
  SubjectFacts,
  TransactionRecord,
  TransferRecord,
  UtxoStore,
} from '@assay/exposure';

/** Maximum of the subject's records that the notes use; a longer history counts as incomplete. */
const MAX_RECORDS = 2_000;
const PAGE = 500;

export interface OwnHistory {
  /** In chronological order, without dollar values. */
  readonly records: readonly OwnRecord[];
  readonly complete: boolean;
}

type OwnRecord = Omit<NoteRecord, 'usd'>;

/** The subject's own transfers in the form the notes need. */
export async function readOwnHistory(store: ExposureStore, subject: SubjectFacts): Promise<OwnHistory> {
  if (subject.inflows + subject.outflows > MAX_RECORDS) return { records: [], complete: false };
  return store.ledger === 'account' ? readTransfers(store, subject) : readCoins(store, subject);
}

async function readTransfers(store: AccountStore, subject: SubjectFacts): Promise<OwnHistory> {
  const inflows = await readDirection(store, subject.node, 'bwd');
  const outflows = await readDirection(store, subject.node, 'fwd');
  const all = [
    ...inflows.map((record) => ({ record, direction: 'bwd' as const, other: record.from })),
    ...outflows.map((record) => ({ record, direction: 'fwd' as const, other: record.to })),
  ].sort((a, b) => a.record.position - b.record.position);
  const addresses = await addressesOf(store, new Set(all.map(({ other }) => other)));
  const moved = all.map(({ record: { time, amount }, direction, other }) => ({
    time,
    direction,
    amount,
    counterparty: addresses.get(other) ?? '',
  }));
  const zero = (await store.zeroAmountsTo?.(subject.node)) ?? [];
  const nothing = zero.map(({ from, time }): OwnRecord => ({ time, direction: 'bwd', amount: 0n, counterparty: from }));
  // The sort is stable: records with an amount keep their order within a second.
  const records = nothing.length === 0 ? moved : [...moved, ...nothing].sort((a, b) => a.time - b.time);
  return { records, complete: subject.complete };
}

async function readDirection(store: AccountStore, node: NodeId, direction: Direction): Promise<TransferRecord[]> {
  const records: TransferRecord[] = [];
  let position = direction === 'bwd' ? Number.POSITIVE_INFINITY : 0;
  for (;;) {
    const [page] = await store.page(direction, [{ node, position }], PAGE);
    if (page === undefined) return records;
    records.push(...page.records);
    const last = page.records.at(-1);
    if (!page.more || last === undefined) return records;
    // Positions are inclusive: the next page starts one position past the last record.
    position = direction === 'bwd' ? last.position - 1 : last.position + 1;
  }
}

/** Net flow per transaction; the counterparty is the largest other owner on the other side. */
async function readCoins(store: UtxoStore, subject: SubjectFacts): Promise<OwnHistory> {
  const transactions: TransactionRecord[] = [];
  for (let after: number | null = null; ; ) {
    const page: Awaited<ReturnType<UtxoStore['transactionsOf']>> = await store.transactionsOf(
      subject.node,
      after,
      PAGE,
    );
    transactions.push(...page.transactions);
    const last = page.transactions.at(-1);
    if (!page.more || last === undefined) break;
    after = last.position;
  }
  const flows = transactions.flatMap((transaction) => netFlow(transaction, subject.node));
  const addresses = await addressesOf(store, new Set(flows.flatMap(({ other }) => (other === null ? [] : [other]))));
  const records = flows.map(({ time, direction, amount, other }) => ({
    time,
    direction,
    amount,
    counterparty: other === null ? '' : (addresses.get(other) ?? ''),
  }));
  return { records, complete: subject.complete };
}

function netFlow({ time, inputs, outputs }: TransactionRecord, self: NodeId) {
  const paid = sumOf(outputs.filter(({ owner }) => owner === self));
  const spent = sumOf(inputs.filter(({ owner }) => owner === self));
  if (paid === spent) return [];
  const direction: Direction = paid > spent ? 'bwd' : 'fwd';
  const others = (direction === 'bwd' ? inputs : outputs).filter(({ owner }) => owner !== self && owner !== null);
  const largest = others.reduce<(typeof others)[number] | null>(
    (best, output) => (best === null || output.amount > best.amount ? output : best),
    null,
  );
  return [{ time, direction, amount: paid > spent ? paid - spent : spent - paid, other: largest?.owner ?? null }];
}

function sumOf(outputs: readonly { readonly amount: bigint }[]): bigint {
  return outputs.reduce((sum, { amount }) => sum + amount, 0n);
}

async function addressesOf(store: ExposureStore, nodes: ReadonlySet<NodeId>): Promise<ReadonlyMap<NodeId, string>> {
  const facts = await store.accounts([...nodes]);
  return new Map(facts.map(({ node, address }) => [node, address]));
}
