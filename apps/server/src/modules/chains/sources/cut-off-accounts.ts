import type { Asset } from '@assay/domain';
import { isRecord, isZeroAmount, type PartialHistory, type PartialPayment } from '@assay/exposure';
import { type KeptAccount, partialHistoryOf } from './kept/kept-account.ts';
import { CUT_OFF_VERSION, type CutOffAccount, type OnDemandCutOff } from './on-demand-records.ts';
import type { SourceTip } from './sources.ports.ts';
import { readTransfers, writeTransfers } from './transfer-text.ts';

/** A payment as a provider had it. */
export interface SeenPayment {
  readonly provider: string;
  readonly payment: PartialPayment;
  /** Whether its transaction has receipts and traces. */
  readonly isWhole: boolean;
}

/** Records which ranges of which histories were read. */
export function cutOffOfAccounts(
  asset: Asset & { readonly network: OnDemandCutOff['network'] },
  subject: string,
  tip: SourceTip,
  held: readonly KeptAccount[],
  seen: SeenPayment | null = null,
): OnDemandCutOff {
  const accounts = held.toSorted((a, b) => (a.address < b.address ? -1 : 1));
  const histories = accounts.map((account) => partialHistoryOf(account, tip));
  const loose = histories.flatMap(({ account, transfers }) =>
    transfers.filter(
      (one) => one.time > tip.finalTime && (isRecord(one) || (account === subject && isZeroAmount(one))),
    ),
  );
  return {
    version: CUT_OFF_VERSION,
    network: asset.network,
    ticker: asset.ticker,
    subject,
    tip,
    providers: providersOf([...accounts, ...(seen === null ? [] : [seen])]),
    accounts: histories.map(cutOf),
    contracts: [...new Set(accounts.flatMap(({ contracts }) => contracts))].sort(),
    coins: null,
    loose: writeTransfers(loose),
    ...(seen === null ? {} : { payment: cutOfPayment(seen) }),
  };
}

/** The providers of what was read, by name. */
export function providersOf(held: readonly Pick<KeptAccount, 'provider'>[]): readonly string[] {
  return [...new Set(held.map(({ provider }) => provider))].sort();
}

function cutOfPayment({ payment, isWhole }: SeenPayment): NonNullable<OnDemandCutOff['payment']> {
  const { transactionId, transfers } = payment;
  return { transactionId, transfers: writeTransfers(transfers), isWhole };
}

/** The payment of a cut; undefined where it is of an address. */
export function paymentOfCutOff({ payment }: OnDemandCutOff): PartialPayment | undefined {
  const { transactionId, transfers = null } = payment ?? {};
  if (transactionId === undefined || transfers === null) return undefined;
  return { transactionId, transfers: readTransfers(transfers) };
}

function cutOf(history: PartialHistory): CutOffAccount {
  const { account, from, until, opening, counterparties, isContract, isWhole, unread } = history;
  return {
    address: account,
    from,
    until,
    opening: opening?.toString() ?? null,
    counterparties,
    isContract,
    isWhole,
    unread: { received: unread.received.toString(), sent: unread.sent.toString() },
  };
}

/** The histories of a cut, from what is cached now; null where the cache does not reach as far any more. */
export function historiesOfCutOff(
  cut: OnDemandCutOff,
  kept: ReadonlyMap<string, KeptAccount>,
): readonly PartialHistory[] | null {
  const loose = readTransfers(cut.loose);
  const histories: PartialHistory[] = [];
  for (const account of cut.accounts) {
    const known = kept.get(account.address);
    const first = account.from ?? 0;
    const last = account.until ?? cut.tip.time;
    const settled = Math.min(last, cut.tip.finalTime);
    // A range that begins above finality was never cached, and is stored whole in the cut.
    const isLoose = account.from !== null && account.from > settled;
    const reaches = known !== undefined && known.until >= settled && (known.from ?? -1) <= (account.from ?? -1);
    if (!isLoose && !reaches) return null;
    const below = isLoose ? [] : (known?.transfers ?? []);
    const own = loose.filter(({ from, to }) => from === account.address || to === account.address);
    histories.push({
      account: account.address,
      transfers: [
        ...below.filter(({ time }) => time <= settled && time >= first),
        ...own.filter(({ time }) => time <= last && time >= first),
      ],
      from: account.from,
      until: account.until,
      opening: account.opening === null ? null : BigInt(account.opening),
      counterparties: account.counterparties,
      isContract: account.isContract,
      isWhole: account.isWhole,
      unread: { received: BigInt(account.unread.received), sent: BigInt(account.unread.sent) },
    });
  }
  return histories;
}
