import { FEE_SINK, ISSUER, isRecord, type RawTransaction, type TransactionRecord } from '@assay/exposure';
import type { DirectionName, PartyRole } from '@assay/wording';
import type { OwnRecords } from '../../chains/index.ts';
import { NOBODY, sumCoins } from '../counterparties/sum-coins.ts';

/** What one record moved between an address and another party. Amounts are base units, times Unix seconds. */
export interface ReadMove {
  readonly direction: DirectionName;
  readonly party: { readonly address: string | null; readonly role: PartyRole };
  readonly amount: bigint;
  readonly time: number;
  readonly transactionId: string;
}

type Until = { readonly time: Date; readonly block: string | null } | null;

/**
 * What the records of an address moved, those left out that are after `until`: after its second on account networks,
 * after its block on UTXO networks. A transaction of coins is shared over its parties, as counterparties are.
 */
export function readMovesOf(address: string, records: OwnRecords, until: Until): readonly ReadMove[] {
  switch (records.ledger) {
    case 'account':
      return records.transfers.filter(isRecord).flatMap(({ from, to, amount, time, transactionId }): ReadMove[] => {
        if (from === to || isAfter(time, until)) return [];
        const direction = to === address ? 'incoming' : 'outgoing';
        return [{ direction, party: partyOf(to === address ? from : to), amount, time, transactionId }];
      });
    case 'utxo':
      return records.transactions.flatMap((raw) => {
        const isLater = until?.block != null ? raw.block > Number(until.block) : isAfter(raw.time, until);
        return isLater ? [] : movesOfCoins(address, raw);
      });
  }
}

function isAfter(time: number, until: Until): boolean {
  return until !== null && time > Math.floor(until.time.getTime() / 1000);
}

function partyOf(address: string): ReadMove['party'] {
  if (address === ISSUER) return { address: null, role: 'issuer' };
  if (address === FEE_SINK) return { address: null, role: 'fee' };
  return { address, role: 'account' };
}

const ROLES = new Map<number, PartyRole>([
  [NOBODY.unknown, 'unknown'],
  [NOBODY.coinbase, 'coinbase'],
  [NOBODY.fee, 'fee'],
]);

const ASKED_NODE = 0;

function movesOfCoins(address: string, raw: RawTransaction): readonly ReadMove[] {
  const owners = [address];
  const idOf = (owner: string | null) => {
    if (owner === null) return null;
    const known = owners.indexOf(owner);
    return known === -1 ? owners.push(owner) - 1 : known;
  };
  const { sums } = sumCoins([recordOf(raw, idOf)], ASKED_NODE, () => null);
  const { time, transactionId } = raw;
  return sums.map(({ direction, party, amount }) => {
    const role = ROLES.get(party);
    return {
      ...{ direction: direction === 'bwd' ? 'incoming' : 'outgoing', amount, time, transactionId },
      party: role === undefined ? { address: owners[party] ?? null, role: 'account' } : { address: null, role },
    };
  });
}

/** The transaction with its owners as numbers. */
function recordOf(raw: RawTransaction, idOf: (owner: string | null) => number | null): TransactionRecord {
  const coin = { createdBy: ASKED_NODE, spentBy: null };
  const inputs = raw.inputs.flatMap(({ owner, amount }, index) =>
    amount === null ? [] : [{ ...coin, index, owner: idOf(owner), amount }],
  );
  const outputs = raw.outputs.map(({ owner, amount }, index) => ({ ...coin, index, owner: idOf(owner), amount }));
  const unknownInputs = raw.inputs.length - inputs.length;
  const sumOf = (coins: readonly { readonly amount: bigint }[]) => coins.reduce((sum, { amount }) => sum + amount, 0n);
  const fee = raw.coinbase || unknownInputs > 0 ? null : sumOf(inputs) - sumOf(outputs);
  const { time, coinbase } = raw;
  return { node: ASKED_NODE, position: 0, time, coinbase, inputs, outputs, unknownInputs, fee };
}
