import { blockHead, toHex } from '../../../formats/evm-wire.ts';
import { hexWhole } from '../../../formats/wire.ts';
import type { SourceCall } from '../../../sources/sources.ports.ts';
import type { Provider } from '../../providers/provider.ts';
import { batchRpc, mustRpc } from './ask-rpc.ts';

/** The request for number and time of a block. */
export function headAt(tag: string) {
  return { method: 'eth_getBlockByNumber', params: [tag, false], result: blockHead } as const;
}

/** Height of the newest block. */
export async function heightOf(provider: Provider, call: SourceCall): Promise<number> {
  return await mustRpc(provider, { method: 'eth_blockNumber', params: [], result: hexWhole }, call);
}

/** Times of blocks by their height. */
export async function timesOf(
  provider: Provider,
  blocks: Iterable<number>,
  call: SourceCall,
): Promise<ReadonlyMap<number, number>> {
  const asked = [...new Set(blocks)].map((block) => headAt(toHex(block)));
  const heads = await batchRpc(provider, asked, call);
  return new Map(heads.map(({ number, timestamp }) => [number, timestamp]));
}
