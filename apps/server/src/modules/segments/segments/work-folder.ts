import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Says that all a folder holds are working files. */
const MARK = 'assay-working-files';

/** A folder was named for working files that holds others. */
export class WorkFolderError extends Error {}

/**
 * Makes a folder for working files, or removes what an earlier run left in it.
 *
 * @throws WorkFolderError where it holds anything else: it may be a whole disk, or the segments themselves
 */
export async function emptyWorkFolder(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  const names = await readdir(dir);
  if (names.length > 0 && !names.includes(MARK)) {
    throw new WorkFolderError(
      `${dir} holds other files than those of an earlier run, and all of them would be removed`,
    );
  }
  // The mark first and to the end, so that a stop at any moment leaves a folder that can be emptied.
  await writeFile(path.join(dir, MARK), '');
  for (const name of names) if (name !== MARK) await rm(path.join(dir, name), { recursive: true });
}
