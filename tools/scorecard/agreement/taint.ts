import type { TransferRecord } from '@assay/exposure';

/** Part of what each account received that is of illicit origin, 0 to 1, under one rule of how taint is passed on. */
export type Taint = ReadonlyMap<number, number>;

/** Whether the payer of a record is a source by itself: illicit, or of another kind; null where it is looked through. */
export type SourceAt = (record: TransferRecord) => 'illicit' | 'other' | null;

/** Everything that ever touched illicit money is illicit in whole (Möser, Böhme and Breuker 2014, 'poison'). */
export function poison(records: readonly TransferRecord[], sourceAt: SourceAt): Taint {
  const isTainted = new Set<number>();
  return average(records, (record) => {
    const source = sourceAt(record);
    const taints = source === null ? isTainted.has(record.from) : source === 'illicit';
    if (taints) isTainted.add(record.to);
    return taints ? 1 : 0;
  });
}

/** What came first leaves first (Anderson, Shumailov and Ahmed 2018). What was never received is of other origin. */
export function firstInFirstOut(records: readonly TransferRecord[], sourceAt: SourceAt): Taint {
  const queues = new Map<number, { left: bigint; readonly isIllicit: boolean }[]>();
  return average(records, (record) => {
    const { from, to, amount } = record;
    const source = sourceAt(record);
    const lots = take(queues.get(from) ?? [], amount);
    const paid = source === null ? lots : [{ left: amount, isIllicit: source === 'illicit' }];
    const own = queues.get(to) ?? [];
    queues.set(to, own);
    own.push(...paid);
    const illicit = paid.reduce((sum, { left, isIllicit }) => (isIllicit ? sum + left : sum), 0n);
    return Number(illicit) / Number(amount);
  });
}

/** In proportion to what the payer holds: the rule of the method (docs/method, section 3). */
export function haircut(records: readonly TransferRecord[], sourceAt: SourceAt): Taint {
  const held = new Map<number, number>();
  return average(records, (record) => {
    const { from, to, covered, inflowShare } = record;
    const source = sourceAt(record);
    const part = source === null ? covered * (held.get(from) ?? 0) : source === 'illicit' ? 1 : 0;
    held.set(to, (1 - inflowShare) * (held.get(to) ?? 0) + inflowShare * part);
    return part;
  });
}

function take(queue: { left: bigint; readonly isIllicit: boolean }[], amount: bigint) {
  const taken: { left: bigint; readonly isIllicit: boolean }[] = [];
  let open = amount;
  while (open > 0n) {
    const [first] = queue;
    if (first === undefined) break;
    const part = first.left < open ? first.left : open;
    taken.push({ left: part, isIllicit: first.isIllicit });
    open -= part;
    first.left -= part;
    if (first.left === 0n) queue.shift();
  }
  if (open > 0n) taken.push({ left: open, isIllicit: false });
  return taken;
}

/** Average over what each account received, weighed by amount; `taintOf` is asked in the order of records. */
function average(records: readonly TransferRecord[], taintOf: (record: TransferRecord) => number): Taint {
  const sums = new Map<number, { amount: number; illicit: number }>();
  for (const record of records) {
    const taint = taintOf(record);
    const sum = sums.get(record.to) ?? { amount: 0, illicit: 0 };
    sums.set(record.to, sum);
    sum.amount += Number(record.amount);
    sum.illicit += Number(record.amount) * taint;
  }
  return new Map([...sums].map(([node, { amount, illicit }]) => [node, illicit / amount]));
}
