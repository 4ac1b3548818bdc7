import { WalkCancelledError } from '@assay/exposure';
import type { Db } from '../../../platform/db/index.ts';
import { keepFor } from '../../../platform/kernel/timing.ts';
import { inSpan } from '../../../platform/kernel/tracing.ts';
import type { AssetState, CheckWalks, WalksAtState, WalkWish } from '../checks/index.ts';
import { LeftOut } from './left-out.ts';
import type { AskToWalk, MemoryServersLog, WalkOutcome } from './memory-servers.ports.ts';
import { type MemoryServer, memoryServersStore } from './memory-servers.store.ts';
import type { WalkQuestion } from './walk-question.ts';

/** How old the list of servers may be. */
const LIST_AGE_MS = 1_000;
/** Most servers that one check asks. */
const MOST_ASKED = 2;
/** A walk over memory takes milliseconds: what takes this long is a server that stopped or has no processor time. */
const CALL_MS = 2_000;

export interface WalkElsewherePorts {
  readonly db: Db;
  readonly ask: AskToWalk;
  readonly productVersion: string;
  /** Of this server, which is not asked; null where it walks for nobody. */
  readonly ownUrl: string | null;
  /** Receives each outcome of a question. */
  readonly count: (outcome: WalkOutcome) => void;
  readonly log: MemoryServersLog;
  /** 0 to below 1. */
  readonly random: () => number;
}

/** Has the walks of checks done by servers that have their state in memory. What they do not answer is walked here. */
export function walkElsewhere({
  db,
  ask,
  productVersion,
  ownUrl,
  count,
  log,
  random,
}: WalkElsewherePorts): WalksAtState {
  const leftOut = new LeftOut();
  const list = keepFor(LIST_AGE_MS, () => memoryServersStore.list(db));

  async function serversFor({ ledger }: AssetState, version: string): Promise<MemoryServer[]> {
    const known = await list().catch(() => []);
    return known.filter(
      ({ url, assets, ...server }) =>
        url !== ownUrl &&
        server.productVersion === productVersion &&
        server.methodVersion === version &&
        assets.some((asset) => asset.ledger === ledger.id) &&
        leftOut.mayAsk(url, ledger.id),
    );
  }

  async function askInTurn(state: AssetState, wish: WalkWish): Promise<CheckWalks | null> {
    const servers = await serversFor(state, wish.engine.version);
    const question = questionOf(state, wish, productVersion);
    for (let asked = 0; asked < MOST_ASKED; asked += 1) {
      const [server] = servers.splice(Math.floor(random() * servers.length), 1);
      if (server === undefined) return null;
      const reply = await ask(server.url, question, wish.signal);
      count(reply.is);
      if (wish.signal.aborted) throw new WalkCancelledError();
      if (leftOut.note(server.url, state.ledger.id, reply.is)) {
        const reason = reply.is === 'failed' ? reply.reason : reply.is;
        log.warn({ server: server.url, reason }, 'a memory server is left out for some seconds');
      }
      if (reply.is === 'answered') return reply.walks;
      // What is left of the caller's time is for the walk over PostgreSQL.
      if (reply.is === 'late') return null;
    }
    return null;
  }

  return (state) => (wish) =>
    inSpan('walks of a memory server', { 'assay.asset': `${state.network} ${state.ticker}` }, () =>
      askInTurn(state, wish),
    );
}

function questionOf(
  { network, ticker, ledger, labelDigest }: AssetState,
  { engine, address, isSummary }: WalkWish,
  product: string,
): WalkQuestion {
  const { version, revision, textSet } = engine;
  return {
    ...{ product, network, ticker, ledger: ledger.id, labelDigest },
    ...{ revision: ledger.revision, lastChange: ledger.lastChange },
    method: { version, revision, textSet },
    ...{ address, isSummary, withinMs: CALL_MS },
  };
}
