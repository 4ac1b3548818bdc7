/** What the last sign-in link was sent for (row AUTH-14). */
export interface SentLink {
  readonly email: string;
  readonly type: 'login' | 'register';
}

const SENT_KEY = 'assay.sent-link';

export function keepSentLink(sent: SentLink): void {
  sessionStorage.setItem(SENT_KEY, JSON.stringify(sent));
}

/** The last link sent from this tab; null where there was none. */
export function readSentLink(): SentLink | null {
  const text = sessionStorage.getItem(SENT_KEY);
  if (text === null) return null;
  const sent = parse(text);
  if (typeof sent !== 'object' || sent === null || !('email' in sent) || !('type' in sent)) return null;
  const { email, type } = sent;
  if (typeof email !== 'string' || (type !== 'login' && type !== 'register')) return null;
  return { email, type };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Somebody else wrote it: as good as nothing.
    return null;
  }
}
