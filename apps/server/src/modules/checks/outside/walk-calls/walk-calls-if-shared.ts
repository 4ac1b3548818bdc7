import type { WalkCallsParts, WalkCallsSettings } from './open-walk-calls.ts';
import { NO_WALK_CALLS, type WalkCalls } from './walk-calls.ts';

/** As `openWalkCalls`, whose code is loaded only where a secret is shared with other servers: most start without it. */
export async function walkCallsIfShared(settings: WalkCallsSettings, parts: WalkCallsParts): Promise<WalkCalls> {
  if (settings.keys === null) return NO_WALK_CALLS;
  const { openWalkCalls } = await import('./open-walk-calls.ts');
  return openWalkCalls(settings, parts);
}
