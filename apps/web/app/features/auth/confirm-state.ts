import type { PendingOrder } from '@assay/contracts';
import { ApiError, type Client } from '@assay/contracts/client';

export type { PendingOrder };

/** What a link turned out to be, before anything is used up. */
export type LinkFinding =
  /** `isOwn`: this is the browser that asked for the link. `hasCheck`: confirming it starts a check. */
  | { readonly kind: 'waiting'; readonly isOwn: boolean; readonly email: string | null; readonly hasCheck: boolean }
  | { readonly kind: 'expired'; readonly email: string | null }
  /** `isUsed`: it signed somebody in before, or ended with one that did. */
  | { readonly kind: 'incorrect'; readonly isUsed: boolean };

/**
 * Looks at a link without using it up. Where nothing can be found out about it now, it waits for a press of the button.
 */
export async function lookAtLink(
  { call }: Client<AbortSignal>,
  link: string,
  signal: AbortSignal,
): Promise<LinkFinding> {
  try {
    const status = await call('GET /auth/confirm-link/:link/status', {
      link,
      signal,
      expects: { same_browser: 'boolean' },
    });
    const { same_browser, email, has_check } = status;
    return { kind: 'waiting', isOwn: same_browser, email, hasCheck: has_check };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isTemporary = error.status === 0 || error.status === 429 || error.status >= 500;
    return isTemporary ? { kind: 'waiting', isOwn: false, email: null, hasCheck: false } : findingOf(error);
  }
}

/** One key a link: its check is started once, however often the button is pressed. */
export function orderKey(link: string): string {
  return `order:${link.split('.')[0]?.slice(0, 64)}`;
}

/** TokenExpiredError is an expired link; anything else is an incorrect one (row AUTH-16). */
export function findingOf(error: ApiError): LinkFinding {
  return error.errorName === 'TokenExpiredError'
    ? { kind: 'expired', email: error.probablyEmail }
    : { kind: 'incorrect', isUsed: error.errorName === 'InvalidToken' && error.fields.includes('link') };
}
