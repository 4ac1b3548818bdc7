export interface SecurityContact {
  /** Public address of the site, without a slash at the end. */
  readonly publicUrl: string;
  readonly productName: string;
  /** Address for reports of security faults. */
  readonly email: string;
}

/** Paths outside the API: the one of RFC 9116, and the one this file links to. */
export const SECURITY_TXT_PATH = '/.well-known/security.txt';
export const SECURITY_POLICY_PATH = '/.well-known/security-policy.txt';

/** RFC 9116 recommends less than a year, so that an old copy is recognised as one. */
const VALID_FOR_DAYS = 180;
const DAY_MS = 86_400_000;

/**
 * The text of `security.txt` (RFC 9116). It expires {@link VALID_FOR_DAYS} days after the day of the request, so it is
 * never out of date on a running installation. Addresses of the site are listed only where they are https, which the
 * RFC requires (section 2.5).
 *
 * @example
 * securityTxt({ publicUrl: 'https://assay.example', productName: 'Assay', email: 'help@assay.example' }, new Date())
 */
export function securityTxt({ publicUrl, email }: SecurityContact, now: Date): string {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const isHttps = publicUrl.startsWith('https://');
  const lines = [
    `Contact: mailto:${encodeMailbox(email)}`,
    `Expires: ${new Date(today + VALID_FOR_DAYS * DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
    ...(isHttps ? [`Canonical: ${publicUrl}${SECURITY_TXT_PATH}`, `Policy: ${publicUrl}${SECURITY_POLICY_PATH}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** The page that `Policy` links to: how to report a fault of this installation, and what happens then. */
export function securityPolicy({ publicUrl, productName, email }: SecurityContact): string {
  return `Reporting security faults of ${productName} at ${publicUrl}

Write to ${email}. Say what is wrong, how to see it, and what it lets somebody do. Please do not open a public issue
before the fault is mended.

You get an answer within 3 working days and, when the fault is confirmed, word of when it will be mended. We name you
when it is published, if you wish.

You may test with accounts and wallet addresses of your own. Please do not read, change or delete what belongs to
others, do not send floods of requests, do not try to deceive people who work or check addresses here, and stop at the
first proof.

We take no legal steps against anybody who keeps to this.
`;
}

/** A mailbox inside a mailto address (RFC 6068): characters that are not allowed there unencoded are encoded. */
function encodeMailbox(email: string): string {
  return encodeURIComponent(email).replaceAll('%40', '@').replaceAll('%2B', '+');
}
