import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  type CertificateSigner,
  ed25519Signer,
  type KeySet,
  keyIdOf,
  keyStateOf,
  type PublishedAuthority,
  type PublishedKey,
  parseKeySet,
} from '@assay/certificate';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import { KeyFileError } from './key-files.ts';
import type { KeyHome } from './key-home.ts';
import { markAuthority, markKey, markSigner } from './mark-compromised.ts';
import { refuseToSign } from './refuse-to-sign.ts';

const HISTORY = 'keys.json';
/** A server that read its keys a moment before a rotation may sign this much longer with the old one. */
const ROTATION_GRACE_MS = 60_000;

/** The Ed25519 keys of an installation: one that signs, and the public history of all. */
export interface ResultKeyFolder {
  /**
   * The key that signs now.
   *
   * @throws AppError SigningUnavailable where there is none that is published and not marked compromised
   */
  signer(): Promise<CertificateSigner>;
  /** @throws AppError SigningUnavailable where the published history cannot be read */
  keySet(): Promise<KeySet>;
  /**
   * Retires the standing key, whose secret is removed, in favour of a new one: the operator's own (PKCS #8 as PEM), or
   * one made here. Answers its id.
   */
  rotate(now: Date, ownKey?: string): Promise<string>;
  /** Makes a root certificate the one that reports are signed under; the one before it is retired. */
  addAuthority(authority: PublishedAuthority): Promise<void>;
  /**
   * Marks a key as in other hands from a moment on: a result key by its id, a root or a certificate that signs PDF files
   * by its SHA-256. A result key that signs now is replaced at once and its secret removed. A mark only ever moves to an
   * earlier moment.
   *
   * @throws KeyFileError for a name that nothing here has, a moment in the future, or one after the moment marked before
   */
  compromise(name: CompromisedName, from: Date, now: Date): Promise<void>;
  /**
   * Takes over what a later list of this installation published and a backup does not know: keys, the ends of keys, and
   * marks. A new key signs where the one that would sign now had ended or was marked.
   *
   * @throws KeyFileError for the list of another installation: its keys would be published as ours
   */
  takeOver(later: KeySet, now: Date): Promise<void>;
}

/** What is marked. */
export type CompromisedName =
  | { readonly kind: 'result'; readonly kid: string }
  | { readonly kind: 'root' | 'pdf'; readonly sha256: string };

/**
 * Opens the keys of a home; makes the first one when there is none. Reads again when the history changed, so that a
 * rotation by the command line reaches a running server.
 */
