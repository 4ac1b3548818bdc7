import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  assess,
  findNotes,
  METHOD_REVISION,
  METHOD_VERSIONS,
  type MethodRevision,
  methodOf,
  TEXT_SET,
  type TextSet,
  walk,
} from '@assay/exposure';
import type { EnginePort } from '../../features/checks/index.ts';

/** Half of what is left after each round: the length of a walk is not known in advance. */
const ROUND_PROGRESS = 0.5;

/** The engine of this version; it yields to other requests while it walks. */
export const exposureEngine: EnginePort = engineOf(METHOD_REVISION, TEXT_SET);

function engineOf(revision: MethodRevision, textSet: TextSet): EnginePort {
  return {
    revision,
    textSet,
    exposureOf: (store, subject, direction, { signal, onProgress }) =>
      walk(store, subject, direction, {
        signal,
        revision,
        yieldToEventLoop: async () => {
          await nextTurn();
        },
        onProgress: ({ round, states }) => onProgress(1 - ROUND_PROGRESS ** (round - 1) / (1 + states / 10_000)),
      }),
    findNotes: (input) => findNotes(input, revision, textSet),
    assess: (input) => assess(input, revision, textSet),
  };
}

/**
 * The engine by the rules of a published method version and revision, with the sentences of a text set; null where this
 * build does not contain the version.
 */
export function exposureEngineOf(methodVersion: string, revision: MethodRevision, textSet: TextSet): EnginePort | null {
  if (!METHOD_VERSIONS.includes(methodVersion)) return null;
  return { ...engineOf(revision, textSet), assess: methodOf(methodVersion, revision, textSet) };
}
