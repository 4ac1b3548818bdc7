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
  type WalkOptions,
  walk,
} from '@assay/exposure';
import type { EnginePort } from '../../checks/checks.ports.ts';

/** Half of what is left after each round: the length of a walk is not known in advance. */
const ROUND_PROGRESS = 0.5;

/** The engine that new results are made with; it yields to other requests while it walks. */
export const exposureEngine: EnginePort = newestEngineOf(METHOD_VERSION);

/**
 * The engine by a version of the method, as its new results are made.
 *
 * @param sharesThread whether other work waits for the thread: then it yields while it walks, and reports progress
 */
export function newestEngineOf(version: MethodVersion, sharesThread = true): EnginePort {
  return engineOf(version, METHOD_REVISION, version === '2' ? TEXT_SET_OF_METHOD_2 : TEXT_SET, sharesThread);
}

function engineOf(version: MethodVersion, revision: MethodRevision, textSet: TextSet, sharesThread = true): EnginePort {
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
        ...(sharesThread ? restsOf(onProgress) : {}),
      }),
    findNotes: (input) => findNotes(input, revision, textSet),
    assess: methodOf(version, revision, textSet),
  };
}

function restsOf(onProgress: (progress: number) => void): Pick<WalkOptions, 'yieldToEventLoop' | 'onProgress'> {
  return {
    yieldToEventLoop: async () => {
      await nextTurn();
    },
    onProgress: ({ round, states }) => onProgress(1 - ROUND_PROGRESS ** (round - 1) / (1 + states / 10_000)),
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
