import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  findNotes,
  isHeld,
  isMethodVersion,
  METHOD_REVISION,
  METHOD_VERSION,
  type MethodRevision,
  type MethodVersion,
  methodOf,
  TEXT_SET,
  TEXT_SET_OF_METHOD_2,
  type TextSet,
  walk,
} from '@assay/exposure';
import type { EnginePort } from '../../features/checks/index.ts';

/** Half of what is left after each round: the length of a walk is not known in advance. */
const ROUND_PROGRESS = 0.5;

/** The engine that new results are made with; it yields to other requests while it walks. */
export const exposureEngine: EnginePort = newestEngineOf(METHOD_VERSION);

/** The engine by a version of the method, as its new results are made. */
export function newestEngineOf(version: MethodVersion): EnginePort {
  return engineOf(version, METHOD_REVISION, version === '2' ? TEXT_SET_OF_METHOD_2 : TEXT_SET);
}

function engineOf(version: MethodVersion, revision: MethodRevision, textSet: TextSet): EnginePort {
  return {
    version,
    revision,
    textSet,
    exposureOf: (store, subject, direction, { signal, onProgress, only, evidence = true }) =>
      walk(store, subject, direction, {
        signal,
        revision,
        evidence,
        ...(only === undefined ? {} : { only }),
        yieldToEventLoop: async () => {
          await nextTurn();
        },
        onProgress: ({ round, states }) => onProgress(1 - ROUND_PROGRESS ** (round - 1) / (1 + states / 10_000)),
      }),
    findNotes: (input) => findNotes(input, revision, textSet),
    assess: methodOf(version, revision, textSet),
  };
}

/**
 * The engine by the rules of a published method version and revision, with the sentences of a text set; null where this
 * build does not contain the version.
 */
export function exposureEngineOf(methodVersion: string, revision: MethodRevision, textSet: TextSet): EnginePort | null {
  if (!isMethodVersion(methodVersion) || !isHeld(methodVersion, revision, textSet)) return null;
  return engineOf(methodVersion, revision, textSet);
}
