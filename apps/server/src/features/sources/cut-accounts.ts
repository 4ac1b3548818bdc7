import type { Asset } from '@assay/domain';
import { type HeldHistory, isRecord, isZeroAmount } from '@assay/exposure';
import { heldHistoryOf, type KeptAccount } from './kept-account.ts';
import { CUT_VERSION, type CutAccount, type LiveCut } from './live-records.ts';
import type { SourceTip } from './sources.ports.ts';
import { readTransfers, writeTransfers } from './transfer-text.ts';

/** Writes down which stretches of which histories were held. */
export function cutOfAccounts(
  asset: Asset & { readonly network: LiveCut['network'] },
  subject: string,
  tip: SourceTip,
  held: readonly KeptAccount[],
): LiveCut {
  const accounts = held.toSorted((a, b) => (a.address < b.address ? -1 : 1));
  const histories = accounts.map((account) => heldHistoryOf(account, tip));
  const loose = histories.flatMap(({ account, transfers }) =>
    transfers.filter(
      (one) => one.time > tip.finalTime && (isRecord(one) || (account === subject && isZeroAmount(one))),
    ),
  );
  return {
    version: CUT_VERSION,
    network: asset.network,
    ticker: asset.ticker,
    subject,
    tip,
    providers: providersOf(accounts),
    accounts: histories.map(cutOf),
    contracts: [...new Set(accounts.flatMap(({ contracts }) => contracts))].sort(),
    coins: null,
    loose: writeTransfers(loose),
  };
}

/** Who told what is held, by name. */
export function providersOf(held: readonly KeptAccount[]): readonly string[] {
  return [...new Set(held.map(({ provider }) => provider))].sort();
}

function cutOf(history: HeldHistory): CutAccount {
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

/** The histories a cut was made of, out of what is kept now; null where that does not reach as far any more. */
export function historiesOfCut(cut: LiveCut, kept: ReadonlyMap<string, KeptAccount>): readonly HeldHistory[] | null {
  const loose = readTransfers(cut.loose);
  const histories: HeldHistory[] = [];
  for (const account of cut.accounts) {
    const known = kept.get(account.address);
    const first = account.from ?? 0;
    const last = account.until ?? cut.tip.time;
    const settled = Math.min(last, cut.tip.finalTime);
    // A stretch that begins above finality was never kept, and is in the cut as a whole.
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
