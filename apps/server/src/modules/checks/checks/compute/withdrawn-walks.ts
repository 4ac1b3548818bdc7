import {
  type Direction,
  type DirectionExposure,
  type ExposureStore,
  type SubjectFacts,
  WITHDRAWN_STATES,
  type Withdrawal,
  weightiestClaims,
  withoutLabel,
} from '@assay/exposure';
import type { EnginePort } from '../checks.ports.ts';

interface Found {
  readonly incoming: DirectionExposure;
  readonly outgoing: DirectionExposure;
}

/**
 * What the transfers would say had nobody made one of the claims that weigh most: each by a new walk, in the directions
 * that met it (docs/method/2, section 6.7). A claim that a long walk met is left out.
 *
 * @param only of the subject's records, those that the walks started from
 */
export async function walkWithdrawn(
  engine: Pick<EnginePort, 'exposureOf'>,
  store: ExposureStore,
  subject: SubjectFacts,
  found: Found,
  signal: AbortSignal,
  only?: readonly number[],
): Promise<readonly Withdrawal[]> {
  const withdrawn: Withdrawal[] = [];
  for (const claim of weightiestClaims([found.incoming, found.outgoing])) {
    const isMet = ({ rows }: DirectionExposure) =>
      rows.some(({ category, entity }) => category === claim.category && entity === claim.entity);
    const met = [found.incoming, found.outgoing].filter(isMet);
    if (met.some(({ cut }) => cut.states > WITHDRAWN_STATES)) continue;
    const kept = withoutLabel(store, claim);
    const again = (direction: Direction) =>
      engine.exposureOf(kept, subject, direction, {
        signal,
        onProgress: () => undefined,
        evidence: false,
        ...(only === undefined ? {} : { only }),
      });
    withdrawn.push({
      ...claim,
      incoming: isMet(found.incoming) ? await again('bwd') : found.incoming,
      outgoing: isMet(found.outgoing) ? await again('fwd') : found.outgoing,
    });
  }
  return withdrawn;
}
