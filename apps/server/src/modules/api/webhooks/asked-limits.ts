import type { Limit } from '../../../platform/http/limits/limiter.ts';

const MINUTE_MS = 60_000;

/** What a workspace may ask for, over all of its endpoints: its members and its keys of both modes count together. */
export const TEST_EVENTS: Limit = { name: 'test events of a workspace', max: 30, windowMs: MINUTE_MS };
export const RESENDS: Limit = { name: 'resent webhooks of a workspace', max: 60, windowMs: MINUTE_MS };
