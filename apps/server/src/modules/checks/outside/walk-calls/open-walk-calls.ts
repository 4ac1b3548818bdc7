import { METHOD_REVISION, type MethodVersion } from '@assay/exposure';
import type { Db } from '../../../../platform/db/index.ts';
import { PRODUCT_VERSION } from '../../../../platform/kernel/product-version.ts';
import type { Repetition } from '../../../../platform/kernel/timing.ts';
import type { InMemoryAssets } from '../../../records/transfers/index.ts';
import {
  type AnswerOutcome,
  announceMemory,
  answerWalks,
  type MemoryServersLog,
  type WalkOutcome,
  walkElsewhere,
} from '../../memory-servers/index.ts';
import { exposureEngineOf } from '../engine/exposure-engine.ts';
import type { SharedKeys } from './signatures.ts';
import { walkCallClient } from './walk-call-client.ts';
import { type WalkCallListener, walkCallListener } from './walk-call-listener.ts';
import { NO_WALK_CALLS, type WalkCalls } from './walk-calls.ts';

export interface WalkCallsSettings {
  readonly keys: SharedKeys | null;
  /** Null answers nobody. */
  readonly walkCalls: { readonly url: string; readonly host: string; readonly port: number } | null;
}

export interface WalkCallsParts {
  /** The main database. */
  readonly db: Db;
  readonly memory: InMemoryAssets | null;
  /** Of the method, by whose rules the addresses in memory have labels. */
  readonly version: MethodVersion;
  readonly counted: {
    readonly countAsked: (outcome: WalkOutcome) => void;
    readonly countAnswered: (outcome: AnswerOutcome | 'refused') => void;
  };
  readonly log: MemoryServersLog & { error(facts: { readonly err: unknown }, message: string): void };
}

/** The metric counts all of them. */
const REFUSED_LINE_EVERY_MS = 60_000;

/** Both ends of the calls by which servers that share a secret walk for each other. */
export function openWalkCalls({ keys, walkCalls }: WalkCallsSettings, parts: WalkCallsParts): WalkCalls {
  if (keys === null) return NO_WALK_CALLS;
  const { db, memory, counted, log } = parts;
  const client = walkCallClient(keys);
  const elsewhere = walkElsewhere({
    ...{ db, log, ask: client.ask, productVersion: PRODUCT_VERSION },
    ownUrl: walkCalls?.url ?? null,
    count: counted.countAsked,
    random: Math.random,
  });
  let refusedSaidAt = Number.NEGATIVE_INFINITY;
  const noteRefused = () => {
    counted.countAnswered('refused');
    if (performance.now() - refusedSaidAt < REFUSED_LINE_EVERY_MS) return;
    refusedSaidAt = performance.now();
    log.warn({}, 'a request to the internal port was not signed by a shared secret just now');
  };
  const answering: { listener: WalkCallListener; announcing: Repetition }[] = [];
  return {
    elsewhere,
    async answer(signal) {
      if (walkCalls === null || memory === null) return;
      const { url, host, port } = walkCalls;
      const listener = walkCallListener({
        ...{ keys, url, log },
        answer: answerWalks({
          memory,
          productVersion: PRODUCT_VERSION,
          // Memory holds what the latest revision reads.
          engineOf: ({ version, revision, textSet }) =>
            revision === METHOD_REVISION ? exposureEngineOf(version, revision, textSet) : null,
          count: counted.countAnswered,
        }),
        onRefused: noteRefused,
      });
      await listener.listen({ host, port });
      const present = () => ({
        ...{ url, productVersion: PRODUCT_VERSION, methodVersion: parts.version },
        assets: memory.held(),
      });
      answering.push({ listener, announcing: announceMemory(db, present, { log, signal }) });
    },
    async stop() {
      for (const { listener, announcing } of answering.splice(0)) {
        await announcing.stop();
        await listener.close();
      }
    },
    close: () => client.close(),
  };
}
