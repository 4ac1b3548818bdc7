import type { TronCall } from './node-call.ts';
import { oneBlock, transactionInfos } from './wire.ts';

const LOOKED_AT = 20;
/** As many calls of contracts without one inner transfer among them do not happen on Tron. */
const ENOUGH_CALLS = 500;

/**
 * Whether the node leaves out inner transfers: java-tron stores them only with `vm.saveInternalTx`, and says nowhere
 * whether it does. So the newest blocks are looked at, and it is said only where they have many calls.
 */
export async function lacksInnerTransfers(call: TronCall, signal: AbortSignal): Promise<boolean> {
  const newest = await call.ask('/wallet/getnowblock', {}, oneBlock, 0, signal);
  const tip = newest?.block_header.raw_data.number ?? 0;
  let calls = 0;
  for (let height = tip; height > Math.max(0, tip - LOOKED_AT) && calls < ENOUGH_CALLS; height -= 1) {
    const path = '/wallet/gettransactioninfobyblocknum';
    const infos = await call.ask(path, { num: height }, transactionInfos, height, signal);
    if (infos.some(({ internal_transactions }) => internal_transactions !== undefined)) return false;
    calls += infos.filter(({ contract_address, result }) => contract_address !== '' && result !== 'FAILED').length;
  }
  return calls >= ENOUGH_CALLS;
}
