import type { EnginePort } from '../checks.ports.ts';
import { fakeEngine } from './check-fakes.ts';

/** An engine whose walks all wait until `letGo` is called. */
export function pausedWalks(): { readonly engine: EnginePort; readonly letGo: () => void } {
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  const exposureOf: EnginePort['exposureOf'] = async (...asked) => {
    await promise;
    return fakeEngine.exposureOf(...asked);
  };
  return { letGo, engine: { ...fakeEngine, exposureOf } };
}
