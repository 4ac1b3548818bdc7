import { NOT_LOADED } from './not-loaded.ts';
import { readText } from './read-text.ts';

/**
 * Why a text of a field that is no place for an address may not be sent; null where it may.
 *
 * @param isDropped whether the field is emptied then
 */
export async function sentenceAbout(text: string, isDropped: boolean): Promise<string | null> {
  try {
    const finding = await readText(text);
    if (finding.is === 'clear') return null;
    return (await import('./secret-words.ts')).secretSentence(finding, isDropped);
  } catch {
    // The rules could not be fetched: an unread text stays here.
    return NOT_LOADED;
  }
}
