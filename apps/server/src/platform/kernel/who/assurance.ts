/** A way to prove who one is. `link`: through the mailbox; `provider`: by an identity provider; `demo`: on this machine. */
export type SignInMethod = 'link' | 'provider' | 'demo' | FactorMethod;

/** A proof that the mailbox alone cannot give. */
export type FactorMethod = 'passkey' | 'totp' | 'recovery_code';

export const SIGN_IN_METHODS: readonly SignInMethod[] = [
  'link',
  'provider',
  'demo',
  'passkey',
  'totp',
  'recovery_code',
];

/** What a user can enrol as a second factor. Recovery codes come with the first one. */
export type FactorKind = 'passkey' | 'totp';

/** How sure the server is that the user of a session is the owner of the account. */
export interface Assurance {
  /** What was proven when the session was opened, and in it since. */
  readonly methods: readonly SignInMethod[];
  readonly signedInAt: Date;
  /** When a factor was last given in this session; null: never. */
  readonly steppedUpAt: Date | null;
  /** Kinds of factors that the account has now; empty without any. */
  readonly factors: readonly FactorKind[];
  /** Whether what needs a confirmation may be done now: see `requireStepUp`. */
  readonly isFresh: boolean;
}

/** Confirmations that are possible where one is missing; `link`: log in again by a new link. */
export type Confirmation = FactorMethod | 'link';

const FACTOR_METHODS: ReadonlySet<SignInMethod> = new Set<FactorMethod>(['passkey', 'totp', 'recovery_code']);

/** Whether a second factor was given in the session. */
export function gaveFactor({ methods }: Pick<Assurance, 'methods'>): boolean {
  return methods.some((method) => FACTOR_METHODS.has(method));
}

/** What a user can confirm by: a factor if the account has one, else a new link. */
export function confirmationsOf({ factors }: Pick<Assurance, 'factors'>): readonly Confirmation[] {
  return factors.length === 0 ? ['link'] : [...factors, 'recovery_code'];
}
