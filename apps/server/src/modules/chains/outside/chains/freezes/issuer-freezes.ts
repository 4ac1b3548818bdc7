import { type Asset, NETWORKS, type NetworkId } from '@assay/domain';
import type { FreezeState, IssuerFreezeSource } from '../../../freezes/freezes.ports.ts';
import { type SourceCall, SourceError } from '../../../sources/sources.ports.ts';
import { type FreezeReader, sinceIfKnown } from './evm-freezes.ts';
import { freezeListOf } from './freeze-lists.ts';

/** Reads the frozen accounts of one network that has no list in a contract, such as Solana. */
export interface AccountFreezeReader {
  readonly provider: string;
  canAsk(asset: Asset): boolean;
  stateOf(asset: Asset, address: string, call: SourceCall): Promise<boolean>;
}

export interface FreezeReaders {
  /** Contract readers by network, in the order in which they are used. */
  readonly contracts: Partial<Record<NetworkId, readonly FreezeReader[]>>;
  readonly accounts: readonly AccountFreezeReader[];
}

/** Reads the known freeze lists of issuers, on each network that has a reader. */
export function issuerFreezes({ contracts, accounts }: FreezeReaders): IssuerFreezeSource {
  return {
    canAsk: (asset) => accounts.some((reader) => reader.canAsk(asset)) || plan(contracts, asset) !== null,
    async stateOf(asset, address, signal) {
      // A freeze list is read once per check, independent of the check's budget.
      const call: SourceCall = { signal, spend: () => true };
      const planned = plan(contracts, asset);
      const attempts =
        planned === null
          ? accounts
              .filter((reader) => reader.canAsk(asset))
              .map(
                (reader) => async (): Promise<FreezeState> => ({
                  isFrozen: await reader.stateOf(asset, address, call),
                  since: null,
                  source: `the ${asset.ticker} accounts of the address, asked through ${reader.provider}`,
                }),
              )
          : planned.readers.map((reader) => () => ask(reader, { ...planned, address }, asset, call));
      return await firstThatAnswers(attempts, signal);
    },
  };
}

function plan(contracts: FreezeReaders['contracts'], { ticker, network, contract }: Asset) {
  if (network === null || contract === null) return null;
  const list = freezeListOf(ticker, network);
  const readers = contracts[network] ?? [];
  return list === null || readers.length === 0 ? null : { list, readers, contract };
}

async function ask(
  reader: FreezeReader,
  question: Parameters<typeof sinceIfKnown>[1],
  asset: Asset,
  call: SourceCall,
): Promise<FreezeState> {
  const { contract, list, address } = question;
  const isFrozen = await reader.isFrozen(contract, list, address, call);
  const since = isFrozen ? await sinceIfKnown(reader, question, call) : null;
  const where = asset.network === null ? '' : ` on ${NETWORKS[asset.network].name}`;
  return {
    isFrozen,
    since: since === null ? null : new Date(since * 1000),
    source: `the ${asset.ticker} contract${where}, asked through ${reader.provider}`,
  };
}

async function firstThatAnswers(
  attempts: readonly (() => Promise<FreezeState>)[],
  signal: AbortSignal,
): Promise<FreezeState> {
  let last: unknown = new SourceError({ kind: 'unavailable', provider: 'nobody', reason: 'no source is set' });
  for (const attempt of attempts) {
    signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      last = error;
    }
  }
  throw last;
}
