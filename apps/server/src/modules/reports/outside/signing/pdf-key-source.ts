import path from 'node:path';
import { folderKeys, type KeyHome } from './key-home.ts';

export const SIGNER_FILE = 'pdf-signer.p12';

/** Where the key that signs PDF files comes from. */
export interface PdfKeySource {
  /** Where what is made here is kept. */
  readonly home: KeyHome;
  /** The operator's own P12; null makes and uses one of our own. */
  readonly p12: { readonly file: string; readonly password: string } | null;
  readonly productName: string;
}

/** Changes whenever the file of the key does; a file that is not there has one too. */
export async function stampOfPdfKey({ home, p12 }: PdfKeySource): Promise<string> {
  const stamp =
    p12 === null
      ? await home.stampOf(SIGNER_FILE)
      : await folderKeys(path.dirname(p12.file)).stampOf(path.basename(p12.file));
  return stamp ?? 'none';
}
