import { ASSETS, implausible, NETWORKS, type NetworkId } from '@assay/domain';
import type { RawTransaction, RawTransfer } from '@assay/exposure';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import { mergeGaps, rowGaps } from './history-gaps.ts';
import type { SeenTransaction } from './seen-transaction.ts';
import { type AccountSource, type CoinSource, SourceError, type TransferSource } from './sources.ports.ts';

/** The field by which a record cannot be true. */
type WrongField = 'time' | 'amount';

/**
 * A source whose records can be true. One of tomorrow, or of more than there can be of its asset, is left out, counted
 * and named as one that could not be read; such a tip, and such a transaction where it was asked for, is no answer.
 */
export function plausibleSource(source: TransferSource, clock: Clock): TransferSource {
  const now = () => Math.floor(clock.now().getTime() / 1000);
  return source.ledger === 'account' ? plausibleAccounts(source, now) : plausibleCoins(source, now);
}

function plausibleAccounts(source: AccountSource, now: () => number): AccountSource {
  const { network } = source;
  return {
    ...source,
    tip: async (call) => possible(network, await source.tip(call), now()),
    async transfers(ask, call) {
      const page = await source.transfers(ask, call);
      const wrong = new Map(page.records.map((one) => [one, wrongTransfer(network, ask.asset.ticker, one, now())]));
      const { gaps = [], provider } = page;
      const records = page.records.filter((one) => wrong.get(one) === null);
      return { ...page, records, gaps: withWrong(gaps, provider, [...wrong.values()]) };
    },
    lookUp: async (id, call) => possibleSighting(network, await source.lookUp(id, call), now()),
  };
}

function plausibleCoins(source: CoinSource, now: () => number): CoinSource {
  const { network } = source;
  return {
    ...source,
    tip: async (call) => possible(network, await source.tip(call), now()),
    async transactionsOf(ask, call) {
      const page = await source.transactionsOf(ask, call);
      const wrong = page.transactions.map(({ transaction }) => wrongCoins(network, transaction, now()));
      const transactions = page.transactions.filter((_one, at) => wrong[at] === null);
      return { ...page, transactions, gaps: withWrong(page.gaps ?? [], page.provider, wrong) };
    },
    async transactions(ids, call) {
      const found = await source.transactions(ids, call);
      const field = found.map((one) => one && wrongCoins(network, one.transaction, now())).find((one) => one !== null);
      if (field === undefined || field === null) return found;
      throw new SourceError({ kind: 'malformed', provider: source.providers.join(', '), field });
    },
    lookUp: async (id, call) => possibleSighting(network, await source.lookUp(id, call), now()),
  };
}

function withWrong(
  gaps: Parameters<typeof mergeGaps>[0],
  provider: string,
  wrong: readonly (WrongField | null)[],
): ReturnType<typeof mergeGaps> {
  const unreadable = wrong.filter((field) => field !== null);
  return unreadable.length === 0 ? gaps : mergeGaps([...gaps, ...rowGaps(provider, { unreadable, repeated: 0 })]);
}

function wrongTransfer(network: NetworkId, ticker: string, { time, amount }: RawTransfer, now: number) {
  return wrongField(network, ticker, time, [amount], now);
}

function wrongCoins(network: NetworkId, { time, outputs }: RawTransaction, now: number): WrongField | null {
  const amounts = outputs.map(({ amount }) => amount);
  return wrongField(network, NETWORKS[network].native, time, amounts, now);
}

function wrongField(
  network: NetworkId,
  ticker: string,
  time: number,
  amounts: readonly bigint[],
  now: number,
): WrongField | null {
  if (implausible({ network, ticker, time, amounts }, now) === null) return null;
  return implausible({ network, ticker, time, amounts: [] }, now) === null ? 'amount' : 'time';
}

/** A tip of a time that cannot be yet is no answer. */
function possible<Answer extends { readonly time: number; readonly provider: string }>(
  network: NetworkId,
  answer: Answer,
  now: number,
): Answer {
  if (wrongField(network, NETWORKS[network].native, answer.time, [], now) === null) return answer;
  throw new SourceError({ kind: 'malformed', provider: answer.provider, field: 'time' });
}

function possibleSighting(network: NetworkId, seen: SeenTransaction, now: number): SeenTransaction {
  if (seen.is !== 'confirmed') return seen;
  const { content, provider } = possible(network, seen, now);
  const wrong =
    content.ledger === 'utxo'
      ? [wrongCoins(network, content.transaction, now)]
      : content.assets.flatMap(({ contract, transfers }) => {
          const listed = ASSETS.find((asset) => asset.network === network && asset.contract === contract);
          const ticker = listed?.ticker ?? NETWORKS[network].native;
          return transfers.map((one) => wrongTransfer(network, ticker, one, now));
        });
  const field = wrong.find((one) => one !== null) ?? null;
  if (field === null) return seen;
  throw new SourceError({ kind: 'malformed', provider, field });
}