export async function openResultKeys(home: KeyHome, issuer: string, now: Date): Promise<ResultKeyFolder> {
  let standing: { readonly stamp: string; readonly keySet: KeySet; signer: CertificateSigner | null } | null = null;

  async function read() {
    const stamp = await home.stampOf(HISTORY);
    if (stamp !== null && standing?.stamp === stamp) return standing;
    const text = await home.read(HISTORY);
    if (text === null || stamp === null) throw new Error(`${HISTORY} vanished from ${home.place}`);
    const keySet = { ...parseKeySet(text.toString('utf8')), issuer };
    standing = { stamp, keySet, signer: null };
    return standing;
  }

  /** The key that signs is one that the history publishes as such; its secret is read once a history. */
  async function signer(): Promise<CertificateSigner> {
    const current = await read();
    const key = current.keySet.keys.find((one) => keyStateOf(one) === 'active');
    if (key === undefined) {
      const [newest] = current.keySet.keys;
      throw refuseToSign(newest?.compromised_from === undefined ? 'not_published' : 'compromised', newest?.kid ?? null);
    }
    current.signer ??= await readSigner(home, key.kid);
    return current.signer;
  }

  /** A history or secret that cannot be read is a refusal with a reason, never a signature that nobody can prove. */
  async function published<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof AppError ? error : refuseToSign('unreadable', null, error);
    }
  }

  async function write(keys: readonly PublishedKey[], authorities: readonly PublishedAuthority[]): Promise<void> {
    const history: KeySet = { format: 'assay-keys/1', issuer, keys, authorities };
    await home.writePublic(HISTORY, `${JSON.stringify(history, null, 2)}\n`);
  }

  await home.prepare();
  if ((await home.read(HISTORY)) === null) {
    await home.exclusively(async () => {
      if ((await home.read(HISTORY)) !== null) return;
      const secret = newKey();
      const first = publishedKeyOf(secret, now);
      await keepSecret(home, first.kid, secret);
      await write([first], []);
    });
  }

  const changes: Pick<ResultKeyFolder, 'rotate' | 'compromise' | 'takeOver' | 'addAuthority'> = {
    async rotate(at, ownKey) {
      const { keys, authorities } = (await read()).keySet;
      const secret = ownKey === undefined ? newKey() : ownKeyOf(ownKey);
      const made = publishedKeyOf(secret, at);
      if (keys.some(({ kid }) => kid === made.kid)) throw new KeyFileError('This key has signed here already.');
      await keepSecret(home, made.kid, secret);
      const until = new Date(at.getTime() + ROTATION_GRACE_MS).toISOString();
      const retired = keys.map((key) => (key.valid_to === null ? { ...key, valid_to: until } : key));
      await write([made, ...retired], authorities);
      for (const { kid } of retired) await home.remove(secretFile(kid));
      return made.kid;
    },
    async compromise(name, from, at) {
      const { keys, authorities } = (await read()).keySet;
      if (name.kind !== 'result') {
        const mark = name.kind === 'root' ? markAuthority : markSigner;
        return write(keys, mark(authorities, name.sha256, from, at));
      }
      const isActive = keys.some((key) => key.kid === name.kid && keyStateOf(key) === 'active');
      const marked = markKey(keys, name.kid, from, at);
      if (!isActive) return write(marked, authorities);
      const secret = newKey();
      const made = publishedKeyOf(secret, at);
      await keepSecret(home, made.kid, secret);
      await write([made, ...marked], authorities);
      await home.remove(secretFile(name.kid));
    },
    async takeOver(later, at) {
      const own = (await read()).keySet;
      const isShared = later.keys.some(({ kid }) => own.keys.some((key) => key.kid === kid));
      // A backup without keys has those that were made for this call.
      if (!isShared && own.keys.some(({ valid_from }) => Date.parse(valid_from) < at.getTime())) {
        throw new KeyFileError(
          'A list of signing keys is of another installation: it has none of the keys of this one.',
        );
      }
      const keys = mergeLater(own.keys, later.keys, 'kid', at);
      const authorities = mergeLater(own.authorities, later.authorities, 'sha256', at);
      if (keys.some((key) => keyStateOf(key) === 'active')) return write(keys, authorities);
      const secret = newKey();
      const made = publishedKeyOf(secret, at);
      await keepSecret(home, made.kid, secret);
      await write([made, ...keys], authorities);
    },
    async addAuthority(authority) {
      const { keys, authorities } = (await read()).keySet;
      const known = authorities.find(({ sha256 }) => sha256 === authority.sha256);
      if (known?.compromised_from !== undefined) throw refuseToSign('compromised', known.sha256);
      const current =
        known === undefined ? authority : { ...known, signers: signersOf(known, authority), valid_to: null };
      const others = authorities.filter((one) => one !== known);
      const isStanding = known?.valid_to === null && others.every(({ valid_to }) => valid_to !== null);
      if (isStanding && known.signers?.length === current.signers?.length) return;
      const until = new Date(Date.parse(authority.valid_from) + ROTATION_GRACE_MS).toISOString();
      const retired = others.map((one) => (one.valid_to === null ? { ...one, valid_to: until } : one));
      await write(keys, [current, ...retired]);
    },
  };

  return {
    signer: () => published(signer),
    keySet: async () => (await published(read)).keySet,
    // Each reads the list and writes it: two at once would lose what one of them wrote.
    rotate: (at, ownKey) => home.exclusively(() => changes.rotate(at, ownKey)),
    compromise: (name, from, at) => home.exclusively(() => changes.compromise(name, from, at)),
    takeOver: (later, at) => home.exclusively(() => changes.takeOver(later, at)),
    addAuthority: (authority) => home.exclusively(() => changes.addAuthority(authority)),
  };
}

