import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  assess,
  type Direction,
  type DirectionExposure,
  type ExposureStore,
  findNotes,
  METHOD_VERSIONS,
  methodOf,
  type SubjectFacts,
  type WalkOptions,
  walkAccount,
  walkUtxo,
} from '@assay/exposure';
import type { EnginePort } from '../../features/checks/index.ts';

/** Half of what is left after each round: a walk cannot tell how long it will be. */
const ROUND_PROGRESS = 0.5;

/** The engine of this version, kept polite: other requests get their turn while it walks. */
export const exposureEngine: EnginePort = {
  exposureOf: (store, subject, direction, { signal, onProgress }) =>
    exposureOf(store, subject, direction, {
      signal,
      breathe: async () => {
        await nextTurn();
      },
      onProgress: ({ round, states }) => onProgress(1 - ROUND_PROGRESS ** (round - 1) / (1 + states / 10_000)),
    }),
  findNotes,
  assess,
};

/** The engine by the rules of a published method version; null where this build does not hold it. */
export function exposureEngineOf(methodVersion: string): EnginePort | null {
  if (!METHOD_VERSIONS.includes(methodVersion)) return null;
  return { ...exposureEngine, assess: methodOf(methodVersion) };
}

function exposureOf(
  store: ExposureStore,
  subject: SubjectFacts,
  direction: Direction,
  options: WalkOptions,
): Promise<DirectionExposure> {
  return store.ledger === 'account'
    ? walkAccount(store, subject, direction, options)
    : walkUtxo(store, subject, direction, options);
}
