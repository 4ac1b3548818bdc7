import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { CommandError, EXIT } from '../exit.ts';

const Profile = z.strictObject({ url: z.string(), key: z.string() });
const Profiles = z.record(z.string(), Profile);

/** A server and the API key for it. */
type Profiles = z.infer<typeof Profiles>;

/** Bits of a mode that let anyone but the owner in. */
const OTHERS = 0o077;

/** Where profiles are kept (XDG Base Directory Specification). */
export function profilesFile(home: { readonly xdg: string | undefined; readonly home: string }): string {
  return path.join(home.xdg ?? path.join(home.home, '.config'), 'assay', 'profiles.json');
}

/**
 * Every profile by its name; none where there is no file.
 *
 * @throws CommandError where others can read the file, or it is none of this program's
 */
export async function readProfiles(file: string): Promise<Profiles> {
  const text = await readPrivate(file);
  if (text === null) return {};
  try {
    return Profiles.parse(JSON.parse(text));
  } catch (error) {
    throw new CommandError(`${file} holds no profiles: remove it and make them again.`, EXIT.usage, { cause: error });
  }
}

/** Writes all profiles, in a file that only its owner can read; it is there whole or as before. */
export async function writeProfiles(file: string, profiles: Profiles): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.new`;
  await writeFile(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
  // A draft that another run left behind keeps its own mode.
  await chmod(draft, 0o600);
  await rename(draft, file);
}

async function readPrivate(file: string): Promise<string | null> {
  try {
    const { mode } = await stat(file);
    if (process.platform !== 'win32' && (mode & OTHERS) !== 0) {
      throw new CommandError(`Others can read ${file}, which holds keys. Run: chmod 600 ${file}`, EXIT.usage);
    }
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
