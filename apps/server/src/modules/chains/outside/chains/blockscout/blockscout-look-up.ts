import type { z } from 'zod';
import { COIN_LOGS } from '../../../formats/evm-abi.ts';
import type { EvmNetwork } from '../../../formats/evm-networks.ts';
import { tokenMove, transactionMoves } from '../../../formats/evm-records.ts';
import { placeInner } from '../../../formats/records.ts';
import { parseJson, readAnswer } from '../../../formats/wire.ts';
import type { SeenTransaction } from '../../../sources/seen-transaction.ts';
import { type SourceCall, SourceError } from '../../../sources/sources.ports.ts';
import type { Provider } from '../../providers/provider.ts';
import { isNoBlockscoutEntry } from '../common/absent.ts';
import { malformed } from '../common/read-rows.ts';
import { confirmedTransfers } from '../common/seen-transfers.ts';
import { pendingMoves } from '../json-rpc/evm-look-up.ts';
import { innerCallMoves, nextOf } from './blockscout-history.ts';
import { innerList, tokenList, transactionAnswer } from './blockscout-wire.ts';

/** Of 50 rows: a transaction with more transfers is refused, not cut. */
const MOST_PAGES = 20;
/** The explorer has not indexed all inner calls yet. */
const INCOMPLETE = 2;

interface Explorer {
  readonly network: EvmNetwork;
  readonly provider: Provider;
  /** Path of the API below the base URL. */
  readonly base: string;
}

/** A transaction by its hash: itself, its token transfers and its inner calls, page by page. */
export async function lookUpByBlockscout(explorer: Explorer, id: string, call: SourceCall): Promise<SeenTransaction> {
  const { network, provider, base } = explorer;
  const { name } = provider;
  const path = `${base}/transactions/${id}`;
  const found = await provider.ask({ method: 'GET', path, isAbsent: isNoBlockscoutEntry }, call, (text) =>
    text === '' ? null : readAnswer(name, parseJson(name, text), transactionAnswer),
  );
  if (found === null) return { is: 'unknown', id, provider: name };
  if (found.hash !== id) throw malformed(name, 'hash');
  const block = found.block_number ?? found.block ?? null;
  if (block === null) {
    // The explorer marks as an error what will never be in a block: dropped, or replaced by the same nonce.
    if (found.status === 'error') return { is: 'replaced', id, by: null, provider: name };
    const { from, to, value, raw_input: input } = found;
    const sent = { from: from.hash, to: to?.hash ?? null, value, input: input ?? '0x' };
    return { is: 'pending', id, moves: pendingMoves(network, sent), provider: name };
  }
  const { timestamp: time, position } = found;
  if (time === null) throw malformed(name, 'timestamp');
  if (found.status === 'error') return { is: 'failed', id, block, time, provider: name };
  const own = transactionMoves(network, {
    ...{ hash: id, block, transactionIndex: position ?? null, time },
    from: found.from.hash,
    to: found.to?.hash ?? found.created_contract?.hash ?? null,
    value: found.value,
    fee: found.fee?.value ?? null,
    failed: false,
  });
  const inner = await readAll(explorer, `${path}/internal-transactions`, '', innerList, call);
  const tokens = await readAll(explorer, `${path}/token-transfers`, 'type=ERC-20', tokenList, call);
  const innerMoves = inner.rows.flatMap((row) => innerCallMoves(network, row, { block, time }));
  let hasAmounts = true;
  const moved = tokens.rows.flatMap((row, at) => {
    const contract = row.token.address_hash ?? row.token.address;
    if (contract === undefined) throw malformed(name, `items.${at}.token.address_hash`);
    if (contract === COIN_LOGS) return [];
    if (row.total === null) {
      hasAmounts = false;
      return [];
    }
    const place = { hash: id, block, transactionIndex: null, time, logIndex: row.log_index };
    const move = tokenMove(network, { ...place, from: row.from.hash, to: row.to.hash, value: row.total.value });
    return [{ contract, moves: [move] }];
  });
  const isWhole = found.fee !== null && !inner.hasGap && hasAmounts;
  const native = { contract: null, moves: placeInner([...own, ...innerMoves]) };
  return confirmedTransfers(name, { id, block, time }, [native, ...moved], isWhole);
}

async function readAll<
  Schema extends z.ZodType<{
    readonly items: readonly unknown[];
    readonly next_page_params: unknown;
    readonly meta?: { readonly status: number } | null | undefined;
  }>,
>(
  { provider }: Explorer,
  path: string,
  filter: string,
  schema: Schema,
  call: SourceCall,
): Promise<{ readonly rows: readonly z.output<Schema>['items'][number][]; readonly hasGap: boolean }> {
  const rows: z.output<Schema>['items'][number][] = [];
  let hasGap = false;
  let token: string | null = filter;
  for (let pages = 0; token !== null; pages += 1) {
    if (pages === MOST_PAGES) {
      const what = 'so many transfers of one transaction';
      throw new SourceError({ kind: 'not-supported', provider: provider.name, what });
    }
    const query = Object.fromEntries(new URLSearchParams(token));
    const answer: z.output<Schema> = await provider.ask({ method: 'GET', path, query }, call, (text) =>
      readAnswer(provider.name, parseJson(provider.name, text), schema),
    );
    rows.push(...answer.items);
    hasGap ||= answer.meta?.status === INCOMPLETE;
    token = nextOf(filter, answer.next_page_params);
  }
  return { rows, hasGap };
}
