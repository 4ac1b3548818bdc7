import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { Decrypter, Encrypter } from 'age-encryption';
import { peekBytes } from '../../../platform/intake/index.ts';
import { BackupError } from './backup-format.ts';

/** First bytes of every file in the age format, version 1 (C2SP age-encryption.org/v1). */
const AGE_MAGIC = Buffer.from('age-encryption.org/v1\n');

/**
 * How hard a passphrase is to guess: scrypt with N = 2^this, r = 8, p = 1 takes 128 · N · 8 bytes of memory. 18 is what
 * `age` uses: a second and 256 MB.
 */
const WORK_FACTOR = 18;

/** Encrypts with a passphrase in the age format: `age --decrypt` opens what this answers. */
export async function encrypted(plain: Uint8Array, passphrase: string, workFactor = WORK_FACTOR): Promise<Buffer> {
  return Buffer.from(await (await encrypterOf(passphrase, workFactor)).encrypt(plain));
}

/** @throws BackupError where the passphrase is another one, or a byte was changed */
export async function decrypted(sealed: Uint8Array, passphrase: string): Promise<Buffer> {
  const decrypter = await decrypterOf(passphrase);
  try {
    return Buffer.from(await decrypter.decrypt(sealed));
  } catch (error) {
    throw explained(error);
  }
}

/** The same for a stream of any length; the result begins when the passphrase has been stretched. */
export async function encryptedStream(
  plain: Readable,
  passphrase: string,
  workFactor = WORK_FACTOR,
): Promise<Readable> {
  const stream = Readable.toWeb(plain) as unknown as ReadableStream<Uint8Array>;
  const sealed = await (await encrypterOf(passphrase, workFactor)).encrypt(stream);
  return Readable.fromWeb(sealed as unknown as WebStream<Uint8Array>);
}

/**
 * The bytes of a backup: as they are, or decrypted where the whole file is encrypted.
 *
 * @throws BackupError here and from the stream
 */
export async function openEncrypted(
  source: AsyncIterable<Uint8Array>,
  askPassphrase: () => Promise<string>,
): Promise<AsyncIterable<Uint8Array>> {
  const { head, bytes } = await peekBytes(source, (sofar) => sofar.length >= AGE_MAGIC.length);
  if (!AGE_MAGIC.equals(head.subarray(0, AGE_MAGIC.length))) return bytes;
  const decrypter = await decrypterOf(await askPassphrase());
  const stream = Readable.toWeb(Readable.from(bytes, { objectMode: false })) as unknown as ReadableStream<Uint8Array>;
  try {
    return explaining(await decrypter.decrypt(stream));
  } catch (error) {
    throw explained(error);
  }
}

async function* explaining(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (error) {
    throw explained(error);
  }
}

/** Loaded here: the server knows backups and encrypts none at its start. */
async function encrypterOf(passphrase: string, workFactor: number): Promise<Encrypter> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(workFactor);
  return encrypter;
}

async function decrypterOf(passphrase: string): Promise<Decrypter> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  return decrypter;
}

/** The library has no types of errors. What its header says is authenticated before any of the content is read. */
function explained(error: unknown): Error {
  if (!(error instanceof Error)) return new BackupError('The backup cannot be decrypted', { cause: error });
  // Errors of the file itself, such as a disk that fails, say more by themselves.
  if ('code' in error) return error;
  const isOther = /no identity matched/.test(error.message);
  return new BackupError(
    isOther ? 'The passphrase is not the one this backup was made with' : 'The backup is damaged or cut short',
    { cause: error },
  );
}
