import { isIPv4, isIPv6 } from 'node:net';
import { z } from 'zod';
import { SECRET, wholeNumber } from './setting-kinds.ts';

/** How people sign in, and how mail reaches them. */
export interface SignInFacts {
  /** At least 32 characters, from which the keys of all tokens are made; null keeps one in the data folder. */
  readonly secret: string | null;
  /** At least 32 characters that key the hashes of mailboxes; null keeps one in the data folder. */
  readonly mailboxSecret: string | null;
  /** Lower case. */
  readonly adminEmails: readonly string[];
  readonly domains: { readonly blocked: readonly string[]; readonly allowed: readonly string[] };
  /** The providers and the domains of companies. */
  readonly identity: {
    /** Hosts of providers that may have a private address; lower case. */
    readonly privateHosts: readonly string[];
    /** Resolvers that look up TXT records; empty: those of the system. */
    readonly dnsServers: readonly string[];
  };
  /** Null keeps mails in the outbox of the data folder. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** How long a recovery by mail waits. */
  readonly recoveryWaitHours: number;
}

const MAIL_FROM_DEFAULT = 'assay@example.org';
const MAIL_SERVER = 'the address of a mail server without options, such as smtp://user:password@mail.example.org:587';
/** The name of a host, in lower case. */
export const HOST = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** The settings of the environment for signing in and mail. */
export const signInSettings = {
  AUTH_SECRET: z.string().min(32, 'a secret of at least 32 random characters').optional().meta(SECRET),
  MAILBOX_SECRET: z.string().min(32, 'a secret of at least 32 random characters').optional().meta(SECRET),
  ADMIN_EMAILS: list(z.email(), 'email addresses with commas between them'),
  EMAIL_DOMAINS_BLOCKED: list(z.string().regex(DOMAIN), 'domains with commas between them'),
  EMAIL_DOMAINS_ALLOWED: list(z.string().regex(DOMAIN), 'domains with commas between them'),
  IDENTITY_PRIVATE_HOSTS: list(z.string().regex(HOST), 'names of hosts with commas between them'),
  DNS_SERVERS: list(z.string().refine(isResolver), 'IP addresses of resolvers, each with a port or without one'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: MAIL_SERVER })
    // Its options could switch TLS off.
    .refine((url) => new URL(url).search === '', MAIL_SERVER)
    .optional()
    .meta(SECRET),
  MAIL_FROM: z.email('an email address').default(MAIL_FROM_DEFAULT),
  RECOVERY_WAIT_HOURS: wholeNumber(24, 720, 'a number of hours, 24 to 720 (30 days)').default(72),
};

interface SignInValues {
  readonly AUTH_SECRET?: string | undefined;
  readonly MAILBOX_SECRET?: string | undefined;
  readonly ADMIN_EMAILS: readonly string[];
  readonly EMAIL_DOMAINS_BLOCKED: readonly string[];
  readonly EMAIL_DOMAINS_ALLOWED: readonly string[];
  readonly IDENTITY_PRIVATE_HOSTS: readonly string[];
  readonly DNS_SERVERS: readonly string[];
  readonly SMTP_URL?: string | undefined;
  readonly MAIL_FROM: string;
  readonly RECOVERY_WAIT_HOURS: number;
}

export function signInOf(value: SignInValues): SignInFacts {
  return {
    secret: value.AUTH_SECRET ?? null,
    mailboxSecret: value.MAILBOX_SECRET ?? null,
    adminEmails: value.ADMIN_EMAILS,
    domains: { blocked: value.EMAIL_DOMAINS_BLOCKED, allowed: value.EMAIL_DOMAINS_ALLOWED },
    identity: { privateHosts: value.IDENTITY_PRIVATE_HOSTS, dnsServers: value.DNS_SERVERS },
    smtpUrl: value.SMTP_URL ?? null,
    mailFrom: value.MAIL_FROM,
    recoveryWaitHours: value.RECOVERY_WAIT_HOURS,
  };
}

/** An IP address as the resolver of Node takes it: `192.0.2.53`, `192.0.2.53:5353`, `[2001:db8::53]:5353`. */
function isResolver(text: string): boolean {
  const [, bracketed, v4] = /^(?:\[([\da-f:]+)\](?::\d{1,5})?|([\d.]+)(?::\d{1,5})?)$/.exec(text) ?? [];
  return isIPv6(bracketed ?? text) || isIPv4(v4 ?? '');
}

/** Words with commas or spaces between them, in lower case. */
export function list(entry: z.ZodType<string, string>, expected: string) {
  return z
    .string()
    .default('')
    .transform((text) =>
      text
        .toLowerCase()
        .split(/[\s,]+/)
        .filter((word) => word !== ''),
    )
    .refine((words) => words.every((word) => entry.safeParse(word).success), expected);
}
