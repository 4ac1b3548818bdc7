import type { FileHandle } from 'node:fs/promises';

/**
 * Writes all bytes at an offset. A file system that has hardly any room left takes a part of them without an error, and
 * says how many.
 *
 * @throws what `write` throws, such as ENOSPC
 */
export async function writeAll(file: Pick<FileHandle, 'write'>, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}
