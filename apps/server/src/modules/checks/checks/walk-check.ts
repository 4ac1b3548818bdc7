import { bothDirections, type Direction, type ExposureStore, type SubjectFacts } from '@assay/exposure';
import { inSpan } from '../../../platform/kernel/tracing.ts';
import type { CheckWalks, EnginePort } from './checks.ports.ts';
import { walkWithdrawn } from './withdrawn-walks.ts';

/** Which walks a check needs. */
export interface WantedWalks {
  /** Shares alone: no sample paths, and no walks without a claim. */
  readonly isSummary: boolean;
  readonly signal: AbortSignal;
  /** Receives 0..1 of a direction. */
  readonly onProgress: (direction: Direction, progress: number) => void;
}

/** Walks the records of an address in both directions, then without each of the claims that weigh most. */
export async function walkCheck(
  engine: Pick<EnginePort, 'version' | 'exposureOf'>,
  store: ExposureStore,
  subject: SubjectFacts,
  { isSummary, signal, onProgress }: WantedWalks,
): Promise<CheckWalks> {
  const { incoming, outgoing } = await bothDirections(store, (direction) =>
    inSpan('walk', { 'assay.direction': direction }, () =>
      engine.exposureOf(store, subject, direction, {
        signal,
        evidence: !isSummary,
        onProgress: (progress) => onProgress(direction, progress),
      }),
    ),
  );
  const withdrawals =
    engine.version === '1' || isSummary
      ? []
      : await walkWithdrawn(engine, store, subject, { incoming, outgoing }, signal);
  return { incoming, outgoing, withdrawals };
}