/** Those that ever signed under it; null where all it certifies do. */
function signersOf({ signers: known }: PublishedAuthority, { signers: added }: PublishedAuthority) {
  return known === null || added === null ? null : [...new Set([...added, ...known])];
}

function newKey(): KeyObject {
  return generateKeyPairSync('ed25519').privateKey;
}

function ownKeyOf(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch (error) {
    throw new KeyFileError('The file holds no private key as PEM, or one with a password.', { cause: error });
  }
  throw new KeyFileError('The key is not an Ed25519 key.');
}

function publishedKeyOf(secret: KeyObject, from: Date): PublishedKey {
  const { x } = createPublicKey(secret).export({ format: 'jwk' });
  if (x === undefined) throw new Error('An Ed25519 key has no public half');
  const kid = keyIdOf(Buffer.from(x, 'base64url'));
  return { kty: 'OKP', crv: 'Ed25519', use: 'sig', kid, x, valid_from: from.toISOString(), valid_to: null };
}

async function keepSecret(home: KeyHome, kid: string, secret: KeyObject): Promise<void> {
  await home.writeSecret(secretFile(kid), secret.export({ format: 'pem', type: 'pkcs8' }).toString());
}

async function readSigner(home: KeyHome, kid: string): Promise<CertificateSigner> {
  const file = secretFile(kid);
  const pem = await home.read(file);
  if (pem === null) throw new Error(`The secret of the key ${kid} is missing: ${file} in ${home.place}`);
  const key = createPrivateKey(pem);
  const { d } = key.export({ format: 'jwk' });
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  if (d === undefined || x === undefined) throw new Error(`${file} is no Ed25519 key`);
  const signer = ed25519Signer(Buffer.from(d, 'base64url'));
  if (keyIdOf(signer.publicKey) !== kid) throw new Error(`${file} is another key than its name says`);
  return signer;
}

function secretFile(kid: string): string {
  return `result-${kid}.pem`;
}

interface PublishedUntil {
  readonly valid_to: string | null;
  readonly compromised_from?: string | undefined;
  readonly compromised_signers?: readonly { readonly sha256: string; readonly compromised_from: string }[] | undefined;
}

/**
 * What a list of a backup and a later one of the same installation say together: an end or a mark that either has stays,
 * the earlier one of two. The secret of an entry that only the later list has is lost, so it has ended.
 */
function mergeLater<Name extends string, Published extends PublishedUntil & Readonly<Record<Name, string>>>(
  own: readonly Published[],
  later: readonly Published[],
  name: Name,
  now: Date,
): readonly Published[] {
  const lost = later
    .filter((one) => !own.some((other) => other[name] === one[name]))
    .map((one) => ({ ...one, valid_to: one.valid_to ?? now.toISOString() }));
  const known = own.map((one) => {
    const other = later.find((entry) => entry[name] === one[name]);
    return other === undefined ? one : both(one, other);
  });
  return [...known, ...lost];
}

function both<Published extends PublishedUntil>(one: Published, other: Published): Published {
  const mark = earlier(one.compromised_from, other.compromised_from);
  const signers = [...(one.compromised_signers ?? []), ...(other.compromised_signers ?? [])];
  const bySha = new Map<string, string>();
  for (const { sha256, compromised_from: from } of signers) bySha.set(sha256, earlier(bySha.get(sha256), from) ?? from);
  return {
    ...one,
    valid_to: earlier(one.valid_to ?? undefined, other.valid_to ?? undefined) ?? null,
    ...(mark === undefined ? {} : { compromised_from: mark }),
    ...(bySha.size === 0
      ? {}
      : { compromised_signers: [...bySha].map(([sha256, from]) => ({ sha256, compromised_from: from })) }),
  };
}

function earlier(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Date.parse(one) <= Date.parse(other) ? one : other;
}
